// @ts-check
/**
 * The cave's sounds, made from noise and a few waves, without any files.
 *
 * Each sound is a function of a stage (where and when to play) and a detail, usually a count. All
 * of them are soft; only the crash of a bust is loud. Most have several voices: notes slightly out of tune with each
 * other, left and right, and an echo from the rock.
 */

/**
 * @typedef {{context: BaseAudioContext, out: AudioNode, echo: AudioNode, noise: AudioBuffer}} Room
 * @typedef {Room & {at: number}} Stage
 */

/** Notes that sound well in any order: a pentatonic scale, in hertz. */
const SCALE = [1046.5, 1174.7, 1318.5, 1568, 1760, 2093, 2349.3, 2637];
const MOST_PLINKS = 10;

/**
 * Return the room with its echo, through which everything sounds.
 * @param {BaseAudioContext} context
 * @param {AudioNode} out
 * @returns {Room}
 */
export function makeRoom(context, out) {
  return { context, out, echo: makeEcho(context, out), noise: makeNoise(context) };
}

/**
 * Return the echo from the rock: each repeat is later, softer and duller.
 * @param {BaseAudioContext} context
 * @param {AudioNode} out
 */
function makeEcho(context, out) {
  const send = context.createGain();
  const delay = context.createDelay(0.5);
  const dull = context.createBiquadFilter();
  const again = context.createGain();
  send.gain.value = 0.3;
  delay.delayTime.value = 0.19;
  dull.type = 'lowpass';
  dull.frequency.value = 1900;
  again.gain.value = 0.38;
  send.connect(delay);
  delay.connect(dull);
  dull.connect(again);
  again.connect(delay);
  dull.connect(out);
  return send;
}

/**
 * Return a second of white noise, which filters turn into stone, cloth and rubble.
 * @param {BaseAudioContext} context
 * @returns {AudioBuffer}
 */
function makeNoise(context) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}

/**
 * Return a gain that swells to `peak` and fades within `length` seconds, panned between left (-1) and right.
 * @param {Stage} stage
 * @param {number} delay
 * @param {{peak: number, length: number, attack?: number, pan?: number, echo?: boolean}} shape
 */
function envelope(stage, delay, { peak, length, attack = 0.005, pan = 0, echo = false }) {
  const gain = stage.context.createGain();
  const start = stage.at + delay;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(peak, start + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  /** @type {AudioNode} */
  let last = gain;
  // Safari before 14.1 plays everything from the center.
  if (pan && stage.context.createStereoPanner) {
    const panner = stage.context.createStereoPanner();
    panner.pan.value = pan;
    gain.connect(panner);
    last = panner;
  }
  last.connect(stage.out);
  if (echo) last.connect(stage.echo);
  return gain;
}

/**
 * @typedef {{from: number, to?: number, wave?: OscillatorType, peak: number, length: number, attack?: number,
 *   pan?: number, echo?: boolean}} Note
 *
 * Play a wave that may glide from one pitch to another.
 * @param {Stage} stage
 * @param {number} delay
 * @param {Note} note
 */
function tone(stage, delay, note) {
  const { from, to = from, wave = 'sine', length } = note;
  const source = stage.context.createOscillator();
  const start = stage.at + delay;
  source.type = wave;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, start + length);
  source.connect(envelope(stage, delay, note));
  source.start(start);
  source.stop(start + length + 0.05);
}

/**
 * Play one note in three voices: slightly below, slightly above, and an octave lower.
 * @param {Stage} stage
 * @param {number} delay
 * @param {Note} note
 */
function choir(stage, delay, note) {
  const { from, peak } = note;
  tone(stage, delay, { ...note, from: from * 0.9965, peak: peak * 0.6, pan: -0.5 });
  tone(stage, delay, { ...note, from: from * 1.0035, peak: peak * 0.6, pan: 0.5 });
  tone(stage, delay, { ...note, from: from / 2, wave: 'sine', peak: peak * 0.5 });
}

