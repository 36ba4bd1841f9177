// @ts-check
/**
 * Positions of emote bubbles: beside the explorer, or for a spectator where no explorer's bubble is.
 *
 * @typedef {{x: number, y: number, size: number}} Spot
 * @typedef {object} Bubble
 * @property {number} x the center
 * @property {number} y
 * @property {number} half half the width
 * @property {number} size of the picture inside
 * @property {boolean} above whether the bubble is above the explorer
 * @property {number} tail length of the tail
 * @property {number} aside distance of the tail from the center
 */
/** @import { Layout } from './layout.js' */
import { clamp } from './numbers.js';

const PAD = 5; // Around an emote, as in the style sheet.
const TAIL = 6; // From a bubble to the explorers below it.
const EDGE = 2; // Between two bubbles, and to the edge of the picture.

/**
 * Return the bubble of an explorer: above or else below everyone nearby, with a tail to the explorer's hat.
 * @param {Layout} layout
 * @param {Spot} spot
 * @param {{y: number, height: number}} crowd
 * @returns {Bubble}
 */
export function bubbleOf(layout, spot, crowd) {
  const size = Math.round(clamp(spot.size * 0.8, 24, 96 * layout.grow));
  const half = size / 2 + PAD;
  const bottom = crowd.y + crowd.height;
  const above = crowd.y - TAIL - 2 * half >= layout.row.height;
  const tail = above ? spot.y - spot.size - crowd.y + TAIL : bottom - spot.y + TAIL;
  const x = clamp(spot.x, half + EDGE, layout.width - half - EDGE);
  const y = above ? crowd.y - TAIL - half : Math.min(bottom + TAIL + half, layout.height - half - EDGE);
  return { x, y, half, size, above, tail, aside: spot.x - x };
}

/**
 * Return a spectator's bubble: over the fire if no other bubble is there, else as close to it as possible. It has no
 * tail, because spectators are not in the picture.
 * @param {Layout} layout
 * @param {Bubble[]} others of the explorers
 * @param {Spot[]} figures positions of the explorers' feet
 * @returns {Bubble}
 */
export function onlookersBubble(layout, others, figures) {
  const size = layout.mouths[0].size * 0.7;
  const fire = { ...layout.fire, size };
  const wished = bubbleOf(layout, fire, { y: fire.y - size, height: size });
  /** @param {{x: number, y: number}} at */
  const isFree = ({ x, y }) =>
    others.every((one) => Math.max(Math.abs(one.x - x), Math.abs(one.y - y)) >= one.half + wished.half + EDGE);
  if (isFree(wished)) return wished;
  /** @param {{x: number, y: number}} at */
  const hides = ({ x, y }) =>
    figures.some(
      (one) =>
        Math.abs(one.x - x) < one.size * 0.4 + wished.half &&
        Math.abs(one.y - one.size / 2 - y) < one.size / 2 + wished.half,
    );
  /** @param {{x: number, y: number}} at */
  const far = ({ x, y }) =>
    Math.hypot(x - wished.x, y - wished.y) + (hides({ x, y }) ? layout.width + layout.height : 0);
  const places = spread(EDGE, layout.width - EDGE, wished.half).flatMap((x) =>
    spread(layout.row.height, layout.height - EDGE, wished.half).map((y) => ({ x, y })),
  );
  const free = places.filter(isFree).map((place) => ({ place, far: far(place) }));
  const [nearest] = free.sort((one, other) => one.far - other.far);
  return { ...wished, ...nearest?.place, tail: 0, aside: 0 };
}

/**
 * Return positions for an object of this half width, from one end to the other.
 * @param {number} from
 * @param {number} to
 * @param {number} half
 */
function spread(from, to, half) {
  const steps = Math.max(1, Math.ceil((to - from - 2 * half) / half));
  return Array.from({ length: steps + 1 }, (_, step) => from + half + ((to - from - 2 * half) * step) / steps);
}
