// @ts-check
/** When a host may replace or remove an absent guest; the table refuses anything else (docs/table.md). */
/** @import { Seat, TableView } from './types.js' */

/** How long a guest may be away before the host can act. */
const AWAY_MS = 60_000;

/**
 * Return whether a seat's guest has been away long enough for the host to offer the seat to another device.
 * @param {TableView} view
 * @param {Seat} seat
 * @param {number} now the server's time
 */
export function isAbsent(view, seat, now) {
  const since = view.guests.find(({ guest }) => guest === seat.guest)?.away_since ?? null;
  return since !== null && now - since >= AWAY_MS;
}

/**
 * Return whether the host may let a bot play for a seat, because its guest is away or keeps others waiting.
 * @param {TableView} view
 * @param {Seat} seat
 * @param {number} now the server's time
 * @param {number} askedAt when this device first saw the current choices open
 */
export function isAwaited(view, seat, now, askedAt) {
  if (isAbsent(view, seat, now)) return true;
  if (view.phase !== 'cave' || view.paused || seat.chosen) return false;
  return now - askedAt >= AWAY_MS && (view.game?.in_cave.includes(seat.seat) ?? false);
}

/**
 * Return whether this device may close its table, and is not only a temporary host.
 * @param {TableView} view
 */
export function isKeeper(view) {
  if (view.host !== view.you) return false;
  return view.keeper === null ? view.seats.some((seat) => seat?.guest === view.you) : view.keeper === view.you;
}
