// @ts-check
/** The supply of gems: stand-ins replace the gems that run out (rules/supply.py). */
/** @import { Edition, GameView } from './types.js' */

/**
 * Return the worth of the stand-ins in use, or null while closed chests hide it.
 * @param {GameView} game
 * @param {Edition} edition
 * @returns {number | null}
 */
export function standInsOf(game, edition) {
  if (game.closed && game.phase !== 'over') return null;
  return standIns(edition.gems, holdings(game, edition));
}

/**
 * @param {readonly {worth: number, count: number}[]} gems in a box, each worth a multiple of the one before
 * @param {readonly number[]} holdings
 * @returns {number}
 */
function standIns(gems, holdings) {
  const all = holdings.reduce((sum, holding) => sum + holding, 0);
  let laid = 0;
  // Larger gems free smaller ones everywhere else, so they are laid out first, as many as fit.
  for (const { worth, count } of [...gems].reverse()) {
    const places = holdings.reduce((sum, holding) => sum + Math.floor(holding / worth), 0) - Math.floor(laid / worth);
    laid += worth * Math.min(count, places);
  }
  return all - laid;
}

/**
 * Return every place that contains gems. In a view, relics count as points in the chests.
 * @param {GameView} game with open chests
 * @param {Edition} edition
 */
function holdings(game, edition) {
  const points = /** @type {number[]} */ (game.chests);
  const relics = game.relics_taken.map((worths) => worths.reduce((sum, worth) => sum + worth, 0));
  const chests = points.map((held, seat) => held - relics[seat]);
  const supplied = edition.relics?.supplied ? game.relics_taken.flat() : [];
  const carried = carriedInside(game);
  return [...chests, game.path, ...supplied, ...game.in_cave.map(() => carried)];
}

/**
 * Return what each player in the cave carries, even if the viewing seat has left.
 * @param {Pick<GameView, 'history'>} game
 */
export function carriedInside({ history }) {
  let carried = 0;
  for (const fact of history) {
    if (fact.event === 'ExpeditionBegan') carried = 0;
    if (fact.event === 'TreasureShared') carried += fact.share;
  }
  return carried;
}
