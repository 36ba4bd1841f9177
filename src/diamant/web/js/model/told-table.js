// @ts-check
/** A game known only from its facts, presented as a table: one person, the others bots, no clock. */
/** @import { GameEvent, TableEvent } from './events.js' */
/** @import { Edition, TableView } from './types.js' */
import { findFact } from './facts.js';
import { newGame } from './game.js';
import { emptySeat } from './seats.js';

const YOU = 'g1';

/**
 * Return the table before the first card.
 * @param {string} table
 * @param {Edition} edition
 * @param {string[]} names the person's first
 * @returns {TableView}
 */
export function toldTable(table, edition, names) {
  return {
    table,
    public_number: 0,
    phase: 'break',
    paused: false,
    asking: false,
    settings: {
      edition: edition.id,
      edition_text: null,
      closed: false,
      clock: 'off',
      seconds: null,
      timeout: 'leave',
      bots: 'medium',
      thinking: false,
      spectators: false,
      visibility: 'locked',
      show_chosen: true,
      odds: false,
      coach: false,
      break_seconds: 4,
      guests_per_network: 24,
    },
    own_edition: null,
    host: null,
    keeper: null,
    you: YOU,
    blocked: [],
    guests: [{ guest: YOU, present: true, away_since: null, screen: false }],
    seats: names.map((name, seat) => ({
      ...emptySeat(seat),
      name,
      color: seat,
      shape: seat,
      guest: seat === 0 ? YOU : null,
      bot: seat === 0 ? null : 'medium',
      chosen: false,
    })),
    hands: [{ seat: 0, choice: null, carried: 0, chest: 0 }],
    games: 1,
    turn: 0,
    deadline: null,
    fairness: { dealer: '1', shuffle: 0, restarts: 0, commitment: '', hashes: [], nonces: [], seed: null },
    odds: null,
    game: newGame(edition, names.length, 0, false),
  };
}

/**
 * Return the facts as table events, numbered from 1.
 * @param {readonly GameEvent[][]} happened
 * @returns {TableEvent[]}
 */
export function toldEvents(happened) {
  let turn = 0;
  /** @type {TableEvent[]} */
  const events = happened.map((facts, at) => {
    const numbered = { public_number: at + 1, at: 0, facts };
    const revealed = findFact(facts, 'ChoicesRevealed');
    if (revealed) return { ...numbered, event: 'ChoicesRevealed', leavers: revealed.leavers, bets_won: [] };
    const card = findFact(facts, 'CardTurned')?.card ?? '';
    const ended = findFact(facts, 'ExpeditionEnded');
    turn += ended ? 0 : 1;
    return { ...numbered, event: 'CardTurned', card, turn: ended ? null : turn, deadline: null };
  });
  if (findFact(happened.flat(), 'GameEnded')) {
    events.push({ event: 'GameFinished', seed: '', public_number: events.length + 1, at: 0 });
  }
  return events;
}

/**
 * Return how each cave ended for one seat, without revealing any card.
 * @param {readonly GameEvent[][]} happened
 * @param {number} seat
 * @returns {('lost' | 'relic' | 'gems' | 'nothing')[]}
 */
export function fates(happened, seat) {
  /** @type {('lost' | 'relic' | 'gems' | 'nothing')[]} */
  const all = [];
  let fate = /** @type {(typeof all)[number]} */ ('nothing');
  for (const fact of happened.flat()) {
    if (fact.event === 'Bust' && fact.seats.includes(seat)) fate = 'lost';
    else if (fact.event === 'RelicsTaken' && fact.seat === seat) fate = 'relic';
    else if (fact.event === 'Banked' && fact.seat === seat && fate === 'nothing') {
      fate = fact.carried + fact.share > 0 ? 'gems' : 'nothing';
    } else if (fact.event === 'ExpeditionEnded') {
      all.push(fate);
      fate = 'nothing';
    }
  }
  return all;
}
