// @ts-check
/** What happened, cut into beats that can be played one after the other, and how long each of them lasts. */
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
 * @property {Record<number, number>} gains what leavers bring home, where it may be told
 * @property {GameEvent} fact with which it begins
 *
 * @typedef {object} CardBeat
 * @property {'card'} kind
 * @property {GameView} before
 * @property {GameView} laid with the card on the path, and nothing shared yet
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
 * @param {GameView} start the game before them
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
      // The next cave is shown at once when nothing else is played before it.
      if (beats.length) beats.push({ kind: 'begin', after, fact });
      open = null;
    } else if (open) {
      if (fact.event === 'TreasureShared' && open.kind === 'card') open.shared = fact;
      if (fact.event === 'Bust' && open.kind === 'card') open.bust = fact;
      if (fact.event === 'RelicsTaken' && open.kind === 'reveal') open.relics = fact.seat;
      if (open.kind === 'reveal') noteGain(open, fact, start);
      // A bust leaves everybody where they were, so that one sees who loses what.
      if (!SETTLING.has(fact.event)) open.after = after;
    }
    before = after;
  }
  return beats;
}

/** What changes the game for the next cave or the end, and not for this picture. */
const SETTLING = new Set(['Bust', 'ExpeditionEnded', 'GameEnded']);

/**
 * What a leaver brings home, relics counted; a closed chest keeps it from everybody else.
 * @param {RevealBeat} beat
 * @param {GameEvent} fact
 * @param {GameView} game
 */
function noteGain({ gains }, fact, { closed, seat }) {
  if (fact.event !== 'Banked' && fact.event !== 'RelicsTaken') return;
  if (closed && fact.seat !== seat) return;
  gains[fact.seat] = (gains[fact.seat] ?? 0) + gainOf([fact], fact.seat);
}

// How long the beats of a scene last, in milliseconds; a hand beside a shared screen keeps the same time.

export const DARK_MS = 400;
export const REVEAL_MS = 1100;
export const AGREED_MS = 650; // All go on: there is less to read, and the next card is what they wait for.
export const WALK_MS = 1000;
export const SLIDE_MS = 600;
export const BUST_MS = 2000;
export const BEGIN_MS = 700;

/** The part of its way after which a card shows its face. */
export const FLIP = 0.64;

/**
 * How long the next card waits for those who go home: while others go on, not to the very end.
 * @param {boolean} more whether a card follows
 */
export function walkTime(more) {
  return more ? WALK_MS * 0.55 : WALK_MS;
}
