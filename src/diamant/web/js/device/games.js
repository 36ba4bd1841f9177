// @ts-check
/**
 * The games played on this device, kept only in its storage.
 *
 * Without storage (disabled or full), they last until the page is closed.
 */
/** @import { Player, SavedGame } from '../model/results.js' */
import { signal } from '../html.js';
import { forget, recall, remember } from './memory.js';

const STORED = 'history';
/** Medals and statistics use only these games; each takes about a kilobyte. */
const MOST = 500;

/** The games of this device, newest first. */
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
 * Save a finished game. A game that is reported twice, such as after a reload, is saved once.
 * @param {{table: string, date?: number, edition: string, seats: readonly (Player | null)[], scores: number[],
 *   you: number[], record: string, shuffle?: number}} game
 * @returns {string} the game's key
 */
export function rememberGame({ table, date = Date.now(), edition, seats, scores, you, record, shuffle }) {
  const players = seats.map((seat) => {
    const { name, color, shape, bot = false } = seat ?? { name: '' };
    return { name, color, shape, bot };
  });
  const saved = load(); // Another tab may have saved a game since.
  const known = saved.find((other) => other.table === table && other.record === record);
  if (known) return known.key;
  const key = `${date.toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  keep([{ key, table, date, edition, seats: players, scores, you, record, shuffle }, ...saved]);
  return key;
}

const FORMAT = 'diamant games 1';
const MOST_BYTES = 8_000_000;

/** Return all games of this device as the text of a file. */
export function exportGames() {
  return JSON.stringify({ format: FORMAT, games: games.peek() });
}

/**
 * Add the games in a file from this or another device; games already on this device stay unchanged.
 * @param {string} text
 * @returns {number | null} number of new games; null for any other file
 */
export function importGames(text) {
  /** @type {any} */
  let data = null;
  try {
    data = text.length > MOST_BYTES ? null : JSON.parse(text);
  } catch {
    return null;
  }
  if (data?.format !== FORMAT || !Array.isArray(data.games) || !data.games.every(isSound)) return null;
  const saved = load();
  const isHere = (/** @type {SavedGame} */ game) =>
    saved.some((other) => other.key === game.key || (other.table === game.table && other.record === game.record));
  const fresh = /** @type {SavedGame[]} */ (data.games).filter((game) => !isHere(game));
  keep([...fresh, ...saved]);
  return games.peek().filter((game) => fresh.includes(game)).length;
}

/**
 * Return whether a game is consistent, so that this page may have written it.
 * @param {any} game
 */
function isSound(game) {
  const isCount = (/** @type {unknown} */ value) => Number.isInteger(value) && Number(value) >= 0;
  return (
    isSaved(game) &&
    Number.isFinite(game.date) &&
    game.seats.length > 0 &&
    game.scores.length === game.seats.length &&
    game.scores.every(isCount) &&
    game.you.every((seat) => isCount(seat) && seat < game.seats.length) &&
    game.seats.every(({ color, shape }) => [color, shape].every((look) => look === undefined || isCount(look)))
  );
}

/** @param {SavedGame[]} all */
function keep(all) {
  games.value = all.sort((a, b) => b.date - a.date).slice(0, MOST);
  remember(STORED, games.value);
}

/** Delete all games of this device. */
export function forgetGames() {
  games.value = [];
  forget(STORED);
}

/**
 * Return the game with a key, if this device has it.
 * @param {string} key
 * @returns {SavedGame | undefined}
 */
export function gameOf(key) {
  return games.peek().find((game) => game.key === key);
}
