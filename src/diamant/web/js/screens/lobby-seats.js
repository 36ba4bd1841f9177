// @ts-check
/** The seats of the lobby: people, bots, free places, and what can be done with each. */
import { Badge, EXPLORERS } from '../art/explorers.js';
import { Icon } from '../art/icons.js';
import { html, useState } from '../html.js';
import { mark, t, tRefusal } from '../i18n.js';
import { ownSeats } from '../state/fold.js';
import { madeUpName, rememberName, rememberedName } from '../state/names.js';
import { act } from '../state/place.js';
import { STRENGTHS, strengthWord } from '../state/words.js';
import { Dialog } from '../ui/dialog.js';
import { BotSign, LETTERS, SeatBadge, botIcon } from '../ui/seat.js';

/**
 * @typedef {import('../state/session.js').Session} Session
 * @typedef {import('../state/types.js').View} View
 * @typedef {import('../state/types.js').Seat} Seat
 */

const COLOURS = [mark('brick'), mark('straw'), mark('moss'), mark('sky'), mark('indigo'), mark('rose'), mark('chalk'), mark('plum')];
const SHAPES = [mark('circle'), mark('triangle'), mark('square'), mark('lozenge'), mark('star'), mark('hexagon'), mark('cross'), mark('heart')];

/** @param {View} view */
function namesAt(view) {
  return view.seats.map((seat) => seat?.name ?? '');
}

/**
 * The first thing a guest sees: his name is there already.
 * @param {{session: Session, view: View}} props
 */
export function SitDown({ session, view }) {
  const [name, setName] = useState(() => rememberedName(namesAt(view)));
  const [problem, setProblem] = useState('');
  /** @param {Event} submit */
  const sit = async (submit) => {
    submit.preventDefault();
    const answer = await session.send('TakeSeat', { name });
    if (!answer.refusal) {
      rememberName(name.trim());
      return;
    }
    setProblem(tRefusal(answer.refusal));
    const other = answer.refusal.params.suggestion;
    if (typeof other === 'string') setName(other);
  };
  const game = view.phase !== 'lobby';
  return html`<form class="sit stack" onSubmit=${sit}>
    <div class="field">
      <label for="sit-name">${t('Your name')}</label>
      <div class="join-row">
        <input
          id="sit-name"
          class="input"
          value=${name}
          maxlength="40"
          autocomplete="nickname"
          spellcheck="false"
          aria-describedby="sit-problem"
          onInput=${(/** @type {any} */ typed) => setName(typed.currentTarget.value)}
        />
        <button class="btn main" type="submit">${game ? t('Take a bot’s seat') : t('Sit down')}</button>
      </div>
      <p id="sit-problem" class="bad-note" role="alert">${problem}</p>
    </div>
  </form>`;
}

/** @param {{session: Session, view: View}} props */
export function Seats({ session, view }) {
  const [open, setOpen] = useState(/** @type {number | null} */ (null));
  const own = ownSeats(view);
  const free = view.seats.filter((seat) => seat === null).length;
  const hosting = session.hosting.value;
  const players = view.seats.length - free;
  const addPlayer = async () => {
    await act(session, 'TakeSeat', { name: madeUpName(namesAt(view)) });
  };
  const onlookers = view.guests.filter(
    ({ guest, screen }) =>
      !screen && guest !== view.you && !view.seats.some((seat) => seat?.guest === guest),
  ).length;
  return html`<div class="stack">
    <ul class="seats">
      ${view.seats.map(
        (seat, at) => seat && html`<li key=${at}><${SeatRow} session=${session} view=${view} seat=${seat} onOpen=${() => setOpen(at)} /></li>`,
      )}
      ${free > 0 &&
      html`<li class="seat-row free"><span class="seat-hole" aria-hidden="true"></span><span class="soft">${t('Free seats: {n}', { n: free })}</span></li>`}
    </ul>
    <div class="row">
      ${own.length > 0 && free > 0 &&
      html`<button class="btn" type="button" onClick=${addPlayer}><${Icon} name="pass" /> ${t('Another player on this device')}</button>`}
    </div>
    ${hosting && free > 0 && html`<${AddBot} session=${session} players=${players} />`}
    ${onlookers > 0 && html`<p class="small soft">${t('Looking on: {n}', { n: onlookers })}</p>`}
    ${hosting && html`<${Others} session=${session} view=${view} />`}
    ${open !== null && view.seats[open] &&
    html`<${SeatDialog} session=${session} view=${view} seat=${view.seats[open]} onClose=${() => setOpen(null)} />`}
  </div>`;
}

