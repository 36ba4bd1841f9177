// @ts-check
/**
 * The layout of the cave: pure geometry, no DOM.
 *
 * The camp is a strip along the bottom (upright screens) or the left (wide ones), with the cave
 * mouths on its edge. The path starts at the current mouth and grows card by card, in units of one
 * card. Cards keep their relative positions, except at a few path lengths where the camera zooms out
 * and the whole path is laid again. The mouth stays in the same place on the screen.
 *
 * @typedef {{x: number, y: number, angle: number, scale: number}} Position
 *   center in pixels, rotation in degrees, size as a fraction of CARD_WIDTH x CARD_HEIGHT
 * @typedef {{
 *   round?: number, rounds?: number, side?: 'left' | 'bottom', row?: boolean, far?: boolean,
 *   players?: number, inside?: number,
 * }} Options
 *   row: whether the hazard row is visible, far: whether viewers are across the room,
 *   inside: number of players in the cave
 * @typedef {{
 *   width: number, height: number, side: 'left'|'bottom', camp: Box, area: Box, row: Box,
 *   mouths: {x: number, y: number, size: number}[], positions: Position[], next: Position,
 *   party: Party,
 *   camera: {x: number, y: number, scale: number}, centerline: Point[], fire: Point, unit: number, grow: number
 * }} Layout  `grow` is the scale of texts and marks: 1 except on very large screens
 */
/** @import { Box, Party, Point } from './party.js' */
/** @import { Spot } from './path-search.js' */
import { isHazard } from '../model/cards.js';
import { clamp, noise } from './numbers.js';
import { CARD_HEIGHT, CARD_WIDTH, forward, partyAt, planFor } from './path-search.js';

export { CARD_HEIGHT, CARD_WIDTH };

const TILT = 2.4; // Cards are laid by hand: maximum tilt in degrees.

/**
 * Lay out the whole scene.
 *
 * @param {string[]} cards in the notation of game records
 * @param {number} width
 * @param {number} height
 * @param {Options} [options]
 * @returns {Layout}
 */
export function layoutPath(cards, width, height, options = {}) {
  const { anchor, reach, most, hall, ...frame } = frameFor(width, height, options);
  const { players = 1, inside = players } = options;
  const { placed, scale } = planFor(cards.map(isHazard), { reach, side: frame.side, most, players, hall });
  const put = (/** @type {Point} */ p) => ({
    x: anchor.x + p.x * CARD_WIDTH * scale,
    y: anchor.y + p.y * CARD_HEIGHT * scale,
  });
  const laid = placed.map((p, i) => ({ ...put(p), angle: tilt(i), scale }));
  const next = { ...laid[laid.length - 1], angle: 0 };
  laid.pop();
  const party = partyAt(placed, scale, inside, hall);
  return {
    width,
    height,
    ...frame,
    positions: laid,
    next,
    party: moved(party, anchor),
    camera: { ...anchor, scale },
    centerline: centerlineTo(placed, party, scale),
  };
}

/** @param {Party} party @param {Point} by @returns {Party} */
function moved(party, by) {
  /** @template {Point} P @param {P} p @returns {P} */
  const move = (p) => ({ ...p, x: p.x + by.x, y: p.y + by.y });
  return {
    ...move(party),
    spots: party.spots.map(move),
    box: move(party.box),
    block: move(party.block),
    tag: party.tag && move(party.tag),
  };
}

/**
 * Return the center line of the tunnel: over the cards to the explorers, and on into the dark.
 * @param {Spot[]} placed @param {Point} party @param {number} scale
 */
function centerlineTo(placed, party, scale) {
  const cards = placed.slice(0, -1).map((p) => ({ x: p.x * CARD_WIDTH, y: p.y * CARD_HEIGHT }));
  const end = { x: party.x / scale, y: party.y / scale };
  const on = forward(placed[placed.length - 1].heading);
  return [{ x: 0, y: 0 }, ...cards, end, { x: end.x + on.x * CARD_WIDTH, y: end.y + on.y * CARD_HEIGHT }];
}

