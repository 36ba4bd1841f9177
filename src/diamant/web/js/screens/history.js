// @ts-check
/** The games of this device: your results, and every game to look at again. */
import { Badge } from '../art/explorers.js';
import { Icon } from '../art/icons.js';
import { MEDAL_WORDS, Medal } from '../art/medals.js';
import { exportGames, forgetGames, games, importGames } from '../device/games.js';
import { html, useEffect, useMemo, useState } from '../html.js';
import { earnedMedals, MEDAL_NAMES } from '../model/medals.js';
import { chosenGames, isWon, ownScore, rankOf, statistics } from '../model/results.js';
import { editions, loadEditions } from '../session/editions.js';
import { save } from '../ui/copy.js';
import { Dialog } from '../ui/dialog.js';
import { FileButton, Select } from '../ui/fields.js';
import { Page } from '../ui/page.js';
import { dateTime, list, number, percent, t, tn, tPlain } from '../words/i18n.js';
import { PlayNow } from './play-now.js';

/** @import { SavedGame } from '../model/results.js' */

const FIRST_SHOWN = 20;

export function HistoryScreen() {
  const saved = games.value;
  useEffect(() => {
    loadEditions().catch(() => {}); // Without them, editions are shown by id.
  }, []);
  return html`<${Page} title=${t('Your games')}>
    <div class="history">
    ${saved.length === 0 ? html`<${Nothing} />` : html`<${Chosen} saved=${saved} /><${Medals} saved=${saved} />`}
    <${Keeping} any=${saved.length > 0} />
    </div>
  <//>`;
}

function Nothing() {
  return html`<div class="sheet stack history-empty">
    <p>${t("You haven't finished a game on this device yet. Finished games will appear here.")}</p>
    <div class="row">
      <${PlayNow} />
      <a class="btn" href="#/replay">${t('Open a saved game')}</a>
    </div>
  </div>`;
}

const DAY_MS = 86_400_000;

/**
 * Show the selected games, and your results in them.
 * @param {{saved: SavedGame[]}} props
 */
function Chosen({ saved }) {
  const [edition, setEdition] = useState('');
  const [company, setCompany] = useState('');
  const [days, setDays] = useState('');
  const since = days ? Date.now() - Number(days) * DAY_MS : 0;
  const chosen = chosenGames(saved, { edition, company, since });
  const played = [...new Set(saved.map((game) => game.edition))];
  return html`<div class="history-filters">
      <${Filter} label=${t('Edition')} value=${edition} onChange=${setEdition}
        options=${[['', t('all')], ...played.map((id) => [id, editionName(id)])]} />
      <${Filter} label=${t('Opponents')} value=${company} onChange=${setCompany}
        options=${[['', t('any')], ['alone', t('bots only')], ['people', t('people')]]} />
      <${Filter} label=${t('Date')} value=${days} onChange=${setDays}
        options=${[['', t('any time')], ['30', t('last 30 days')], ['7', t('last 7 days')]]} />
    </div>
    ${
      chosen.length
        ? html`<${Numbers} saved=${chosen} /><${Games} saved=${chosen} />`
        : html`<p class="soft">${t('No games match.')}</p>`
    }`;
}

/** @param {string} id */
function editionName(id) {
  const found = editions.value[id];
  return found ? tPlain(found.name) : id;
}

/** @param {{label: string, value: string, options: string[][], onChange: (value: string) => void}} props */
function Filter({ label, value, options, onChange }) {
  return html`<label class="field"><span class="label">${label}</span>
    <${Select} value=${value} options=${options} onChange=${onChange} />
  </label>`;
}

