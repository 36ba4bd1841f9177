// @ts-check
/** The end: the winner at once and large, then the story of the game and the next actions. */

import { Relic } from '../art/cards.js';
import { Icon } from '../art/icons.js';
import { MEDAL_WORDS, Medal } from '../art/medals.js';
import { games, rememberGame } from '../device/games.js';
import { play } from '../device/sound.js';
import { html, useEffect, useMemo, useState } from '../html.js';
import { earnedMedals } from '../model/medals.js';
import { placesOf } from '../model/places.js';
import { readRecords } from '../model/record.js';
import { chestLines } from '../model/scores.js';
import { isAlone, letterOf, longestWord, namesAt, ownSeat, ownSeats } from '../model/seats.js';
import { record, records } from '../net/api.js';
import { act, skipLobby } from '../session/current-table.js';
import { editions } from '../session/editions.js';
import { ChestChart } from '../ui/chest-chart.js';
import { save } from '../ui/copy.js';
import { EndCheck } from '../ui/fair-check.js';
import { Lazy } from '../ui/lazy.js';
import { Page } from '../ui/page.js';
import { SeatBadge, You } from '../ui/seat.js';
import { characterOf } from '../words/company.js';
import { highlights } from '../words/highlights.js';
import { language, t, tn } from '../words/i18n.js';
import { telling } from '../words/narration.js';
import { betsWon } from '../words/people.js';
import { CERTIFICATE } from './play/parts.js';
import { Podium, podiumOf, useVictory, Victory } from './victory.js';

/** @import { GameRecord } from '../model/record.js' */
/** @import { GameView, Seat, TableView } from '../model/types.js' */
/** @import { Session } from '../session/session.js' */

/** @param {{session: Session}} props */
export function EndScreen({ session }) {
  const view = /** @type {TableView} */ (session.view.value);
  const told = useRecord(session, view, true);
  const edition = editions.value[view.settings.edition];
  const finished = view.game?.phase === 'over';
  const hosting = session.hosting.value;
  return html`<${Page} title=${finished ? t('The end') : t('Game ended early')} back="#/" wide>
    <${EndBoard} view=${view} record=${session.record ? (told?.text ?? null) : undefined} next=${
      hosting
        ? html`<button class="btn main big" type="button" onClick=${() => playAgain(session, isAlone(view))}>
          <${Icon} name="rematch" /> ${t('Play again')}
        </button>`
        : html`<p class="soft">${t('The host can start another game.')}</p>`
    }>
      ${told && told.medals.length > 0 && html`<${NewMedals} medals=${told.medals} />`}
      <div class="end-actions sheet">
        ${
          told &&
          html`<a class="btn" href=${told.address}>
            <${Icon} name="step" /> <span>${t('Watch the replay')}</span>
          </a>
          <button class="btn" type="button" onClick=${() => save(told.text, `diamant-${session.code.peek()}.dia`)}>
            <${Icon} name="save" /> <span>${t('Save this game')}</span>
          </button>`
        }
        <${EndCheck} view=${view} record=${told?.text} edition=${edition} />
        <a class="btn quiet" href="#/">${t('Start page')}</a>
      </div>
    <//>
  <//>`;
}

/**
 * Start another game with the same people; a person alone with bots has it dealt at once.
 * @param {Session} session
 * @param {boolean} alone
 */
function playAgain(session, alone) {
  if (alone) skipLobby();
  void act(session, 'Rematch');
  if (alone) void act(session, 'Start');
}

/**
 * Show the parts of the end that everyone in the room may see, with this device's actions: the next steps beside
 * the winner, the rest below.
 * @param {{view: TableView, record?: string | null, next?: any, children?: any}} props `record` if no server has
 *   it; null until it is available
 */
