// @ts-check
/** Ragged outlines of cut paper, always the same for the same place. */
/** @import { Layout } from './layout.js' */
/** @import { Point } from './party.js' */
import { noise } from './numbers.js';

/** The width of each sheet's hole around the path, from the top sheet to the floor. */
const HOLES = [101, 88, 76, 64];

/**
 * Return the tunnel's sheets along a centerline, top sheet first.
 * @param {Point[]} centerline
 * @returns {{d: string, level: number}[]}
 */
export function tunnel(centerline) {
  const points = along(centerline, 34);
  return HOLES.map((radius, level) => {
    // The floor ends at the explorers; the upper sheets continue into the dark and close.
    const end = points.length - (level === HOLES.length - 1 ? 3 : level);
    const d = points
      .slice(0, Math.max(end, 2))
      .map((point, i, all) => {
        const closing = Math.min(1, 0.45 + (all.length - 1 - i) * 0.22);
        return shard(point, radius * closing * (0.94 + 0.14 * noise(i * 3 + level * 17)), i * 5 + level * 31);
      })
      .join('');
    return { d, level };
  });
}

/** Draw a rough stone with seven corners. @param {Point} at @param {number} radius @param {number} seed */
function shard(at, radius, seed) {
  return ring(7, noise(seed) * 0.9, (i) => radius * (0.93 + 0.14 * noise(seed + i * 1.7)), at);
}

/**
 * Return a closed outline with the given number of corners.
 * @param {number} corners
 * @param {number} spin angle of the first corner
 * @param {(corner: number) => number} radius
 * @param {Point} middle
 */
function ring(corners, spin, radius, middle) {
  const points = Array.from({ length: corners }, (_, i) => {
    const a = spin + (i / corners) * Math.PI * 2;
    return `${(middle.x + Math.cos(a) * radius(i)).toFixed(1)} ${(middle.y + Math.sin(a) * radius(i)).toFixed(1)}`;
  });
  return `M${points.join('L')}z`;
}

/** Return points at even distances along a line. @param {Point[]} line @param {number} gap @returns {Point[]} */
export function along(line, gap) {
  const points = [line[0]];
  for (let i = 1; i < line.length; i += 1) {
    const from = line[i - 1];
    const to = line[i];
    const steps = Math.max(1, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / gap));
    for (let k = 1; k <= steps; k += 1) {
      points.push({ x: from.x + ((to.x - from.x) * k) / steps, y: from.y + ((to.y - from.y) * k) / steps });
    }
  }
  return points;
}

/**
 * Return a torn line between two points, as the middle part of a path.
 * @param {Point} from @param {Point} to @param {number} step @param {number} rough @param {number} seed
 */
function torn(from, to, step, rough, seed) {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const nx = -(to.y - from.y) / long;
  const ny = (to.x - from.x) / long;
  const count = Math.max(2, Math.round(long / step));
  let d = '';
  for (let i = 0; i <= count; i += 1) {
    const t = i === 0 || i === count ? i / count : (i + (noise(seed * 3 + i) - 0.5) * 0.8) / count;
    const off = (noise(seed + i * 1.3) - 0.5) * rough;
    const x = from.x + (to.x - from.x) * t + nx * off;
    const y = from.y + (to.y - from.y) * t + ny * off;
    d += `L${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return d;
}

/** @param {number} x @param {number} y @returns {Point} */
const at = (x, y) => ({ x, y });

/**
 * Return the sheets of rock around the path's area, deepest first.
 * @param {Layout} layout
 * @returns {{d: string, level: number}[]}
 */
export function frames({ width, height, unit }) {
  const step = Math.max(18, unit * 7);
  return [9, 4.5, 1].map((far, level) => {
    const m = unit * far;
    const seed = 11 + level * 37;
    const inner =
      torn(at(m, m), at(width - m, m), step, unit * 4, seed) +
      torn(at(width - m, m), at(width - m, height - m), step, unit * 4, seed + 5) +
      torn(at(width - m, height - m), at(m, height - m), step, unit * 4, seed + 9) +
      torn(at(m, height - m), at(m, m), step, unit * 4, seed + 14);
    return { d: `M-9 -9H${width + 9}V${height + 9}H-9zM${inner.slice(1)}z`, level };
  });
}

/**
 * Return the camp's sheets: sky, hills, ground, and the cliff with the mouths; the part `fire` is its light.
 * @param {Layout} layout
 * @returns {{d: string, part: string}[]}
 */
export function outside({ width, height, side, camp, unit, mouths }) {
  const step = Math.max(12, unit * 4.5);
  const size = mouths[0]?.size ?? 40;
  if (side === 'left') {
    const w = camp.width;
    const cliff = w - size * 0.95;
    const line = (
      /** @type {number} */ y,
      /** @type {number} */ rough,
      /** @type {number} */ seed,
      /** @type {number} */ rise,
    ) => `M-9 ${height + 9}${torn(at(-9, y), at(w, y - rise), step, rough, seed)}L${w} ${height + 9}z`;
    const face = torn(at(cliff, -9), at(cliff + size * 0.1, height + 9), step, unit * 3, 31);
    const back = torn(at(w, height + 9), at(w, -9), step, unit * 1.6, 7);
    return [
      { d: `M0 0H${w}V${height}H0z`, part: 'sky' },
      { d: line(height * 0.5, unit * 7, 5, unit * 4), part: 'hill-0' },
      { d: line(height * 0.6, unit * 5, 19, -unit * 2), part: 'hill-1' },
      { d: line(height * 0.72, unit * 2, 23, -unit * 3), part: 'ground-0' },
      { d: line(height * 0.87, unit * 2, 61, unit * 2), part: 'ground-1' },
      { d: '', part: 'fire' },
      { d: `M${w} -9${face}L${w} ${height + 9}${back}z`, part: 'cliff' },
    ];
  }
  const y = camp.y;
  /**
   * @param {number} down
   * @param {number} rough
   * @param {number} seed
   */
  const line = (down, rough, seed) => {
    const edge = torn(at(-9, y + down), at(width + 9, y + down), step, rough, seed);
    return `M-9 ${height + 9}${edge}L${width + 9} ${height + 9}z`;
  };
  return [
    { d: line(-size * 0.2, unit * 2.4, 31), part: 'cliff-back' },
    { d: line(0, unit * 1.6, 7), part: 'cliff' },
    { d: line(size * 0.78, unit * 1.4, 23), part: 'ground-0' },
    { d: line(camp.height * 0.78, unit * 1.6, 61), part: 'ground-1' },
    { d: '', part: 'fire' },
  ];
}

/**
 * Return the light of the fire as paper rings, each a shade brighter and none round, in a box from -100 to 100.
 * @returns {string[]}
 */
export function rings() {
  return [99, 84, 70, 57, 44, 31].map((radius, i) =>
    ring(16, i * 0.21, (k) => radius * (0.94 + 0.1 * noise(k * 2.3 + i * 13)), at(0, 0)),
  );
}
