// @ts-check
/** Your points, game by game, with the running average. */

import { html } from '../../html.js';
import { isWon, ownScore } from '../../model/results.js';
import { t } from '../../words/i18n.js';

/** @typedef {import('../../model/results.js').SavedGame} SavedGame */

const WIDTH = 480;
const HEIGHT = 160;
const EDGE = { left: 34, right: 8, top: 12, bottom: 10 };
const MOST = 40;
const WINDOW = 5;

/** @param {{games: readonly SavedGame[]}} props the oldest first */
export function ScoreChart({ games }) {
  const shown = games.slice(-MOST);
  const scores = shown.map((game) => ownScore(game) ?? 0);
  const top = Math.max(10, Math.ceil(Math.max(...scores) / 10) * 10);
  const gap = (WIDTH - EDGE.left - EDGE.right) / shown.length;
  const y = (/** @type {number} */ points) => HEIGHT - EDGE.bottom - (points / top) * (HEIGHT - EDGE.top - EDGE.bottom);
  const middle = (/** @type {number} */ at) => EDGE.left + gap * (at + 0.5);
  const means = scores.map((_, at) => {
    const recent = scores.slice(Math.max(0, at - WINDOW + 1), at + 1);
    return recent.reduce((sum, score) => sum + score, 0) / recent.length;
  });
  const line = means.map((mean, at) => `${at === 0 ? 'M' : 'L'}${middle(at)} ${y(mean)}`).join('');
  const bar = Math.min(34, gap * 0.7);
  return html`<figure class="score-chart">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img"
        aria-label=${t('Your points in each game, the latest on the right')}>
      ${[0, top / 2, top].map(
        (points) => html`<g class="chart-mark">
          <line x1=${EDGE.left} x2=${WIDTH - EDGE.right} y1=${y(points)} y2=${y(points)} />
          <text x=${EDGE.left - 6} y=${y(points) + 4} text-anchor="end">${points}</text>
        </g>`,
      )}
      ${shown.map((game, at) => {
        const height = Math.max(2, y(0) - y(scores[at]));
        return html`<rect
          class=${`score-bar ${isWon(game) ? 'won' : ''}`}
          x=${middle(at) - bar / 2}
          y=${y(0) - height}
          width=${bar}
          height=${height} />`;
      })}
      <path class="score-mean" d=${line} />
    </svg>
    <figcaption class="small soft">
      <span><i class="key won"></i>${t('Won')}</span>
      <span><i class="key"></i>${t('Not won')}</span>
      <span><i class="key mean"></i>${t('Average of the last five')}</span>
    </figcaption>
  </figure>`;
}
