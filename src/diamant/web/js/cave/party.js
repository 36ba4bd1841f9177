// @ts-check
/**
 * Positions of the explorers in the cave: one block, with the tag that says what each carries, in
 * the free space around the end of the path. Pure geometry, in pixels from the cave's mouth.
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{left: number, right: number, up: number, down: number}} Sides coordinates of the four edges
 * @typedef {{within: Sides, text: number, grow: number, wanted: number}} Hall
 *   the free area of the picture, the tag's font size (0: no tag), and the height at which explorers are recognizable
 * @typedef {{
 *   x: number, y: number, size: number, spots: Point[], box: Box, block: Box, tag: Box | null, text: number,
 * }} Party
 *   center, height, positions of feet, and the boxes of the explorers, of explorers with tag, and of the tag
 */
import { clamp } from './numbers.js';

const WIDE = 0.784; // Width of an explorer's picture relative to its height.
const LEFT = 0.46; // Fraction of it to the left of the feet.
const GAP = 0.8; // Between neighbors in a row, and
const SINK = 0.68; // between rows, in heights: close, but every letter and lantern is visible.
const SHIFT = 0.18; // Offset between rows of equal length, so that no explorer hides another.
const TAG_WIDE = 3; // Width of the tag, in font sizes.
const TAG_TALL = 1.55;
// The explorers should cover the place where the path continues; their arrangement around it matters less.
const OFF = 0.35;
const ASIDE = 0.08;
const TOWER = 0.06; // The cost of every row after the second.
const MARGIN = 2; // Around the block, in pixels: feet are slightly below the ground line.
const FINE = 0.93; // Ratio from one tried size to the next.

/**
 * An arrangement, in heights of an explorer.
 * @typedef {{rows: number[], shift: number, wide: number, tall: number}} Order
 */

/** Return the possible arrangements of this many explorers. @param {number} count @returns {Order[]} */
function ordersOf(count) {
  /** @type {Order[]} */
  const orders = [];
  for (let deep = 1; deep <= Math.min(count, 4); deep += 1) {
    // The back rows are the longest, because the front rows then hide the least.
    const rows = Array.from({ length: deep }, (_, i) => Math.ceil((count - i) / deep));
    if (rows[0] > 5 || count < deep * 2 - 1) continue; // Neither a single line nor a tower.
    const shift = rows[0] > 1 && rows[0] === rows[1] ? SHIFT : 0;
    orders.push({ rows, shift, wide: (rows[0] - 1) * GAP + WIDE + 2 * shift, tall: 1 + (deep - 1) * SINK });
  }
  return orders;
}

/**
 * Place the explorers as tall as the space allows, near the place where the path continues.
 *
 * @param {number} count
 * @param {Sides[]} cards areas to keep free
 * @param {Point} next center of the next card's place
 * @param {number} scale of the cards
 * @param {Hall} hall
 * @returns {Party}
 */
export function gather(count, cards, next, scale, hall) {
  const many = Math.max(count, 1);
  const most = Math.min(Math.max(100 * scale * (many > 4 ? 0.72 : many > 1 ? 0.84 : 1), hall.wanted), 190 * hall.grow);
  const orders = ordersOf(many);
  /** @type {{worth: number, size: number, text: number, order: Order, above: boolean, x: number, y: number}|null} */
  let best = null;
  for (let size = most, text = hall.text; size > 2; size *= FINE) {
    if (best && Math.log(size) <= best.worth) break;
    // Shrink the tag only if there is hardly any space.
    if (size < 14) text *= FINE;
    for (const order of orders) {
      for (const above of hall.text ? [true, false] : [true]) {
        const wide = above ? Math.max(order.wide * size, text * TAG_WIDE) : order.wide * size + text * TAG_WIDE;
        const tall = above ? order.tall * size + text * TAG_TALL : Math.max(order.tall * size, text * TAG_TALL);
        const worth = Math.log(size) - Math.max(0, order.rows.length - 2) * TOWER;
        const found = closest(
          wide + 2 * MARGIN,
          tall + 2 * MARGIN,
          cards,
          next,
          hall.within,
          100 * scale,
          worth - (best?.worth ?? -Infinity),
        );
        if (found) best = { worth: worth - found.cost, size, text, order, above, x: found.x, y: found.y };
      }
    }
  }
  // In a picture of a few pixels, while a page is being laid out, positions do not matter.
  return standing(best ?? { size: 4, text: 0, order: orders[0], above: true, ...next });
}