export function EndBoard({ view, record, next, children }) {
  const game = view.game;
  const edition = editions.value[view.settings.edition];
  const own = ownSeats(view);
  const names = namesAt(view);
  const winners = game?.winners ?? [];
  const victory = useVictory(view);
  useEffect(() => {
    if (winners.length && !victory.open) play('win');
  }, [view.games]);
  const story = useMemo(() => {
    if (game?.phase !== 'over') return null;
    return { ...chestLines(game.history, game.players), told: highlights(game.history, names, edition, ownSeat(view)) };
  }, [game?.history, edition, language.value]);
  if (!game) return html`<div class="end">${next}${children}</div>`;
  const verdict = telling(names, ownSeat(view))(winners, {
    you: () => t('You win!'),
    both: (others) => t('You share the victory with {names}!', { names: others }),
    they: (all) => tn('{names} wins!', '{names} win!', winners.length, { names: all }),
  });
  const lines = view.seats.map((seat, at) => ({ color: seat?.color ?? 0, letter: letterOf(seat, at) }));
  return html`<div class=${`end ${story ? '' : 'bare'}`}>
    ${
      victory.open &&
      html`<${Victory} view=${view} game=${game} verdict=${verdict} gems=${edition?.gems} onDone=${victory.close} />`
    }
    <section class="end-winner">
      ${
        winners.length > 0
          ? html`<div class="end-figures" aria-hidden="true">
              <${Podium} view=${view} top=${podiumOf(placesOf(game))}
                shown=${view.seats.map((_, at) => at)} />
            </div>
            <p class=${`end-won ${winners.length > 2 ? 'long' : ''}`}
              style=${`--letters:${longestWord(verdict)};--all:${verdict.length}`}>
              ${verdict}
            </p>`
          : html`<p class="end-won long">${t('Nobody wins: the game ended early.')}</p>`
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
        ${
          record !== null &&
          html`<${Lazy} part=${CERTIFICATE} onMissing=${() => {}} seats=${view.seats} record=${record}
            table=${view.table} number=${view.games} />`
        }
      </section>`
    }
    ${children}
  </div>`;
}

/** @param {{view: TableView, game: GameView, own: number[]}} props */
function Ranking({ view, game, own }) {
  const { winners } = game;
  const mostWon = Math.max(...view.seats.map((seat) => seat?.bets_won ?? 0));
  return html`<section class="end-ranking sheet" aria-label=${t('Ranking')}>
    <ol>
      ${placesOf(game).map(({ at, points, place, won }) => {
        const seat = view.seats[at];
        if (!seat) return null;
        return html`<li key=${at} class=${`rank ${won ? 'won' : ''} ${own.includes(at) ? 'mine' : ''}`}>
          <span class="rank-place number">
            ${
              won
                ? html`<${Icon} name="crown" size="1.2em" /><span class="hidden-visually">1</span>`
                : winners.length > 0 && place
            }
          </span>
          <${SeatBadge} seat=${seat} />
          <span class="rank-name" style=${`--letters:${longestWord(seat.name)}`}>
            ${seat.name}${own.includes(at) && html`<${You} />`}
          </span>
          <${RelicsTaken} count=${game.relics_taken[at]?.length ?? 0} />
          <span class="rank-points number">${points ?? '?'}</span>
          <${Bets} seat=${seat} most=${mostWon} />
          <${Remark} seat=${seat} won=${won} over=${winners.length > 0} />
        </li>`;
      })}
    </ol>
  </section>`;
}

/** @param {{medals: string[]}} props earned by this game */
function NewMedals({ medals }) {
  return html`<ul class="end-medals sheet plain-list">
    ${medals.map(
      (medal) => html`<li key=${medal}><${Medal} medal=${medal} earned size="3rem" />
        <span>${t('New medal: {name}', { name: t(MEDAL_WORDS[medal][0]) })}</span></li>`,
    )}
  </ul>`;
}

/**
 * Show how many bets a player won in the camp.
 * @param {{seat: Seat, most: number}} props `most` won by any player
 */
function Bets({ seat, most }) {
  if (!seat.bets_made) return null;
  const best = seat.bets_won > 0 && seat.bets_won === most;
  return html`<span class="small rank-remark rank-bets">
    <span class="soft">${betsWon(seat)}</span>
    ${
      best &&
      html`<span class="rank-medal">
        <${Icon} name="star" size="1.1em" /><span>${t('Best bets')}</span>
      </span>`
    }
  </span>`;
}

/**
 * Show a character's comment on the game.
 * @param {{seat: Seat, won: boolean, over: boolean}} props
 */
function Remark({ seat, won, over }) {
  const one = over ? characterOf(seat) : undefined;
  if (!one) return null;
  return html`<span class="small soft rank-remark">${t(won ? one.won : one.lost)}</span>`;
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

/** A phone that has just lost its network finds it again within these delays. */
const ASK_AGAIN_MS = [2_000, 8_000, 30_000];

/**
 * Ask until an answer arrives. Without one, the buttons that need it stay hidden; the rest of the page works.
 * @param {() => Promise<void>} ask
 */
async function askUntilTold(ask) {
  for (const wait of [...ASK_AGAIN_MS, 0]) {
    try {
      return await ask();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/**
 * Return the number, from 1, of the table's latest game with these scores: another game may have ended since.
 * @param {GameRecord[]} all
 * @param {readonly number[]} scores
 */
function numberOf(all, scores) {
  const ended = all.map(({ tags }) => tags.Scores?.[0] ?? '').lastIndexOf(scores.join(' '));
  if (ended < 0) throw new Error('the record is not there yet');
  return ended + 1;
}

/**
 * Return the record of the finished game, requested once.
 * @typedef {{text: string, address: string, medals: string[]}} ToldRecord
 *   `address`: of its replay
 * @param {Session} session
 * @param {TableView} view
 * @param {boolean} kept among this device's games
 * @returns {ToldRecord | null}
 */
export function useRecord(session, view, kept) {
  const [told, setTold] = useState(/** @type {ToldRecord | null} */ (null));
  const finished = view.game?.phase === 'over';
  useEffect(() => {
    let here = true;
    if (!finished) return undefined;
    const scores = view.game?.scores ?? [];
    const { shuffle } = view.fairness;
    const ask = async () => {
      const number = session.record ? 0 : numberOf(readRecords(await records(view.table)), scores);
      const text = session.record ? session.record() : await record(view.table, number);
      // A player who has already started the next game has still played this one.
      const before = earnedMedals(games.peek());
      const key =
        kept &&
        rememberGame({
          table: view.table,
          edition: view.settings.edition,
          seats: view.seats.map((seat) => seat && { ...seat, bot: seat.guest === null }),
          scores,
          you: ownSeats(view),
          record: text,
          shuffle,
        });
      if (!here) return;
      const address = session.record ? `#/replay/mine/${key}` : `#/replay/${view.table}/${number}`;
      const medals = [...earnedMedals(games.peek())].filter((medal) => !before.has(medal));
      setTold({ text, address, medals });
    };
    void askUntilTold(ask);
    return () => {
      here = false;
    };
  }, [finished, view.games, view.table]);
  return told;
}