/** @param {{session: Session, players: number}} props */
function AddBot({ session, players }) {
  return html`<div class="add-bot" role="group" aria-label=${t('Add a bot')}>
    <p class="label">${t('Add a bot')}</p>
    <div class="row">
      ${Object.keys(STRENGTHS).map(
        (level) => html`<button key=${level} class="btn" type="button" onClick=${() => act(session, 'FillWithBots', { players: players + 1, level })}>
          <${Icon} name=${botIcon(level)} /> ${strengthWord(level)}
        </button>`,
      )}
    </div>
  </div>`;
}

/** @param {{session: Session, view: View, seat: Seat, onOpen: () => void}} props */
function SeatRow({ session, view, seat, onOpen }) {
  const mine = seat.guest !== null && seat.guest === view.you;
  const host = seat.guest !== null && seat.guest === view.host;
  const guest = view.guests.find((known) => known.guest === seat.guest);
  const away = seat.guest !== null && !guest?.present;
  const can = mine || session.hosting.value;
  return html`<div class=${`seat-row ${mine ? 'mine' : ''}`}>
    <${SeatBadge} seat=${seat} size="2.6rem" />
    <div class="seat-words">
      <p class="seat-name">${seat.name}</p>
      <p class="small soft seat-notes">
        ${seat.bot && html`<${BotSign} level=${seat.bot} /><span>${strengthWord(seat.bot)}</span>`}
        ${mine && html`<span>${t('you')}</span>`}
        ${host && html`<span class="host-note"><${Icon} name="crown" size="1em" /> ${t('host')}</span>`}
        ${away && html`<span>${t('away')}</span>`}
      </p>
    </div>
    ${can &&
    html`<button class="btn quiet icon" type="button" aria-label=${t('Change {name}', { name: seat.name })} onClick=${onOpen}>
      <${Icon} name="settings" />
    </button>`}
  </div>`;
}

/** @param {{session: Session, view: View, seat: Seat, onClose: () => void}} props */
function SeatDialog({ session, view, seat, onClose }) {
  const mine = seat.guest !== null && seat.guest === view.you;
  const bot = seat.guest === null;
  return html`<${Dialog} title=${seat.name} onClose=${onClose}>
    <div class="stack">
      ${(mine || bot) && html`<${NameForm} session=${session} seat=${seat} mine=${mine} />`}
      ${mine && html`<${Dress} session=${session} view=${view} seat=${seat} />`}
      <div class="row">
        ${mine &&
        html`<${OfferSeat} session=${session} seat=${seat} />
          <button class="btn warn" type="button" onClick=${() => { void act(session, 'LeaveSeat', { seat: seat.seat }); onClose(); }}>
            ${t('Stand up')}
          </button>`}
        ${bot &&
        html`<button class="btn warn" type="button" onClick=${() => { void act(session, 'RemoveBot', { seat: seat.seat }); onClose(); }}>
          ${t('Send the bot away')}
        </button>`}
      </div>
      ${!mine && !bot && html`<${GuestActions} session=${session} view=${view} seat=${seat} onDone=${onClose} />`}
    </div>
  <//>`;
}

