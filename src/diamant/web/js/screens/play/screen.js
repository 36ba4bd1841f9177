// @ts-check
/**
 * The screen of a running game: the cave and, beside or below it, this device's actions.
 *
 * One seat plays at the table, or as a hand next to a shared screen; several seats pass the device around;
 * a device without a seat watches.
 */
import { Icon } from '../../art/icons.js';
import { Cave } from '../../cave/cave.js';
import { quietDirector } from '../../cave/quiet-director.js';
import { prefer, prefs } from '../../device/prefs.js';
import { closeRules } from '../../device/route.js';
import { html, useEffect, useRef, useState } from '../../html.js';
import { closeChests } from '../../model/recap.js';
import { mostPlayers, ownSeats } from '../../model/seats.js';
import { act } from '../../session/current-table.js';
import { editions } from '../../session/editions.js';
import { Dialog } from '../../ui/dialog.js';
import { Lazy } from '../../ui/lazy.js';
import { SoundSwitch, useHeadingFocus } from '../../ui/page.js';
import { SeatBadge } from '../../ui/seat.js';
import { t, tPlain } from '../../words/i18n.js';
import { caveTitle } from '../../words/narration.js';
import { sayAwaited } from '../../words/people.js';
import { ClaimSeat, SitDown, StandIn } from '../sit-down.js';
import { Camp, Emotes } from './camp.js';
import { Choices, Clock, Odds } from './choices.js';
import { COMPANY, HAND, MENU, TOLD } from './parts.js';
import { Pass } from './pass.js';
import { Players, Purse } from './players.js';
import { Recap } from './recap.js';

/** @import { Edition, TableView } from '../../model/types.js' */
/** @import { CurrentTable } from '../../session/current-table.js' */
/** @import { Session } from '../../session/session.js' */
/** @import { Director } from '../../session/stage.js' */

