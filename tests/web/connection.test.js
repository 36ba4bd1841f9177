// @ts-check
import assert from 'node:assert/strict';
import test from 'node:test';
import { Connection } from '../../src/diamant/web/js/net/connection.js';

/** A network with the test as its server, and a clock that the test advances. */
class World {
  constructor() {
    /** @type {any[]} */
    this.sockets = [];
    /** @type {{call: () => void, at: number}[]} */
    this.timers = [];
    this.time = 0;
    /** @type {string[]} */
    this.statuses = [];
    /** @type {any} */
    this.end = null;
    /** @type {any[]} */
    this.events = [];
    /** @type {number | null} */
    this.known = null;
    this.connection = new Connection(
      {
        table: 'QK4MX',
        token: null,
        onWelcome: (message) => {
          this.known = message.public_number;
        },
        onEvents: (events) => this.events.push(...events),
        onView: () => {},
        onStatus: (status, end) => {
          this.statuses.push(status);
          this.end = end;
        },
        since: () => this.known,
      },
      {
        socket: () => {
          const socket = { sent: /** @type {any[]} */ ([]), lengths: /** @type {number[]} */ ([]), closed: false };
          const all = Object.assign(socket, {
            send: (/** @type {string} */ text) => {
              socket.lengths.push(text.length);
              socket.sent.push(JSON.parse(text));
            },
            close: () => {
              socket.closed = true;
            },
          });
          this.sockets.push(all);
          return all;
        },
        schedule: (call, ms) => {
          const timer = { call, at: this.time + ms };
          this.timers.push(timer);
          return timer;
        },
        cancel: (timer) => {
          this.timers = this.timers.filter((other) => other !== timer);
        },
        now: () => this.time,
        random: () => 0.5,
      },
    );
  }

  get socket() {
    return this.sockets[this.sockets.length - 1];
  }

  /** @param {any} message */
  says(message) {
    this.socket.onmessage({ data: JSON.stringify(message) });
  }

  welcome(extra = {}) {
    this.socket.onopen();
    const welcome = { type: 'Welcome', protocol: 3, public_number: 7, last_command: 0 };
    this.says({ ...welcome, now: this.time + 5000, ...extra });
  }

  /** @param {number} ms */
  pass(ms) {
    this.time += ms;
    const due = this.timers.filter((timer) => timer.at <= this.time);
    this.timers = this.timers.filter((timer) => timer.at > this.time);
    for (const timer of due) timer.call();
  }
}

/** @param {object} [extra] of the welcome */
function opened(extra) {
  const world = new World();
  world.connection.open();
  world.welcome(extra);
  return world;
}

/** @param {any} socket @returns {string[]} the sent messages, each with its id */
const sentOn = ({ sent }) => sent.map((/** @type {any} */ { type, id = '' }) => `${type}${id}`);

test('a new guest sends Hello without a token, and keeps the token it gets', () => {
  const world = opened({ token: 't'.repeat(22) });
  const { sender } = world.connection;
  assert.match(sender, /^[\w-]{8}$/);
  assert.deepEqual(world.socket.sent, [{ type: 'Hello', protocol: 3, table: 'QK4MX', client: 'web', sender }]);
  assert.equal(world.connection.token, 't'.repeat(22));
  assert.equal(world.connection.ahead, 5000);
  assert.equal(world.connection.status, 'open');
});

test('a fresh guest sends its first commands right after Hello, and not again after the welcome', async () => {
  const world = new World();
  world.connection.token = 'tok';
  world.connection.options.fresh = true;
  world.connection.open();
  const started = world.connection.send('Start');
  assert.deepEqual(world.socket.sent, []);
  world.socket.onopen();
  void world.connection.send('Pause');
  const first = ['Hello', 'Start1', 'Pause2'];
  assert.deepEqual(sentOn(world.socket), first);
  world.says({ type: 'Welcome', protocol: 3, public_number: 7, last_command: 0, now: 0 });
  assert.deepEqual(sentOn(world.socket), first);
  world.says({ type: 'Answer', id: 1, public_number: 8 });
  assert.equal((await started).public_number, 8);
  // Commands without an answer are sent again on the next connection, after its welcome.
  world.socket.onclose({ code: 1006 });
  world.pass(1000);
  world.socket.onopen();
  assert.deepEqual(sentOn(world.socket), ['Hello']);
  world.says({ type: 'Welcome', protocol: 3, public_number: 8, last_command: 2, now: 0 });
  assert.deepEqual(sentOn(world.socket), ['Hello', 'Pause2']);
});