/** @param {{session: Session, seat: Seat, mine: boolean}} props */
function NameForm({ session, seat, mine }) {
  const [name, setName] = useState(seat.name);
  const [problem, setProblem] = useState('');
  /** @param {Event} submit */
  const rename = async (submit) => {
    submit.preventDefault();
    const answer = await session.send('Rename', { seat: seat.seat, name });
    setProblem(answer.refusal ? tRefusal(answer.refusal) : '');
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
    <p id="name-problem" class="bad-note" role="alert">${problem}</p>
  </form>`;
}

/** @param {{session: Session, view: View, seat: Seat}} props */
function Dress({ session, view, seat }) {
  const others = view.seats.filter((one) => one !== null && one.seat !== seat.seat);
  /** @param {Partial<Seat>} change */
  const dress = (change) => {
    const { colour, shape } = { ...seat, ...change };
    void act(session, 'Dress', { seat: seat.seat, colour, shape });
  };
  /**
   * @param {'colour' | 'shape'} what
   * @param {string[]} names
   */
  const pick = (what, names) => html`<div class="looks" role="radiogroup" aria-label=${what === 'colour' ? t('Colour') : t('Shape')}>
    ${EXPLORERS.map((_, number) => {
      const taken = others.some((one) => one?.[what] === number);
      const on = seat[what] === number;
      const look = what === 'colour' ? { colour: number, shape: seat.shape } : { colour: seat.colour, shape: number };
      return html`<button
        key=${number}
        class=${`look ${on ? 'on' : ''}`}
        type="button"
        role="radio"
        aria-checked=${on}
        disabled=${taken}
        aria-label=${t(names[number])}
        onClick=${() => dress({ [what]: number })}
      ><${Badge} ...${look} letter=${LETTERS[seat.seat]} size="2.4rem" /></button>`;
    })}
  </div>`;
  return html`<div class="stack">
    <div><p class="label">${t('Colour')}</p>${pick('colour', COLOURS)}</div>
    <div><p class="label">${t('Shape')}</p>${pick('shape', SHAPES)}</div>
  </div>`;
}

/**
 * A code with which another device takes the seat over.
 * @param {{session: Session, seat: Seat}} props
 */
export function OfferSeat({ session, seat }) {
  const [code, setCode] = useState('');
  const offer = async () => {
    const answer = await act(session, 'OfferSeat', { seat: seat.seat });
    if (answer.code) setCode(answer.code);
  };
  if (code) {
    return html`<div class="offer">
      <p>${t('On the other device, join this table and type:')}</p>
      <p class="number offer-code" translate="no">${code}</p>
      <p class="small soft">${t('It is good for five minutes.')}</p>
    </div>`;
  }
  return html`<button class="btn" type="button" onClick=${offer}><${Icon} name="phone" /> ${t('Move to another device')}</button>`;
}

/** @param {{session: Session, view: View, seat: Seat, onDone: () => void}} props */
function GuestActions({ session, view, seat, onDone }) {
  const guest = view.guests.find((known) => known.guest === seat.guest);
  /**
   * @param {string} type
   * @param {Record<string, unknown>} fields
   */
  const say = (type, fields) => {
    void act(session, type, fields);
    onDone();
  };
  return html`<div class="stack">
    ${!guest?.present && html`<${OfferSeat} session=${session} seat=${seat} />`}
    <button class="btn" type="button" onClick=${() => say('HandOver', { guest: seat.guest })}>
      <${Icon} name="crown" /> ${t('Make {name} the host', { name: seat.name })}
    </button>
    <button class="btn warn" type="button" onClick=${() => say('Kick', { guest: seat.guest })}>${t('Send {name} away', { name: seat.name })}</button>
    <button class="btn warn" type="button" onClick=${() => say('Kick', { guest: seat.guest, block: true })}>
      ${t('Send {name} away for good', { name: seat.name })}
    </button>
  </div>`;
}

/**
 * Guests without a seat, whom the host may send away too.
 * @param {{session: Session, view: View}} props
 */
function Others({ session, view }) {
  const idle = view.guests.filter(
    ({ guest, present }) => guest !== view.you && present && !view.seats.some((seat) => seat?.guest === guest),
  );
  if (!idle.length) return null;
  return html`<ul class="others">
    ${idle.map(
      ({ guest, screen }) => html`<li key=${guest} class="row">
        <${Icon} name=${screen ? 'screen' : 'eye'} size="1.2em" />
        <span class="soft">${screen ? t('Shared screen') : t('Onlooker {guest}', { guest })}</span>
        <button class="btn quiet" type="button" onClick=${() => act(session, 'Kick', { guest })}>${t('Send away')}</button>
      </li>`,
    )}
  </ul>`;
}
