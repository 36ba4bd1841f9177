// @ts-check
/**
 * The seats of a table's view: what is known of each, and how one is put in place of another.
 *
 * A view is never changed but by whoever has just made it; seats are replaced, never written to.
 */
/** @import { Edition, Editions, Seat, TableView } from './types.js' */

/** The letters that seats go by, in records and on every badge. */
export const SEAT_LETTERS = 'ABCDEFGH';

/** In place of a seat: whoever looks on. */
export const ONLOOKER = -1;

/**
 * The letter of a seat; in a record, or a game that was saved long ago, it may follow from its place alone.
 * @param {{letter?: string} | null | undefined} seat
 * @param {number} at
 */
export function letterOf(seat, at) {
  return seat?.letter ?? SEAT_LETTERS[at];
}

/**
 * The seats of this device.
 * @param {TableView} view
 * @returns {number[]}
 */
export function ownSeats(view) {
  return view.seats.flatMap((seat, at) => (seat && view.you !== null && seat.guest === view.you ? [at] : []));
}

/**
 * The seat of this device's one person; null for a spectator, or a device that is passed around.
 * @param {TableView} view
 * @returns {number | null}
 */
export function ownSeat(view) {
  const own = ownSeats(view);
  return own.length === 1 ? own[0] : null;
}

/**
 * Whether the person of a seat is away.
 * @param {TableView} view
 * @param {Seat} seat
 */
export function isAway(view, seat) {
  return seat.guest !== null && !view.guests.find(({ guest }) => guest === seat.guest)?.present;
}

/**
 * The guests who have seats.
 * @param {TableView} view
 */
function people(view) {
  return new Set(view.seats.flatMap((seat) => (seat?.guest ? [seat.guest] : [])));
}

/**
 * Whether this device plays against bots, and nobody else is at the table.
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
 * Whether only bots are inside, in the game of one person: then the table hurries (`is_hurried` of
 * table/bot_player.py).
 * @param {TableView} view
 */
export function isHurried(view) {
  const inside = view.game?.in_cave ?? [];
  return people(view).size === 1 && inside.length > 0 && inside.every((at) => view.seats[at]?.bot);
}

/**
 * The names at a table, empty where nobody sits.
 * @param {TableView} view
 * @param {{people?: boolean}} [only] people's alone
 * @returns {string[]}
 */
export function namesAt(view, { people = false } = {}) {
  return view.seats.map((seat) => (seat && (!people || seat.guest !== null) ? seat.name : ''));
}

/**
 * Whether this device may know that a seat has chosen.
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
 * Why a bot goes on playing for a person when a game begins or somebody sits down here: nobody left for good any more.
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
 * A copy of a list with another value in one place.
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
 * The rules of an edition by its id: one of the editions that every table has, or the table's own.
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
 * How many letters stand where no line can be broken.
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
