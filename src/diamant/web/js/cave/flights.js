// @ts-check
/** Things that fly over the scene: gems to explorers, signs to the row of dangers, gems that fall. */
import { html, render } from '../html.js';
import { Gem, stoneFor } from '../art/gems.js';
import { HazardSign } from '../art/hazards.js';
import { Relic } from '../art/relics.js';
import { CARD_HEIGHT, clamp, noise } from './layout.js';
import { spotOf } from './walks.js';

/** @typedef {import('./animate.js').Stage} Stage */

const FLIGHT = 480;
const MOST = 40; // Flying gems at once: a phone of some years ago has to carry them.

/** Pictures are drawn once and copied: forty gems may fly at a time. @type {Map<string, any>} */
const drawn = new Map();

/** Put a picture above the scene; it goes when its movement is done. @param {Stage} play @param {string} name @param {() => any} picture @param {number} x @param {number} y */
function aloft(play, name, picture, x, y) {
  let pattern = drawn.get(name);
  if (!pattern) {
    pattern = document.createElement('div');
    pattern.className = 'flight';
    render(picture(), pattern);
    if (drawn.size > 60) drawn.clear();
    drawn.set(name, pattern);
  }
  const holder = pattern.cloneNode(true);
  holder.style.left = `${x}px`;
  holder.style.top = `${y}px`;
  play.find('.cave-flights').append(holder);
  return holder;
}

/** A gem above the scene. @param {Stage} play @param {string} kind @param {number} size @param {number} x @param {number} y */
function gemAloft(play, kind, size, x, y) {
  const whole = Math.round(size);
  return aloft(play, `${kind} ${whole}`, () => html`<${Gem} kind=${kind} size=${whole} />`, x, y);
}

/** @param {any} holder @param {Animation|null} move */
function until(holder, move) {
  if (!move) holder.remove();
  else {
    move.addEventListener('finish', () => holder.remove());
    move.addEventListener('cancel', () => holder.remove());
  }
}

/**
 * Gems fly from a card to explorers, one stream for each; returns how long it takes.
 *
 * Where things are is taken from the layout and not asked of the page, which would have to be laid
 * out again for every answer.
 *
 * @param {Stage} play
 * @param {{from: number, to: number[], count: number, delay: number, relic?: string|null}} order `from` is the card's number
 */
export function flyGems(play, { from, to, count, delay, relic = null }) {
  const card = play.layout().positions[from];
  if (!card || !to.length) return 0;
  const tall = CARD_HEIGHT * card.scale;
  const start = { x: card.x, y: card.y + tall * 0.25 };
  const size = clamp(tall * 0.24, 12, 30 * play.layout().grow);
  const kind = stoneFor(1, play.edition()?.gems);
  const each = Math.max(count ? 1 : 0, Math.min(Math.ceil(count / to.length), Math.floor(MOST / to.length), 7));
  const beat = Math.min(75, 420 / Math.max(each, 1));
  to.forEach((seat, stream) => {
    const spot = spotOf(play, seat);
    if (!spot) return;
    const end = { x: spot.x, y: spot.y - spot.size * 0.4 };
    for (let i = 0; i < each && stream * each + i < Math.max(count, 1); i += 1) {
      const x = start.x + (noise(stream * 7 + i + 2) - 0.5) * 20;
      launch(play, gemAloft(play, kind, size, x, start.y), { x, y: start.y }, end, delay + i * beat, stream * 7 + i);
    }
    if (relic) {
      const thing = aloft(play, `${relic} ${Math.round(size)}`, () => html`<${Relic} card=${relic} size=${size * 2.4} />`, start.x, start.y);
      launch(play, thing, start, end, delay, stream);
    }
  });
  return delay + each * beat + FLIGHT;
}

/** @param {Stage} play @param {any} holder @param {{x: number, y: number}} start @param {{x: number, y: number}} end @param {number} delay @param {number} seed */
function launch(play, holder, start, end, delay, seed) {
  const sway = (noise(seed + 2) - 0.5) * 16;
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  const arc = Math.max(24, Math.abs(dx) * 0.18);
  until(holder, play.move(holder, [
    { transform: 'translate(0, 0) scale(.4)', opacity: 0 },
    { transform: `translate(${sway}px, ${-arc * 0.5}px) scale(1.1)`, opacity: 1, offset: 0.25 },
    { transform: `translate(${dx * 0.55}px, ${dy * 0.5 - arc}px) scale(1)`, opacity: 1, offset: 0.6 },
    { transform: `translate(${dx}px, ${dy}px) scale(.55)`, opacity: 0.9 },
  ], { duration: FLIGHT, delay, easing: 'ease-in-out' }));
}

