// @ts-check
/** The shared screen: the cave for the whole room. It never shows anything private. */
import { Explorer } from '../art/explorers.js';
import { Icon } from '../art/icons.js';
import { go } from '../device/route.js';
import { openSound, play, setSound, soundWaits } from '../device/sound.js';
import { html, useEffect, useRef } from '../html.js';
import { closeChests } from '../model/recap.js';
import { isAway, longestWord } from '../model/seats.js';
import { tableAddress } from '../net/api.js';
import { act } from '../session/current-table.js';
import { editions } from '../session/editions.js';
import { EndCheck } from '../ui/fair-check.js';
import { SoundSwitch, Title } from '../ui/page.js';
import { BotSign } from '../ui/seat.js';
import { t, tPlain } from '../words/i18n.js';
import { caveTitle } from '../words/narration.js';
import { EndBoard, useRecord } from './end.js';
import { QrCode, typedAddress, useHome } from './lobby/invite.js';
import { Clock } from './play/choices.js';
import { Players } from './play/players.js';
import { Recap } from './play/recap.js';
import { Awaited, Scene, Story } from './play/screen.js';

/** @import { Seat, TableView } from '../model/types.js' */
/** @import { CurrentTable } from '../session/current-table.js' */
/** @import { Session } from '../session/session.js' */

/** @param {{current: CurrentTable}} props */
export function TvScreen({ current }) {
  const { session, stage } = current;
  const live = /** @type {TableView} */ (session.view.value);
  useEffect(() => stage.settle(), [live]);
  // Letters are larger here than on a laptop with as many pixels, because viewers sit across the room.
  useEffect(() => {
    document.documentElement.classList.add('tv');
    return () => document.documentElement.classList.remove('tv');
  }, []);
  // A device that joined as a guest without a seat becomes a screen through its address alone.
  useEffect(() => {
    const me = live.guests.find(({ guest }) => guest === live.you);
    if (me && !me.screen) void act(session, 'BeScreen', { screen: true });
  }, [live.you]);
  const stop = async () => {
    await act(session, 'BeScreen', { screen: false });
    go(`/t/${session.code.peek()}`);
  };
  // A reloaded page may play no sound until it is touched, and shows that.
  useEffect(() => openSound(), []);
  const tools = html`<div class="row tv-tools">
    ${
      soundWaits.value &&
      html`<button class="btn tv-sound" type="button" onClick=${() => setSound(true)}>
        <${Icon} name="sound-off" /> ${t('Tap for sound')}
      </button>`
    }
    ${!soundWaits.value && html`<${SoundSwitch} />`}
    ${
      typeof document.documentElement.requestFullscreen === 'function' &&
      html`<button class="btn quiet icon" type="button" aria-label=${t('Full screen')}
          onClick=${() => toggleFull()}><${Icon} name="full" /></button>`
    }
    <button class="btn quiet icon" type="button" aria-label=${t('Stop using as shared screen')}
        onClick=${stop}><${Icon} name="close" /></button>
  </div>`;
  if (live.phase === 'lobby') return html`<${TvLobby} session=${session} view=${live} tools=${tools} />`;
  if (live.phase === 'over' && !stage.playing.value) {
    return html`<${TvEnd} session=${session} view=${live} tools=${tools} />`;
  }
  // Closed chests stay closed here, even if a player's own device is the screen.
  const seen = closeChests(stage.seen.value ?? live, null);
  return html`<div class="telly">
    <header class="tv-bar">
      <h1 class="play-title">${caveTitle(seen.game)}</h1>
      <${Clock} current=${current} />
      ${tools}
    </header>
    <${Scene} current=${current} mode="tv" you=${[]} />
    <main><${Story} current=${current} />
    <${Awaited} current=${current} />
    <${Players} view=${seen} size="2.4rem" /></main>
    <${Recap} current=${current} />
    ${
      live.paused &&
      html`<p class="tv-paused" role="status">
        ${live.asking ? t('Is anyone there?') : t('Paused')}
        <span class="tv-paused-note">${
          live.asking ? t('Tap any phone to resume the game.') : t('The host can resume the game.')
        }</span>
      </p>`
    }
  </div>`;
}

function toggleFull() {
  if (document.fullscreenElement) void document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {}); // Some frames do not allow it.
}

/** @param {{session: import('../session/session.js').Session, view: TableView, tools: any}} props */
function TvEnd({ session, view, tools }) {
  const told = useRecord(session, view, false);
  const edition = editions.value[view.settings.edition];
  const next = html`<div class="tv-next">
    <${EndCheck} view=${view} record=${told?.text} edition=${edition} untapped />
    <p class="soft">${t('The host can start another game.')}</p>
  </div>`;
  return html`<div class="telly tv-end">
    <header class="tv-bar"><${Title} />${next}${tools}</header>
    <main><${EndBoard} view=${view} /></main>
  </div>`;
}

