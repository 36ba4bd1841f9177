// @ts-check
/** Facts: the game events inside a table event. */
/** @import { GameEvent, TableEvent } from './events.js' */

/**
 * Return the game events inside a table event.
 * @param {TableEvent} event
 * @returns {GameEvent[]}
 */
export function factsOf(event) {
  return 'facts' in event ? event.facts : [];
}

/**
 * Return the first event of a kind, if any.
 * @template {GameEvent['event']} Kind
 * @param {readonly GameEvent[]} facts
 * @param {Kind} kind
 * @returns {Extract<GameEvent, {event: Kind}> | undefined}
 */
export function findFact(facts, kind) {
  return facts.find(/** @returns {fact is Extract<GameEvent, {event: Kind}>} */ (fact) => fact.event === kind);
}