/** @param {{current: CurrentTable}} props */
export function PlayScreen({ current }) {
  const { session, stage } = current;
  const live = /** @type {TableView} */ (session.view.value);
  const own = ownSeats(live);
  const seen = closeChests(stage.seen.value ?? live, own.length === 1 ? own[0] : null);
  const screenThere = live.guests.some(({ guest, screen, present }) => screen && present && guest !== live.you);
  const [handChosen, setHandChosen] = useState(/** @type {boolean | null} */ (null));
  const besideScreen = screenThere && Math.min(innerWidth, innerHeight) < 700;
  const [phone, setPhone] = useState(besideScreen);
  // Only between two choices: during a choice the buttons must not move, even if the shared screen disconnects.
  useEffect(() => setPhone(besideScreen), [live.turn, live.phase]);
  const hand = own.length === 1 && (handChosen ?? phone);
  const [menu, setMenu] = useState(false);
  const [talking, setTalking] = useState(false);
  const heading = useHeadingFocus('play');
  const frame = useKeptFocus();
  useEffect(() => {
    if (!hand || !screenThere) return undefined;
    stage.direct(quietDirector(() => editions.peek()[live.settings.edition]));
    return () => stage.direct(null);
  }, [hand, screenThere]);
  useEffect(() => stage.settle(), [live]);
  useEffect(() => {
    document.title = `${caveTitle(seen.game)} – Diamant`;
  }, [seen.game?.round]);

  return html`<div ref=${frame}
      class=${`play ${hand ? 'as-hand' : ''} ${own.length > 1 ? 'as-pass' : ''} ${own.length === 0 ? 'as-watch' : ''}`}>
    <header class="play-bar">
      <button class="btn quiet icon" type="button" aria-label=${t('Menu')} onClick=${() => setMenu(true)}>
        <${Icon} name="menu" />
      </button>
      <h1 class="play-title" ref=${heading}
          tabindex="-1">${caveTitle(seen.game)}</h1>
      <div class="row play-tools">
        ${
          live.settings.odds &&
          own.length > 0 &&
          html`<button class=${`btn quiet icon ${prefs.value.odds ? 'lit' : ''}`} type="button"
              aria-pressed=${prefs.value.odds} aria-label=${t('Odds')}
          onClick=${() => prefer({ odds: !prefs.value.odds })}><${Icon} name="odds" /></button>`
        }
        ${
          own.length > 0 &&
          html`<button class="btn quiet icon" type="button" aria-label=${t('Say something')}
              onClick=${() => setTalking(true)}><${Icon} name="talk" /></button>`
        }
        <${SoundSwitch} />
      </div>
    </header>
    ${!hand && html`<${Scene} current=${current} mode="table" you=${own} />`}
    <main class="play-side">
      <${Players} view=${seen} own=${own} />
      <${Lazy} part=${TOLD} onMissing=${() => {}} view=${seen} own=${own}
          edition=${editions.value[live.settings.edition]} />
      <${Story} current=${current} />
      <div class="play-hand">
        ${own.length === 0 && html`<${Onlooker} current=${current} view=${live} />`}
        ${
          own.length === 1 &&
          html`<${OneSeat} current=${current} seat=${own[0]} live=${live} seen=${seen}
          hand=${hand} />`
        }
        ${own.length > 1 && html`<${Pass} current=${current} own=${own} live=${live} />`}
      </div>
    </main>
    <${Recap} current=${current} own=${own} />
    ${live.paused && html`<${Paused} session=${session} />`}
    ${
      menu &&
      html`<${Lazy} part=${MENU} onMissing=${() => setMenu(false)} session=${session}
          onClose=${() => setMenu(false)} hand=${hand}
      onHand=${own.length === 1 ? () => setHandChosen(!hand) : undefined} />`
    }
    ${
      talking &&
      own.length > 0 &&
      html`<${Dialog} title=${t('Say something')} onClose=${() => setTalking(false)}>
      <${Emotes} session=${session} seat=${own[0]} onSent=${() => setTalking(false)} />
    <//>`
    }
  </div>`;
}

/**
 * Draw the cave. A tap on it skips the scene, and never counts as a choice.
 * @param {{current: CurrentTable, mode: string, you: number[]}} props
 */
export function Scene({ current, mode, you }) {
  const { session, stage } = current;
  const live = /** @type {TableView} */ (session.view.value);
  const pictured = (stage.playing.value && stage.pictured.value) || live;
  return html`<div class="play-cave" onClick=${() => stage.skip()}>
    <${Cave}
      game=${pictured.game}
      seats=${pictured.seats}
      edition=${editions.value[live.settings.edition]}
      mode=${mode}
      you=${you}
      emotes=${session.emotes.value}
      onDirector=${(/** @type {Director | null} */ director) => stage.direct(director)}
    />
    ${live.seats.some((seat) => seat?.guest === null) && html`<${Lazy} part=${COMPANY} quiet current=${current} />`}
    ${
      (live.phase === 'hashes' || live.phase === 'nonces') &&
      html`<p class="shuffling"
        role="status">${t("Everyone's shuffling the cards…")}</p>`
    }
  </div>`;
}

/**
 * Show the last event in one line with a fixed place.
 * @param {{current: CurrentTable}} props
 */
export function Story({ current }) {
  const line = current.stage.line.value;
  return html`<p class=${`story ${line.length > 84 ? 'long' : ''}`} aria-hidden="true">${line}</p>`;
}

/**
 * This panel must not reveal what comes next before the picture, or the shared screen, shows it.
 * @param {{current: CurrentTable, seat: number, live: TableView, seen: TableView, hand: boolean}} props
 */
function OneSeat({ current, seat, live, seen, hand }) {
  const { session, stage } = current;
  const loses = hand && stage.bust.value !== null;
  const camp = !(seen.game?.in_cave.includes(seat) ?? true);
  return html`
    <${Clock} current=${current} />
    ${
      hand &&
      html`<div class="hand-band">
        <${Lazy} part=${HAND} onMissing=${() => {}} current=${current} seat=${seat} view=${seen} /></div>`
    }
    ${!camp && !loses && html`<${Purse} view=${seen} seat=${seat} />`}
    ${
      (prefs.value.odds || camp) &&
      live.settings.odds &&
      html`<${Odds} view=${seen} camp=${camp}
        session=${session} seat=${seat} />`
    }
    <${StandIn} session=${session} view=${live} own=${[seat]} />
    ${
      camp
        ? html`<${Camp} session=${session} view=${seen} seat=${seat} /><${Awaited} current=${current} own=${[seat]} />`
        : html`<${Choices} current=${current} seat=${seat} /><${Hint} current=${current} view=${seen} seat=${seat}
            />`
    }
  `;
}

/**
 * Show a short line below the choices: what the table waits for.
 * @param {{current: CurrentTable, view: TableView, seat: number}} props
 */
function Hint({ current: { session, stage }, view, seat }) {
  const chosen = session.pendingChoice.value?.seat === seat || view.seats[seat]?.chosen;
  let words = '';
  if (stage.behind.value) words = '';
  else if (view.phase === 'cave') {
    const still = [sayAwaited(view, [seat]), t('You can still change your mind.')].filter(Boolean).join(' ');
    words = chosen ? still : t("Go deeper, or head home with what you've got?");
  } else if (view.phase === 'break') {
    words = t('The next cave is about to open.');
  }
  return html`<p class="hint small soft">${words}</p>`;
}

/**
 * Show the players who have not chosen, after the card has been shown for a while.
 * @param {{current: CurrentTable, own?: number[]}} props
 */
export function Awaited({ current, own = [] }) {
  const { session, stage } = current;
  const live = /** @type {TableView} */ (session.view.value);
  const words = stage.behind.value ? '' : sayAwaited(live, own);
  return html`<p class="awaited small soft">${words}</p>`;
}

/** @param {{current: CurrentTable, view: TableView}} props */
function Onlooker({ current, view }) {
  const { session } = current;
  const promised = view.seats.find((seat) => seat?.promised?.guest === view.you);
  if (promised) {
    const { game } = view;
    const words =
      game && game.round >= game.rounds
        ? t("You'll take {name}'s seat in the next game.", { name: promised.name })
        : t("You'll take {name}'s seat when this expedition ends.", { name: promised.name });
    return html`<div class="stack">
      <p class="promised" role="status"><${SeatBadge} seat=${promised} size="2.4rem" /> <span>${words}</span></p>
      <${Emotes} session=${session} />
    </div>`;
  }
  const bots = view.seats.some((seat) => seat !== null && seat.guest === null && seat.promised === null);
  const later = !bots && view.seats.length < mostPlayers(view, editions.value);
  return html`<div class="stack">
    <p class="soft">${t("You're watching.")} ${later && t('You can take a seat when this game is over.')}</p>
    <${Emotes} session=${session} />
    <${Awaited} current=${current} />
    ${bots && html`<${SitDown} session=${session} view=${view} />`}
    <${ClaimSeat} session=${session} />
  </div>`;
}

/** @param {{session: Session}} props */
export function Paused({ session }) {
  if (session.view.value?.asking) return html`<${Asking} session=${session} />`;
  return html`<div class="paused" role="status">
    <div class="sheet stack">
      <h2>${t('Paused')}</h2>
      ${
        session.own.value.length > 0 &&
        html`<p class="soft">${t(
          'The clock is paused. You can choose now; choices are revealed when the game resumes.',
        )}</p>`
      }
      ${
        session.hosting.value
          ? html`<button class="btn main" type="button" onClick=${() => act(session, 'Resume')}>
          <${Icon} name="play" /> ${t('Resume')}
        </button>`
          : html`<p class="soft">${t('The host can resume the game.')}</p>`
      }
    </div>
  </div>`;
}

/**
 * Show the pause that began because no one chose; one tap of a player resumes the game.
 * @param {{session: Session}} props
 */
function Asking({ session }) {
  const plays = session.own.value.length > 0 || session.hosting.value;
  return html`<div class="paused asking" role="status">
    <div class="sheet stack">
      <h2>${t('Is anyone there?')}</h2>
      <p class="soft">${t('Nobody has chosen, so the game is waiting.')}</p>
      ${
        plays &&
        html`<button class="btn main big wide" type="button" onClick=${() => act(session, 'Resume')}>
          <${Icon} name="play" /> <span>${t("I'm here")}</span>
        </button>`
      }
    </div>
  </div>`;
}

// The table's rules over the running game, with an address of their own so that the back button works.

const RULES = { load: () => import('../rules/screen.js').then((module) => module.Rules), styles: ['css/rules.css'] };

/** @param {{edition: Edition}} props */
export function TableRules({ edition }) {
  return html`<${Dialog} title=${tPlain(edition.name)} onClose=${closeRules} wide>
    <${Lazy} part=${RULES} edition=${edition} />
  <//>`;
}

