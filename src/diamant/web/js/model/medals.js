// @ts-check
/**
 * Medals for the finished games of a device. They follow from the games alone, so they need no storage of their own,
 * and importing games also restores their medals.
 *
 * @typedef {{game: SavedGame, score: number, won: boolean, caves: CaveStory[]}} Played
 */
/** @import { SavedGame } from './results.js' */
/** @import { CaveStory } from './stories.js' */
import { isWon, ownScore } from './results.js';
import { storyOf } from './stories.js';

/**
 * Every medal with its condition: a test of all games, oldest first.
 * @type {Readonly<Record<string, (games: readonly Played[]) => boolean>>}
 */
const MEDALS = {
  first: (games) => games.length > 0,
  win: (games) => games.some(({ won }) => won),
  regular: (games) => games.length >= 10,
  furniture: (games) => games.length >= 50,
  row: (games) => games.some((_, at) => at > 1 && games.slice(at - 2, at + 1).every(({ won }) => won)),
  sack: (games) => games.some(({ score }) => score >= 30),
  hands: (games) => games.some(({ score }) => score >= 50),
  hoard: (games) => games.some(({ score }) => score >= 80),
  nothing: (games) => games.some(({ score }) => score === 0),
  poor: (games) => games.some(({ score, won }) => won && score < 15),
  photo: (games) => games.some(({ game, score, won }) => won && runnerUp(game) === score - 1),
  home: (games) => games.some(({ caves }) => caves.length > 0 && caves.every(({ left }) => left !== null)),
  warm: (games) => games.some(({ caves }) => caves.length > 0 && caves.every(({ left }) => left === null)),
  whisker: some(({ narrow }) => narrow, 1),
  sense: some(({ narrow }) => narrow, 3),
  alone: some(({ alone }) => alone, 1),
  nobody: some(({ alone }) => alone, 3),
  relic: some(({ relics }) => relics > 0, 1),
  curator: (games) => games.some(({ caves }) => caves.reduce((sum, { relics }) => sum + relics, 0) >= 3),
  lantern: some(({ last, alone, cards }) => last && alone && cards > 5, 1),
  deep: some(({ left }) => left !== null && left >= 10, 1),
  looking: some(({ left }) => left === 1, 1),
  traveled: (games) => new Set(games.map(({ game }) => game.edition)).size >= 4,
  night: (games) => games.some(({ game }) => new Date(game.date).getHours() < 5),
};

/** The medals in display order. */
export const MEDAL_NAMES = Object.keys(MEDALS);

/**
 * Return a test for at least this many caves of one kind in a game.
 * @param {(cave: CaveStory) => boolean} kind
 * @param {number} needed
 * @returns {(games: readonly Played[]) => boolean}
 */
function some(kind, needed) {
  return (games) => games.some(({ caves }) => caves.filter(kind).length >= needed);
}

/**
 * Return the highest score of the other players.
 * @param {SavedGame} game
 */
function runnerUp(game) {
  return Math.max(...game.scores.filter((_, seat) => !game.you.includes(seat)));
}

/**
 * Return the medals that some games have earned.
 * @param {readonly SavedGame[]} saved in any order
 * @returns {Set<string>}
 */
export function earnedMedals(saved) {
  /** @type {Played[]} */
  const games = [];
  for (const game of [...saved].sort((a, b) => a.date - b.date)) {
    const score = ownScore(game);
    if (score !== null) games.push({ game, score, won: isWon(game), caves: storyOf(game) });
  }
  return new Set(MEDAL_NAMES.filter((name) => MEDALS[name](games)));
}