/**
 * Return the position of a block closest to a place without touching any card; null if its cost is too high.
 *
 * Such a block lies at the place itself, at an edge of the area or at the edge of a card.
 *
 * @param {number} wide
 * @param {number} tall
 * @param {Sides[]} cards
 * @param {Point} next
 * @param {Sides} within
 * @param {number} unit a card's width, the unit of distance
 * @param {number} limit maximum cost
 */
function closest(wide, tall, cards, next, within, unit, limit) {
  const [w, h] = [wide / 2, tall / 2];
  const room = { left: within.left + w, right: within.right - w, up: within.up + h, down: within.down - h };
  if (room.left > room.right || room.up > room.down) return null;
  const xs = [clamp(next.x, room.left, room.right), room.left, room.right];
  const ys = [clamp(next.y, room.up, room.down), room.up, room.down];
  for (const card of cards) {
    xs.push(card.left - w, card.right + w);
    ys.push(card.up - h, card.down + h);
  }
  let best = null;
  for (const x of xs) {
    const dx = Math.abs(x - next.x);
    if (x < room.left || x > room.right || (Math.max(0, dx - w) * OFF + dx * ASIDE) / unit >= limit) continue;
    for (const y of ys) {
      if (y < room.up || y > room.down) continue;
      const dy = Math.abs(y - next.y);
      const cost = (length(Math.max(0, dx - w), Math.max(0, dy - h)) * OFF + length(dx, dy) * ASIDE) / unit;
      if (cost >= limit) continue;
      if (
        cards.some(
          (card) =>
            x + w > card.left + 1e-6 && x - w < card.right - 1e-6 && y + h > card.up + 1e-6 && y - h < card.down - 1e-6,
        )
      )
        continue;
      limit = cost;
      best = { x, y, cost };
    }
  }
  return best;
}

/** Return the length of a vector; much faster than Math.hypot in this hot loop. @param {number} x @param {number} y */
function length(x, y) {
  return Math.sqrt(x * x + y * y);
}

/** @param {{size: number, text: number, order: Order, above: boolean, x: number, y: number}} block @returns {Party} */
function standing({ size, text, order, above, x, y }) {
  const { rows, shift } = order;
  const [wide, tall] = [order.wide * size, order.tall * size];
  const [tagWide, tagTall] = [text * TAG_WIDE, text * TAG_TALL];
  const middle = above ? x : x - tagWide / 2;
  const top = above ? y - (tall + tagTall) / 2 + tagTall : y - tall / 2;
  const spots = rows.flatMap((here, row) =>
    Array.from({ length: here }, (_, i) => ({
      x: middle + ((i - (here - 1) / 2) * GAP + (LEFT - 0.5) * WIDE + (row % 2 ? shift : -shift)) * size,
      y: top + (1 + row * SINK) * size,
    })),
  );
  const tag = text
    ? above
      ? { x: x - tagWide / 2, y: top - tagTall, width: tagWide, height: tagTall }
      : { x: middle + wide / 2, y: y - tagTall / 2, width: tagWide, height: tagTall }
    : null;
  const box = { x: middle - wide / 2, y: top, width: wide, height: tall };
  const block = tag && above ? { ...box, y: tag.y, height: tall + tagTall } : box;
  return { x: middle, y: top + tall / 2, size, spots, box, block, tag, text };
}
