// @ts-check
/** The shared screen: the cave for the whole room. Nothing private is ever on it. */
import { Explorer } from '../art/explorers.js';
import { Icon } from '../art/icons.js';
import { go } from '../device/route.js';
import { html, useEffect } from '../html.js';
import { closeChests } from '../model/recap.js';
import { tableAddress } from '../net/api.js';
import { editions } from '../session/editions.js';
import { act } from '../ui/act.js';
import { BotSign } from '../ui/seat.js';
import { SoundSwitch } from '../ui/switches.js';
import { Title } from '../ui/title.js';
import { t, tPlain } from '../words/i18n.js';
import { caveTitle } from '../words/narration.js';
import { EndBoard } from './end.js';
import { QrCode, useHome } from './lobby/invite.js';
import { Clock } from './play/clock.js';
import { Players } from './play/players.js';
import { Recap } from './play/recap.js';
import { Awaited, Scene, Story } from './play/screen.js';

/**
 * @typedef {import('../session/current-table.js').CurrentTable} CurrentTable
 * @typedef {import('../model/types.js').TableView} TableView
 * @param {{current: CurrentTable}} props
 */
export function TvScreen({ current }) {
  const { session, stage } = current;
  const live = /** @type {TableView} */ (session.view.value);
  useEffect(() => stage.settle(), [live]);
  // Letters are larger here than on a laptop with as many pixels: this one is read from the sofa.
  useEffect(() => {
    document.documentElement.classList.add('tv');
    return () => document.documentElement.classList.remove('tv');
  }, []);
  // A device that came as a guest first and holds no seat becomes the screen by its address alone.
  useEffect(() => {
    const me = live.guests.find(({ guest }) => guest === live.you);
    if (me && !me.screen) void act(session, 'BeScreen', { screen: true });
  }, [live.you]);
  const stop = async () => {
    await act(session, 'BeScreen', { screen: false });
    go(`/t/${session.code.peek()}`);
  };
  const tools = html`<div class="row tv-tools">
    <${SoundSwitch} />
    ${
      typeof document.documentElement.requestFullscreen === 'function' &&
      html`<button class="btn quiet icon" type="button" aria-label=${t('Full screen')}
          onClick=${() => toggleFull()}><${Icon} name="full" /></button>`
    }
    <button class="btn quiet icon" type="button" aria-label=${t('Stop being the shared screen')}
        onClick=${stop}><${Icon} name="close" /></button>
  </div>`;
  if (live.phase === 'lobby') return html`<${TvLobby} session=${session} view=${live} tools=${tools} />`;
  if (live.phase === 'over' && !stage.playing.value) {
    const next = html`<p class="soft">${t('The host can start another game.')}</p>`;
    return html`<div class="telly tv-end">
      <header class="tv-bar"><${Title} />${tools}</header>
      <main><${EndBoard} view=${live} next=${next} /></main>
    </div>`;
  }
  // Nobody's closed chest is open here, also where a player's own device is the screen.
  const shown = closeChests(stage.shown.value ?? live, null);
  return html`<div class="telly">
    <header class="tv-bar">
      <h1 class="play-title">${caveTitle(shown.game)}</h1>
      <${Clock} session=${session} />
      ${tools}
    </header>
    <${Scene} current=${current} mode="tv" you=${[]} />
    <main><${Story} current=${current} />
    <${Awaited} current=${current} />
    <${Players} view=${shown} live=${stage.playing.value ? shown : live} size="2.4rem" /></main>
    <${Recap} current=${current} />
    ${
      live.paused &&
      html`<p class="tv-paused" role="status">
        ${live.asking ? t('Is anybody there?') : t('Paused')}
        <span class="tv-paused-note">${
          live.asking ? t('Tap on a phone, and the game goes on.') : t('The host can resume the game.')
        }</span>
      </p>`
    }
  </div>`;
}

function toggleFull() {
  if (document.fullscreenElement) void document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {}); // Some frames may not.
}

/** @param {{session: import('../session/session.js').Session, view: TableView, tools: any}} props */
function TvLobby({ session, view, tools }) {
  const { home } = useHome();
  const code = session.code.value;
  const link = tableAddress(code, home);
  const edition = editions.value[view.settings.edition];
  const shownHome = home.replace(/^https?:\/\//, '').replace(/\/$/, '');
  return html`<div class="telly tv-lobby">
    <div class="parade-ground" aria-hidden="true"></div>
    <header class="tv-bar"><${Title} />${tools}</header>
    <main class="tv-lobby-body">
      <section class=${`tv-seats ${view.seats.filter(Boolean).length > 4 ? 'many' : ''}`} aria-label=${t('Players')}>
        <p class="soft tv-edition">${edition && tPlain(edition.name)}</p>
        <p class="tv-lead">${t('Go deeper for more gems, or leave in time with what you carry?')}</p>
        <ul>
          ${view.seats.map(
            (seat) =>
              seat &&
              html`<li key=${seat.seat} class="tv-seat">
              <${Explorer} colour=${seat.colour} shape=${seat.shape} letter=${seat.letter}
                  lantern=${seat.bot ? 'flicker' : 'steady'} />
              <p class="tv-seat-name"><span>${seat.name}</span> <${BotSign} level=${seat.bot} /></p>
            </li>`,
          )}
        </ul>
      </section>
      <section class="tv-join" aria-label=${t('Invite')}>
        <${QrCode} text=${link} />
        <div>
          <p class="tv-join-words">${t('Scan the picture, or open this address:')}</p>
          <p class="tv-address" translate="no">${shownHome}</p>
          <p class="tv-join-words">${t('Table code')}</p>
          <p class="tv-code number" translate="no">${code}</p>
          <p class="soft">${t(
            'Phones must be in the same network as the host, unless the server is on the ' + 'internet.',
          )}</p>
        </div>
      </section>
    </main>
  </div>`;
}