// Keyboard focus when its element disappears: choices give way to the camp, both to the recap, and the
// recap to the next cave. Without this hook the focus would return to the start of the page.

/** Elements that take the focus, in order of preference; never a choice, so that no key chooses by accident. */
const REFUGES = ['.recap button', '.recap h2', '.camp-ask', '.choices-two', '.pass-cover button', '.play-title'];

/** @returns {{current: HTMLElement | null}} for the frame of the game screen */
function useKeptFocus() {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const root = /** @type {HTMLElement} */ (frame.current);
    let last = /** @type {Element | null} */ (document.activeElement);
    let recap = root.querySelector('.recap');
    const came = () => {
      last = document.activeElement;
    };
    // A click beside all elements puts the focus there on purpose.
    const clicked = () => {
      if (document.activeElement === document.body) last = null;
    };
    const changed = () => {
      const told = root.querySelector('.recap');
      const opens = told !== null && told !== recap;
      recap = told;
      const at = document.activeElement;
      const lost = (at === null || at === document.body) && last !== null && !last.isConnected;
      // The game's elements are disabled during the recap. A dialog, or the bar above, keeps the focus.
      const idle = opens && at?.matches('.play-side *, .play-title');
      if (!lost && !idle) return;
      const found = REFUGES.map((one) => /** @type {HTMLElement | null} */ (root.querySelector(one)));
      found.find((one) => one !== null)?.focus({ preventScroll: true });
    };
    const watch = new MutationObserver(changed);
    watch.observe(root, { childList: true, subtree: true });
    document.addEventListener('focusin', came);
    document.addEventListener('click', clicked, true);
    return () => {
      watch.disconnect();
      document.removeEventListener('focusin', came);
      document.removeEventListener('click', clicked, true);
    };
  }, []);
  return frame;
}
