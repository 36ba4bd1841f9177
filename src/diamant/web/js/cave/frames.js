// @ts-check
/**
 * What happened, cut into beats that can be played one after the other.
 *
 * @typedef {{
 *   game: any, seats?: any[], reveal?: {stayers: number[], leavers: number[], open?: boolean}|null,
 *   fresh?: number, bust?: string, lanterns?: 'off', moods?: Record<number, string>,
 * }} Frame a still picture: `fresh` is the card that is being turned, `bust` the kind that ends it all
 *
 * @typedef {{event: string, [field: string]: any}} GameEvent
 * @typedef {{kind: 'reveal', before: any, after: any, stayers: number[], leavers: number[], relics: number|null}} Reveal
 * @typedef {{kind: 'card', before: any, laid: any, after: any, card: string, shared: GameEvent|null, bust: GameEvent|null}} Turn
 * @typedef {{kind: 'begin', after: any}} Begin
 * @typedef {Reveal | Turn | Begin} Beat
 */
import { gameAfter } from '../model/game.js';

/**
 * @param {GameEvent[]} events of a table, or the rules' facts themselves
 * @param {any} before the game before them
 * @param {any} [edition]
 * @returns {Beat[]}
 */
export function beatsOf(events, before, edition) {
  /** @type {Beat[]} */
  const beats = [];
  let game = before;
  /** @type {any} */
  let open = null;
  for (const fact of events.flatMap((event) => event.facts ?? [event])) {
    if (!FACTS.has(fact.event)) continue;
    const next = gameAfter(game, [fact], edition);
    if (fact.event === 'ChoicesRevealed') {
      open = { kind: 'reveal', before: game, after: next, stayers: fact.stayers, leavers: fact.leavers, relics: null };
      beats.push(open);
    } else if (fact.event === 'CardTurned') {
      open = { kind: 'card', before: game, laid: next, after: next, card: fact.card, shared: null, bust: null };
      beats.push(open);
    } else if (fact.event === 'ExpeditionBegan') {
      // The next cave is shown at once when nothing else is played before it.
      if (beats.length) beats.push({ kind: 'begin', after: next });
      open = null;
    } else if (open) {
      if (fact.event === 'TreasureShared') open.shared = fact;
      if (fact.event === 'Bust') open.bust = fact;
      if (fact.event === 'RelicsTaken') open.relics = fact.seat;
      // A bust leaves everybody where they were, so that one sees who loses what.
      if (fact.event !== 'Bust' && fact.event !== 'GameEnded') open.after = next;
    }
    game = next;
  }
  return beats;
}

const FACTS = new Set([
  'ChoicesRevealed', 'CardTurned', 'ExpeditionBegan', 'TreasureShared', 'Bust', 'RelicsTaken', 'Banked', 'GameEnded',
]);
