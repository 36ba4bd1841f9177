// @ts-check
/**
 * The story of a game in one chart: every chest, from the first card to the last.
 *
 * A casing keeps each line visible in both themes, and the letter at its end identifies the player
 * without color.
 */

import { EXPLORERS } from '../art/explorers.js';
import { html } from '../html.js';
import { letterOf } from '../model/seats.js';
import { t } from '../words/i18n.js';

const WIDTH = 480;
const HEIGHT = 200;
const EDGE = { left: 34, right: 36, top: 12, bottom: 24 };
/**
 * @typedef {{color: number, letter?: string}} Line
 * @param {{lines: (number | null)[][], seats: Line[], starts: number[], at?: number,
 *   label?: string}} props `lines` by seat, then by moment; `starts` are the first moments of the caves
 */
export function ChestChart({ lines, seats, starts, at, label }) {
  const length = Math.max(2, lines[0]?.length ?? 0);
  const most = niceTop(Math.max(5, ...lines.flat().map((points) => points ?? 0)));
  const x = (/** @type {number} */ place) => EDGE.left + (place / (length - 1)) * (WIDTH - EDGE.left - EDGE.right);
  const y = (/** @type {number} */ points) =>
    HEIGHT - EDGE.bottom - (points / most) * (HEIGHT - EDGE.top - EDGE.bottom);
  const marks = [0, most / 2, most];
  return html`<svg
    class="chest-chart"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label=${label ?? t('Points in each chest, from the first card to the last')}
  >
    ${marks.map(
      (points) => html`<g class="chart-mark">
        <line x1=${EDGE.left} x2=${WIDTH - EDGE.right} y1=${y(points)} y2=${y(points)} />
        <text x=${EDGE.left - 6} y=${y(points) + 4} text-anchor="end">${points}</text>
      </g>`,
    )}
    ${starts.map((start, index) => {
      const end = starts[index + 1] ?? length - 1;
      return html`<g class="chart-cave">
        ${index > 0 && html`<line x1=${x(start)} x2=${x(start)} y1=${EDGE.top} y2=${y(0)} />`}
        <text x=${(x(start) + x(end)) / 2} y=${HEIGHT - 6} text-anchor="middle">${index + 1}</text>
      </g>`;
    })}
    ${lines.map(
      (line, seat) => html`<g>
        <path class="chart-casing" d=${stepsPath(line, x, y)} />
        <path class="chart-line" stroke=${EXPLORERS[seats[seat].color].color} d=${stepsPath(line, x, y)} />
      </g>`,
    )}
    ${at !== undefined && html`<line class="chart-now" x1=${x(at)} x2=${x(at)} y1=${EDGE.top - 4} y2=${y(0)} />`}
    ${labels(lines, y).map(
      ({
        seat,
        end,
        height,
      }) => html`<path class="chart-leader" d=${`M${WIDTH - EDGE.right} ${end}L${WIDTH - 12} ${height}`}
          stroke=${EXPLORERS[seats[seat].color].color} />
      <g transform=${`translate(${WIDTH - 12} ${height})`}>
        <circle class="chart-badge" r="9" fill=${EXPLORERS[seats[seat].color].color} />
        <text class="chart-letter" y="4" text-anchor="middle" fill=${EXPLORERS[seats[seat].color].ink}>
          ${letterOf(seats[seat], seat)}
        </text>
      </g>`,
    )}
  </svg>`;
}

/**
 * Return a line that stays level until a chest is filled.
 * @param {(number | null)[]} line
 * @param {(place: number) => number} x
 * @param {(points: number) => number} y
 */
function stepsPath(line, x, y) {
  let path = '';
  line.forEach((points, place) => {
    if (points === null) return;
    path += path === '' ? `M${x(place)} ${y(points)}` : `H${x(place)}V${y(points)}`;
  });
  return path;
}

const ROOM = 19; // Between the centers of two letters.

/**
 * Return the height of each seat's letter: at the end of its line, or as close as the others allow. Letters that
 * would overlap form a row centered on their ends.
 * @param {(number | null)[][]} lines
 * @param {(points: number) => number} y
 */
function labels(lines, y) {
  const ends = lines
    .map((line, seat) => ({ seat, end: y(line[line.length - 1] ?? 0), height: 0 }))
    .sort((a, b) => a.end - b.end);
  /** @type {(typeof ends)[]} */
  const rows = [];
  const top = (/** @type {typeof ends} */ row) => {
    const middle = row.reduce((sum, { end }) => sum + end, 0) / row.length;
    const tall = (row.length - 1) * ROOM;
    return Math.max(ROOM / 2, Math.min(middle - tall / 2, HEIGHT - EDGE.bottom - tall));
  };
  for (const end of ends) {
    let row = [end];
    for (
      let above = rows[rows.length - 1];
      above && top(above) + above.length * ROOM > top(row);
      above = rows[rows.length - 1]
    ) {
      row = [...above, ...row];
      rows.pop();
    }
    rows.push(row);
  }
  for (const row of rows) {
    for (const [index, end] of row.entries()) end.height = top(row) + index * ROOM;
  }
  return ends;
}

/** Return a round number at or above the highest chest. @param {number} most */
function niceTop(most) {
  const step = most > 80 ? 40 : most > 40 ? 20 : 10;
  return Math.ceil(most / step) * step;
}
