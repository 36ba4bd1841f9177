// @ts-check
/**
 * One seat of the lobby: its name and looks, and what can be done with whoever sits there.
 *
 * @typedef {import('../../session/session.js').Session} Session
 * @typedef {import('../../model/types.js').TableView} TableView
 * @typedef {import('../../model/types.js').Seat} Seat
 */
import { Badge, EXPLORERS } from '../../art/explorers.js';
import { rememberFigure, rememberName } from '../../device/names.js';
import { html, useEffect, useRef, useState } from '../../html.js';
import { isAbsent } from '../../model/absence.js';
import { act } from '../../ui/act.js';
import { Confirm } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { mark, t, tRefusal } from '../../words/i18n.js';
import { OfferSeat } from '../seats/offer-seat.js';
import { Figures } from './figures.js';

const COLORS = [
  mark('brick'),
  mark('straw'),
  mark('moss'),
  mark('sky'),
  mark('indigo'),
  mark('rose'),
  mark('chalk'),
  mark('plum'),
];

/** @param {{session: Session, view: TableView, seat: Seat, onClose: () => void}} props */
export function SeatDialog({ session, view, seat, onClose }) {
  const mine = seat.guest !== null && seat.guest === view.you;
  const bot = seat.guest === null;
  // Whoever sits here now, perhaps on another device, is not whom this was opened for.
  const holder = useRef(seat.guest);
  useEffect(() => {
    if (seat.guest !== holder.current) onClose();
  }, [seat.guest]);
  return html`<${Dialog} title=${seat.name} onClose=${onClose}>
    <div class="stack">
      ${(mine || bot) && html`<${NameForm} session=${session} seat=${seat} mine=${mine} />`}
      ${mine && html`<${Dress} session=${session} view=${view} seat=${seat} />`}
      <div class="row">
        ${
          mine &&
          html`<${OfferSeat} session=${session} seat=${seat} />
          <button class="btn warn" type="button" onClick=${() => {
            void act(session, 'LeaveSeat', { seat: seat.seat });
            onClose();
          }}>
            ${t('Stand up')}
          </button>`
        }
        ${
          bot &&
          html`<button class="btn warn" type="button" onClick=${() => {
            void act(session, 'RemoveBot', { seat: seat.seat });
            onClose();
          }}>
          ${t('Send the bot away')}
        </button>`
        }
      </div>
      ${!mine && !bot && html`<${GuestActions} session=${session} view=${view} seat=${seat} onDone=${onClose} />`}
    </div>
  <//>`;
}

/** @param {{session: Session, seat: Seat, mine: boolean}} props */
function NameForm({ session, seat, mine }) {
  const [name, setName] = useState(seat.name);
  const [problem, setProblem] = useState(/** @type {import('../../model/types.js').Refusal | null} */ (null));
  /** @param {Event} submit */
  const rename = async (submit) => {
    submit.preventDefault();
    const answer = await session.send('Rename', { seat: seat.seat, name });
    setProblem(answer.refusal ?? null);
    if (!answer.refusal && mine) rememberName(name.trim());
    const other = answer.refusal?.params.suggestion;
    if (typeof other === 'string') setName(other);
  };
  return html`<form class="field" onSubmit=${rename}>
    <label for="seat-name">${t('Name')}</label>
    <div class="join-row">
      <input id="seat-name" class="input" value=${name} maxlength="40" autocomplete="off" spellcheck="false"
        aria-describedby="name-problem"
        onInput=${(/** @type {any} */ typed) => setName(typed.currentTarget.value)} />
      <button class="btn" type="submit">${t('Rename')}</button>
    </div>
    <p id="name-problem" class="bad-note" role="alert">${problem && tRefusal(problem)}</p>
  </form>`;
}

/** @param {{session: Session, view: TableView, seat: Seat}} props */
function Dress({ session, view, seat }) {
  const others = view.seats.filter((one) => one !== null && one.seat !== seat.seat);
  /** @param {Partial<Seat>} change */
  const dress = (change) => {
    const { color, shape } = { ...seat, ...change };
    void act(session, 'Dress', { seat: seat.seat, color, shape });
  };
  /** @param {'color' | 'shape'} what */
  const taken = (what) => others.flatMap((one) => (one ? [one[what]] : []));
  return html`<div class="stack">
    <div>
      <p class="label">${t('Your explorer')}</p>
      <${Figures} label=${t('Shape')} chosen=${seat.shape} taken=${taken('shape')} color=${seat.color}
          letter=${seat.letter} onPick=${(/** @type {number} */ shape) => {
            rememberFigure(shape);
            dress({ shape });
          }} />
    </div>
    <div>
      <p class="label">${t('Color')}</p>
      <div class="looks" role="radiogroup" aria-label=${t('Color')}>
        ${EXPLORERS.map(
          (_, color) => html`<button key=${color} class=${`look ${seat.color === color ? 'on' : ''}`} type="button"
              role="radio" aria-checked=${seat.color === color} disabled=${taken('color').includes(color)}
              aria-label=${t(COLORS[color])} onClick=${() => dress({ color })}>
            <${Badge} color=${color} shape=${seat.shape} letter=${seat.letter} size="2.4rem" />
          </button>`,
        )}
      </div>
    </div>
  </div>`;
}

/** @param {{session: Session, view: TableView, seat: Seat, onDone: () => void}} props */
function GuestActions({ session, view, seat, onDone }) {
  /**
   * @param {string} type
   * @param {Record<string, unknown>} fields
   */
  const say = (type, fields) => {
    void act(session, type, fields);
    onDone();
  };
  return html`<div class="stack">
    ${isAbsent(view, seat, session.now()) && html`<${OfferSeat} session=${session} seat=${seat} />`}
    <${Confirm} label=${t('Make {name} the host', { name: seat.name })} kind=""
        onConfirm=${() => say('HandOver', { guest: seat.guest })} />
    ${
      seat.guest !== view.keeper &&
      html`<${Confirm} label=${t('Send {name} away', { name: seat.name })} kind="warn"
        onConfirm=${() => say('Kick', { guest: seat.guest })} />
    <${Confirm} label=${t('Send {name} away for good', { name: seat.name })} kind="warn"
        onConfirm=${() => say('Kick', { guest: seat.guest, block: true })} />`
    }
  </div>`;
}