/**
 * Show the lobby: everyone is in the cave's mouth, with the free places.
 * @param {{session: Session, view: TableView, tools: any}} props
 */
function TvLobby({ session, view, tools }) {
  const { home } = useHome();
  const code = session.code.value;
  const link = tableAddress(code, home);
  const edition = editions.value[view.settings.edition];
  const free = view.seats.filter((seat) => seat === null).length;
  useArrivals(view);
  return html`<div class="telly tv-lobby">
    <header class="tv-bar"><${Title} />${tools}</header>
    <main class="tv-lobby-body">
      <section class="tv-seats" aria-label=${t('Players')}>
        <${BigMouth} />
        <p class="soft tv-edition">${edition && tPlain(edition.name)}</p>
        <p class="tv-lead">${t('Go deeper for more gems, or leave while you can?')}</p>
        <ul>
          ${view.seats.map((seat, at) =>
            seat
              ? html`<${TvSeat} key=${at} view=${view} seat=${seat} />`
              : html`<li key=${at} class="tv-seat" aria-hidden="true"><${FreePlace} /></li>`,
          )}
        </ul>
        ${free > 0 && html`<p class="tv-free soft">${t('Free seats: {n}', { n: free })}</p>`}
      </section>
      <section class="tv-join" aria-label=${t('Invite')}>
        <${QrCode} text=${link} />
        <div>
          <p class="tv-join-words">${t('Scan the code or open this address:')}</p>
          <p class="tv-address" translate="no">${typedAddress(home)}</p>
          <p class="tv-join-words">${t('Table code')}</p>
          <p class="tv-code number" translate="no">${code}</p>
          <p class="soft">${t(
            'Phones must be on the same network as the host, unless the server is on the internet.',
          )}</p>
        </div>
      </section>
    </main>
  </div>`;
}

/** @param {{view: TableView, seat: Seat}} props */
function TvSeat({ view, seat }) {
  const away = isAway(view, seat);
  return html`<li class="tv-seat taken">
    <${Explorer} color=${seat.color} shape=${seat.shape} letter=${seat.letter}
        lantern=${away ? 'off' : seat.bot ? 'flicker' : 'steady'} />
    <p class="tv-seat-name" style=${`--letters:${longestWord(seat.name)}`}>
      <span>${seat.name}</span>
      <${BotSign} level=${seat.bot} />
    </p>
    ${
      seat.guest !== null &&
      seat.guest === view.host &&
      html`<p class="tv-host"><${Icon} name="crown" size="1em" /> ${t('host')}</p>`
    }
    ${away && html`<p class="soft">${t('away')}</p>`}
  </li>`;
}

/**
 * Play a sound for each player who sits down, different for each explorer.
 * @param {TableView} view
 */
function useArrivals(view) {
  const before = useRef(/** @type {TableView['seats'] | null} */ (null));
  useEffect(() => {
    const here = before.current;
    before.current = view.seats;
    if (!here) return;
    const come = view.seats.filter((seat, at) => seat && !here[at]);
    for (const [nth, seat] of come.entries()) play('arrive', seat?.shape, nth * 0.5);
  }, [view.seats]);
}

/** Draw the mouth of a cave as large as possible, in layers of paper. */
function BigMouth() {
  return html`<svg class="tv-mouth mouth open" viewBox="0 0 160 90" preserveAspectRatio="none" aria-hidden="true">
    <path class="mouth-1" d="M0 90 3 34 12 14 27 6 52 1 83 0 115 2 137 8 149 17 157 38 160 90z" />
    <path class="mouth-2" d="M5 90 8 37 17 19 32 11 55 6 84 5 111 7 132 13 144 22 152 41 155 90z" />
    <path class="mouth-3" d="M10 90 13 41 22 24 36 16 57 11 84 10 109 12 128 18 139 27 147 44 150 90z" />
    <path class="tv-ground" d="M0 90 2 78 18 74 39 77 62 73 88 76 113 72 137 76 158 74 160 90z" />
  </svg>`;
}

/** Draw a free place: a shadow and an outline. */
function FreePlace() {
  return html`<svg class="art explorer tv-place" viewBox="-3 0 58 74">
    <ellipse class="art-shadow" cx="24" cy="70.5" rx="17" ry="3" />
    <path d="M24 11.5a8.6 8.6 0 1 1-.01 0zM24 30c12 0 18 9 18 19S35 67 24 67 6 59 6 49s6-19 18-19z" />
  </svg>`;
}
