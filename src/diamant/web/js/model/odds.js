// @ts-check
/** What the next card may bring. */

/**
 * The gems that each of those inside may expect from it.
 * @param {import('./types.js').GameView} game
 */
export function nextShare(game) {
  const inside = game.in_cave.length;
  if (!game.deck_size || !inside) return 0;
  return game.treasures_left.reduce((sum, value) => sum + Math.floor(value / inside), 0) / game.deck_size;
}
