// Sounds: a context is active while it plays, and suspended after silence.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

/** A context of which only the state matters; its sounds are silent. */
class Context {
  /** @type {Context[]} */
  static made = [];
  state = 'suspended';
  allowed = true;
  currentTime = 0;
  sampleRate = 10;
  played = 0;
  onstatechange = () => {};

  constructor() {
    Context.made.push(this);
    for (const make of ['createGain', 'createDelay', 'createBiquadFilter', 'createStereoPanner']) this[make] = node;
    for (const make of ['createDynamicsCompressor', 'createOscillator']) this[make] = node;
    this.createBuffer = () => ({ getChannelData: () => new Float32Array(10) });
    this.createBufferSource = () => {
      this.played++;
      return node();
    };
  }

  async resume() {
    if (!this.allowed) await new Promise(() => {});
    await null;
    this.#become('running');
  }

  async suspend() {
    this.#become('suspended');
  }

  /** @param {string} state */
  #become(state) {
    this.state = state;
    this.onstatechange();
  }
}

/** @returns {any} a node that accepts every setting and every call */
function node() {
  return new Proxy(() => {}, {
    get: (_, name) => (name === 'then' ? undefined : node()),
    set: () => true,
    apply: node,
  });
}

test('a context is suspended after some silence, and resumes for the next sound', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] }); // A context suspends itself.
  const pass = (ms) => mock.timers.tick(ms);
  const soon = async () => {
    for (let step = 0; step < 20; step++) await new Promise((done) => setImmediate(done));
  };
  Object.assign(globalThis, { AudioContext: Context, document: { visibilityState: 'visible' } });
  const { openSound, play, soundWaits } = await import('../../src/diamant/web/js/device/sound.js');
  openSound();
  await soon();
  const [context] = Context.made;
  assert.equal(context.state, 'running');
  pass(4000);
  play('card');
  const first = context.played;
  assert.ok(first > 0, 'heard at once');
  pass(4900);
  assert.equal(context.state, 'running', 'the silence begins with the last sound');
  pass(200);
  assert.equal(context.state, 'suspended');
  assert.equal(soundWaits.value, false, 'it sleeps: no touch is missing');
  play('card');
  assert.equal(context.played, first);
  await soon();
  assert.ok(context.played > first, 'heard as soon as it is awake');
  const second = context.played;
  pass(5100);
  const { resume } = context;
  context.resume = async () => {
    pass(1000);
    await resume.call(context);
  };
  play('card');
  await soon();
  assert.equal(context.played, second, 'what is late is not wanted any more');
});

test('a browser that needs a touch first is reported', async () => {
  const { openSound, soundWaits } = await import('../../src/diamant/web/js/device/sound.js?again');
  Object.assign(globalThis, {
    AudioContext: class extends Context {
      allowed = false;
    },
  });
  openSound();
  assert.equal(soundWaits.value, true);
});
