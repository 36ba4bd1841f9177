// @ts-check
/** A table: finds the screen for its phase, or shows why the table is unavailable and what to do. */

import { forgetTable } from '../device/memory.js';
import { toast } from '../device/notices.js';
import { go } from '../device/route.js';
import { after, keepAwake, watchTabs } from '../device/window.js';
import { html, useEffect, useState } from '../html.js';
import { isAlone } from '../model/seats.js';
import { NO_TABLE, NONSENSE, OTHER_PROTOCOL, TOO_MANY_CONNECTIONS } from '../net/connection.js';
import { enterTable, leaveTable } from '../session/current-table.js';
import { editions } from '../session/editions.js';
import { useEditionInView } from '../ui/edition-in-view.js';
import { Lazy, loadPart } from '../ui/lazy.js';
import { Problem, Waiting } from '../ui/page.js';
import { t, tRefusal } from '../words/i18n.js';
import { JoinForm } from './join-form.js';
import { MENU } from './play/parts.js';
import { PlayScreen, TableRules } from './play/screen.js';
import { END, LOBBY, TV } from './table-screens.js';

/** @import { TableView } from '../model/types.js' */
/** @import { End } from '../net/connection.js' */
/** @import { CurrentTable } from '../session/current-table.js' */
/** @import { Session } from '../session/session.js' */

const CALM_MS = 1200; // Shorter interruptions are not shown.
const AWAY_AFTER = 4;
const AHEAD_MS = 6000;

/** @param {{code: string, screen: boolean, seatCode: string, rules: boolean}} props `rules`: shown over the table */
export function TableScreen({ code, screen, seatCode, rules }) {
  const [attempt, setAttempt] = useState(0);
  const [current, setCurrent] = useState(/** @type {CurrentTable | null} */ (null));
  useEffect(() => {
    setCurrent(enterTable(code, { screen, code: seatCode || null }));
  }, [code, screen, attempt]);
  useEffect(() => keepAwake(), []);
  if (!current) return html`<${Waiting} text=${t('Joining the table…')} />`;
  const again = () => {
    // An invalid token would only be refused again.
    const why = current.session.end.peek()?.problem?.code;
    if (!['locked', 'network-full', 'table-full'].includes(why ?? '')) forgetTable(code);
    // A seat's code may be used up or expired; the table itself may be open.
    if (why === 'wrong-code') go(`/t/${code}`, true);
    leaveTable();
    setCurrent(null);
    setAttempt(attempt + 1);
  };
  return html`<${AtTable} key=${attempt} current=${current} screen=${screen} rules=${rules}
      onAgain=${again} />`;
}

/** @param {{current: CurrentTable, screen: boolean, rules: boolean, onAgain: () => void}} props */
export function AtTable({ current, screen, rules, onAgain }) {
  const { session, stage, quick } = current;
  const view = session.view.value;
  const end = session.end.value;
  const edition = view ? editions.value[view.settings.edition] : undefined;
  useEditionInView(edition);
  useEffect(() => (view ? watchTabs(view.table, sayOpenTwice) : undefined), [view?.table]);
  useEffect(() => fetchAhead(), []);
  if (end) return html`<${TableProblem} end=${end} onAgain=${onAgain} />`;
  if (!view) {
    if (session.hold.value || session.failures.value >= AWAY_AFTER) return html`<${NotYet} session=${session} />`;
    return html`<${Waiting} text=${t('Joining the table…')} />`;
  }
  return html`<${Banner} session=${session} /><${ForPhase} current=${current} view=${view} screen=${screen}
      playing=${stage.playing.value} quick=${quick} />
    ${rules && edition && html`<${TableRules} edition=${edition} />`}`;
}

function sayOpenTwice() {
  toast(t('This table is also open in another tab. Both tabs work and share the same seat.'));
}

/**
 * Load the end and the menu in advance, so that they also work while the network is away.
 * @returns {() => void}
 */
function fetchAhead() {
  return after(AHEAD_MS, () => {
    for (const part of [END, MENU]) loadPart(part).catch(() => {});
  });
}

/** @param {{current: CurrentTable, view: TableView, screen: boolean, playing: boolean, quick: boolean}} props */
function ForPhase({ current, view, screen, playing, quick }) {
  const { session } = current;
  if (view.phase === 'closed') {
    return html`<${Problem} title=${t('The table is closed')}
        text=${t('The host closed this table. Thanks for playing!')} />`;
  }
  if (screen) return html`<${Lazy} part=${TV} current=${current} />`;
  if (view.phase === 'lobby') {
    // A solo game skips the lobby, unless its start failed.
    if (quick && (view.games === 0 || isAlone(view))) return html`<${Hurry} session=${session} />`;
    return html`<${Lazy} part=${LOBBY} session=${session} />`;
  }
  if (view.phase === 'over' && !playing) return html`<${Lazy} part=${END} session=${session} />`;
  return html`<${PlayScreen} current=${current} />`;
}

