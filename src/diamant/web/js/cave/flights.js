// @ts-check
/** Moving pictures over the scene: gems to explorers, signs to the hazard row, falling gems, walking figures. */
import { HazardSign, Relic } from '../art/cards.js';
import { Gem, stoneFor } from '../art/gems.js';
import { html, render } from '../html.js';
import { FLIP } from './beats.js';
import { CARD_HEIGHT } from './layout.js';
import { clamp, noise } from './numbers.js';

/** @import { Point } from './party.js' */
/** @import { Run } from './run.js' */

const FLIGHT_MS = 480;
const MOST = 40; // Maximum number of gems in flight: older phones must keep up.

/** Pictures are drawn once and copied, because up to forty gems fly at a time. @type {Map<string, HTMLElement>} */
const drawn = new Map();

/**
 * Put a picture above the scene; it disappears after its animation.
 * @param {Run} run
 * @param {string} name of the picture: the same name gives the same picture
 * @param {() => import('../html.js').Node} picture
 * @param {Point} at
 * @returns {HTMLElement}
 */
function aloft(run, name, picture, { x, y }) {
  let pattern = drawn.get(name);
  if (!pattern) {
    pattern = document.createElement('div');
    pattern.className = 'flight';
    render(picture(), pattern);
    if (drawn.size > 60) drawn.clear();
    drawn.set(name, pattern);
  }
  const holder = /** @type {HTMLElement} */ (pattern.cloneNode(true));
  holder.style.left = `${x}px`;
  holder.style.top = `${y}px`;
  run.find('.cave-flights')?.append(holder);
  return holder;
}

/**
 * Put a gem above the scene.
 * @param {Run} run
 * @param {number} size
 * @param {Point} at
 */
function gemAloft(run, size, at) {
  const kind = stoneFor(1, run.gems);
  const whole = Math.round(size);
  return aloft(run, `${kind} ${whole}`, () => html`<${Gem} kind=${kind} size=${whole} />`, at);
}

/**
 * Put a hazard's sign above the scene.
 * @param {Run} run
 * @param {string} kind
 * @param {number} size
 * @param {'met' | 'fatal'} state
 * @param {Point} at
 */
function signAloft(run, kind, size, state, at) {
  const picture = () => html`<${HazardSign} kind=${kind} size=${size} state=${state} />`;
  return aloft(run, `${state} ${kind} ${size}`, picture, at);
}

/**
 * Move a flying picture and remove it when it arrives.
 * @param {Run} run
 * @param {HTMLElement} holder
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 */
function fly(run, holder, frames, options) {
  const move = run.move(holder, frames, options);
  if (!move) holder.remove();
  move?.addEventListener('finish', () => holder.remove());
  move?.addEventListener('cancel', () => holder.remove());
}

/**
 * Fly gems from a card to explorers, one stream for each, and return the duration.
 *
 * Positions come from the layout instead of the page, which would have to be laid
 * out again for every answer.
 *
 * @param {Run} run
 * @param {{from: number, to: number[], count: number, delay: number, relic?: string | null}} order
 *   `from` is the card's index
 */
export function flyGems(run, { from, to, count, delay, relic = null }) {
  const card = run.layout.positions[from];
  if (!card || !to.length) return 0;
  const tall = CARD_HEIGHT * card.scale;
  const start = { x: card.x, y: card.y + tall * 0.25 };
  const size = clamp(tall * 0.24, 12, 30 * run.layout.grow);
  const fair = Math.min(Math.ceil(count / to.length), Math.floor(MOST / to.length), 7);
  const each = Math.max(count ? 1 : 0, fair);
  const beat = Math.min(75, 420 / Math.max(each, 1));
  to.forEach((seat, stream) => {
    const spot = spotOf(run, seat);
    if (!spot) return;
    const end = { x: spot.x, y: spot.y - spot.size * 0.4 };
    for (let i = 0; i < each && stream * each + i < Math.max(count, 1); i += 1) {
      const begin = { x: start.x + (noise(stream * 7 + i + 2) - 0.5) * 20, y: start.y };
      launch(run, gemAloft(run, size, begin), begin, end, delay + i * beat, stream * 7 + i);
    }
    if (relic) {
      const picture = () => html`<${Relic} card=${relic} size=${size * 2.4} />`;
      launch(run, aloft(run, `${relic} ${Math.round(size)}`, picture, start), start, end, delay, stream);
    }
  });
  return delay + each * beat + FLIGHT_MS;
}