/** @param {{saved: SavedGame[]}} props */
function Medals({ saved }) {
  const earned = useMemo(() => earnedMedals(saved), [saved]);
  return html`<section class="sheet stack" aria-label=${t('Medals')}>
    <h2>${t('Medals: {n} of {all}', { n: earned.size, all: MEDAL_NAMES.length })}</h2>
    <ul class="medals">
      ${MEDAL_NAMES.map((medal) => {
        const [name, why] = MEDAL_WORDS[medal];
        return html`<li key=${medal} class=${earned.has(medal) ? 'earned' : ''}>
          <${Medal} medal=${medal} earned=${earned.has(medal)} />
          <strong>${t(name)}</strong>
          <span class="small soft">${t(why)}</span>
          ${earned.has(medal) && html`<span class="hidden-visually">${t('earned')}</span>`}
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {{saved: SavedGame[]}} props */
function Numbers({ saved }) {
  const { games: played, wins, mean, best, busts, expeditions } = statistics(saved);
  const scores = saved.filter((game) => ownScore(game) !== null).reverse();
  return html`<section class="history-numbers sheet" aria-label=${t('Statistics')}>
    <dl>
      ${fact(number(played), t('Played'))}
      ${fact(number(wins), t('Won'), played > 0 ? percent(wins / played) : '')}
      ${fact(number(mean, { maximumFractionDigits: 1 }), t('Average score'))}
      ${fact(number(best), t('Best score'))}
      ${fact(number(busts), t('Times caught'), expeditions > 0 ? tn('in {n} cave', 'in {n} caves', expeditions) : '')}
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
        <${Badge} color=${seat?.color ?? 0} shape=${seat?.shape ?? seat?.color ?? 0} size="34" />
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
  return tn('Place {place} of {players} with {n} point', 'Place {place} of {players} with {n} points', own, {
    place: rank,
    players: game.scores.length,
  });
}

/**
 * Actions for all games: export, import, delete.
 * @param {{any: boolean}} props whether there are games
 */
function Keeping({ any }) {
  const [asked, setAsked] = useState(false);
  const [told, setTold] = useState('');
  /** @param {File} file */
  const bring = async (file) => {
    const added = importGames(await file.text().catch(() => ''));
    setTold(
      added === null
        ? t("This file doesn't contain any saved games. Nothing was changed.")
        : tn('Added {n} game.', 'Added {n} games.', added),
    );
  };
  return html`<footer class="history-forget">
    <p class="soft small">${t('Your games are saved only on this device.')}</p>
    <div class="row">
      ${
        any &&
        html`<button class="btn quiet" type="button" onClick=${() => save(exportGames(), 'diamant-games.json')}>
          <${Icon} name="save" size="20" /> <span>${t('Save all games')}</span>
        </button>`
      }
      <${FileButton} kind="quiet" accept=".json,application/json" onFile=${bring}>
        <${Icon} name="open" size="20" /> <span>${t('Import saved games')}</span>
      <//>
      ${
        any &&
        html`<button class="btn quiet" type="button" onClick=${() => setAsked(true)}>
          <${Icon} name="trash" size="20" /> <span>${t('Delete all games')}</span>
        </button>`
      }
    </div>
    <p role="status">${told}</p>
    ${
      asked &&
      html`<${Dialog} title=${t('Delete all games')} onClose=${() => setAsked(false)}>
      <div class="stack">
        <p>${t("Delete all games and statistics on this device? You can't get them back.")}</p>
        <div class="row">
          <button class="btn warn" type="button" onClick=${() => {
            forgetGames();
            setAsked(false);
          }}>${t('Delete')}</button>
          <button class="btn" type="button" onClick=${() => setAsked(false)}>${t('Keep them')}</button>
        </div>
      </div>
    <//>`
    }
  </footer>`;
}

// Your points, game by game, with the running average.

const WIDTH = 480;
const HEIGHT = 160;
const EDGE = { left: 34, right: 8, top: 12, bottom: 10 };
const MOST = 40;
const WINDOW = 5;

/** @param {{games: readonly SavedGame[]}} props oldest first */
function ScoreChart({ games }) {
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
        aria-label=${t('Your points in each game, most recent on the right')}>
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
      <span><i class="key"></i>${t("Didn't win")}</span>
      <span><i class="key mean"></i>${t('Average of the last five games')}</span>
    </figcaption>
  </figure>`;
}
