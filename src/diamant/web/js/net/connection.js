// @ts-check
/**
 * One device's WebSocket to one table: it says hello, keeps what was not answered, and comes back.
 *
 * A command is sent again, with the same id, on every new connection until it is answered; the
 * server does it once. Ids are numbers that only grow, from above the last one that the server has
 * of this page: so a command gets its own when it is sent for the first time, and not before.
 */
/** @import { Refusal } from '../model/types.js' */
import { randomWord } from '../device/window.js';

/**
 * @typedef {{public_number: number, refusal?: Refusal, code?: string}} Answer
 * @typedef {{type: string} & Record<string, any>} Message
 * @typedef {'opening' | 'open' | 'waiting' | 'ended'} Status
 * @typedef {object} Ports what a connection needs of the world around it
 * @property {() => any} socket makes a WebSocket
 * @property {(call: () => void, ms: number) => any} schedule
 * @property {(timer: any) => void} cancel
 * @property {() => number} now
 * @property {() => number} random from 0 to 1
 *
 * @typedef {object} Options
 * @property {string} table
 * @property {string | null} token
 * @property {boolean} [screen]
 * @property {string | null} [code]
 * @property {boolean} [fresh] whether this guest has never said anything
 * @property {(message: Message) => void} onWelcome
 * @property {(events: any[]) => void} onEvents
 * @property {(view: any) => void} onView
 * @property {(cue: {public_number: number, moment: string}) => void} onCued
 * @property {(status: Status, why: End | null) => void} onStatus and why, if the connection was closed
 * @property {() => number | null} since the public number of the last event that is known here
 *
 * @typedef {{code: number, problem: Refusal | null}} End
 * @typedef {{message: Message, tries: number, done: (answer: Answer) => void}} Waiting
 */

export const PROTOCOL = 3;

/** After these nobody knows whether a command was done; its id makes asking again harmless. */
const UNSURE = new Set(['database', 'internal']);
const MOST_TRIES = 5; // One more would wait longer than ANSWER_MS.
const HELLO_MS = 8000; // A server that takes longer to say welcome is not there.
const ANSWER_MS = 5000; // A command without an answer for so long means a dead connection.
const PROBE_MS = 2500; // The same after waking up, when most connections are dead.
const OPEN = 1; // The state of a socket, as browsers count them.

export class Connection {
  /** @param {Options} options @param {Ports} ports */
  constructor(options, ports) {
    this.options = options;
    this.ports = ports;
    this.token = options.token;
    this.code = options.code ?? null;
    this.screen = options.screen ?? false;
    /** @type {Status} */
    this.status = 'opening';
    this.attempts = 0;
    /** How far the server's clock is ahead of this device's, in milliseconds. */
    this.ahead = 0;
    /** @type {any} */
    this.socket = null;
    this.welcome = false;
    /** Whether commands are sent before the welcome. */
    this.fresh = false;
    /** What has no answer yet, by its id. @type {Map<number, Waiting>} */
    this.pending = new Map();
    /** What was asked before there was a welcome, and has no id yet. @type {Waiting[]} */
    this.unsent = [];
    /** @type {Refusal | null} */
    this.problem = null;
    /** @type {any} */
    this.timer = null;
    /** @type {any} */
    this.watch = null;
    /** What tells this page from others of the same guest. */
    this.sender = randomWord(8);
    this.last = 0; // The last id.
  }

  /** Open, now; whatever was being waited for is not waited for any more. */
  open() {
    if (this.status === 'ended') return;
    this.ports.cancel(this.timer);
    this.drop();
    this.problem = null;
    this.welcome = false;
    this.become('opening');
    const socket = this.ports.socket();
    this.socket = socket;
    socket.onmessage = (/** @type {{data: any}} */ frame) => this.take(frame.data);
    socket.onclose = (/** @type {{code: number}} */ close) => this.closed(socket, close.code);
    socket.onerror = () => {}; // A close follows, and says more.
    this.expect(HELLO_MS);
    if (socket.readyState === OPEN) this.hello();
    else socket.onopen = () => this.hello();
  }

