// @ts-check
/**
 * How figures and cards move along the path.
 *
 * @typedef {import('./run.js').Run} Run
 */
import { FLIP } from './tempo.js';

const HOPS = ['none', 'translateY(-9%) rotate(-4deg)', 'none', 'translateY(-9%) rotate(4deg)', 'none'];

/**
 * A leaver goes back along the cards to the camp.
 * @param {Run} run
 * @param {number} seat
 * @param {{x: number, y: number} | null} from where they stood
 * @param {number} time
 */
export function walkBack(run, seat, from, time) {
  const actor = run.actor(seat);
  if (!actor || !from || run.calm) return;
  const { camera: mouth, positions } = run.layout;
  const home = spotOf(run, seat) ?? from;
  // Feet stand on the lower half of each card, so that one sees what is picked up.
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
 * Where a seat's explorer is to stand, as the scene has drawn it: their feet, and their height.
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
 * The newest card comes out of the dark ahead and is turned on its way.
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
