// @ts-check
/** The lobby before the game: seats, invitations and settings. */
import { Icon } from '../../art/icons.js';
import { go, rulesAddress } from '../../device/route.js';
import { html, useState } from '../../html.js';
import { ownSeats } from '../../model/seats.js';
import { act } from '../../session/current-table.js';
import { editions } from '../../session/editions.js';
import { Page } from '../../ui/page.js';
import { t, tn } from '../../words/i18n.js';
import { ClaimSeat, SitDown, StandIn } from '../sit-down.js';
import { Invite } from './invite.js';
import { Options, SettingsSummary } from './options.js';
import { Figures, Seats } from './seats.js';

/** @import { TableView } from '../../model/types.js' */
/** @import { Session } from '../../session/session.js' */

/** @param {{session: Session}} props */
export function LobbyScreen({ session }) {
  const view = /** @type {TableView} */ (session.view.value);
  const hosting = session.hosting.value;
  const own = ownSeats(view);
  return html`<${Page} title=${t('Table {code}', { code: session.code.value })} back="#/" wide>
    <div class="lobby">
      <section class="lobby-seats sheet stack" aria-label=${t('Players')}>
        ${own.length === 0 && html`<${SitDown} session=${session} view=${view} figures=${Figures} />`}
        <${StandIn} session=${session} view=${view} own=${own} />
        <${Seats} session=${session} view=${view} />
        ${own.length === 0 && html`<${ClaimSeat} session=${session} />`}
      </section>
      <section class="lobby-invite sheet stack" aria-label=${t('Invite')}>
        <${Invite} session=${session} view=${view} />
        <${Devices} session=${session} view=${view} />
      </section>
      <section class="lobby-options sheet stack" aria-label=${t('Game settings')}>
        ${
          hosting
            ? html`<${Options} session=${session} view=${view} />`
            : html`<${SettingsSummary} settings=${view.settings} />`
        }
        <a class="btn quiet" href=${rulesAddress()}><${Icon} name="book" /> ${t('Rules')}</a>
      </section>
    </div>
    <${StartBar} session=${session} view=${view} />
  <//>`;
}

/**
 * Show this device's role at the table, and let the user change it.
 * @param {{session: Session, view: TableView}} props
 */
function Devices({ session, view }) {
  const own = ownSeats(view);
  const [asked, setAsked] = useState(false);
  const beScreen = async () => {
    for (const seat of own) await act(session, 'LeaveSeat', { seat });
    await act(session, 'BeScreen', { screen: true });
    go(`/tv/${session.code.peek()}`);
  };
  return html`<div class="stack devices">
    <button class="btn wide" type="button" onClick=${() => (own.length ? setAsked(!asked) : beScreen())}>
      <${Icon} name="screen" /> <span>${t('Use as shared screen')}</span>
    </button>
    ${
      asked &&
      html`<p class="small soft">
      ${t(
        'For the shared screen, use a TV or laptop that everyone can see. Nobody plays on that ' +
          "device, so you'll give up your seat here.",
      )}
      <button class="btn" type="button" onClick=${beScreen}>${t('Use this device as the screen')}</button>
    </p>`
    }
  </div>`;
}

/** @param {{session: Session, view: TableView}} props */
function StartBar({ session, view }) {
  const edition = editions.value[view.settings.edition];
  const players = view.seats.filter((seat) => seat !== null).length;
  const least = edition?.players.least ?? 2;
  const hosting = session.hosting.value;
  if (!hosting) {
    return html`<div class="startbar"><p class="soft"
        role="status">${t('The host starts the game when everyone is seated.')}</p></div>`;
  }
  const missing = least - players;
  const fillAndStart = () => {
    void act(session, 'FillWithBots', { players: least });
    void act(session, 'Start');
  };
  return html`<div class="startbar">
    ${
      missing > 0
        ? html`<button class="btn" type="button" onClick=${fillAndStart}>
          ${tn('Add {n} bot and start', 'Add {n} bots and start', missing)}
        </button>`
        : html`<p class="soft">${tn('{n} player', '{n} players', players)}</p>`
    }
    <button class="btn main big" type="button" disabled=${missing > 0} onClick=${() => act(session, 'Start')}>
      <${Icon} name="play" /> ${t('Start')}
    </button>
  </div>`;
}
