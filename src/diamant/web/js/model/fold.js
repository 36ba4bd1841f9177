// @ts-check
/**
 * Fold events into a table's view: `fold(view, event)` returns the view that the server would send.
 *
 * A few events do not contain everything in the server's new view; `needsLook` says after which events a page must
 * request the view with a `Look`.
 */
/** @import { TableEvent } from './events.js' */
/** @import { Editions, Hand, TableView } from './types.js' */
import { factsOf } from './facts.js';
import { GAMES } from './fold-games.js';
import { PEOPLE } from './fold-people.js';
import { SHUFFLE } from './fold-shuffle.js';
import { bustOdds } from './odds.js';
import { gainOf } from './scores.js';
import { ownSeats } from './seats.js';

/** @typedef {(view: TableView, event: TableEvent, editions: Editions) => void} Change */

/** The function for each event, which changes a copy of the view. */
const CHANGES = { ...PEOPLE, ...SHUFFLE, ...GAMES };

/**
 * Return the view after an event. A known event changes nothing.
 * @param {TableView} view
 * @param {TableEvent} event
 * @param {Editions} editions
 * @returns {TableView}
 */
export function fold(view, event, editions) {
  if (!isNews(view, event)) return view;
  const next = { ...view, public_number: Math.max(view.public_number, event.public_number) };
  // A newer server may send unknown events: they only advance the number.
  const change = /** @type {Change | undefined} */ (CHANGES[event.event]);
  change?.(next, event, editions);
  next.hands = handsAfter(view, next, event);
  next.odds = next.game && next.settings.odds && next.phase === 'cave' ? bustOdds(next.game) : null;
  return next;
}

/**
 * Return whether an event is new. An event for this device alone has the public number of the last
 * event that everyone received; it describes a state, so receiving it twice is harmless.
 * @param {TableView} view
 * @param {TableEvent} event
 */
export function isNews(view, event) {
  if (event.public_number > view.public_number) return true;
  return event.public_number === view.public_number && event.event === 'ChoiceMade' && view.phase === 'cave';
}

/**
 * Return whether the view after an event is incomplete, so that the page must request it.
 * @param {TableView} before
 * @param {TableEvent} event
 * @param {TableView} after
 * @returns {boolean}
 */
export function needsLook(before, event, after) {
  if (before === after) return false;
  if (event.event === 'SettingsChanged') {
    // Only the view contains the rules of a custom edition, and the bots that follow the table's level.
    const unknown = after.settings.edition_text !== null && after.own_edition === null;
    return unknown || before.settings.bots !== after.settings.bots;
  }
  if (event.event === 'PlayBegan') return after.game === null;
  // At the end, closed chests are shown to everyone.
  if (after.game?.closed && after.game.phase === 'over' && before.game?.phase !== 'over') return true;
  // This device's own seats determine which chests, choices and parts of the game it may see.
  return after.game !== null && ownSeats(before).join() !== ownSeats(after).join();
}

/**
 * Return the private data of this device's seats.
 * @param {TableView} before
 * @param {TableView} after
 * @param {TableEvent} event
 * @returns {Hand[]}
 */
function handsAfter(before, after, event) {
  const own = ownSeats(after);
  const game = after.game;
  const alone = own.length === 1;
  const renumbered = event.event === 'GameStarted';
  return own.map((seat) => {
    const old = renumbered ? undefined : before.hands.find((hand) => hand.seat === seat);
    let choice = alone && old ? old.choice : null;
    if (alone && event.event === 'ChoiceMade' && event.seat === seat) choice = event.leave ?? choice;
    if (alone && event.event === 'ChoiceMissed' && event.seat === seat) choice = after.settings.timeout === 'leave';
    if (!after.seats[seat]?.chosen) choice = null;
    if (!game) return { seat, choice, carried: null, chest: null };
    const carried = game.in_cave.includes(seat) ? game.carried : 0;
    const gained = before.game === null ? 0 : gainOf(factsOf(event), seat);
    // A player who takes over another player's game does not see the closed chest.
    const veiled = before.game !== null && old?.chest === null;
    const chest = game.scores ? game.scores[seat] : veiled ? null : (old?.chest ?? 0) + gained;
    return { seat, choice, carried, chest };
  });
}
