// @ts-check
/** Fold the events of the shuffle, in which all players take part: first nonce hashes, then nonces. */
/** @import { ShuffleEvent } from './events.js' */
/** @import { TableView } from './types.js' */
import { fresh, replaced } from './seats.js';

/**
 * @type {{[Kind in ShuffleEvent['event']]?:
 *   (view: TableView, event: Extract<ShuffleEvent, {event: Kind}>) => void}}
 */
export const SHUFFLE = {
  GameStarted(view, event) {
    view.phase = 'hashes';
    view.deadline = event.deadline;
    view.seats = event.order.map((from, at) => {
      const seat = view.seats[from];
      return seat ? fresh(view, seat, at) : null;
    });
    const none = view.seats.map(() => null);
    view.fairness = { ...view.fairness, hashes: none, nonces: none };
  },
  NoncePromised(view, event) {
    const hashes = replaced(view.fairness.hashes, event.seat, event.hash);
    view.fairness = { ...view.fairness, hashes };
  },
  NoncesAwaited(view, event) {
    view.phase = 'nonces';
    view.deadline = event.deadline;
  },
  NonceShown(view, event) {
    const nonces = replaced(view.fairness.nonces, event.seat, event.nonce);
    view.fairness = { ...view.fairness, nonces };
  },
};

/**
 * Reset the shuffle in the lobby: no seat has contributed yet, and each taken seat has a place.
 * @param {TableView} view
 */
export function tidyShuffle(view) {
  if (view.phase !== 'lobby') return;
  const none = view.seats.filter((seat) => seat !== null).map(() => null);
  view.fairness = { ...view.fairness, hashes: none, nonces: none };
}
