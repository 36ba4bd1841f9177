// @ts-check
/** The seats of the lobby: people, bots, free places, and what can be done with each. */
import { Icon } from '../../art/icons.js';
import { madeUpName } from '../../device/names.js';
import { html, useState } from '../../html.js';
import { isAway, namesAt, ownSeats } from '../../model/seats.js';
import { act } from '../../ui/act.js';
import { BotSign, botIcon, SeatBadge } from '../../ui/seat.js';
import { t } from '../../words/i18n.js';
import { STRENGTHS, strengthWord } from '../../words/people.js';
import { SeatDialog } from './seat-dialog.js';
import { SentAway } from './sent-away.js';

/**
 * @typedef {import('../../session/session.js').Session} Session
 * @typedef {import('../../model/types.js').TableView} TableView
 * @typedef {import('../../model/types.js').Seat} Seat
 */

/** @param {{session: Session, view: TableView}} props */
export function Seats({ session, view }) {
  const [open, setOpen] = useState(/** @type {number | null} */ (null));
  const own = ownSeats(view);
  const free = view.seats.filter((seat) => seat === null).length;
  const hosting = session.hosting.value;
  const players = view.seats.length - free;
  const addPlayer = async () => {
    const answer = await act(session, 'TakeSeat', { name: madeUpName(namesAt(view)) });
    const after = session.view.peek();
    // The made-up name is only a suggestion.
    if (after && !answer.refusal) setOpen(ownSeats(after).find((at) => !own.includes(at)) ?? null);
  };
  const onlookers = view.guests.filter(
    ({ guest, screen, present }) =>
      present && !screen && guest !== view.you && !view.seats.some((seat) => seat?.guest === guest),
  ).length;
  return html`<div class="stack">
    <ul class="seats">
      ${view.seats.map(
        (seat, at) =>
          seat &&
          html`<li key=${at}><${SeatRow} session=${session} view=${view} seat=${seat}
              onOpen=${() => setOpen(at)} /></li>`,
      )}
      ${
        free > 0 &&
        html`<li class="seat-row free">
          <span class="seat-hole" aria-hidden="true"></span>
          <span class="soft">${t('Free seats: {n}', { n: free })}</span>
        </li>`
      }
    </ul>
    <div class="row">
      ${
        own.length > 0 &&
        free > 0 &&
        html`<button class="btn" type="button" onClick=${addPlayer}>
          <${Icon} name="pass" /> <span>${t('Another player on this device')}</span>
        </button>`
      }
    </div>
    ${hosting && free > 0 && html`<${AddBot} session=${session} players=${players} />`}
    ${onlookers > 0 && html`<p class="small soft">${t('Watching: {n}', { n: onlookers })}</p>`}
    ${hosting && html`<${Others} session=${session} view=${view} />`}
    ${hosting && html`<${SentAway} session=${session} view=${view} />`}
    ${
      open !== null &&
      view.seats[open] &&
      html`<${SeatDialog} session=${session} view=${view} seat=${view.seats[open]} onClose=${() => setOpen(null)} />`
    }
  </div>`;
}

/** @param {{session: Session, players: number}} props */
function AddBot({ session, players }) {
  return html`<div class="add-bot" role="group" aria-label=${t('Add a bot')}>
    <p class="label">${t('Add a bot')}</p>
    <div class="row">
      ${Object.keys(STRENGTHS).map(
        (level) => html`<button key=${level} class="btn" type="button"
            onClick=${() => act(session, 'FillWithBots', { players: players + 1, level })}>
          <${Icon} name=${botIcon(level)} /> <span>${strengthWord(level)}</span>
        </button>`,
      )}
    </div>
  </div>`;
}

/** @param {{session: Session, view: TableView, seat: Seat, onOpen: () => void}} props */
function SeatRow({ session, view, seat, onOpen }) {
  const mine = seat.guest !== null && seat.guest === view.you;
  const host = seat.guest !== null && seat.guest === view.host;
  const away = isAway(view, seat);
  const can = mine || session.hosting.value;
  return html`<div class=${`seat-row ${mine ? 'mine' : ''}`}>
    <${SeatBadge} seat=${seat} size="2.6rem" />
    <div class="seat-words">
      <p class="seat-name">${seat.name}</p>
      <p class="small soft seat-notes">
        ${seat.bot && html`<${BotSign} level=${seat.bot} /><span aria-hidden="true">${strengthWord(seat.bot)}</span>`}
        ${mine && html`<span>${t('you')}</span>`}
        ${host && html`<span class="host-note"><${Icon} name="crown" size="1em" /> ${t('host')}</span>`}
        ${away && html`<span>${t('away')}</span>`}
      </p>
    </div>
    ${
      can &&
      html`<button class="btn quiet icon" type="button" aria-label=${t('Change {name}', { name: seat.name })}
          onClick=${onOpen}>
      <${Icon} name="settings" />
    </button>`
    }
  </div>`;
}

/**
 * Guests without a seat, whom the host may send away too.
 * @param {{session: Session, view: TableView}} props
 */
function Others({ session, view }) {
  const idle = view.guests.filter(
    ({ guest, present }) => guest !== view.you && present && !view.seats.some((seat) => seat?.guest === guest),
  );
  if (!idle.length) return null;
  return html`<ul class="others">
    ${idle.map(
      ({ guest, screen }, at) => html`<li key=${guest} class="row">
        <${Icon} name=${screen ? 'screen' : 'eye'} size="1.2em" />
        <span class="soft">${screen ? t('Shared screen') : t('Spectator {guest}', { guest: at + 1 })}</span>
        <button class="btn quiet" type="button"
            onClick=${() => act(session, 'Kick', { guest })}>${t('Send away')}</button>
      </li>`,
    )}
  </ul>`;
}
