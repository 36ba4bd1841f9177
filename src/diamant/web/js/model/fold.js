// @ts-check
/**
 * From one moment of a table to the next: `fold(view, event)` is what the server would show.
 *
 * A few events do not say everything that the server then shows; `needsLook` says after which of them a page has to
 * ask for the view with a `Look`.
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

/** How each event changes a view that was copied for it. */
const CHANGES = { ...PEOPLE, ...SHUFFLE, ...GAMES };

/**
 * The view after an event. One that is known already changes nothing.
 * @param {TableView} view
 * @param {TableEvent} event
 * @param {Editions} editions
 * @returns {TableView}
 */
export function fold(view, event, editions) {
  if (!isNews(view, event)) return view;
  const next = { ...view, public_number: Math.max(view.public_number, event.public_number) };
  // A server of another day may tell of things that are not known here: they only count.
  const change = /** @type {Change | undefined} */ (CHANGES[event.event]);
  change?.(next, event, editions);
  next.hands = handsAfter(view, next, event);
  next.odds = next.game && next.settings.odds && next.phase === 'cave' ? bustOdds(next.game) : null;
  return next;
}

/**
 * Whether an event tells something new. An event for this device alone bears the public number of the
 * last one that everybody was told; it says how things stand, so that it may come twice.
 * @param {TableView} view
 * @param {TableEvent} event
 */
export function isNews(view, event) {
  if (event.public_number > view.public_number) return true;
  return event.public_number === view.public_number && event.event === 'ChoiceMade' && view.phase === 'cave';
}

/**
 * Whether the view after an event is incomplete, so that the server has to be asked for it.
 * @param {TableView} before
 * @param {TableEvent} event
 * @param {TableView} after
 * @returns {boolean}
 */
export function needsLook(before, event, after) {
  if (before === after) return false;
  if (event.event === 'SettingsChanged') {
    // Only the view contains the rules of a table's own edition, and says which bots follow the table's level.
    const unknown = after.settings.edition_text !== null && after.own_edition === null;
    return unknown || before.settings.bots !== after.settings.bots;
  }
  if (event.event === 'PlayBegan') return after.game === null;
  // At the end everyone may see what was banked into closed chests.
  if (after.game?.closed && after.game.phase === 'over' && before.game?.phase !== 'over') return true;
  // Chests, choices and what this device may know of the game depend on which seats are its own.
  return after.game !== null && ownSeats(before).join() !== ownSeats(after).join();
}

/**
 * What only this device knows of its seats.
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
    // Whoever plays on for somebody else is not told what lies in the closed chest.
    const veiled = before.game !== null && old?.chest === null;
    const chest = game.scores ? game.scores[seat] : veiled ? null : (old?.chest ?? 0) + gained;
    return { seat, choice, carried, chest };
  });
}
