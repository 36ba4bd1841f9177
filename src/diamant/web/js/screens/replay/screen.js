// @ts-check
/**
 * Replay any record, card by card. `#/replay` opens a file, `#/replay/TABLE/N` shows a table's N-th
 * game, `#/replay/mine/KEY` one of this device's games.
 */

import { Relic } from '../../art/cards.js';
import { Badge } from '../../art/explorers.js';
import { Icon } from '../../art/icons.js';
import { Cave } from '../../cave/cave.js';
import { gameOf } from '../../device/games.js';
import { goBack } from '../../device/route.js';
import { html, useEffect, useMemo, useState } from '../../html.js';
import { linesOf, momentsOf, roundStarts } from '../../model/moments.js';
import { letterOf } from '../../model/seats.js';
import { editions, loadEditions } from '../../session/editions.js';
import { ChestChart } from '../../ui/chest-chart.js';
import { useEditionInView } from '../../ui/edition-in-view.js';
import { FairCheck } from '../../ui/fair-check.js';
import { Select } from '../../ui/fields.js';
import { Lazy } from '../../ui/lazy.js';
import { Page, Switches, useHeadingFocus } from '../../ui/page.js';
import { t, tn, tPlain } from '../../words/i18n.js';
import { gemsOf, narrate } from '../../words/narration.js';
import { CERTIFICATE } from '../play/parts.js';
import { askReplay, fetchRecord, OpenRecord, ReplayProblem, readFile } from './open.js';
import { SPEEDS, useKeys, usePlayback } from './playback.js';

/** @import { Moment, Replayed } from '../../model/moments.js' */
/** @import { Edition, GameView } from '../../model/types.js' */
/** @import { Playback, Speed } from './playback.js' */

const OWN = 'mine';

