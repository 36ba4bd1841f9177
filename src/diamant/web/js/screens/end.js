// @ts-check
/** The end: who won, at once and large; then the story of the game, and what can be done with it. */
import { Explorer } from '../art/explorers.js';
import { Icon } from '../art/icons.js';
import { Relic } from '../art/relics.js';
import { rememberGame } from '../device/games.js';
import { play } from '../device/sound.js';
import { html, useEffect, useMemo, useState } from '../html.js';
import { readRecords } from '../model/record.js';
import { chestLines } from '../model/scores.js';
import { letterOf, namesAt, ownSeats } from '../model/seats.js';
import { record, records } from '../net/api.js';
import { editions } from '../session/editions.js';
import { witnessOf } from '../session/nonces.js';
import { act } from '../ui/act.js';
import { ChestChart } from '../ui/chest-chart.js';
import { FairCheck } from '../ui/fair-check.js';
import { Page } from '../ui/page.js';
import { SeatBadge } from '../ui/seat.js';
import { highlights } from '../words/highlights.js';
import { list, t, tn } from '../words/i18n.js';
import { betsWon } from '../words/people.js';

/**
 * @typedef {import('../session/session.js').Session} Session
 * @typedef {import('../model/types.js').TableView} TableView
 * @typedef {import('../model/types.js').GameView} GameView
 * @typedef {import('../model/types.js').Seat} Seat
 */

/** @param {{session: Session}} props */
export function EndScreen({ session }) {
  const view = /** @type {TableView} */ (session.view.value);
  const own = ownSeats(view);
  const told = useRecord(view, own);
  const edition = editions.value[view.settings.edition];
  const finished = view.game?.phase === 'over';
  const hosting = session.hosting.value;
  return html`<${Page} title=${finished ? t('The end') : t('The game was ended')} back="#/" wide>
    <${EndBoard} view=${view} next=${
      hosting
        ? html`<button class="btn main big" type="button" onClick=${() => act(session, 'Rematch')}>
          <${Icon} name="rematch" /> ${t('Play again')}
        </button>`
        : html`<p class="soft">${t('The host can start another game.')}</p>`
    }>
      <div class="end-actions sheet">
        ${
          told &&
          html`<a class="btn" href=${`#/replay/${view.table}/${told.number}`}>
            <${Icon} name="step" /> ${t('Card by card')}
          </a>
          <button class="btn" type="button" onClick=${() => save(told.text, session.code.peek())}>
            <${Icon} name="save" /> ${t('Save the record')}
          </button>
          ${
            edition &&
            html`<${FairCheck} record=${told.text} edition=${edition}
              witness=${witnessOf(view.fairness.commitment) ?? undefined} />`
          }`
        }
        <a class="btn quiet" href="#/">${t('Start page')}</a>
      </div>
    <//>
  <//>`;
}

/**
 * What everybody in the room may see of the end, with what this device can do: what comes next beside
 * the winner, the rest below.
 * @param {{view: TableView, next?: any, children?: any}} props
 */
export function EndBoard({ view, next, children }) {
  const game = view.game;
  const edition = editions.value[view.settings.edition];
  const own = ownSeats(view);
  const names = namesAt(view);
  const winners = game?.winners ?? [];
  useEffect(() => {
    if (winners.length) play('win');
  }, [view.games]);
  const story = useMemo(() => {
    if (game?.phase !== 'over') return null;
    return { ...chestLines(game.history, game.players), told: highlights(game.history, names, edition) };
  }, [game?.history, edition]);
  if (!game) return html`<div class="end">${next}${children}</div>`;
  const who = list(winners.map((at) => names[at]));
  const won = own.length === 1 && winners.length === 1 && winners[0] === own[0];
  const verdict = won ? t('You win!') : tn('{names} wins!', '{names} win!', winners.length, { names: who });
  const lines = view.seats.map((seat, at) => ({ colour: seat?.colour ?? 0, letter: letterOf(seat, at) }));
  return html`<div class=${`end ${story ? '' : 'bare'}`}>
    <section class="end-winner">
      ${
        winners.length > 0
          ? html`<div class="end-figures">
              ${winners.map((at) => html`<${Winner} key=${at} seat=${view.seats[at]} />`)}
            </div>
            <p class="end-won">${verdict}</p>`
          : html`<p class="end-won long">${t('Nobody wins: the game was ended early.')}</p>`
      }
      ${next}
    </section>
    <${Ranking} view=${view} game=${game} own=${own} />
    ${
      story &&
      html`<section class="end-story sheet stack" aria-label=${t('The story of the game')}>
        <h2>${t('How the chests grew, cave by cave')}</h2>
        <${ChestChart} lines=${story.lines} starts=${story.starts} seats=${lines} />
        ${
          story.told.length > 0 &&
          html`<ul class="end-moments">${story.told.map((text) => html`<li key=${text}>${text}</li>`)}</ul>`
        }
      </section>`
    }
    ${children}
  </div>`;
}

