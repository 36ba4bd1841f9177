// @ts-check
/**
 * The seats of a table's view, and helpers for replacing them.
 *
 * Only the code that has just created a view may change it; seats are always replaced, never modified.
 */
/** @import { Edition, Editions, Seat, TableView } from './types.js' */

/** The letters of the seats, in records and on every badge. */
export const SEAT_LETTERS = 'ABCDEFGH';

/** A spectator's number, in place of a seat. */
export const ONLOOKER = -1;

/**
 * Return the letter of a seat; in a record or an old saved game it may follow from the position alone.
 * @param {{letter?: string} | null | undefined} seat
 * @param {number} at
 */
export function letterOf(seat, at) {
  return seat?.letter ?? SEAT_LETTERS[at];
}

/**
 * Return the seats of this device.
 * @param {TableView} view
 * @returns {number[]}
 */
export function ownSeats(view) {
  return view.seats.flatMap((seat, at) => (seat && view.you !== null && seat.guest === view.you ? [at] : []));
}

/**
 * Return the only seat of this device, or null for a spectator or a device that is passed around.
 * @param {TableView} view
 * @returns {number | null}
 */
export function ownSeat(view) {
  const own = ownSeats(view);
  return own.length === 1 ? own[0] : null;
}

/**
 * Return whether the person of a seat is away.
 * @param {TableView} view
 * @param {Seat} seat
 */
export function isAway(view, seat) {
  return seat.guest !== null && !view.guests.find(({ guest }) => guest === seat.guest)?.present;
}

/**
 * Return the guests who have seats.
 * @param {TableView} view
 */
function people(view) {
  return new Set(view.seats.flatMap((seat) => (seat?.guest ? [seat.guest] : [])));
}

/**
 * Return whether this device plays against bots with no one else at the table.
 * @param {TableView} view
 */
export function isAlone(view) {
  return (
    people(view).size === 1 &&
    ownSeats(view).length === 1 &&
    view.guests.every(({ guest, present }) => guest === view.you || !present)
  );
}

/**
 * Return whether only bots are in the cave in a one-person game; the table then speeds up (`is_hurried` in
 * table/bot_player.py).
 * @param {TableView} view
 */
export function isHurried(view) {
  const inside = view.game?.in_cave ?? [];
  return people(view).size === 1 && inside.length > 0 && inside.every((at) => view.seats[at]?.bot);
}

/**
 * Return the names at a table, with an empty text for each empty seat.
 * @param {TableView} view
 * @param {{people?: boolean}} [only] people only
 * @returns {string[]}
 */
export function namesAt(view, { people = false } = {}) {
  return view.seats.map((seat) => (seat && (!people || seat.guest !== null) ? seat.name : ''));
}

/**
 * Return whether this device may know if a seat has chosen.
 * @param {TableView} view
 * @param {Seat} seat
 */
export function knows(view, seat) {
  return view.settings.show_chosen || (view.you !== null && seat.guest === view.you);
}

/**
 * @param {number} at
 * @returns {Seat}
 */
export function emptySeat(at) {
  return {
    seat: at,
    letter: SEAT_LETTERS[at],
    name: '',
    color: 0,
    shape: 0,
    guest: null,
    bot: null,
    stand_in: null,
    promised: null,
    chosen: null,
    bet: null,
    bets_won: 0,
    bets_made: 0,
  };
}

/**
 * Return why a bot continues to play for a person when a game begins or a guest sits down; null if they left for good.
 * @param {Seat | null | undefined} seat
 */
export function playsOn(seat) {
  return !seat || seat.stand_in === 'left' ? null : seat.stand_in;
}

/**
 * @param {TableView} view
 * @param {Seat} seat
 * @param {number} at
 * @returns {Seat}
 */
export function fresh(view, seat, at) {
  const chosen = knows(view, seat) ? false : null;
  const rest = { promised: null, bet: null, bets_won: 0, bets_made: 0 };
  return { ...seat, seat: at, chosen, stand_in: playsOn(seat), ...rest };
}

/**
 * @param {TableView} view
 * @param {Seat} seat
 * @returns {Seat | null}
 */
export function vacated(view, seat) {
  if (view.phase === 'lobby') return null;
  const left = { ...seat, guest: null, bot: view.settings.bots, stand_in: 'left' };
  return { ...left, chosen: knows(view, left) ? seat.chosen : null };
}

/**
 * Return a copy of a list with one value replaced.
 * @template T
 * @param {readonly T[]} list
 * @param {number} at
 * @param {T} value
 * @returns {T[]}
 */
export function replaced(list, at, value) {
  return list.map((old, place) => (place === at ? value : old));
}

/**
 * @param {TableView} view
 * @param {number} at
 * @param {Seat | null} seat
 */
export function putSeat(view, at, seat) {
  view.seats = replaced(view.seats, at, seat);
}

/**
 * @param {TableView} view
 * @param {number} at
 * @param {Partial<Seat>} change
 */
export function changeSeat(view, at, change) {
  const seat = view.seats[at];
  if (seat) putSeat(view, at, { ...seat, ...change });
}

/**
 * @param {TableView} view
 * @param {boolean} bets
 */
export function clearChoices(view, bets) {
  view.seats = view.seats.map(
    (seat) => seat && { ...seat, chosen: knows(view, seat) ? false : null, bet: bets ? null : seat.bet },
  );
}

/**
 * Return the rules of an edition by its id, from the server's editions or the table's custom one.
 * @param {TableView} view
 * @param {string} id
 * @param {Editions} editions
 * @returns {Edition | undefined}
 */
export function editionOf({ own_edition: own }, id, editions) {
  return own?.id === id ? own : editions[id];
}

/**
 * @param {TableView} view
 * @param {Editions} editions
 */
export function mostPlayers(view, editions) {
  return editionOf(view, view.settings.edition, editions)?.players.most ?? SEAT_LETTERS.length;
}

/**
 * Return the number of letters in the longest part without a line break.
 * @param {string} name
 */
export function longestWord(name) {
  return Math.max(
    ...name
      .replace(/-/g, '- ')
      .split(' ')
      .map((word) => word.length),
  );
}
