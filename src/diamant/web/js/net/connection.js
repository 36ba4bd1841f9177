// @ts-check
/**
 * One device's WebSocket to one table: it sends Hello, keeps unanswered commands, and reconnects.
 *
 * A command is sent again with the same id on every new connection until it is answered; the server
 * executes it once. Ids are increasing numbers above the last one that the server has from this
 * page, so a command gets its id when it is first sent, and not earlier.
 */
/** @import { Refusal } from '../model/types.js' */
import { randomWord } from '../device/window.js';

/**
 * @typedef {{public_number: number, refusal?: Refusal, code?: string}} Answer
 * @typedef {{type: string} & Record<string, any>} Message
 * @typedef {'opening' | 'open' | 'waiting' | 'ended'} Status
 * @typedef {object} Ports the outside functions of a connection
 * @property {() => any} socket creates a WebSocket
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
 * @property {boolean} [fresh] whether this guest has never sent a command
 * @property {(message: Message) => void} onWelcome
 * @property {(events: any[]) => void} onEvents
 * @property {(view: any) => void} onView
 * @property {(cue: {public_number: number, moment: string}) => void} onCued
 * @property {(status: Status, why: End | null) => void} onStatus with the reason if the connection was closed
 * @property {() => number | null} since the public number of the last known event
 *
 * @typedef {{code: number, problem: Refusal | null}} End
 * @typedef {{message: Message, tries: number, done: (answer: Answer) => void}} Waiting
 */

export const PROTOCOL = 3;

/** After these refusals it is unknown whether a command was executed; its id makes a retry harmless. */
const UNSURE = new Set(['database', 'internal']);
const MOST_TRIES = 5; // One more would wait longer than ANSWER_MS.
const HELLO_MS = 8000; // A server that takes longer to send Welcome is considered unreachable.
const ANSWER_MS = 5000; // A command without an answer for this long means a dead connection.
const PROBE_MS = 2500; // The same after waking up, when most connections are dead.
const OPEN = 1; // The open state of a WebSocket.

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
    /** The difference between the server's clock and this device's, in milliseconds. */
    this.ahead = 0;
    /** @type {any} */
    this.socket = null;
    this.welcome = false;
    /** Whether commands are sent before the Welcome. */
    this.fresh = false;
    /** Unanswered commands by id. @type {Map<number, Waiting>} */
    this.pending = new Map();
    /** Commands from before the Welcome, without an id. @type {Waiting[]} */
    this.unsent = [];
    /** @type {Refusal | null} */
    this.problem = null;
    /** @type {any} */
    this.timer = null;
    /** @type {any} */
    this.watch = null;
    /** Distinguishes this page from the guest's other pages. */
    this.sender = randomWord(8);
    this.last = 0; // The last id.
  }

  /** Open a socket now and cancel any scheduled attempt. */
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
    socket.onerror = () => {}; // A close event follows with more information.
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
    // A new guest's first commands follow at once: their ids are known without a Welcome.
    this.fresh = this.options.fresh === true && this.last === 0;
    if (this.fresh) this.postUnsent();
  }

  /**
   * Send a command; return its answer, whatever happens to the network meanwhile.
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<Answer>}
   */
  send(type, fields = {}) {
    const message = { type, id: 0, ...fields };
    if (new TextEncoder().encode(JSON.stringify(message)).length > MOST_BYTES) {
      // It would end the connection, and every new connection after it.
      return Promise.resolve({ public_number: 0, refusal: tooLarge(MOST_BYTES) });
    }
    return new Promise((done) => {
      this.unsent.push({ message, tries: 0, done });
      if (this.welcome || this.fresh) this.postUnsent();
    });
  }

  /** Give an id to each command without one, and send it. */
  postUnsent() {
    for (const waiting of this.unsent.splice(0)) {
      waiting.message.id = ++this.last;
      this.pending.set(waiting.message.id, waiting);
      this.post(waiting.message);
    }
  }

  /** Request the whole view; the answer comes through `onView`. A lost request is not repeated. */
  look() {
    if (this.welcome) this.post({ type: 'Look', id: ++this.last });
  }

  /**
   * Report what a shared screen shows at this moment. Cues have no answer, and a late one is useless.
   * @param {number} number of the event
   * @param {string} moment
   */
  cue(number, moment) {
    if (this.welcome) {
      this.socket.send(JSON.stringify({ type: 'Cue', public_number: number, moment }));
    }
  }

  /**
   * Reconnect at once, because the device woke up or has a network again.
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

  /** Close the connection for good. */
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
   * Consider the connection dead if nothing arrives in time.
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
      return; // Not a Diamant server, or another version; its close code will tell.
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
    this.code = null; // A seat's code works only once.
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

  /** Drop the socket; its later messages are ignored. */
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
 * Return a command as text. Leaving is as long as staying, in case someone observes the encrypted connection.
 * @param {Record<string, unknown>} message
 * @returns {string}
 */
function encode(message) {
  return JSON.stringify(message) + (message.leave === true ? ' ' : '');
}

// Close codes of the WebSocket, and whether and when to reconnect: the same as in
// `src/diamant/protocol/close_codes.py`, and a test compares the two.

/** A longer message would end the connection. */
export const MOST_BYTES = 65536;

/**
 * Return the server's refusal of a longer message, without sending it.
 * @param {number} most
 */
export const tooLarge = (most) => ({
  code: 'too-large',
  params: { most },
  text: `Too long: at most ${most} bytes are allowed.`,
});

// The codes that this module uses by name, with Python's names.
export const LOST = 1006;
export const NONSENSE = 4400;
export const FORBIDDEN = 4403;
export const NO_TABLE = 4404;
export const OTHER_PROTOCOL = 4406;
export const TOO_MANY_CONNECTIONS = 4409;

/** Close codes after which reconnecting automatically would not help. */
export const FINAL = new Set([
  ...[1000, 1002, 1007, 1009],
  ...[NONSENSE, FORBIDDEN, NO_TABLE, OTHER_PROTOCOL, TOO_MANY_CONNECTIONS],
]);

/**
 * Close codes with their own delay: the minimum and maximum milliseconds.
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
 * Return the delay before reconnecting; randomness keeps a thousand devices from reconnecting at once.
 * @param {number} code
 * @param {number} attempts failed attempts since the last Welcome
 * @param {number} chance random number from 0 to 1
 * @returns {number} milliseconds
 */
export function waitAfter(code, attempts, chance) {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts);
  const [least, most] = WAITS[code] ?? [longest / 2, longest];
  return least + (most - least) * chance;
}
