// @ts-check
/**
 * Sounds that one tap switches on and off.
 *
 *   prepareSound()            once, when the page starts: browsers allow sound only after a touch
 *   openSound()               at once, on a page that may never be touched
 *   soundOn                   a signal for drawing the switch
 *   soundWaits                a signal: sounds are on, but the browser needs a touch first
 *   setSound(on)              switch, and remember it on this device
 *   play('card')              play one sound; 'gems', 'leave' take a count
 *   director.onCue = playCue  play the sound of each of the cave's cues
 *   playFacts(facts)          play the sounds of a card or a reveal without a picture
 *
 * Without Web Audio, or before the page is touched, all of this does nothing. The synthesizer
 * loads with the first touch.
 */
import { computed, effect, signal } from '../html.js';
import { isHazard, isRelic } from '../model/cards.js';
import { recall, remember } from './memory.js';

/** @import { GameEvent } from '../model/events.js' */
/** @import { Room, SOUNDS } from './synth.js' */

/** @typedef {keyof typeof SOUNDS} Sound */

const STORED = 'sound';
const VOLUME = 0.55;
const GESTURES = ['pointerdown', 'keydown', 'touchend'];
/** An active context computes silence all the time; after this much silence it is suspended until the next sound. */
const SILENCE_MS = 5000;
/** Sounds that are later than this are dropped. */
const LATE_MS = 400;

/** Whether sounds are on for this device. */
export const soundOn = signal(recall(STORED, /** @type {unknown} */ (true)) !== false);

/** Whether this browser allows sound; true where no sound is possible. */
const heard = signal(true);

/** Whether sounds are on but the browser needs a touch first. */
export const soundWaits = computed(() => soundOn.value && !heard.value);

/** @type {{context: AudioContext, out: AudioNode} | null} */
let stage = null;

/** Whether the context is suspended after silence, and when it will be. */
let asleep = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let falling;

/** @type {{room: Room, sounds: typeof SOUNDS} | null} */
let synth = null;

/**
 * Switch sounds on or off, and remember it.
 * @param {boolean} on
 */
export function setSound(on) {
  soundOn.value = on;
  remember(STORED, on);
  if (on) play('chosen');
}

/** Wait for the first touch or key, because browsers allow no sound before it. */
export function prepareSound() {
  const first = () => {
    for (const name of GESTURES) removeEventListener(name, first, true);
    openSound();
    if (stage !== null && soundOn.peek()) ignore(wake(stage.context));
    heard.value = true; // If it is not running now, no other touch will help.
  };
  for (const name of GESTURES) addEventListener(name, first, { capture: true, passive: true });
  // Suspend a context while sounds are off, to save a phone's battery.
  effect(() => {
    const wanted = soundOn.value;
    if (stage !== null) ignore(wanted ? wake(stage.context) : stage.context.suspend());
  });
}

/**
 * Activate a context until it has been silent for a while.
 * @param {AudioContext} context
 * @param {number} [delay] in seconds, until the sound
 */
function wake(context, delay = 0) {
  clearTimeout(falling);
  falling = setTimeout(
    () => {
      if (context.state !== 'running') return; // It never was active: a touch is missing.
      asleep = true;
      ignore(context.suspend());
    },
    SILENCE_MS + delay * 1000,
  );
  return context.resume();
}

/** Start, and find out whether the browser allows sound without a touch. */
export function openSound() {
  const Context = globalThis.AudioContext ?? /** @type {any} */ (globalThis).webkitAudioContext;
  if (stage !== null || Context === undefined) return;
  try {
    /** @type {AudioContext} */
    const context = new Context();
    const out = context.createGain();
    const limiter = context.createDynamicsCompressor();
    out.gain.value = VOLUME;
    out.connect(limiter);
    limiter.connect(context.destination);
    stage = { context, out };
    const listen = () => {
      if (context.state === 'running') asleep = false;
      heard.value = asleep || context.state === 'running';
    };
    context.onstatechange = listen;
    listen();
    if (soundOn.peek()) ignore(wake(context));
    import('./synth.js').then(
      ({ makeRoom, SOUNDS }) => {
        synth = { room: makeRoom(context, out), sounds: SOUNDS };
      },
      () => {}, // The connection was cut: continue without sound.
    );
  } catch {
    heard.value = true;
    stage = null; // A machine without an audio device: continue without sound.
  }
}

/** @param {Promise<void>} promise */
function ignore(promise) {
  promise.catch(() => {}); // The browser may refuse at any time; silence is no error.
}

/**
 * Play one sound.
 * @param {Sound} sound
 * @param {number} [count] number of gems or leavers; the explorer's number for an arrival
 * @param {number} [delay] in seconds
 */
export function play(sound, count = 1, delay = 0) {
  if (stage === null || !soundOn.peek() || document.visibilityState === 'hidden') return;
  const { context } = stage;
  const sing = () => {
    if (context.state === 'running')
      synth?.sounds[sound]({ ...synth.room, at: context.currentTime + 0.01 + delay }, count);
  };
  const asked = Date.now();
  const awake = wake(context, delay);
  if (context.state === 'running') sing();
  else ignore(awake.then(() => (Date.now() - asked < LATE_MS ? sing() : undefined)));
}

/**
 * Play the sound of a cue from the cave's director.
 * @param {string} cue
 * @param {{share?: number, seats?: number[]}} [detail]
 */
export function playCue(cue, detail) {
  const share = detail?.share ?? 0;
  if (cue === 'treasure' && share > 0) play('gems', share);
  else if (cue === 'walk') play('leave', detail?.seats?.length ?? 1);
  else if (cue === 'bank') play('chest');
  else if (cue === 'card') play('card');
  else if (cue === 'reveal' || cue === 'hazard' || cue === 'relic' || cue === 'bust') play(cue);
}

/**
 * Play the sounds of a card or a reveal.
 * @param {readonly GameEvent[]} facts
 */
export function playFacts(facts) {
  for (const [sound, count, delay] of soundsOf(facts)) play(sound, count, delay);
}

/**
 * Return the sounds of some facts: which sound, what count, and after how many seconds.
 * @param {readonly GameEvent[]} facts
 * @returns {[Sound, number, number][]}
 */
export function soundsOf(facts) {
  /** @type {[Sound, number, number][]} */
  const sounds = [];
  const bust = facts.some((fact) => fact.event === 'Bust');
  for (const fact of facts) {
    if (fact.event === 'CardTurned') {
      sounds.push(['card', 1, 0]);
      if (isRelic(fact.card)) sounds.push(['relic', 1, 0.5]);
      if (isHazard(fact.card) && !bust) sounds.push(['hazard', 1, 0.4]);
    } else if (fact.event === 'TreasureShared' && fact.share > 0) {
      sounds.push(['gems', fact.share, 0.6]);
    } else if (fact.event === 'Bust') {
      sounds.push(['bust', 1, 0.4]);
    } else if (fact.event === 'ChoicesRevealed') {
      sounds.push(['reveal', 1, 0.4]);
      if (fact.leavers.length > 0) sounds.push(['leave', fact.leavers.length, 0.7]);
    } else if (fact.event === 'RelicsTaken') {
      sounds.push(['relic', 1, 1]);
    } else if (fact.event === 'GameEnded') {
      sounds.push(['win', 1, bust ? 2.2 : 1.2]);
    }
  }
  return sounds;
}