/**
 * Play noise through a filter that may sweep.
 * @param {Stage} stage
 * @param {number} delay
 * @param {{type: BiquadFilterType, from: number, to?: number, q?: number, peak: number,
 *   length: number, attack?: number, pan?: number, echo?: boolean}} shape
 */
function rustle(stage, delay, shape) {
  const { type, from, to = from, q = 1, length } = shape;
  const source = stage.context.createBufferSource();
  const filter = stage.context.createBiquadFilter();
  const start = stage.at + delay;
  source.buffer = stage.noise;
  source.loop = true;
  filter.type = type;
  filter.Q.value = q;
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + length);
  source.connect(filter);
  filter.connect(envelope(stage, delay, shape));
  source.start(start, Math.random() * 0.8);
  source.stop(start + length + 0.05);
}

/** A card slides out of the dark and turns over. @param {Stage} stage */
function card(stage) {
  rustle(stage, 0, { type: 'bandpass', from: 900, to: 3200, q: 0.8, peak: 0.16, length: 0.24, attack: 0.06 });
  rustle(stage, 0.24, { type: 'highpass', from: 2500, peak: 0.22, length: 0.05 });
  tone(stage, 0.25, { from: 190, to: 110, peak: 0.16, length: 0.09 });
}

/** Gems fall into hands, one plink each. @param {Stage} stage @param {number} count */
function gems(stage, count) {
  const plinks = Math.min(Math.max(count, 1), MOST_PLINKS);
  for (let at = 0; at < plinks; at++) {
    const pitch = SCALE[(at * 3 + plinks) % SCALE.length];
    const delay = at * 0.075 + Math.random() * 0.012;
    const pan = at % 2 ? 0.35 : -0.35;
    tone(stage, delay, { from: pitch, wave: 'triangle', peak: 0.09, length: 0.32, attack: 0.002, pan, echo: true });
    tone(stage, delay, { from: pitch * 2.76, peak: 0.03, length: 0.16, attack: 0.002, pan });
  }
}

/** A rumble from below: a first hazard. @param {Stage} stage */
function hazard(stage) {
  rustle(stage, 0, { type: 'lowpass', from: 160, to: 60, q: 2, peak: 0.5, length: 1.1, attack: 0.3 });
  tone(stage, 0, { from: 62, to: 41, peak: 0.3, length: 1.1, attack: 0.25 });
  tone(stage, 0.1, { from: 93.5, to: 58, wave: 'triangle', peak: 0.06, length: 0.8, attack: 0.2 });
}

/** A relic gleams. @param {Stage} stage */
function relic(stage) {
  [659.3, 987.8, 1318.5, 1975.5].forEach((pitch, at) => {
    choir(stage, at * 0.09, { from: pitch, peak: 0.09, length: 1.4 - at * 0.15, attack: 0.01, echo: true });
  });
}

/** The second hazard, the only loud sound. @param {Stage} stage */
function bust(stage) {
  rustle(stage, 0, { type: 'lowpass', from: 5200, to: 70, q: 0.7, peak: 1.15, length: 1.7, attack: 0.004 });
  tone(stage, 0, { from: 150, to: 28, wave: 'triangle', peak: 0.85, length: 1.1, attack: 0.004 });
  for (let stone = 0; stone < 9; stone++) {
    const delay = 0.25 + stone * 0.13 + Math.random() * 0.08;
    const peak = 0.4 * (1 - stone / 10);
    const pan = (stone % 3) * 0.5 - 0.5;
    rustle(stage, delay, {
      type: 'bandpass',
      from: 300 + Math.random() * 900,
      q: 3,
      peak,
      length: 0.12,
      pan,
      echo: true,
    });
  }
}

/** All choices open at once. @param {Stage} stage */
function reveal(stage) {
  tone(stage, 0, { from: 120, to: 70, peak: 0.35, length: 0.22 });
  rustle(stage, 0, { type: 'highpass', from: 1800, to: 4200, peak: 0.12, length: 0.2, attack: 0.02 });
  tone(stage, 0.12, { from: 180, to: 95, peak: 0.28, length: 0.2 });
}

