// @ts-check
/** The menu for rare actions in a game: pause, people, this device, leaving. */
import { Icon } from '../../art/icons.js';
import { forgetTable } from '../../device/memory.js';
import { go, rulesAddress } from '../../device/route.js';
import { html, useEffect, useRef, useState } from '../../html.js';
import { isAbsent, isAwaited, isKeeper } from '../../model/absence.js';
import { isAlone, ownSeats } from '../../model/seats.js';
import { act, leaveTable } from '../../session/current-table.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { Habits } from '../../ui/page.js';
import { SeatBadge } from '../../ui/seat.js';
import { t } from '../../words/i18n.js';
import { Invite, OfferSeat, SentAway } from '../lobby/invite.js';

/** @import { TableView } from '../../model/types.js' */
/** @import { Session } from '../../session/session.js' */

/** @param {{session: Session, onClose: () => void, onHand?: () => void, hand?: boolean}} props */
export function Menu({ session, onClose, onHand, hand }) {
  const view = /** @type {TableView} */ (session.view.value);
  const hosting = session.hosting.value;
  const own = ownSeats(view);
  const alone = isAlone(view);
  const [inviting, setInviting] = useState(false);
  // Close the menu when its seat has moved to another device.
  const had = useRef(own.length);
  useEffect(() => {
    if (own.length < had.current) onClose();
    had.current = own.length;
  }, [own.length]);
  const going = ['hashes', 'nonces', 'cave', 'break'].includes(view.phase);
  /** @param {string} type @param {Record<string, unknown>} [fields] */
  const say = (type, fields) => {
    void act(session, type, fields);
    onClose();
  };
  const leave = async () => {
    await act(session, 'LeaveTable');
    forgetTable(view.table);
    leaveTable();
    go('/');
  };
  const title = alone ? t('Menu') : t('Table {code}', { code: session.code.value });
  const away = alone ? t('Quit game') : t('Leave the table');
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <div class="stack menu">
      ${
        hosting &&
        going &&
        !alone &&
        html`<button class="btn wide" type="button" onClick=${() => say(view.paused ? 'Resume' : 'Pause')}>
        <${Icon} name=${view.paused ? 'play' : 'pause'} /> <span>${view.paused ? t('Resume') : t('Pause')}</span>
      </button>`
      }
      ${
        onHand &&
        html`<button class="btn wide" type="button" onClick=${() => {
          onHand();
          onClose();
        }}>
        <${Icon} name=${hand ? 'screen' : 'phone'} />
        <span>${hand ? t('Show the cave here') : t('Just my buttons')}</span>
      </button>`
      }
      <a class="btn wide" href=${rulesAddress()} onClick=${onClose}>
        <${Icon} name="book" /> <span>${t('Rules')}</span>
      </a>
      <details class="menu-more">
        <summary>${t('Language and display')}</summary>
        <${Habits} />
      </details>
      ${
        !alone &&
        html`<details class="menu-more" onToggle=${(/** @type {any} */ event) => setInviting(event.currentTarget.open)}>
        <summary>${t('Invite')}</summary>
        ${inviting && html`<${Invite} session=${session} view=${view} />`}
      </details>`
      }
      <details class="menu-more">
        <summary>${t('Fair shuffle')}</summary>
        <p class="small">${t(
          'The card order was set before the first card was turned. At the end, your device checks ' +
            'every card against the fingerprint below.',
        )}</p>
        <code class="fingerprint">${view.fairness.commitment}</code>
      </details>
      ${(alone ? [] : own).map((at) => {
        const seat = view.seats[at];
        return (
          seat &&
          html`<div key=${at} class="row"><${SeatBadge} seat=${seat} /> <${OfferSeat} session=${session}
              seat=${seat} /></div>`
        );
      })}
      ${hosting && html`<${People} session=${session} view=${view} going=${going} />`}
      ${hosting && html`<${SentAway} session=${session} view=${view} />`}
      ${hosting && going && html`<${Confirm} label=${t('End game early')} onConfirm=${() => say('EndGame')} />`}
      <${Confirm} label=${own.length ? away : t('Stop watching')} onConfirm=${leave} />
      ${
        !alone &&
        isKeeper(view) &&
        html`<${Confirm} label=${t('Close table for everyone')} onConfirm=${() => say('CloseTable')} />`
      }
    </div>
  <//>`;
}

/** @param {{session: Session, view: TableView, going: boolean}} props */
function People({ session, view, going }) {
  const people = view.seats.filter((seat) => seat !== null && seat.guest !== null && seat.guest !== view.you);
  if (!people.length) return null;
  return html`<details class="menu-more">
    <summary>${t('Players')}</summary>
    <ul class="stack tight">
      ${people.map(
        (seat) =>
          seat &&
          html`<li key=${seat.seat} class="row">
          <${SeatBadge} seat=${seat} /> <span id=${`menu-name-${seat.seat}`}>${seat.name}</span>
          ${
            going &&
            !seat.stand_in &&
            isAwaited(view, seat, session.now(), session.askedAt) &&
            html`<button class="btn" type="button" aria-describedby=${`menu-name-${seat.seat}`}
                onClick=${() => act(session, 'LetBotPlay', { seat: seat.seat })}>${t('Let a bot play')}</button>`
          }
          <${Confirm} label=${t('Make {name} the host', { name: seat.name })} kind=""
              onConfirm=${() => act(session, 'HandOver', { guest: seat.guest })} />
          ${
            seat.guest !== view.keeper &&
            html`<${Confirm} label=${t('Remove {name}', { name: seat.name })} kind="warn"
              onConfirm=${() => act(session, 'Kick', { guest: seat.guest })} />
            <${Confirm} label=${t("Block {name}'s network", { name: seat.name })} kind="warn"
              onConfirm=${() => act(session, 'Kick', { guest: seat.guest, block: true, network: true })} />`
          }
          ${
            isAbsent(view, seat, session.now()) &&
            html`<${OfferSeat} session=${session}
              seat=${seat} />`
          }
        </li>`,
      )}
    </ul>
  </details>`;
}
