// @ts-check
/**
 * Positions of the path's cards: a beam search, in units of a card.
 */
/** @import { Hall, Point, Sides } from './party.js' */
import { noise } from './numbers.js';
import { gather } from './party.js';

export const CARD_WIDTH = 100;
export const CARD_HEIGHT = 116;

const STEP = 1.15; // Between neighbors on the path, in cards.
const CLEAR = 1.38; // Between any other two cards, so that rock separates two stretches of the path.
const EDGE = 0.07; // Rock around the outermost cards, in cards.
const ONWARD = [0, -15, 15, -30, 30, -45, 45, -60, 60, -90, 90];
const BENDS = [-75, 75, -90, 90, -60, 60, -105, 105, -120, 120];
const START = 0.7; // From the camp's edge to the center of the nearest card.
const STAGES = [6, 10, 15, 21, 28]; // Path lengths at which the camera zooms out and the path is laid again.
const BEAM = 48;
const EASE = [1, 0.93, 0.86, 0.8, 0.74]; // How far the camera zooms out to make space for the explorers.
const LEAN = 3; // How far a tilted card protrudes, in percent.
const ODD = 1 / 1800; // The cost of an unnecessary turn, against a larger picture.

/** @typedef {{x: number, y: number, heading: number}} Spot */
/**
 * @typedef {{
 *   reach: Sides, side: 'left' | 'bottom', most: number, players: number, hall: Hall,
 * }} Room
 */

/**
 * `whole` is the possible size of the cards without explorers.
 * @typedef {{placed: Spot[], scale: number, whole: number}} Plan
 */

/** Plans already made, so that one more card costs little. @type {Map<string, Plan>} */
const plans = new Map();

/**
 * Find a position for every card and for the next one, in units of a card.
 *
 * The path is planned for the length of its stage, with invented future hazards, and each new card
 * keeps the cards before it in place. The rest is planned again as the hazards become known. When a
 * stage is full, or no space is left ahead, the whole path is laid again for the next stage.
 *
 * @param {boolean[]} hazards
 * @param {Room} room
 * @returns {Plan}
 */
export function planFor(hazards, room) {
  const { reach, side, players, hall } = room;
  const key = [side, reach.left, reach.right, reach.up, reach.down, players, hall.text]
    .map((n) => n.toString().slice(0, 7))
    .join();
  const word = `${key}/${hazards.map(Number).join('')}`;
  const made = plans.get(word);
  if (made) return made;
  const count = hazards.length;
  const length = STAGES.find((stage) => stage > count) ?? count + 8;
  const fresh = count === 0 || STAGES.includes(count);
  const before = fresh ? null : planFor(hazards.slice(0, -1), room);
  const out = side === 'left' ? 0 : -90;
  const start = forward(out);
  const first = { x: start.x * (START / STEP), y: start.y * (START / STEP), heading: out };
  const onward = before && search(before.placed, hazards, length, room, BEAM);
  let path = onward;
  let scale = onward && before ? Math.min(before.whole, fit(boundsOf(onward), reach)) : 0;
  // The hazards differ from the plan: lay the path again if that makes it much larger.
  if (!onward || !before || scale < before.whole * 0.86) {
    const anew = search([first], hazards, length, room, BEAM) ?? search([first], hazards, count + 1, room, BEAM * 8);
    const size = anew ? Math.min(room.most, fit(boundsOf(anew), reach), before && !fresh ? before.whole : Infinity) : 0;
    if (size > scale * 1.12) {
      path = anew;
      scale = size;
    }
  }
  if (!path) throw new Error('there is no room for the path'); // Not reached in any test.
  const placed = path.slice(0, count + 1);
  const plan = { placed, scale: eased(placed, scale, before?.scale ?? Infinity, room), whole: scale };
  if (plans.size > 400) plans.clear();
  plans.set(word, plan);
  return plan;
}

/**
 * Return the scale that makes space for the explorers: shrink the cards as long as the explorers
 * gain more than the cards lose.
 *
 * @param {Spot[]} placed
 * @param {number} whole
 * @param {number} before the scale with one card less: the camera only zooms out
 * @param {Room} room
 */
function eased(placed, whole, before, { players, hall }) {
  let best = 0;
  let worth = -Infinity;
  for (const ease of EASE) {
    const scale = Math.min(whole * ease, before);
    const { size } = partyAt(placed, scale, players, hall);
    const here = Math.log(Math.min(size, hall.wanted)) + Math.log(scale);
    if (here > worth + 1e-9) [best, worth] = [scale, here];
    if (size >= hall.wanted) break;
  }
  return best;
}

/**
 * Return the positions of this many explorers, in pixels from the mouth.
 * @param {Spot[]} placed @param {number} scale @param {number} count @param {Hall} hall
 */
export function partyAt(placed, scale, count, hall) {
  const [w, h] = [CARD_WIDTH * scale, CARD_HEIGHT * scale];
  const [across, down] = [(CARD_WIDTH / 2 + LEAN) * scale, (CARD_HEIGHT / 2 + LEAN) * scale];
  const cards = placed
    .slice(0, -1)
    .map((p) => ({ left: p.x * w - across, right: p.x * w + across, up: p.y * h - down, down: p.y * h + down }));
  const next = placed[placed.length - 1];
  return gather(count, cards, { x: next.x * w, y: next.y * h }, scale, hall);
}