  hello() {
    const { table, since } = this.options;
    /** @type {Message} */
    const hello = { type: 'Hello', protocol: PROTOCOL, table, client: 'web', sender: this.sender };
    const last = since();
    if (this.token !== null) hello.token = this.token;
    if (this.token !== null && last !== null) hello.since = last;
    if (this.screen) hello.screen = true;
    if (this.code !== null) hello.code = this.code;
    this.socket.send(JSON.stringify(hello));
    // The very first commands of a guest follow at once: their ids are known without a welcome.
    this.fresh = this.options.fresh === true && this.last === 0;
    if (this.fresh) this.postUnsent();
  }

  /**
   * Send a command; what it was answered comes, whatever happens to the network meanwhile.
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<Answer>}
   */
  send(type, fields = {}) {
    const message = { type, id: 0, ...fields };
    if (new TextEncoder().encode(JSON.stringify(message)).length > MOST_BYTES) {
      // It would end the connection, and again whenever it was sent again.
      return Promise.resolve({ public_number: 0, refusal: tooLarge(MOST_BYTES) });
    }
    return new Promise((done) => {
      this.unsent.push({ message, tries: 0, done });
      if (this.welcome || this.fresh) this.postUnsent();
    });
  }

  /** Give everything that has none an id, and send it. */
  postUnsent() {
    for (const waiting of this.unsent.splice(0)) {
      waiting.message.id = ++this.last;
      this.pending.set(waiting.message.id, waiting);
      this.post(waiting.message);
    }
  }

  /** Ask for everything; the answer comes through `onView`. A lost question is not repeated. */
  look() {
    if (this.welcome) this.post({ type: 'Look', id: ++this.last });
  }

  /**
   * Say what a shared screen shows at this moment. It is not answered, and worth nothing later.
   * @param {number} number of the event
   * @param {string} moment
   */
  cue(number, moment) {
    if (this.welcome) {
      this.socket.send(JSON.stringify({ type: 'Cue', public_number: number, moment }));
    }
  }

  /**
   * The device woke up, or has a network again: be there at once.
   */
  wake() {
    if (this.status === 'ended') return;
    if (this.status === 'waiting' || !this.welcome) {
      this.attempts = 0;
      this.open();
      return;
    }
    this.look();
    this.expect(PROBE_MS);
  }

  /** Go for good. */
  close() {
    this.become('ended');
    this.ports.cancel(this.timer);
    this.drop();
  }

  /** @param {Message} message */
  post(message) {
    this.socket.send(encode(message));
    if (this.watch === null) this.expect(ANSWER_MS);
  }

  /**
   * Take the connection for dead if nothing comes within some time.
   * @param {number} ms
   */
  expect(ms) {
    this.ports.cancel(this.watch);
    this.watch = this.ports.schedule(() => {
      this.watch = null;
      this.closed(this.socket, LOST);
    }, ms);
  }

