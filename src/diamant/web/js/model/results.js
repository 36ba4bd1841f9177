// @ts-check
/**
 * Results of finished games for this device's seats: points, ranks, wins and busts.
 *
 * @typedef {{name: string, color?: number, shape?: number, bot?: boolean}} Player
 *
 * A finished game. `you` are the seats played on this device; `date` is in milliseconds; `shuffle` is the
 * number of its shuffle, as this device saw it at the table.
 * @typedef {{key: string, table: string, date: number, edition: string, seats: Player[],
 *   scores: number[], you: number[], record: string, shuffle?: number}} SavedGame
 *
 * @typedef {{games: number, wins: number, mean: number, best: number, busts: number,
 *   expeditions: number}} Statistics
 */
import { roundsOf } from './record.js';

/**
 * Return the best score of this device's seats in a game, or null if it only watched.
 * @param {SavedGame} game
 * @returns {number | null}
 */
export function ownScore(game) {
  const own = game.you.map((seat) => game.scores[seat]).filter((score) => score !== undefined);
  return own.length === 0 ? null : Math.max(...own);
}

/**
 * Return whether one of this device's seats won.
 * @param {SavedGame} game
 * @returns {boolean}
 */
export function isWon(game) {
  const own = ownScore(game);
  return own !== null && own === Math.max(...game.scores);
}

/**
 * Return the rank of this device's best seat, counted from 1, or null if it only watched.
 * @param {SavedGame} game
 * @returns {number | null}
 */
export function rankOf(game) {
  const own = ownScore(game);
  return own === null ? null : game.scores.filter((score) => score > own).length + 1;
}

/**
 * Return how many expeditions caught this device's seats in the cave, and of how many.
 * @param {SavedGame} game
 * @returns {{busts: number, expeditions: number}}
 */
export function bustsOf(game) {
  const rounds = roundsOf(game.record);
  let busts = 0;
  for (const turns of rounds) {
    const home = new Set(turns.flatMap((turn) => turn.leavers ?? []));
    busts += game.you.filter((seat) => !home.has(seat)).length;
  }
  return { busts, expeditions: rounds.length * game.you.length };
}

/**
 * Return the kind of opponents in a game: only bots, people, or none if this device only watched.
 * @param {SavedGame} game
 * @returns {'alone' | 'people' | 'watched'}
 */
export function companyOf(game) {
  if (!game.you.length) return 'watched';
  return game.seats.every((seat, at) => game.you.includes(at) || seat.bot) && game.you.length === 1
    ? 'alone'
    : 'people';
}

/**
 * Return the games of an edition, with a kind of opponents, since a time; an empty value selects all.
 * @param {readonly SavedGame[]} saved
 * @param {{edition: string, company: string, since: number}} wanted `since` in milliseconds
 */
export function chosenGames(saved, { edition, company, since }) {
  return saved.filter(
    (game) => (!edition || game.edition === edition) && (!company || companyOf(game) === company) && game.date >= since,
  );
}

/**
 * Return the statistics of all games played here; watched games do not count.
 * @param {readonly SavedGame[]} saved
 * @returns {Statistics}
 */
export function statistics(saved) {
  const played = saved.filter((game) => ownScore(game) !== null);
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
