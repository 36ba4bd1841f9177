// @ts-check
/**
 * The games played on this device: kept in its storage alone, told to nobody.
 *
 * Without storage (switched off, or full) they last as long as the page.
 */

import { readRecords } from '../model/record.js';
import { signal } from '../html.js';
import { forget, recall, remember } from './memory.js';

/** @typedef {{name: string, colour?: number, shape?: number, bot?: boolean}} Player */
/**
 * A finished game. `you` are the seats that were played on this device; `date` is in milliseconds.
 * @typedef {{key: string, table: string, date: number, edition: string, seats: Player[],
 *   scores: number[], you: number[], record: string}} Kept
 */
/**
 * @typedef {{games: number, wins: number, mean: number, best: number, busts: number,
 *   expeditions: number}} Statistics
 */

const STORED = 'history';
const MOST = 200;

/** The games of this device, the newest first. */
export const games = signal(load());

/** @returns {Kept[]} */
function load() {
  const found = recall(STORED, /** @type {unknown} */ ([]));
  return Array.isArray(found) ? found.filter(isKept) : [];
}

/** @param {any} game @returns {game is Kept} */
function isKept(game) {
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
  const kept = load(); // Another tab may have kept a game since.
  if (kept.some((other) => other.table === table && other.record === record)) return;
  const key = `${moment.toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  const entry = { key, table, date: moment, edition, seats: players, scores: [...scores], you: own, record };
  games.value = [entry, ...kept].sort((a, b) => b.date - a.date).slice(0, MOST);
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
 * @returns {Kept | undefined}
 */
export function gameOf(key) {
  return games.peek().find((game) => game.key === key);
}

/**
 * The best score of this device's seats in a game; null if it only watched.
 * @param {Kept} game
 * @returns {number | null}
 */
export function ownScore(game) {
  const own = game.you.map((seat) => game.scores[seat]).filter((score) => score !== undefined);
  return own.length === 0 ? null : Math.max(...own);
}

/**
 * Whether one of this device's seats had the most points.
 * @param {Kept} game
 * @returns {boolean}
 */
export function isWon(game) {
  const own = ownScore(game);
  return own !== null && own === Math.max(...game.scores);
}

/**
 * The place of this device's best seat, counted from 1; null if it only watched.
 * @param {Kept} game
 * @returns {number | null}
 */
export function placeOf(game) {
  const own = ownScore(game);
  return own === null ? null : game.scores.filter((score) => score > own).length + 1;
}

/**
 * In how many expeditions, and of how many, this device's seats were caught inside.
 * @param {Kept} game
 * @returns {{busts: number, expeditions: number}}
 */
export function bustsOf(game) {
  /** @type {import('../model/record.js').Turn[][]} */
  let rounds;
  try {
    rounds = readRecords(game.record)[0]?.rounds ?? [];
  } catch {
    rounds = []; // What cannot be read counts for nothing.
  }
  let busts = 0;
  for (const turns of rounds) {
    const home = new Set(turns.flatMap((turn) => turn.leavers ?? []));
    busts += game.you.filter((seat) => !home.has(seat)).length;
  }
  return { busts, expeditions: rounds.length * game.you.length };
}

/**
 * What all games together say. Games that were only watched do not count.
 * @param {readonly Kept[]} kept
 * @returns {Statistics}
 */
export function statistics(kept) {
  const played = kept.filter((game) => ownScore(game) !== null);
  const scores = played.map((game) => /** @type {number} */ (ownScore(game)));
  const caught = played.map(bustsOf);
  return {
    games: played.length,
    wins: played.filter(isWon).length,
    mean: scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length,
    best: Math.max(0, ...scores),
    busts: caught.reduce((sum, one) => sum + one.busts, 0),
    expeditions: caught.reduce((sum, one) => sum + one.expeditions, 0),
  };
}
