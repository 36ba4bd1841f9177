// @ts-check
/** The games of this device: how you fared, and each of them to look at again. */

import { Badge } from '../../art/explorers.js';
import { Icon } from '../../art/icons.js';
import { forgetGames, games } from '../../device/games.js';
import { html, useState } from '../../html.js';
import { isWon, ownScore, rankOf, statistics } from '../../model/results.js';
import { Dialog } from '../../ui/dialog.js';
import { Page } from '../../ui/page.js';
import { dateTime, list, number, percent, t, tn } from '../../words/i18n.js';
import { ScoreChart } from './score-chart.js';

/** @typedef {import('../../model/results.js').SavedGame} SavedGame */

const FIRST_SHOWN = 20;

export function HistoryScreen() {
  const saved = games.value;
  return html`<${Page} title=${t('Your games')}>
    <div class="history">
    ${
      saved.length === 0
        ? html`<${Nothing} />`
        : html`<${Numbers} saved=${saved} /><${Games} saved=${saved} /><${Forget} />`
    }
    </div>
  <//>`;
}

function Nothing() {
  return html`<div class="sheet stack history-empty">
    <p>${t('No game has been finished on this device yet. When one is, you find it here.')}</p>
    <div class="row">
      <a class="btn main" href="#/">${t('Play now')}</a>
      <a class="btn" href="#/replay">${t('Open a record')}</a>
    </div>
  </div>`;
}

/** @param {{saved: SavedGame[]}} props */
function Numbers({ saved }) {
  const { games: played, wins, mean, best, busts, expeditions } = statistics(saved);
  const scores = saved.filter((game) => ownScore(game) !== null).reverse();
  return html`<section class="history-numbers sheet" aria-label=${t('Statistics')}>
    <dl>
      ${fact(number(played), t('Played'))}
      ${fact(number(wins), t('Won'), played > 0 ? percent(wins / played) : '')}
      ${fact(number(mean, { maximumFractionDigits: 1 }), t('Points on average'))}
      ${fact(number(best), t('Most points'))}
      ${fact(number(busts), t('Caught inside'), expeditions > 0 ? tn('of {n} cave', 'of {n} caves', expeditions) : '')}
    </dl>
    ${scores.length > 1 && html`<${ScoreChart} games=${scores} />`}
  </section>`;
}

/** @param {string} value @param {string} label @param {string} [more] */
function fact(value, label, more = '') {
  return html`<div>
    <dt>${label}</dt>
    <dd class="number">${value}</dd>
    <dd class="small soft">${more}</dd>
  </div>`;
}

/** @param {{saved: SavedGame[]}} props */
function Games({ saved }) {
  const [shown, setShown] = useState(FIRST_SHOWN);
  return html`<ul class="history-games">
      ${saved.slice(0, shown).map((game) => html`<${Row} key=${game.key} game=${game} />`)}
    </ul>
    ${
      saved.length > shown &&
      html`<button class="btn quiet" type="button"
          onClick=${() => setShown(shown + FIRST_SHOWN)}>${t('Show older games')}</button>`
    }`;
}

/** @param {{game: SavedGame}} props */
function Row({ game }) {
  const own = ownScore(game);
  const rank = rankOf(game);
  const others = game.seats.filter((_, seat) => !game.you.includes(seat)).map((seat) => seat.name);
  const won = isWon(game);
  const seat = game.seats[game.you[0] ?? game.scores.indexOf(Math.max(...game.scores))];
  return html`<li class=${`history-game ${won ? 'won' : ''}`}>
    <a href=${`#/replay/mine/${game.key}`}>
      <span class="history-badge">
        <${Badge} colour=${seat?.colour ?? 0} shape=${seat?.shape ?? seat?.colour ?? 0} size="34" />
        ${won && html`<span class="history-crown"><${Icon} name="crown" size="18" /></span>`}
      </span>
      <span class="history-words">
        <strong>${said(own, rank, game)}</strong>
        <span class="small soft">${t('with {names}', { names: list(others) })}</span>
        <span class="small soft">${dateTime(game.date)}</span>
      </span>
      <span class="history-open"><${Icon} name="forward" size="20" /></span>
    </a>
  </li>`;
}

/**
 * @param {number | null} own
 * @param {number | null} rank
 * @param {SavedGame} game
 */
function said(own, rank, game) {
  if (own === null || rank === null) return t('Watched');
  if (rank === 1) return tn('Won with {n} point', 'Won with {n} points', own);
  return t('Place {place} of {players} with {points} points', {
    place: rank,
    players: game.scores.length,
    points: own,
  });
}

function Forget() {
  const [asked, setAsked] = useState(false);
  return html`<footer class="history-forget">
    <p class="soft small">${t('Your games are kept on this device alone.')}</p>
    <button class="btn quiet" type="button" onClick=${() => setAsked(true)}>
      <${Icon} name="trash" size="20" /> ${t('Delete them all')}
    </button>
    ${
      asked &&
      html`<${Dialog} title=${t('Delete them all')} onClose=${() => setAsked(false)}>
      <div class="stack">
        <p>${t('Delete all games and statistics of this device? They cannot be brought back.')}</p>
        <div class="row">
          <button class="btn warn" type="button" onClick=${forgetGames}>${t('Delete')}</button>
          <button class="btn" type="button" onClick=${() => setAsked(false)}>${t('Keep them')}</button>
        </div>
      </div>
    <//>`
    }
  </footer>`;
}