/** Footsteps on gravel, going home. @param {Stage} stage @param {number} count */
function leave(stage, count) {
  const steps = 5 + Math.min(count, 4);
  for (let step = 0; step < steps; step++) {
    const delay = step * 0.14 + Math.random() * 0.03;
    const peak = 0.26 * (1 - (step / steps) * 0.7);
    tone(stage, delay, { from: 110, to: 60, peak: peak * 0.8, length: 0.09 });
    rustle(stage, delay, { type: 'bandpass', from: step % 2 ? 700 : 950, q: 1.5, peak, length: 0.08 });
  }
}

/** Gems fall into the chest, and the lid closes. @param {Stage} stage */
function chest(stage) {
  gems(stage, 4);
  rustle(stage, 0.42, { type: 'lowpass', from: 500, to: 120, peak: 0.4, length: 0.16 });
  tone(stage, 0.42, { from: 140, to: 75, peak: 0.3, length: 0.16 });
}

/** The end: a small fanfare, in two parts over a bass. @param {Stage} stage */
function win(stage) {
  const notes = [392, 523.3, 659.3, 784, 659.3, 784, 1046.5];
  const below = [329.6, 392, 523.3, 659.3, 523.3, 587.3, 784];
  const beats = [0, 0.13, 0.26, 0.39, 0.6, 0.73, 0.86];
  notes.forEach((pitch, at) => {
    const length = at === notes.length - 1 ? 1.6 : 0.4;
    choir(stage, beats[at], { from: pitch, wave: 'triangle', peak: 0.16, length, attack: 0.012, echo: true });
    tone(stage, beats[at], { from: below[at], wave: 'triangle', peak: 0.08, length, attack: 0.012, pan: -0.3 });
  });
  [130.8, 196, 130.8].forEach((from, at) => {
    tone(stage, at * 0.43, { from, peak: 0.16, length: at === 2 ? 1.6 : 0.5, attack: 0.02 });
  });
}

/** Third place, then second: a drum and a step up. @param {Stage} stage @param {number} place */
function step(stage, place) {
  const from = place > 2 ? 392 : 440;
  tone(stage, 0, { from: 110, to: 62, peak: 0.34, length: 0.3, echo: true });
  choir(stage, 0.05, { from, wave: 'triangle', peak: 0.12, length: 0.7, attack: 0.012, echo: true });
  tone(stage, 0.05, { from: from * 1.5, peak: 0.05, length: 0.6, pan: 0.4 });
}

/** A player sits down: a call of two notes, different for each explorer. @param {Stage} stage @param {number} who */
function arrive(stage, who) {
  const first = SCALE[who % SCALE.length] / 2;
  const second = SCALE[(who * 3 + 2) % SCALE.length] / 2;
  const wave = who % 2 ? 'triangle' : 'sine';
  choir(stage, 0, { from: first, wave, peak: 0.13, length: 0.3, attack: 0.01, echo: true });
  choir(stage, 0.16, { from: second, wave, peak: 0.13, length: 0.55, attack: 0.01, echo: true });
}

/** One of the last seconds. @param {Stage} stage */
function tick(stage) {
  tone(stage, 0, { from: 1250, to: 900, wave: 'triangle', peak: 0.14, length: 0.045, attack: 0.001 });
}

/** A choice was made: a pebble drops. @param {Stage} stage */
function chosen(stage) {
  tone(stage, 0, { from: 420, to: 300, peak: 0.16, length: 0.07, attack: 0.002 });
  rustle(stage, 0, { type: 'bandpass', from: 1500, q: 2, peak: 0.06, length: 0.04 });
}

/** @type {Record<string, (stage: Stage, count: number) => void>} */
export const SOUNDS = { card, gems, hazard, relic, bust, reveal, leave, chest, win, step, arrive, tick, chosen };