  /** @param {any} data */
  take(data) {
    this.ports.cancel(this.watch);
    this.watch = null;
    /** @type {Message} */
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return; // A server of another kind; its close code will say so.
    }
    if (message.type === 'Welcome') this.welcomed(message);
    else if (message.type === 'Events') this.options.onEvents(message.events);
    else if (message.type === 'Answer') this.answered(message.id, /** @type {any} */ (message));
    else if (message.type === 'View') this.options.onView(message.view);
    else if (message.type === 'Cued') this.options.onCued(/** @type {any} */ (message));
    else if (message.type === 'Problem') this.problemCame(message);
    if (this.pending.size && this.welcome && this.watch === null) this.expect(ANSWER_MS);
  }

  /** @param {Message} message */
  welcomed(message) {
    this.welcome = true;
    this.attempts = 0;
    this.last = Math.max(this.last, message.last_command);
    this.ahead = message.now - this.ports.now();
    if (typeof message.token === 'string') this.token = message.token;
    this.code = null; // A seat's code is worth something once.
    this.options.onWelcome(message);
    this.become('open');
    if (!this.fresh) for (const { message: waiting } of this.pending.values()) this.post(waiting);
    this.fresh = false;
    this.postUnsent();
  }

  /** @param {number} id @param {Answer} answer */
  answered(id, answer) {
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    waiting?.done({ public_number: answer.public_number, refusal: answer.refusal, code: answer.code });
  }

  /** @param {Message} message */
  problemCame(message) {
    const refusal = { code: message.code, params: message.params ?? {}, text: message.text ?? '' };
    const waiting = this.pending.get(message.id);
    if (!waiting) {
      this.problem = refusal;
    } else if (UNSURE.has(refusal.code) && waiting.tries < MOST_TRIES) {
      const again = () => {
        if (this.welcome && this.pending.has(message.id)) this.post(waiting.message);
      };
      this.ports.schedule(again, waitAfter(0, waiting.tries, this.ports.random()));
      waiting.tries += 1;
    } else {
      this.answered(message.id, { public_number: 0, refusal });
    }
  }

  /** @param {any} socket @param {number} code */
  closed(socket, code) {
    if (socket !== this.socket || this.status === 'ended') return;
    this.drop();
    if (FINAL.has(code)) {
      this.become('ended', { code, problem: this.problem });
      for (const { done } of [...this.pending.values(), ...this.unsent.splice(0)]) {
        done({ public_number: 0, refusal: this.problem ?? { code: 'closed', params: {}, text: '' } });
      }
      this.pending.clear();
      return;
    }
    const wait = waitAfter(code, this.attempts, this.ports.random());
    this.attempts += 1;
    this.become('waiting', { code, problem: this.problem });
    this.timer = this.ports.schedule(() => this.open(), wait);
  }

  /** Let go of the socket; nothing that it still says counts. */
  drop() {
    this.ports.cancel(this.watch);
    this.watch = null;
    const socket = this.socket;
    this.socket = null;
    this.welcome = false;
    this.fresh = false;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close();
  }

  /** @param {Status} status @param {End | null} [why] */
  become(status, why = null) {
    this.status = status;
    this.options.onStatus(status, why);
  }
}

/**
 * A command as text. Leaving is as long as staying: a line may be watched, if not read.
 * @param {Record<string, unknown>} message
 * @returns {string}
 */
function encode(message) {
  return JSON.stringify(message) + (message.leave === true ? ' ' : '');
}

// How a WebSocket ends, and whether and when to come back: the same as in `src/diamant/protocol/close_codes.py`,
// which a test compares this with.

/** A message of more bytes would end the connection. */
export const MOST_BYTES = 65536;

/**
 * What a server says of anything longer, said here instead.
 * @param {number} most
 */
export const tooLarge = (most) => ({
  code: 'too-large',
  params: { most },
  text: `Too long: at most ${most} bytes are allowed.`,
});

// Those that are asked for by name, by the names that Python has for them.
export const LOST = 1006;
export const NONSENSE = 4400;
export const FORBIDDEN = 4403;
export const NO_TABLE = 4404;
export const OTHER_PROTOCOL = 4406;
export const TOO_MANY_CONNECTIONS = 4409;

/** Close codes after which coming back by itself would do no good. */
export const FINAL = new Set([
  ...[1000, 1002, 1007, 1009],
  ...[NONSENSE, FORBIDDEN, NO_TABLE, OTHER_PROTOCOL, TOO_MANY_CONNECTIONS],
]);

/**
 * Close codes with a wait of their own: the least and the most milliseconds.
 * @type {Record<number, [number, number]>}
 */
const WAITS = {
  1012: [200, 2000],
  1013: [5000, 15000],
  4410: [500, 2000],
  4429: [60000, 75000],
  4430: [100, 500],
};
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;

/**
 * How long to wait before coming back; chance keeps a thousand devices from coming at once.
 * @param {number} code
 * @param {number} attempts made in vain since the last welcome
 * @param {number} chance from 0 to 1
 * @returns {number} milliseconds
 */
export function waitAfter(code, attempts, chance) {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts);
  const [least, most] = WAITS[code] ?? [longest / 2, longest];
  return least + (most - least) * chance;
}
