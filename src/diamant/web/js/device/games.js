// @ts-check
/**
 * The games played on this device: kept in its storage alone, told to nobody.
 *
 * Without storage (switched off, or full) they last as long as the page.
 */

import { signal } from '../html.js';
import { forget, recall, remember } from './memory.js';

/**
 * @typedef {import('../model/results.js').Player} Player
 * @typedef {import('../model/results.js').SavedGame} SavedGame
 */

const STORED = 'history';
const MOST = 200;

/** The games of this device, the newest first. */
export const games = signal(load());

/** @returns {SavedGame[]} */
function load() {
  const found = recall(STORED, /** @type {unknown} */ ([]));
  return Array.isArray(found) ? found.filter(isSaved) : [];
}

/** @param {any} game @returns {game is SavedGame} */
function isSaved(game) {
  return (
    game !== null &&
    typeof game === 'object' &&
    ['key', 'table', 'edition', 'record'].every((name) => typeof game[name] === 'string') &&
    typeof game.date === 'number' &&
    [game.seats, game.scores, game.you].every(Array.isArray) &&
    game.seats.every((/** @type {any} */ seat) => typeof seat?.name === 'string')
  );
}

/**
 * Keep a finished game. The same game told twice, after a reload say, is kept once.
 * @param {{table: string, date?: number | string, edition: string,
 *   seats: readonly (Player | string | null)[], scores: readonly number[],
 *   you: number | null | readonly number[], record: string}} game
 */
export function rememberGame({ table, date, edition, seats, scores, you, record }) {
  const moment = date === undefined ? Date.now() : new Date(date).getTime();
  const own = you === null ? [] : typeof you === 'number' ? [you] : [...you];
  const players = seats.map((seat) =>
    typeof seat === 'string' || seat === null
      ? { name: seat ?? '' }
      : { name: seat.name, colour: seat.colour, shape: seat.shape, bot: Boolean(seat.bot) },
  );
  const saved = load(); // Another tab may have saved a game since.
  if (saved.some((other) => other.table === table && other.record === record)) return;
  const key = `${moment.toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  const entry = { key, table, date: moment, edition, seats: players, scores: [...scores], you: own, record };
  games.value = [entry, ...saved].sort((a, b) => b.date - a.date).slice(0, MOST);
  remember(STORED, games.value);
}

/** Forget every game of this device. */
export function forgetGames() {
  games.value = [];
  forget(STORED);
}

/**
 * The game of a key, if this device still has it.
 * @param {string} key
 * @returns {SavedGame | undefined}
 */
export function gameOf(key) {
  return games.peek().find((game) => game.key === key);
}
