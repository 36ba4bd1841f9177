// @ts-check
/**
 * Sounds, switched on and off by one tap.
 *
 *   prepareSound()            once, when the page starts: browsers allow sound after a first touch
 *   openSound()               at once, where nobody may ever touch the page
 *   soundOn                   a signal: draw the switch from it
 *   soundWaits                a signal: sounds are wanted, and a touch is missing
 *   setSound(on)              switch, and remember it on this device
 *   play('card')              one sound; 'gems', 'leave' take a count
 *   director.onCue = playCue  the cave's cues, each with its sound
 *   playFacts(facts)          what a card or a reveal brought about, where nothing is drawn
 *
 * Where there is no Web Audio, or nobody has touched the page yet, all of this does nothing. What makes the sounds
 * is loaded with the first touch.
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
/** A context that is awake reckons silence all the time; after so much of it, it sleeps until the next sound. */
const SILENCE_MS = 5000;
/** What comes later than this after its moment is not wanted any more. */
const LATE_MS = 400;

/** Whether sounds are wanted on this device. */
export const soundOn = signal(recall(STORED, /** @type {unknown} */ (true)) !== false);

/** Whether this browser lets us be heard; where nothing can be, nothing is missing. */
const heard = signal(true);

/** Whether sounds are wanted and a touch is missing. */
export const soundWaits = computed(() => soundOn.value && !heard.value);

/** @type {{context: AudioContext, out: AudioNode} | null} */
let stage = null;

/** Whether the context sleeps because it was silent, and when it will. */
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

/** Wait for the first touch or key, since browsers allow no sound before it. */
export function prepareSound() {
  const first = () => {
    for (const name of GESTURES) removeEventListener(name, first, true);
    openSound();
    if (stage !== null && soundOn.peek()) ignore(wake(stage.context));
    heard.value = true; // If it is not so now, no other touch will help.
  };
  for (const name of GESTURES) addEventListener(name, first, { capture: true, passive: true });
  // A context that is not wanted is put to sleep: it would keep a phone awake for nothing.
  effect(() => {
    const wanted = soundOn.value;
    if (stage !== null) ignore(wanted ? wake(stage.context) : stage.context.suspend());
  });
}

/**
 * Have a context ready, until nothing has been heard for a while.
 * @param {AudioContext} context
 * @param {number} [delay] in seconds, of what is to be heard
 */
function wake(context, delay = 0) {
  clearTimeout(falling);
  falling = setTimeout(
    () => {
      if (context.state !== 'running') return; // It never was awake: a touch is missing.
      asleep = true;
      ignore(context.suspend());
    },
    SILENCE_MS + delay * 1000,
  );
  return context.resume();
}

/** Begin, and find out whether the browser allows it without a touch. */
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
      () => {}, // The line was cut: a game in silence is a game too.
    );
  } catch {
    heard.value = true;
    stage = null; // A machine without any audio device: the game is played in silence.
  }
}

/** @param {Promise<void>} promise */
function ignore(promise) {
  promise.catch(() => {}); // The browser may say no at any time; silence is no failure.
}

/**
 * Make one sound.
 * @param {Sound} sound
 * @param {number} [count] how many gems, or leavers; who, of an arrival
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
 * Make the sound of a cue of the cave's director.
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
 * Make the sounds of what a card or a reveal brought about.
 * @param {readonly GameEvent[]} facts
 */
export function playFacts(facts) {
  for (const [sound, count, delay] of soundsOf(facts)) play(sound, count, delay);
}

/**
 * The sounds of some facts: which, how many, and after how many seconds.
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