/** A hazard's sign flies from its card to its place in the row. @param {Stage} play @param {string} kind @param {number} index */
export function flySign(play, kind, index) {
  const card = play.layout().positions[index];
  const place = play.find(`.danger[data-kind="${CSS.escape(kind)}"]`);
  if (!card || !place || play.calm) return;
  const end = {
    x: place.parentElement.offsetLeft + place.offsetLeft + place.offsetWidth / 2,
    y: place.offsetTop + place.offsetHeight / 2,
    size: place.offsetHeight,
  };
  const size = Math.round(Math.max(24, CARD_HEIGHT * card.scale * 0.6));
  const holder = aloft(play, `${kind} ${size}`, () => html`<${HazardSign} kind=${kind} size=${size} />`, card.x, card.y);
  until(holder, play.move(holder, [
    { transform: 'scale(.9)', opacity: 0 },
    { transform: 'translateY(-20%) scale(1.3)', opacity: 1, offset: 0.3 },
    { transform: `translate(${end.x - card.x}px, ${end.y - card.y}px) scale(${end.size / size})`, opacity: 1 },
  ], { duration: 800, easing: 'ease-in-out' }));
  play.move(place, [{ opacity: 0.25 }, { opacity: 0.25, offset: 0.95 }, { opacity: 1 }], { duration: 800 });
}

/** What everybody carried falls to the ground and is gone. @param {Stage} play @param {number[]} seats @param {number} each */
export function fallGems(play, seats, each) {
  const kind = stoneFor(1, play.edition()?.gems);
  const most = Math.min(each, Math.floor(MOST / Math.max(seats.length, 1)));
  seats.forEach((seat, stream) => {
    const spot = spotOf(play, seat);
    if (!spot) return;
    const tall = spot.size;
    const start = { x: spot.x, y: spot.y - tall * 0.4 };
    const size = clamp(tall * 0.3, 11, 26 * play.layout().grow);
    for (let i = 0; i < most; i += 1) {
      const out = (noise(stream * 13 + i * 3) - 0.5) * tall * 2.4;
      const down = tall * (0.7 + noise(stream + i * 5) * 0.5);
      const holder = gemAloft(play, kind, size, start.x, start.y);
      until(holder, play.move(holder, [
        { transform: 'translate(0, 0) scale(.6)', opacity: 1, easing: 'ease-out' },
        { transform: `translate(${out * 0.5}px, ${-tall * 0.5}px) rotate(90deg)`, opacity: 1, offset: 0.3, easing: 'ease-in' },
        { transform: `translate(${out}px, ${down}px) rotate(220deg)`, opacity: 1, offset: 0.72, easing: 'ease-out' },
        { transform: `translate(${out * 1.08}px, ${down + 4}px) rotate(240deg)`, opacity: 0 },
      ], { duration: 1500, delay: 120 + i * 40 }));
    }
  });
}

/** The hazard that ends it all stands large over the scene, away from those whom it meets. @param {Stage} play @param {string} kind @param {number} time */
export function loom(play, kind, time) {
  const { width, height, party } = play.layout();
  const size = Math.round(Math.min(width, height) * 0.5);
  const holder = aloft(play, `fatal ${kind} ${size}`, () => html`<${HazardSign} kind=${kind} size=${size} state="fatal" />`, width / 2, height * (party.y > height / 2 ? 0.36 : 0.62));
  until(holder, play.move(holder, [
    { transform: 'scale(.2)', opacity: 0, easing: 'cubic-bezier(.2, .9, .3, 1.2)' },
    { transform: 'scale(1)', opacity: 1, offset: 0.14 },
    { transform: 'scale(1.06)', opacity: 1, offset: 0.82 },
    { transform: 'scale(1.25)', opacity: 0 },
  ], { duration: time }));
}
