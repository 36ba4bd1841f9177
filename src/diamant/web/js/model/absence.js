// @ts-check
/** What a host may do about whom, and when: the table refuses the rest (docs/table.md). */
/** @import { Seat, TableView } from './types.js' */

/** How long somebody is waited for before anything is done about it. */
const AWAY_MS = 60_000;

/**
 * Whether a seat's guest has been away for so long that the host may offer it to another device.
 * @param {TableView} view
 * @param {Seat} seat
 * @param {number} now the server's time
 */
export function isAbsent(view, seat, now) {
  const since = view.guests.find(({ guest }) => guest === seat.guest)?.away_since ?? null;
  return since !== null && now - since >= AWAY_MS;
}

/**
 * Whether the host may have a bot play for a seat, since its guest is away or keeps others waiting.
 * @param {TableView} view
 * @param {Seat} seat
 * @param {number} now the server's time
 * @param {number} askedAt since when this device knows that choices are awaited
 */
export function isAwaited(view, seat, now, askedAt) {
  if (isAbsent(view, seat, now)) return true;
  if (view.phase !== 'cave' || view.paused || seat.chosen) return false;
  return now - askedAt >= AWAY_MS && (view.game?.in_cave.includes(seat.seat) ?? false);
}

/**
 * Whether this device's table is its own to close, and not only lent to it.
 * @param {TableView} view
 */
export function isKeeper(view) {
  if (view.host !== view.you) return false;
  return view.keeper === null ? view.seats.some((seat) => seat?.guest === view.you) : view.keeper === view.you;
}
