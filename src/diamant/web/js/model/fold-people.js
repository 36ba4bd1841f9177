// @ts-check
/** Fold the events about people: guests who join and leave, seats, and bots that take over. */
/** @import { PeopleEvent } from './events.js' */
/** @import { Guest, Seat, TableView } from './types.js' */
import { tidyShuffle } from './fold-shuffle.js';
import { changeSeat, emptySeat, knows, playsOn, putSeat, vacated } from './seats.js';

const MOST_BLOCKED = 256; // The server keeps at most this many.

/**
 * @type {{[Kind in PeopleEvent['event']]?:
 *   (view: TableView, event: Extract<PeopleEvent, {event: Kind}> & {at: number}) => void}}
 */
export const PEOPLE = {
  GuestJoined(view, event) {
    const guests = view.guests.filter(({ guest }) => guest !== event.guest);
    view.guests = [...guests, { guest: event.guest, present: false, away_since: event.at, screen: event.screen }];
  },
  GuestGone(view, event) {
    if (view.keeper === event.guest) view.keeper = null;
    if (event.why === 'blocked') view.blocked = [...view.blocked, nameOf(view, event.guest)].slice(-MOST_BLOCKED);
    view.guests = view.guests.filter(({ guest }) => guest !== event.guest);
    view.seats = view.seats.map((seat) => {
      if (seat === null) return null;
      if (seat.guest === event.guest) return vacated(view, seat);
      return seat.promised?.guest === event.guest ? { ...seat, promised: null } : seat;
    });
    tidyShuffle(view);
  },
  Unblocked(view) {
    view.blocked = [];
  },
  ScreenSet: (view, { guest, screen }) => changeGuest(view, guest, { screen }),
  Connected: (view, { guest }) => changeGuest(view, guest, { present: true, away_since: null }),
  Disconnected: (view, { guest, at }) => changeGuest(view, guest, { present: false, away_since: at }),
  HostChanged(view, event) {
    view.host = event.guest;
    if (!event.lent) view.keeper = event.guest;
  },
  SeatTaken(view, event) {
    const old = view.seats[event.seat];
    const { name, color, shape, guest } = event;
    const worn = { name, color, shape, guest, promised: null, stand_in: playsOn(old) };
    /** @type {Seat} */
    const seat = old ? { ...old, ...worn } : { ...emptySeat(event.seat), ...worn };
    seat.bot = seat.stand_in ? view.settings.bots : null;
    seat.chosen = knows(view, seat) ? (old?.chosen ?? false) : null;
    putSeat(view, event.seat, seat);
    tidyShuffle(view);
  },
  SeatPromised: (view, { seat, guest, name }) => changeSeat(view, seat, { promised: { guest, name } }),
  SeatLeft(view, event) {
    const seat = view.seats[event.seat];
    if (!seat) return;
    putSeat(view, event.seat, seat.promised ? { ...seat, promised: null } : vacated(view, seat));
    tidyShuffle(view);
  },
  SeatRenamed: (view, { seat, name }) => changeSeat(view, seat, { name }),
  SeatDressed: (view, { seat, color, shape }) => changeSeat(view, seat, { color, shape }),
  SeatMoved(view, event) {
    changeSeat(view, event.seat, { guest: event.guest });
    const seat = view.seats[event.seat];
    // After another guest moves the seat, its choice is cleared.
    if (seat && (event.by_other || !view.settings.show_chosen)) seat.chosen = knows(view, seat) ? false : null;
  },
  BotSat(view, event) {
    const { name, color, shape } = event;
    const seat = { ...emptySeat(event.seat), name, color, shape };
    seat.bot = event.level ?? view.settings.bots;
    seat.chosen = knows(view, seat) ? false : null;
    putSeat(view, event.seat, seat);
    tidyShuffle(view);
  },
  BotRemoved(view, event) {
    putSeat(view, event.seat, null);
    tidyShuffle(view);
  },
  SeatTakenOver: (view, { seat, why }) => changeSeat(view, seat, { stand_in: why, bot: view.settings.bots }),
  SeatHandedBack: (view, { seat }) => changeSeat(view, seat, { stand_in: null, bot: null }),
};

/**
 * Return a guest's name: from their first seat, or from a seat promised to them.
 * @param {TableView} view
 * @param {string} guest
 */
function nameOf(view, guest) {
  const held = view.seats.find((seat) => seat?.guest === guest)?.name;
  return held ?? view.seats.find((seat) => seat?.promised?.guest === guest)?.promised?.name ?? null;
}

/**
 * @param {TableView} view
 * @param {string} guest
 * @param {Partial<Guest>} change
 */
function changeGuest(view, guest, change) {
  view.guests = view.guests.map((other) => (other.guest === guest ? { ...other, ...change } : other));
}
