// @ts-check
/**
 * Replay: any record, card by card. `#/replay` opens one, `#/replay/TABLE/N` shows a table's N-th
 * game, `#/replay/mine/KEY` one of this device's own.
 */

import { Icon } from '../../art/icons.js';
import { Cave } from '../../cave/cave.js';
import { gameOf } from '../../device/games.js';
import { goBack } from '../../device/route.js';
import { html, useEffect, useMemo, useState } from '../../html.js';
import { linesOf, momentsOf, roundStarts } from '../../model/moments.js';
import { editions, loadEditions } from '../../session/editions.js';
import { ChestChart } from '../../ui/chest-chart.js';
import { useEditionInView } from '../../ui/edition-in-view.js';
import { FairCheck } from '../../ui/fair-check.js';
import { Lazy } from '../../ui/lazy.js';
import { Page, useHeadingFocus } from '../../ui/page.js';
import { Switches } from '../../ui/switches.js';
import { t, tPlain } from '../../words/i18n.js';
import { narrate } from '../../words/narration.js';
import { CERTIFICATE } from '../play/parts.js';
import { Controls } from './controls.js';
import { askReplay, fetchRecord, ReplayProblem } from './load.js';
import { OpenRecord, readFile } from './open.js';
import { useKeys, usePlayback } from './playback.js';
import { Standings } from './standings.js';

/** @typedef {import('../../model/moments.js').Replayed} Replayed */
/** @typedef {import('../../model/types.js').Edition} Edition */

const OWN = 'mine';

/**
 * @param {{table?: string, game?: string | number}} props as the address names them
 */
export function ReplayScreen(props) {
  const [, , fromTable, fromGame] = location.hash.split('/').map(decodeURIComponent);
  const table = props.table ?? fromTable;
  const number = props.game ?? fromGame;
  const [text, setText] = useState('');
  const [games, setGames] = useState(/** @type {Replayed[]} */ ([]));
  const [problem, setProblem] = useState(/** @type {ReplayProblem | null} */ (null));
  const [busy, setBusy] = useState(Boolean(table));

  /** @param {() => Promise<string>} find */
  const show = async (find) => {
    setBusy(true);
    setProblem(null);
    try {
      const found = await find();
      setText(found);
      // An edition that is not known here is called by its id.
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
    show(async () => {
      if (table !== OWN) return fetchRecord(table, Number(number));
      const kept = gameOf(String(number));
      if (!kept) throw new ReplayProblem('forgotten');
      return kept.record;
    });
  }, [table, number]);

  const close = () => {
    setGames([]);
    setText('');
    if (table) location.hash = '#/replay';
  };
  if (games.length > 0) {
    return html`<${Theatre} games=${games} text=${text} onClose=${close} onFile=${showFile} />`;
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
 * @param {{games: Replayed[], text: string,
 *   onClose: () => void, onFile: (file: File) => void}} props
 */
function Theatre({ games, text, onClose, onFile }) {
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
      <button class="btn quiet icon" type="button" aria-label=${t('Open another record')}
          title=${t('Open another record')} onClick=${onClose}>
        <${Icon} name="open" />
      </button>
      <${Switches} few />
    </header>
    ${
      moments.length === 0
        ? html`<p class="record-open">${t('No card has been turned in this game.')}</p>`
        : html`<${Stage} key=${chosen} moments=${moments} seats=${seats} edition=${edition}>
          ${
            tags.Seed &&
            edition &&
            html`<${FairCheck} record=${games.length > 1 ? replayed.record : text}
              edition=${edition} />`
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

/**
 * @param {{games: Replayed[], chosen: number, onChoose: (game: number) => void}} props
 */
function GamePicker({ games, chosen, onChoose }) {
  return html`<label class="replay-picker">
    <span class="hidden-visually">${t('Game')}</span>
    <select class="select" value=${chosen}
        onChange=${(/** @type {any} */ event) => onChoose(Number(event.target.value))}>
      ${games.map(
        (_, at) => html`<option
          value=${at}>${t('Game {n} of {all}', { n: at + 1, all: games.length })}</option>`,
      )}
    </select>
  </label>`;
}

/**
 * @param {{moments: import('../../model/moments.js').Moment[], seats: any[], edition: Edition | undefined,
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