/**
 * @param {Run} run
 * @param {HTMLElement} holder
 * @param {Point} start
 * @param {Point} end
 * @param {number} delay
 * @param {number} seed
 */
function launch(run, holder, start, end, delay, seed) {
  const sway = (noise(seed + 2) - 0.5) * 16;
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  const arc = Math.max(24, Math.abs(dx) * 0.18);
  const frames = [
    { transform: 'translate(0, 0) scale(.4)', opacity: 0 },
    { transform: `translate(${sway}px, ${-arc * 0.5}px) scale(1.1)`, opacity: 1, offset: 0.25 },
    { transform: `translate(${dx * 0.55}px, ${dy * 0.5 - arc}px) scale(1)`, opacity: 1, offset: 0.6 },
    { transform: `translate(${dx}px, ${dy}px) scale(.55)`, opacity: 0.9 },
  ];
  fly(run, holder, frames, { duration: FLIGHT_MS, delay, easing: 'ease-in-out' });
}

/**
 * Fly a hazard's sign from its card to its place in the row.
 * @param {Run} run
 * @param {string} kind
 * @param {number} index
 */
export function flySign(run, kind, index) {
  if (run.calm) return;
  const card = run.layout.positions[index];
  const danger = run.find(`.danger[data-kind="${CSS.escape(kind)}"]`);
  if (!card || !danger) return;
  const dx = (danger.parentElement?.offsetLeft ?? 0) + danger.offsetLeft + danger.offsetWidth / 2 - card.x;
  const dy = danger.offsetTop + danger.offsetHeight / 2 - card.y;
  const size = Math.round(Math.max(24, CARD_HEIGHT * card.scale * 0.6));
  const frames = [
    { transform: 'scale(.9)', opacity: 0 },
    { transform: 'translateY(-20%) scale(1.3)', opacity: 1, offset: 0.3 },
    { transform: `translate(${dx}px, ${dy}px) scale(${danger.offsetHeight / size})`, opacity: 1 },
  ];
  fly(run, signAloft(run, kind, size, 'met', card), frames, { duration: 800, easing: 'ease-in-out' });
  run.move(danger, [{ opacity: 0.25 }, { opacity: 0.25, offset: 0.95 }, { opacity: 1 }], { duration: 800 });
}

/**
 * Drop everything that the explorers carried.
 * @param {Run} run
 * @param {number[]} seats
 * @param {number} each
 */
export function fallGems(run, seats, each) {
  const most = Math.min(each, Math.floor(MOST / Math.max(seats.length, 1)));
  seats.forEach((seat, stream) => {
    const spot = spotOf(run, seat);
    if (!spot) return;
    const tall = spot.size;
    const start = { x: spot.x, y: spot.y - tall * 0.4 };
    const size = clamp(tall * 0.3, 11, 26 * run.layout.grow);
    for (let i = 0; i < most; i += 1) {
      const out = (noise(stream * 13 + i * 3) - 0.5) * tall * 2.4;
      const down = tall * (0.7 + noise(stream + i * 5) * 0.5);
      const up = `translate(${out * 0.5}px, ${-tall * 0.5}px) rotate(90deg)`;
      const landed = `translate(${out}px, ${down}px) rotate(220deg)`;
      const frames = [
        { transform: 'translate(0, 0) scale(.6)', opacity: 1, easing: 'ease-out' },
        { transform: up, opacity: 1, offset: 0.3, easing: 'ease-in' },
        { transform: landed, opacity: 1, offset: 0.72, easing: 'ease-out' },
        { transform: `translate(${out * 1.08}px, ${down + 4}px) rotate(240deg)`, opacity: 0 },
      ];
      fly(run, gemAloft(run, size, start), frames, { duration: 1500, delay: 120 + i * 40 });
    }
  });
}

/**
 * Show the hazard that ends the expedition large over the scene, away from the explorers in the cave.
 * @param {Run} run
 * @param {string} kind
 * @param {number} time
 */