/** @typedef {{spot: Spot, before: Node|null, depth: number, bounds: Sides, odd: number, worth: number}} Node */

/**
 * Return the best continuation of the path up to a length, by a beam search: of all paths of one length,
 * follow only the most promising, and keep only one of those that end alike.
 *
 * @param {Spot[]} placed
 * @param {boolean[]} hazards
 * @param {number} length
 * @param {Room} room
 * @param {number} width of the beam
 * @returns {Spot[] | null}
 */
function search(placed, hazards, length, room, width) {
  /** @type {Node} */
  const root = {
    spot: placed[placed.length - 1],
    before: null,
    depth: placed.length,
    bounds: boundsOf(placed),
    odd: 0,
    worth: 0,
  };
  let beam = [root];
  for (let depth = placed.length; depth <= length; depth += 1) {
    const at = depth - 1;
    const bend = at < hazards.length ? hazards[at] : noise(at * 3.3 + 0.7) < 0.27;
    const sway = (noise(at * 7 + 3) - 0.5) * 30;
    const weight = at < 2 ? 4 : 1; // The first cards lead straight into the dark.
    /** @type {Map<number, Node>} */
    const ends = new Map();
    for (const node of beam) {
      for (const turn of bend ? BENDS : ONWARD) {
        const spot = spotAfter(node.spot, turn);
        if (!clear(spot, node, placed, room.side)) continue;
        const bounds = joined(node.bounds, spot);
        const odd = node.odd + weight * (bend ? Math.abs(Math.abs(turn) - 85) : Math.abs(turn - sway));
        const worth = Math.log(fit(bounds, room.reach)) - odd * ODD;
        // A key for the approximate position and direction, because this runs for every card tried.
        const end = (Math.round(spot.x * 2) * 4096 + Math.round(spot.y * 2)) * 4096 + Math.round(spot.heading / 45);
        const rival = ends.get(end);
        if (!rival || rival.worth < worth) ends.set(end, { spot, before: node, depth, bounds, odd, worth });
      }
    }
    if (!ends.size) return null;
    beam = [...ends.values()].sort((a, b) => b.worth - a.worth).slice(0, width);
  }
  /** @type {Spot[]} */
  const path = [];
  for (let node = /** @type {Node|null} */ (beam[0]); node && node !== root; node = node.before) path.push(node.spot);
  return [...placed, ...path.reverse()];
}

/** @param {Point} at @param {'left'|'bottom'} side */
function inCamp(at, side) {
  return side === 'left' ? at.x < START - 1e-6 : at.y > 1e-6 - START;
}

/**
 * Return whether a card may lie here at the end of a path.
 * @param {Spot} at
 * @param {Node} node
 * @param {Spot[]} placed
 * @param {'left' | 'bottom'} side
 */
function clear(at, node, placed, side) {
  if (inCamp(at, side)) return false;
  // The second-to-last card may be closer, or sharp bends would be impossible.
  let far = STEP - 1e-6;
  let other = node.before;
  for (; other; other = other.before, far = CLEAR) {
    if (Math.abs(other.spot.x - at.x) < far && Math.abs(other.spot.y - at.y) < far) return false;
  }
  // The root of the search is the last placed card.
  for (let i = placed.length - 2; i >= 0; i -= 1, far = CLEAR) {
    if (Math.abs(placed[i].x - at.x) < far && Math.abs(placed[i].y - at.y) < far) return false;
  }
  return true;
}

/** @param {Spot} from @param {number} turn @returns {Spot} */
function spotAfter(from, turn) {
  const heading = from.heading + turn;
  const by = forward(heading);
  return { x: from.x + by.x, y: from.y + by.y, heading };
}

/** A cache: there are few directions, and each is needed often. @type {Map<number, Point>} */
const steps = new Map();

/**
 * Return the step in a direction after which two cards lie side by side.
 * @param {number} heading
 * @returns {Point}
 */
export function forward(heading) {
  const made = steps.get(heading);
  if (made) return made;
  const a = (heading * Math.PI) / 180;
  const x = Math.cos(a) * CARD_HEIGHT;
  const y = Math.sin(a) * CARD_WIDTH; // In units of a card, a card is a square.
  const k = STEP / Math.max(Math.abs(x), Math.abs(y));
  const step = { x: x * k, y: y * k };
  steps.set(heading, step);
  return step;
}

/** @param {Spot[]} placed @returns {Sides} */
function boundsOf(placed) {
  let bounds = { left: 0, right: 0, up: 0, down: 0 };
  for (const spot of placed) bounds = joined(bounds, spot);
  return bounds;
}

/** @param {Sides} bounds @param {Point} p @returns {Sides} */
function joined(bounds, p) {
  const half = 0.5 + EDGE;
  return {
    left: Math.max(bounds.left, half - p.x),
    right: Math.max(bounds.right, p.x + half),
    up: Math.max(bounds.up, half - p.y),
    down: Math.max(bounds.down, p.y + half),
  };
}

/** Return the largest scale at which the bounds lie within reach. @param {Sides} bounds @param {Sides} reach */
function fit(bounds, reach) {
  return Math.min(
    reach.left / Math.max(bounds.left, 1e-9),
    reach.right / Math.max(bounds.right, 1e-9),
    reach.up / Math.max(bounds.up, 1e-9),
    reach.down / Math.max(bounds.down, 1e-9),
  );
}