/**
 * Divide the screen into the camp, the hazard row and the area for the path.
 *
 * @param {number} width
 * @param {number} height
 * @param {Options} options
 */
function frameFor(width, height, { round = 1, rounds = 5, side, row = true, far = false }) {
  side ??= width > height * 1.25 ? 'left' : 'bottom';
  const unit = Math.min(width, height * 1.3) / 100;
  const grow = Math.max(1, unit / 12);
  const rowHeight = row ? clamp(unit * (far ? 11 : 8.5), 30, (far ? 130 : 96) * grow) : 0;
  const across = side === 'left';
  const depth = across ? clamp(width * 0.2, 84, 460 * grow) : clamp(height * 0.21, 62, 420 * grow);
  const camp = across ? { x: 0, y: 0, width: depth, height } : { x: 0, y: height - depth, width, height: depth };
  const rowBox = { x: across ? depth : 0, y: 0, width: across ? width - depth : width, height: rowHeight };
  const pad = clamp(unit * 1.5, 4, 24 * grow);
  const area = across
    ? { x: depth, y: rowHeight, width: width - depth - pad, height: height - rowHeight - pad }
    : { x: pad, y: rowHeight, width: width - 2 * pad, height: height - depth - rowHeight };
  // The mouths are side by side around the middle of the camp's edge.
  const room = across ? height - rowHeight : width;
  const spread = (room * 0.72) / Math.max(rounds, 1);
  const size = Math.min(
    spread * 0.92,
    depth * (across ? 0.42 : 0.5),
    across ? width * 0.12 : height * 0.12,
    150 * grow,
  );
  const gap = Math.min(spread, size * 1.35);
  const middle = across ? rowHeight + room * 0.5 : room * 0.5;
  const mouths = Array.from({ length: rounds }, (_, i) => {
    const along = middle + (i - (rounds - 1) / 2) * gap;
    return across ? { x: depth, y: along, size } : { x: along, y: height - depth, size };
  });
  const anchor = mouths[clamp(round, 1, rounds) - 1] ?? { x: depth, y: middle };
  // While a page is being laid out, the picture may be tiny; the layout must still work.
  const some = (/** @type {number} */ cards) => Math.max(cards, 0.02);
  const reach = {
    // The camera is not limited towards the camp, because no card ever lies there.
    left: across ? Infinity : some((anchor.x - area.x) / CARD_WIDTH),
    right: some((area.x + area.width - anchor.x) / CARD_WIDTH),
    up: some((anchor.y - area.y) / CARD_HEIGHT),
    down: across ? some((area.y + area.height - anchor.y) / CARD_HEIGHT) : Infinity,
  };
  const most = Math.min(some(area.width / 3.4 / CARD_WIDTH), some(area.height / 2.7 / CARD_HEIGHT), 2.6 * grow);
  const fire = across
    ? { x: (depth - size * 0.9) * 0.56, y: height * 0.79 }
    : { x: width * 0.5, y: height - depth * 0.22 };
  const hall = {
    within: {
      left: area.x - anchor.x + (across ? size * 0.2 : 0), // The mouth protrudes from the cliff a bit.
      right: area.x + area.width - anchor.x,
      up: area.y - anchor.y,
      down: (across ? area.y + area.height : area.y + area.height - size * 0.16) - anchor.y,
    },
    text: row ? clamp(unit * 2.4, 13, 30 * grow) : 0,
    grow,
    wanted: clamp(unit * 9, 30, 72 * grow),
  };
  const { x, y } = anchor;
  return { side, camp, area, row: rowBox, hall, mouths, anchor: { x, y }, reach, most, unit, grow, fire };
}

/** @param {number} i */
function tilt(i) {
  return (noise(i + 1) * 2 - 1) * TILT;
}