/**
 * Show the moment before a quick game; a refused start leads to the lobby.
 * @param {{session: Session}} props
 */
function Hurry({ session }) {
  const [late, setLate] = useState(false);
  useEffect(() => after(3000, () => setLate(true)), []);
  return late ? html`<${Lazy} part=${LOBBY} session=${session} />` : html`<${Waiting} text=${t('Into the cave…')} />`;
}

/**
 * Show that the connection is away. Choices made meanwhile are kept and sent again.
 * @param {{session: Session}} props
 */
function Banner({ session }) {
  const away = session.status.value !== 'open';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    setShown(false);
    return away ? after(CALM_MS, () => setShown(true)) : undefined;
  }, [away]);
  if (!away || !shown) return null;
  const hold = session.hold.value;
  const long = session.failures.value >= AWAY_AFTER;
  const words = long ? t("Can't reach the server. Your choices are safe, and we'll keep trying.") : t('Reconnecting…');
  return html`<div class="banner" role="status">
    <span class="banner-lantern" aria-hidden="true"></span>
    <span>${hold ? tRefusal(hold) : words}</span>
    ${
      long &&
      html`<button class="btn" type="button"
        onClick=${() => session.connection.wake()}>${t('Try now')}</button>`
    }
  </div>`;
}

/**
 * Show why this device is not at the table, with a way to continue.
 * @param {{end: End, onAgain: () => void}} props
 */
export function TableProblem({ end: { code, problem }, onAgain }) {
  const home = html`<a class="btn" href="#/">${t('Start page')}</a>`;
  const reload = html`<button class="btn main" type="button"
      onClick=${() => location.reload()}>${t('Reload the page')}</button>`;
  const retry = html`<button class="btn main" type="button" onClick=${onAgain}>${t('Rejoin')}</button>${home}`;
  const left = () => [t("You're no longer at this table"), t('You left, or the host removed you. You can rejoin.')];
  /** Title, text and next step, by the close code or else by the reason. @type {Record<string, () => any[]>} */
  const reasons = {
    [NO_TABLE]: () => [
      t('Table not found'),
      t('No open table has this code. Ask for the code again, or open your own table.'),
      html`<${JoinForm} />${home}`,
    ],
    [OTHER_PROTOCOL]: () => [
      t("Versions don't match"),
      t('This page and the server are running different versions. Reload the page to update.'),
      reload,
    ],
    [TOO_MANY_CONNECTIONS]: () => [
      t('Open elsewhere'),
      t(
        'You have this table open in too many tabs, so this tab was closed. Keep playing in another ' +
          'tab, or rejoin here.',
      ),
    ],
    [NONSENSE]: () => [
      t('Something went wrong'),
      t("This page and the server couldn't understand each other. Reload the page."),
      reload,
    ],
    locked: () => [
      t('The table is locked'),
      t("The host isn't letting anyone new in. Ask the host to unlock the table, then try again."),
    ],
    'table-full': () => [
      t('The table is full'),
      t("There's no room for more people at this table. Try again when someone has left."),
    ],
    'network-full': () => [t('The table is full'), problem && tRefusal(problem)],
    'no-spectators': () => [
      t('Players only'),
      t("A game is in progress, and this table doesn't allow spectators. Come back for the next game."),
    ],
    'wrong-code': () => [t('Seat code'), problem && tRefusal(problem)],
    blocked: () => [
      t("You can't join"),
      t('The host blocked this device or a similar one. Ask the host to let you back in, then try again.'),
    ],
    left,
    kicked: left,
    'token-retired': left,
    'wrong-token': left,
  };
  const closed = () => [
    t("You can't join this table"),
    problem ? tRefusal(problem) : t('The server closed the connection.'),
  ];
  const [title, text, way = retry] = (reasons[code] ?? reasons[problem?.code ?? ''] ?? closed)();
  return html`<${Problem} title=${title} text=${text}>${way}<//>`;
}

/**
 * Show that the server does not answer or is full; the page retries by itself.
 * @param {{session: Session}} props
 */
function NotYet({ session }) {
  const hold = session.hold.value;
  const away = t("Is this device on the right network, and is the host's computer still on? We'll keep trying.");
  return html`<${Problem} title=${hold ? t('One moment, please') : t("Can't reach the server")}
      text=${hold ? tRefusal(hold) : away}>
    <button class="btn main" type="button" onClick=${() => session.connection.wake()}>${t('Try now')}</button>
    <a class="btn" href="#/">${t('Start page')}</a>
  <//>`;
}
