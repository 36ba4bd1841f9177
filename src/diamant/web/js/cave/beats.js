// @ts-check
/** Split the events of a scene into beats that play one after the other, with the duration of each. */
/** @import { GameEvent } from '../model/events.js' */
/** @import { Edition, GameView } from '../model/types.js' */
import { gameAfter } from '../model/game.js';
import { gainOf } from '../model/scores.js';

/**
 * @typedef {object} RevealBeat
 * @property {'reveal'} kind
 * @property {GameView} before
 * @property {GameView} after
 * @property {number[]} stayers
 * @property {number[]} leavers
 * @property {number | null} relics the seat that took them
 * @property {Record<number, number>} gains what leavers bring home, if visible
 * @property {GameEvent} fact the first fact of the beat
 *
 * @typedef {object} CardBeat
 * @property {'card'} kind
 * @property {GameView} before
 * @property {GameView} laid with the card on the path, before gems are shared
 * @property {GameView} after
 * @property {string} card
 * @property {Extract<GameEvent, {event: 'TreasureShared'}> | null} shared
 * @property {Extract<GameEvent, {event: 'Bust'}> | null} bust
 * @property {GameEvent} fact
 *
 * @typedef {{kind: 'begin', after: GameView, fact: GameEvent}} BeginBeat
 * @typedef {RevealBeat | CardBeat | BeginBeat} Beat
 */

/**
 * @param {readonly GameEvent[]} facts
 * @param {GameView} start the game before the facts
 * @param {Edition} [edition]
 * @returns {Beat[]}
 */
export function beatsOf(facts, start, edition) {
  /** @type {Beat[]} */
  const beats = [];
  let before = start;
  /** The beat that later facts belong to. @type {RevealBeat | CardBeat | null} */
  let open = null;
  for (const fact of facts) {
    const after = gameAfter(before, [fact], edition);
    if (fact.event === 'ChoicesRevealed') {
      const { stayers, leavers } = fact;
      open = { kind: 'reveal', before, after, stayers, leavers, relics: null, gains: {}, fact };
      beats.push(open);
    } else if (fact.event === 'CardTurned') {
      open = { kind: 'card', before, laid: after, after, card: fact.card, shared: null, bust: null, fact };
      beats.push(open);
    } else if (fact.event === 'ExpeditionBegan') {
      // The next cave appears at once if no other beat precedes it.
      if (beats.length) beats.push({ kind: 'begin', after, fact });
      open = null;
    } else if (open) {
      if (fact.event === 'TreasureShared' && open.kind === 'card') open.shared = fact;
      if (fact.event === 'Bust' && open.kind === 'card') open.bust = fact;
      if (fact.event === 'RelicsTaken' && open.kind === 'reveal') open.relics = fact.seat;
      if (open.kind === 'reveal') noteGain(open, fact, start);
      // A bust leaves everyone in place, so that viewers see who loses what.
      if (!SETTLING.has(fact.event)) open.after = after;
    }
    before = after;
  }
  return beats;
}

/** Events that change the game for the next cave or the end, but not this picture. */
const SETTLING = new Set(['Bust', 'ExpeditionEnded', 'GameEnded']);

/**
 * Store what a leaver brings home, relics included; a closed chest hides it from everyone else.
 * @param {RevealBeat} beat
 * @param {GameEvent} fact
 * @param {GameView} game
 */
function noteGain({ gains }, fact, { closed, seat }) {
  if (fact.event !== 'Banked' && fact.event !== 'RelicsTaken') return;
  if (closed && fact.seat !== seat) return;
  gains[fact.seat] = (gains[fact.seat] ?? 0) + gainOf([fact], fact.seat);
}

// Durations of a scene's beats, in milliseconds. A hand next to a shared screen uses the same ones.

export const DARK_MS = 400;
export const REVEAL_MS = 1100;
export const AGREED_MS = 650; // Everyone stays: there is less to read, and players wait for the next card.
export const WALK_MS = 1000;
export const SLIDE_MS = 600;
export const BUST_MS = 2000;
export const BEGIN_MS = 700;

/** The fraction of its way after which a card shows its face. */
export const FLIP = 0.64;

/**
 * Return how long the next card waits for the leavers; if others stay, it does not wait to the very end.
 * @param {boolean} more whether a card follows
 */
export function walkTime(more) {
  return more ? WALK_MS * 0.55 : WALK_MS;
}
