// @ts-check
/**
 * Where it stands what somebody shows: beside whoever shows it, or, for one who looks on, where no other says anything.
 *
 * @typedef {{x: number, y: number, size: number}} Spot
 * @typedef {object} Bubble
 * @property {number} x its middle
 * @property {number} y
 * @property {number} half from there to its edges
 * @property {number} size of the picture in it
 * @property {boolean} above whoever shows it
 * @property {number} tail how long its tail is
 * @property {number} aside how far the tail is from its middle
 */
/** @import { Layout } from './layout.js' */
import { clamp } from './numbers.js';

const PAD = 5; // Around what somebody says, as the style has it.
const TAIL = 6; // From there to those who stand below it.
const EDGE = 2; // Between two of them, and to the edge of the picture.

/**
 * Above (or else below) all who stand around somebody, with a tail down to their hat.
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
 * Of one who looks on: over the fire, where nobody stands, if nobody says anything there; else as near to it as there
 * is room, without a tail, since no one is to be seen who says it.
 * @param {Layout} layout
 * @param {Bubble[]} others what the explorers say
 * @param {Spot[]} figures where they stand, with their feet
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
 * Places for something that reaches to both sides, from one end to the other.
 * @param {number} from
 * @param {number} to
 * @param {number} half
 */
function spread(from, to, half) {
  const steps = Math.max(1, Math.ceil((to - from - 2 * half) / half));
  return Array.from({ length: steps + 1 }, (_, step) => from + half + ((to - from - 2 * half) * step) / steps);
}
