// @ts-check
/** Facts: the game events that a table event brought about. */
/** @import { GameEvent, TableEvent } from './events.js' */

/**
 * The game events that a table event brought about.
 * @param {TableEvent} event
 * @returns {GameEvent[]}
 */
export function factsOf(event) {
  return 'facts' in event ? event.facts : [];
}

/**
 * The first event of a kind, if there is one.
 * @template {GameEvent['event']} Kind
 * @param {readonly GameEvent[]} facts
 * @param {Kind} kind
 * @returns {Extract<GameEvent, {event: Kind}> | undefined}
 */
export function findFact(facts, kind) {
  return facts.find(/** @returns {fact is Extract<GameEvent, {event: Kind}>} */ (fact) => fact.event === kind);
}