test('a socket that is already open gets Hello at once', () => {
  const world = new World();
  const open = world.connection.ports.socket;
  world.connection.ports.socket = () => Object.assign(open(), { readyState: 1 });
  world.connection.open();
  assert.equal(world.socket.sent[0].type, 'Hello');
});

test('ids start above the last one that the server has, and only grow', async () => {
  const world = new World();
  void world.connection.send('Start'); // Before the welcome its id is unknown.
  world.connection.open();
  void world.connection.send('Pause');
  world.welcome({ token: 'tok', last_command: 41 });
  void world.connection.send('Resume');
  assert.deepEqual(sentOn(world.socket), ['Hello', 'Start42', 'Pause43', 'Resume44']);
  world.says({ type: 'Answer', id: 43, public_number: 7, refusal: { code: 'not-now', params: {}, text: '' } });
  world.socket.onclose({ code: 1006 });
  const retry = world.connection.send('Pause');
  world.pass(1000);
  // The server has received all of them, but has not answered every one.
  world.welcome({ last_command: 44 });
  assert.deepEqual(sentOn(world.socket), ['Hello', 'Start42', 'Resume44', 'Pause45']);
  world.says({ type: 'Answer', id: 45, public_number: 8 });
  assert.equal((await retry).public_number, 8);
});

test('leaving is as long as staying on the wire', () => {
  const world = opened({ token: 'tok' });
  void world.connection.send('Choose', { seat: 0, turn: 3, leave: true });
  void world.connection.send('Choose', { seat: 0, turn: 3, leave: false });
  assert.deepEqual(
    world.socket.sent.slice(1).map((/** @type {any} */ message) => message.leave),
    [true, false],
  );
  assert.equal(world.socket.lengths[1], world.socket.lengths[2]);
});

test('an unanswered command is sent again with the same id after a reconnect', async () => {
  const world = opened({ token: 'tok' });
  const answer = world.connection.send('Choose', { seat: 0, turn: 3, leave: true });
  const first = world.socket.sent[1];
  world.socket.onclose({ code: 1006 });
  assert.equal(world.connection.status, 'waiting');
  world.pass(1000);
  assert.equal(world.sockets.length, 2);
  world.welcome();
  assert.deepEqual(world.socket.sent[0], {
    type: 'Hello',
    protocol: 3,
    table: 'QK4MX',
    client: 'web',
    sender: world.connection.sender,
    token: 'tok',
    since: 7,
  });
  assert.deepEqual(world.socket.sent[1], first);
  world.says({ type: 'Answer', id: first.id, public_number: 9 });
  assert.deepEqual(await answer, { public_number: 9, refusal: undefined, code: undefined });
  world.socket.onclose({ code: 1012 });
  world.pass(2000);
  world.welcome();
  assert.equal(world.socket.sent.length, 1, 'an answered command is not sent again');
});

test('a command with an unknown outcome is sent again, and finally given up', async () => {
  for (const code of ['database', 'internal']) {
    const world = opened();
    const answer = world.connection.send('Choose', { seat: 0, turn: 3, leave: true });
    const first = world.socket.sent[1];
    for (let tries = 1; tries <= 5; tries += 1) {
      world.says({ type: 'Problem', id: first.id, code, params: {}, text: 'Hm.' });
      world.pass(4000);
      assert.equal(world.socket.sent.length, 2 + tries);
      assert.deepEqual(world.socket.sent[1 + tries], first);
    }
    world.says({ type: 'Problem', id: first.id, code, params: {}, text: 'Hm.' });
    assert.equal((await answer).refusal?.code, code);
  }
});

