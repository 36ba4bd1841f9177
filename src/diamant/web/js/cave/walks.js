// @ts-check
/** How figures and cards move along the path. */

/** @typedef {import('./animate.js').Stage} Stage */

/** The part of its way after which a card shows its face. */
export const FLIP = 0.64;

/**
 * A leaver goes back along the cards to the camp.
 * @param {Stage} play
 * @param {number} seat
 * @param {{x: number, y: number}|null} from where he stood
 * @param {number} time
 */
export function walkBack(play, seat, from, time) {
  const actor = play.find(`.actor[data-seat="${seat}"]`);
  if (!actor || !from || play.calm) return;
  const layout = play.layout();
  const mouth = layout.camera;
  const home = spotOf(play, seat) ?? from;
  // Feet stand on the lower half of each card, so that one sees what is picked up.
  const lift = layout.camera.scale * 30;
  const stops = [
    from,
    ...layout.positions.map((/** @type {any} */ p) => ({ x: p.x, y: p.y + lift })).reverse(),
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
  play.move(actor, frames, { duration: time, easing: 'ease-in-out' });
  const hop = [{ transform: 'none' }, { transform: 'translateY(-9%) rotate(-4deg)' }, { transform: 'none' }, { transform: 'translateY(-9%) rotate(4deg)' }, { transform: 'none' }];
  play.move(actor.querySelector('.actor-body'), hop, { duration: time / 3, iterations: 3, easing: 'linear' });
}

/** Where a seat's explorer is to stand, as the scene has drawn it: his feet, and his height. @param {Stage} play @param {number} seat */
export function spotOf(play, seat) {
  const actor = play.find(`.actor[data-seat="${seat}"]`);
  if (!actor) return null;
  const [x, y] = actor.style.transform.match(/-?[\d.]+/g).map(Number);
  return { x, y, size: Number(actor.querySelector('svg').getAttribute('height')) };
}

/**
 * The newest card comes out of the dark ahead and is turned on its way.
 * @param {Stage} play
 * @param {number} index
 * @param {number} time
 */
export function enter(play, index, time) {
  const spot = play.find(`.path-card[data-index="${index}"]`);
  if (!spot) return;
  const layout = play.layout();
  const at = layout.positions[index];
  const k = 1 / layout.camera.scale;
  const dx = (layout.next.x - at.x) * k * 1.1;
  const dy = (layout.next.y - at.y) * k * 1.1;
  play.move(spot.querySelector('.card-turn'), [
    { transform: `translate(${dx}px, ${dy}px) scale(.7)`, opacity: 0 },
    { transform: `translate(${dx * 0.5}px, ${dy * 0.5}px) scale(.95)`, opacity: 1, offset: 0.3 },
    { transform: 'translate(0, 0) scale(.04, 1.08)', opacity: 1, offset: FLIP, easing: 'ease-out' },
    { transform: 'none', opacity: 1 },
  ], { duration: time, easing: 'ease-in' });
  play.move(spot.querySelector('.card-rear'), [{ opacity: 1 }, { opacity: 1, offset: FLIP }, { opacity: 0, offset: FLIP }, { opacity: 0 }], {
    duration: time, easing: 'linear',
  });
  play.move(spot.querySelector('.card-shade'), [{ opacity: 0 }, { opacity: 0, offset: 0.88 }, { opacity: 0.5 }], { duration: time });
}
