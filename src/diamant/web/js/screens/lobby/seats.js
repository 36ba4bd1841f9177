// @ts-check
/** The seats of the lobby: people, bots and free places, and a dialog with the actions for each. */

import { Badge, EXPLORERS, Explorer } from '../../art/explorers.js';
import { Icon } from '../../art/icons.js';
import { madeUpName, rememberFigure, rememberName } from '../../device/memory.js';
import { html, useEffect, useRef, useState } from '../../html.js';
import { isAbsent } from '../../model/absence.js';
import { isAway, namesAt, ownSeats } from '../../model/seats.js';
import { act } from '../../session/current-table.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { typed } from '../../ui/fields.js';
import { BotSign, botIcon, SeatBadge } from '../../ui/seat.js';
import { mark, t, tRefusal } from '../../words/i18n.js';
import { STRENGTHS, strengthWord } from '../../words/people.js';
import { OfferSeat, SentAway } from './invite.js';

/** @import { Refusal, Seat, TableView } from '../../model/types.js' */
/** @import { Session } from '../../session/session.js' */

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
          <${Icon} name="pass" /> <span>${t('Add player on this device')}</span>
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
      html`<button class="btn quiet icon" type="button" aria-label=${t('Edit {name}', { name: seat.name })}
          onClick=${onOpen}>
      <${Icon} name="settings" />
    </button>`
    }
  </div>`;
}

/**
 * Show guests without a seat, whom the host may remove too.
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
            onClick=${() => act(session, 'Kick', { guest })}>${t('Remove')}</button>
        <${Confirm} label=${t('Block this network')} kind="warn"
            onConfirm=${() => act(session, 'Kick', { guest, block: true, network: true })} />
      </li>`,
    )}
  </ul>`;
}

// One seat of the lobby: its name and looks, and the actions for its player.

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
function SeatDialog({ session, view, seat, onClose }) {
  const mine = seat.guest !== null && seat.guest === view.you;
  const bot = seat.guest === null;
  // The seat may have a new player, perhaps on another device, since the dialog opened.
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
          ${t('Remove bot')}
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
  const [problem, setProblem] = useState(/** @type {Refusal | null} */ (null));
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
        onInput=${typed(setName)} />
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
  /** @param {string} type @param {Record<string, unknown>} fields */
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
      html`<${Confirm} label=${t('Remove {name}', { name: seat.name })} kind="warn"
        onConfirm=${() => say('Kick', { guest: seat.guest })} />
    <${Confirm} label=${t('Block {name}', { name: seat.name })} kind="warn"
        onConfirm=${() => say('Kick', { guest: seat.guest, block: true })} />
    <${Confirm} label=${t("Block {name}'s network", { name: seat.name })} kind="warn"
        onConfirm=${() => say('Kick', { guest: seat.guest, block: true, network: true })} />`
    }
  </div>`;
}

// The eight explorers to pick from, in one color or each in its own.

const SHAPES = [
  mark('circle'),
  mark('triangle'),
  mark('square'),
  mark('rhombus'),
  mark('star'),
  mark('hexagon'),
  mark('cross'),
  mark('heart'),
];

/**
 * @param {{label: string, chosen: number | null, taken: number[], color?: number, letter?: string,
 *   onPick: (shape: number) => void}} props `taken` by others; `color` if already chosen
 */
export function Figures({ label, chosen, taken, color, letter, onPick }) {
  return html`<div class="looks figures" role="radiogroup" aria-label=${label}>
    ${EXPLORERS.map(
      (_, shape) => html`<button key=${shape} class=${`look figure ${chosen === shape ? 'on' : ''}`} type="button"
          role="radio" aria-checked=${chosen === shape} disabled=${taken.includes(shape)} aria-label=${t(SHAPES[shape])}
          onClick=${() => onPick(shape)}>
        <${Explorer} color=${color ?? shape} shape=${shape} letter=${letter} size="3.9rem" lantern="none"
            mood=${chosen === shape ? 'happy' : 'calm'} />
      </button>`,
    )}
  </div>`;
}