test('a command waits for a connection', () => {
  const world = new World();
  world.connection.open();
  void world.connection.send('Start');
  assert.equal(world.socket.sent.length, 0);
  world.welcome();
  assert.equal(world.socket.sent[1].type, 'Start');
});

test('a refused command is not sent again', async () => {
  for (const code of [1000, 1002, 1007, 1009, 4400, 4403, 4404, 4406, 4409]) {
    const world = new World();
    world.connection.open();
    const answer = world.connection.send('Start');
    world.socket.onopen();
    world.says({ type: 'Problem', code: 'locked', params: {}, text: 'Locked.' });
    world.socket.onclose({ code });
    assert.equal(world.connection.status, 'ended');
    assert.deepEqual(world.end, { code, problem: { code: 'locked', params: {}, text: 'Locked.' } });
    assert.equal((await answer).refusal?.code, 'locked');
    world.pass(100_000);
    assert.equal(world.sockets.length, 1);
  }
});

test('each close code has its own delay', () => {
  const waits = { 1006: 225, 1012: 1100, 1013: 10_000, 4408: 225, 4429: 67_500, 4430: 300 };
  for (const [code, wait] of Object.entries(waits)) {
    const world = opened();
    world.socket.onclose({ code: Number(code) });
    world.pass(wait - 1);
    assert.equal(world.sockets.length, 1, `too soon after ${code}`);
    world.pass(1);
    assert.equal(world.sockets.length, 2, `too late after ${code}`);
  }
});

test('a command that is too long is refused locally, and the connection stays', async () => {
  const world = opened();
  // Letters of two bytes each: the limit counts bytes on the wire.
  const { refusal } = await world.connection.send('ChangeSettings', { settings: { edition_text: 'é'.repeat(33_000) } });
  assert.equal(refusal?.code, 'too-large');
  assert.equal(world.socket.sent.length, 1, 'only the hello was sent');
  assert.equal(world.connection.pending.size, 0);
  assert.equal(world.connection.status, 'open');
});

test('delays grow up to a limit, and a welcome resets them', () => {
  const world = new World();
  world.connection.open();
  /** @type {number[]} */
  const waits = [];
  for (let i = 0; i < 8; i += 1) {
    const before = world.time;
    world.socket.onclose({ code: 1006 });
    while (world.connection.status === 'waiting') world.pass(1);
    waits.push(world.time - before);
  }
  assert.deepEqual(waits, [225, 450, 900, 1800, 3600, 6000, 6000, 6000]);
  world.welcome();
  assert.equal(world.connection.attempts, 0);
});

test('a connection that does not answer a command is dropped', () => {
  const world = opened();
  void world.connection.send('Start');
  world.pass(4999);
  assert.equal(world.connection.status, 'open');
  world.pass(1);
  assert.equal(world.connection.status, 'waiting');
  assert.ok(world.socket.closed);
});

test('waking up reconnects at once, and checks whether the connection is alive', () => {
  const world = opened();
  world.socket.onclose({ code: 1013 });
  world.connection.wake();
  assert.equal(world.sockets.length, 2);
  world.welcome();
  world.connection.wake();
  assert.equal(world.socket.sent[1].type, 'Look');
  world.pass(2500);
  assert.equal(world.connection.status, 'waiting');
});

test('a server that never sends Welcome is considered unreachable', () => {
  const world = new World();
  world.connection.open();
  world.pass(8000);
  assert.equal(world.connection.status, 'waiting');
});

test('messages on an old socket are ignored', () => {
  const world = new World();
  world.connection.open();
  const old = world.socket;
  world.welcome();
  world.connection.open();
  assert.equal(old.onmessage, null);
});

test('a problem with the id of a command answers that command', async () => {
  const world = opened();
  const answer = world.connection.send('Choose', { seat: 9 });
  const { id } = world.socket.sent[1];
  world.says({ type: 'Problem', id, code: 'bad-message', params: {}, text: 'No.' });
  assert.equal((await answer).refusal?.code, 'bad-message');
  assert.equal(world.connection.pending.size, 0);
});