/** @param {{table?: string, game?: string | number}} props as in the address */
export function ReplayScreen(props) {
  const [, , fromTable, fromGame] = location.hash.split('/').map(decodeURIComponent);
  const table = props.table ?? fromTable;
  const number = props.game ?? fromGame;
  const [text, setText] = useState('');
  const [where, setWhere] = useState({});
  const [games, setGames] = useState(/** @type {Replayed[]} */ ([]));
  const [problem, setProblem] = useState(/** @type {ReplayProblem | null} */ (null));
  const [busy, setBusy] = useState(Boolean(table));

  /** @param {() => Promise<string>} find @param {import('../../session/check-game.js').Where} [from] */
  const show = async (find, from = {}) => {
    setBusy(true);
    setWhere(from);
    setProblem(null);
    try {
      const found = await find();
      setText(found);
      // An unknown edition is shown by its id.
      const [replayed] = await Promise.all([askReplay(found), loadEditions().catch(() => {})]);
      setGames(replayed);
    } catch (error) {
      setGames([]);
      if (!(error instanceof ReplayProblem)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const showText = (/** @type {string} */ written) => show(async () => written);
  const showFile = (/** @type {File} */ file) =>
    show(async () => {
      const written = await readFile(file);
      if (written === null) throw new ReplayProblem('too-long');
      return written;
    });

  useEffect(() => {
    if (!table || number === undefined) return;
    const kept = table === OWN ? gameOf(String(number)) : undefined;
    show(
      async () => {
        if (table !== OWN) return fetchRecord(table, Number(number));
        if (!kept) throw new ReplayProblem('forgotten');
        return kept.record;
      },
      table === OWN ? { table: kept?.table, shuffle: kept?.shuffle } : { table },
    );
  }, [table, number]);

  const close = () => {
    setGames([]);
    setText('');
    if (table) location.hash = '#/replay';
  };
  if (games.length > 0) {
    return html`<${Theatre} games=${games} text=${text} where=${where} onClose=${close} onFile=${showFile} />`;
  }
  return html`<${Page} title=${t('Replay')}>
    ${
      busy && table
        ? html`<p class="soft" role="status">${t('One moment…')}</p>`
        : html`<${OpenRecord} text=${text} problem=${problem} busy=${busy} onText=${showText} onFile=${showFile} />`
    }
  <//>`;
}

/**
 * @param {{games: Replayed[], text: string, where: import('../../session/check-game.js').Where,
 *   onClose: () => void, onFile: (file: File) => void}} props
 */
function Theatre({ games, text, where, onClose, onFile }) {
  const [chosen, setChosen] = useState(0);
  const replayed = games[Math.min(chosen, games.length - 1)];
  const moments = useMemo(() => momentsOf(replayed), [replayed]);
  const { tags } = replayed.record;
  const edition = replayed.edition ?? editions.value[tags.Edition[0]];
  const seats = useMemo(
    () =>
      tags.Players.map((name, seat) => ({
        ...{ seat, name, color: seat, shape: seat, chosen: false },
        letter: tags.Letters?.[seat],
      })),
    [replayed],
  );
  useEditionInView(edition);
  const heading = useHeadingFocus(games);
  useEffect(() => setChosen(0), [games]);
  return html`<main
    class="theatre"
    onDragOver=${(/** @type {DragEvent} */ event) => event.preventDefault()}
    onDrop=${(/** @type {DragEvent} */ event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) onFile(file);
    }}
  >
    <header class="replay-head">
      <a class="btn quiet icon" href="#/" aria-label=${t('Back')} onClick=${goBack}><${Icon} name="back" /></a>
      <div class="replay-title">
        <h1 tabindex="-1" ref=${heading}>${edition ? tPlain(edition.name) : tags.Edition[0]}</h1>
        ${tags.Date && html`<p class="small soft">${tags.Date[0]}</p>`}
      </div>
      ${games.length > 1 && html`<${GamePicker} games=${games} chosen=${chosen} onChoose=${setChosen} />`}
      <button class="btn quiet icon" type="button" aria-label=${t('Open another saved game')}
          title=${t('Open another saved game')} onClick=${onClose}>
        <${Icon} name="open" />
      </button>
      <${Switches} few />
    </header>
    ${
      moments.length === 0
        ? html`<p class="record-open">${t('No cards were turned in this game.')}</p>`
        : html`<${Stage} key=${chosen} moments=${moments} seats=${seats} edition=${edition}>
          ${
            tags.Seed &&
            edition &&
            html`<${FairCheck} record=${games.length > 1 ? replayed.record : text}
              edition=${edition} where=${where} />`
          }
          ${
            games.length === 1 &&
            replayed.steps[replayed.steps.length - 1]?.view.scores &&
            html`<${Lazy} part=${CERTIFICATE} onMissing=${() => {}} seats=${seats} record=${text} />`
          }
        <//>`
    }
  </main>`;
}

/** @param {{games: Replayed[], chosen: number, onChoose: (game: number) => void}} props */
function GamePicker({ games, chosen, onChoose }) {
  return html`<label class="replay-picker">
    <span class="hidden-visually">${t('Game')}</span>
    <${Select} value=${chosen} onChange=${(/** @type {string} */ game) => onChoose(Number(game))}
      options=${games.map((_, at) => [at, t('Game {n} of {all}', { n: at + 1, all: games.length })])} />
  </label>`;
}

/**
 * @param {{moments: Moment[], seats: any[], edition: Edition | undefined,
 *   children?: any}} props
 */
function Stage({ moments, seats, edition, children }) {
  const playback = usePlayback(moments);
  const starts = useMemo(() => roundStarts(moments), [moments]);
  const lines = useMemo(() => linesOf(moments), [moments]);
  useKeys(playback, starts);
  const { game, facts, round } = moments[playback.at];
  const names = seats.map((seat) => seat.name);
  const place = t('Cave {round} of {rounds}, card {card}', {
    round,
    rounds: game.rounds,
    card: game.cards.length,
  });
  return html`
    <div class="replay-body">
      <div class="replay-cave" onClick=${playback.skip}>
        <${Cave} game=${game} seats=${seats} edition=${edition} mode="replay" onDirector=${playback.setDirector} />
      </div>
      <aside class="replay-side">
        <${Standings} game=${game} seats=${seats} />
        <${ChestChart} lines=${lines} seats=${seats} starts=${starts} at=${playback.at} />
        ${children}
      </aside>
    </div>
    <div class="replay-bar">
      <p class="replay-told" aria-live="polite">
        <span class="replay-place small soft">${place}</span>
        <span>${narrate(facts, names, edition)}</span>
      </p>
      <${Controls} playback=${playback} starts=${starts} place=${place} />
    </div>
  `;
}

// Step, scrub, speed: the bar below a replay.

const PACES = /** @type {Speed[]} */ (Object.keys(SPEEDS).map(Number));

/**
 * @param {{playback: Playback, starts: readonly number[], place: string}} props `place` is the
 *   position as text
 */
function Controls({ playback, starts, place }) {
  const { at, last, playing, jump, toggle } = playback;
  const press = (
    /** @type {string} */ label,
    /** @type {string} */ icon,
    /** @type {() => void} */ act,
    off = false,
    far = false,
  ) =>
    html`<button class=${`btn icon quiet ${far ? 'far' : ''}`} type="button" aria-label=${label} title=${label}
        aria-disabled=${off} onClick=${act}>
      <${Icon} name=${icon} />
    </button>`;
  return html`<div class="replay-controls">
    <${Scrubber} playback=${playback} starts=${starts} place=${place} />
    <div class="replay-buttons">
      ${press(t('Go to start'), 'first', () => jump(0), at === 0, true)}
      ${press(t('Back'), 'step-back', () => jump(at - 1), at === 0)}
      <button
        class="btn icon main replay-play"
        type="button"
        aria-label=${playing ? t('Pause') : t('Play')}
        title=${playing ? t('Pause') : t('Play')}
        onClick=${toggle}
      >
        <${Icon} name=${playing ? 'pause' : 'play'} />
      </button>
      ${press(t('Next'), 'step', () => jump(at + 1), at === last)}
      ${press(t('Go to end'), 'last', () => jump(last), at === last, true)}
      <${Pace} playback=${playback} />
    </div>
  </div>`;
}

/** @param {{playback: Playback, starts: readonly number[], place: string}} props */
function Scrubber({ playback, starts, place }) {
  const { at, last, jump } = playback;
  const share = (/** @type {number} */ moment) => (last === 0 ? 0 : (moment / last) * 100);
  return html`<div class="replay-scrub">
    <input
      class="slider"
      type="range"
      min="0"
      max=${last}
      step="1"
      value=${at}
      aria-label=${t('Position in the game')}
      aria-valuetext=${place}
      style=${`--done: ${share(at)}%`}
      onInput=${(/** @type {any} */ event) => jump(Number(event.target.value))}
    />
    <div class="replay-marks" aria-hidden="true">
      ${starts.map(
        (start, index) =>
          html`<span class=${start <= at ? 'met' : ''} style=${`left: ${share(start)}%`}>${index + 1}</span>`,
      )}
    </div>
  </div>`;
}

/** @param {{playback: Playback}} props */
function Pace({ playback }) {
  const { speed, setSpeed } = playback;
  return html`<fieldset class="replay-pace choices">
    <legend class="hidden-visually">${t('Speed')}</legend>
    ${PACES.map(
      (pace) => html`<label class=${pace === speed ? 'on' : ''}>
        <input type="radio" name="pace" value=${pace} checked=${pace === speed} onChange=${() => setSpeed(pace)} />
        <span>${pace}×</span>
      </label>`,
    )}
  </fieldset>`;
}

// All players at one moment of a replay: where they are, what they carry, what is in their chests.

/** @typedef {{name: string, color: number, shape: number, letter?: string}} Who */

/** @param {{game: GameView, seats: readonly Who[]}} props */
function Standings({ game, seats }) {
  return html`<ul class=${`standings ${seats.length > 5 ? 'many' : ''}`} aria-label=${t('Players')}>
    ${seats.map((seat, at) => {
      const winner = game.winners.includes(at);
      const relics = game.relics_taken[at] ?? [];
      return html`<li key=${at} class=${`${game.in_cave.includes(at) ? 'inside' : 'home'} ${winner ? 'winner' : ''}`}>
        <${Badge} color=${seat.color} shape=${seat.shape} letter=${letterOf(seat, at)} size="32" />
        <span class="standing-name">${seat.name}</span>
        <span class="standing-state small soft">${state(game, at, winner)}</span>
        <span class="standing-points number">${game.chests[at] ?? '?'}</span>
        <span class="standing-relics">
          ${relics.map(() => html`<${Relic} size="26" />`)}
          ${
            relics.length > 0 &&
            html`<span class="hidden-visually">${tn('{n} relic', '{n} relics', relics.length)}</span>`
          }
        </span>
      </li>`;
    })}
  </ul>`;
}

/**
 * @param {GameView} game
 * @param {number} seat
 * @param {boolean} winner
 */
function state(game, seat, winner) {
  if (winner) return t('Winner');
  if (game.phase === 'over') return '';
  if (!game.in_cave.includes(seat)) return t('At camp');
  return t('Carrying {gems}', { gems: gemsOf(game.carried) });
}
