// @ts-check
/**
 * The story of one seat in a record, cave by cave: when it left, with whom, and what it escaped.
 *
 * A cave for one seat. `left` is the number of cards on the path when the seat went home, and null if it was
 * caught; `alone` means that no one left with it, `last` that no one stayed, `narrow` that the next card ended
 * the expedition; `relics` are those that it took.
 * @typedef {{cards: number, left: number | null, alone: boolean, last: boolean, narrow: boolean,
 *   relics: number}} CaveStory
 */
/** @import { Turn } from './record.js' */
/** @import { SavedGame } from './results.js' */
import { isRelic } from './cards.js';
import { roundsOf } from './record.js';

/**
 * Return the caves of a saved game for this device's first seat; none if the device only watched, or if the
 * record is unreadable.
 * @param {SavedGame} game
 * @returns {CaveStory[]}
 */
export function storyOf(game) {
  const seat = game.you[0];
  if (seat === undefined) return [];
  return roundsOf(game.record).map((turns) => caveStory(turns, seat, game.scores.length));
}

/**
 * @param {readonly Turn[]} turns
 * @param {number} seat
 * @param {number} players
 * @returns {CaveStory}
 */
function caveStory(turns, seat, players) {
  /** @type {CaveStory} */
  const story = { cards: turns.length, left: null, alone: false, last: false, narrow: false, relics: 0 };
  let inside = players;
  let lying = 0;
  for (const [at, { card, leavers }] of turns.entries()) {
    if (isRelic(card)) lying += 1;
    const gone = leavers ?? [];
    inside -= gone.length;
    if (gone.includes(seat)) {
      story.left = at + 1;
      story.alone = gone.length === 1;
      story.last = inside === 0;
      story.narrow = inside > 0 && at === turns.length - 2;
      story.relics = story.alone ? lying : 0;
    }
    if (gone.length === 1) lying = 0;
  }
  // The last card caught every player still in the cave.
  if (story.narrow && inside === 0) story.narrow = false;
  return story;
}
