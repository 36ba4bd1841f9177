// @ts-check
/**
 * The story of a game in one chart: every chest, from the first card to the last.
 *
 * A line's casing makes it seen on both themes, and the letter at its end tells whose it is without
 * any colour.
 */

import { EXPLORERS } from '../art/explorers.js';
import { html } from '../html.js';
import { t } from '../i18n.js';

const WIDTH = 480;
const HEIGHT = 200;
const EDGE = { left: 34, right: 30, top: 12, bottom: 24 };
const LETTERS = 'ABCDEFGH';

/**
 * @typedef {{name: string, colour: number}} Line
 * @param {{lines: (number | null)[][], seats: Line[], starts: number[], at?: number,
 *   label?: string}} props `lines` by seat, then by moment; `starts` are where each cave begins
 */
export function ChestChart({ lines, seats, starts, at, label }) {
  const length = Math.max(2, lines[0]?.length ?? 0);
  const most = niceTop(Math.max(5, ...lines.flat().map((points) => points ?? 0)));
  const x = (/** @type {number} */ place) =>
    EDGE.left + (place / (length - 1)) * (WIDTH - EDGE.left - EDGE.right);
  const y = (/** @type {number} */ points) =>
    HEIGHT - EDGE.bottom - (points / most) * (HEIGHT - EDGE.top - EDGE.bottom);
  const marks = [0, most / 2, most];
  return html`<svg
    class="chest-chart"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label=${label ?? t('What each chest held, from the first card to the last')}
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
        <path class="chart-line" stroke=${EXPLORERS[seats[seat].colour].colour} d=${stepsPath(line, x, y)} />
      </g>`,
    )}
    ${at !== undefined &&
    html`<line class="chart-now" x1=${x(at)} x2=${x(at)} y1=${EDGE.top - 4} y2=${y(0)} />`}
    ${labels(lines, y).map(
      ({ seat, height }) => html`<g transform=${`translate(${WIDTH - EDGE.right + 13} ${height})`}>
        <circle class="chart-badge" r="9" fill=${EXPLORERS[seats[seat].colour].colour} />
        <text class="chart-letter" y="4" text-anchor="middle" fill=${EXPLORERS[seats[seat].colour].ink}>
          ${LETTERS[seat]}
        </text>
      </g>`,
    )}
  </svg>`;
}

/**
 * A line that stays level until a chest is filled.
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

/**
 * Where each seat's letter stands at the end of its line, pushed apart where lines end together.
 * @param {(number | null)[][]} lines
 * @param {(points: number) => number} y
 */
function labels(lines, y) {
  const ends = lines
    .map((line, seat) => ({ seat, height: y(line[line.length - 1] ?? 0) }))
    .sort((a, b) => b.height - a.height);
  const room = 19;
  ends.forEach((end, place) => {
    const below = ends[place - 1];
    if (below && below.height - end.height < room) end.height = below.height - room;
  });
  return ends;
}

/** A round number at or above the highest chest. @param {number} most */
function niceTop(most) {
  const step = most > 80 ? 40 : most > 40 ? 20 : 10;
  return Math.ceil(most / step) * step;
}