export function loom(run, kind, time) {
  const { width, height, party } = run.layout;
  const size = Math.round(Math.min(width, height) * 0.5);
  const at = { x: width / 2, y: height * (party.y > height / 2 ? 0.36 : 0.62) };
  const frames = [
    { transform: 'scale(.2)', opacity: 0, easing: 'cubic-bezier(.2, .9, .3, 1.2)' },
    { transform: 'scale(1)', opacity: 1, offset: 0.14 },
    { transform: 'scale(1.06)', opacity: 1, offset: 0.82 },
    { transform: 'scale(1.25)', opacity: 0 },
  ];
  fly(run, signAloft(run, kind, size, 'fatal', at), frames, { duration: time });
}

// Movements of figures and cards along the path.

const HOPS = ['none', 'translateY(-9%) rotate(-4deg)', 'none', 'translateY(-9%) rotate(4deg)', 'none'];

/**
 * Walk a leaver back along the cards to the camp.
 * @param {Run} run
 * @param {number} seat
 * @param {{x: number, y: number} | null} from where the explorer was
 * @param {number} time
 */
export function walkBack(run, seat, from, time) {
  const actor = run.actor(seat);
  if (!actor || !from || run.calm) return;
  const { camera: mouth, positions } = run.layout;
  const home = spotOf(run, seat) ?? from;
  // Feet are on the lower half of each card, so that the gems being picked up stay visible.
  const lift = mouth.scale * 30;
  const stops = [
    from,
    ...positions.map((p) => ({ x: p.x, y: p.y + lift })).reverse(),
    { x: mouth.x, y: mouth.y + lift * 0.4 },
    home,
  ];
  const lengths = stops.slice(1).map((p, i) => Math.hypot(p.x - stops[i].x, p.y - stops[i].y));
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let gone = 0;
  const frames = stops.map((p, i) => {
    if (i) gone += lengths[i - 1];
    return { transform: `translate(${p.x}px, ${p.y}px)`, offset: Math.min(1, gone / whole) };
  });
  run.move(actor, frames, { duration: time, easing: 'ease-in-out' });
  const hop = HOPS.map((transform) => ({ transform }));
  run.move(actor.querySelector('.actor-body'), hop, { duration: time / 3, iterations: 3, easing: 'linear' });
}

/**
 * Return the position of a seat's explorer in the drawn scene: feet and height.
 * @param {Run} run
 * @param {number} seat
 */
export function spotOf(run, seat) {
  const actor = run.actor(seat);
  if (!actor) return null;
  const [x, y] = (actor.style.transform.match(/-?[\d.]+/g) ?? []).map(Number);
  return { x, y, size: Number(actor.querySelector('svg')?.getAttribute('height')) };
}

/**
 * Move the newest card out of the dark and turn it on the way.
 * @param {Run} run
 * @param {number} index
 * @param {number} time
 */
export function enter(run, index, time) {
  const card = run.find(`.path-card[data-index="${index}"]`);
  if (!card) return;
  const { camera, next, positions } = run.layout;
  const at = positions[index];
  const k = 1 / camera.scale;
  const dx = (next.x - at.x) * k * 1.1;
  const dy = (next.y - at.y) * k * 1.1;
  const slide = [
    { transform: `translate(${dx}px, ${dy}px) scale(.7)`, opacity: 0 },
    { transform: `translate(${dx * 0.5}px, ${dy * 0.5}px) scale(.95)`, opacity: 1, offset: 0.3 },
    { transform: 'translate(0, 0) scale(.04, 1.08)', opacity: 1, offset: FLIP, easing: 'ease-out' },
    { transform: 'none', opacity: 1 },
  ];
  const rear = [{ opacity: 1 }, { opacity: 1, offset: FLIP }, { opacity: 0, offset: FLIP }, { opacity: 0 }];
  const shade = [{ opacity: 0 }, { opacity: 0, offset: 0.88 }, { opacity: 0.5 }];
  run.move(card.querySelector('.card-turn'), slide, { duration: time, easing: 'ease-in' });
  run.move(card.querySelector('.card-rear'), rear, { duration: time, easing: 'linear' });
  run.move(card.querySelector('.card-shade'), shade, { duration: time });
}