/** @param {{seat: Seat | null}} props */
function Winner({ seat }) {
  if (!seat) return null;
  return html`<${Explorer} colour=${seat.colour} shape=${seat.shape} letter=${seat.letter}
    size="9rem" lantern="steady" mood="happy" />`;
}

/** @param {{view: TableView, game: GameView, own: number[]}} props */
function Ranking({ view, game, own }) {
  const { winners } = game;
  const points = game.scores ?? game.chests;
  const order = view.seats
    .map((_, at) => at)
    .sort((a, b) => Number(winners.includes(b)) - Number(winners.includes(a)) || (points[b] ?? -1) - (points[a] ?? -1));
  return html`<section class="end-ranking sheet" aria-label=${t('Ranking')}>
    <ol>
      ${order.map((at) => {
        const seat = view.seats[at];
        if (!seat) return null;
        const won = winners.includes(at);
        const better = order.filter((other) => (points[other] ?? 0) > (points[at] ?? 0)).length;
        return html`<li key=${at} class=${`rank ${won ? 'won' : ''} ${own.includes(at) ? 'mine' : ''}`}>
          <span class="rank-place number">
            ${
              won
                ? html`<${Icon} name="crown" size="1.2em" /><span class="hidden-visually">1</span>`
                : winners.length > 0 && better + 1
            }
          </span>
          <${SeatBadge} seat=${seat} size="2.4rem" />
          <span class="rank-name">
            ${seat.name}
            ${seat.bets_made > 0 && html`<span class="small soft rank-bets">${betsWon(seat)}</span>`}
          </span>
          <${RelicsTaken} count=${game.relics_taken[at]?.length ?? 0} />
          <span class="rank-points number">${points[at] ?? '?'}</span>
        </li>`;
      })}
    </ol>
  </section>`;
}

/** @param {{count: number}} props */
function RelicsTaken({ count }) {
  if (!count) return null;
  const words = t('Relics: {n}', { n: count });
  return html`<span class="rank-relics" title=${words}>
    ${Array.from({ length: count }, (_, i) => html`<${Relic} key=${i} card="relic" size="1.3rem" />`)}
    <span class="hidden-visually">${words}</span>
  </span>`;
}

/**
 * The record of the finished game, asked for once and kept among this device's games.
 * @param {TableView} view
 * @param {number[]} own
 * @returns {{text: string, number: number} | null}
 */
function useRecord(view, own) {
  const [told, setTold] = useState(/** @type {{text: string, number: number} | null} */ (null));
  const finished = view.game?.phase === 'over';
  useEffect(() => {
    let here = true;
    if (!finished) return undefined;
    const ask = async () => {
      const number = readRecords(await records(view.table)).length;
      const text = await record(view.table, number);
      if (!here) return;
      setTold({ text, number });
      rememberGame({
        table: view.table,
        edition: view.settings.edition,
        seats: view.seats.map((seat) => seat && { ...seat, bot: seat.guest === null }),
        scores: view.game?.scores ?? [],
        you: own,
        record: text,
      });
    };
    ask().catch(() => {}); // The buttons that need it stay away; the rest of the page is here.
    return () => {
      here = false;
    };
  }, [finished, view.games, view.table]);
  return told;
}

/**
 * @param {string} text
 * @param {string} code
 */
function save(text, code) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `diamant-${code}.dia`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
