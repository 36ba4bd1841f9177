// @ts-check
/**
 * The tutorial's lessons: what is shown, what is said then, and what you have to do.
 *
 * `until` is the moment of its caves that is reached before the words are said;
 * everything up to it is acted out first.
 */
import { mark, t } from '../../words/i18n.js';

/**
 * @typedef {'next' | 'go' | 'leave'} Press what has to be pressed
 * @typedef {{until: number, say: () => string[], press: Press, next?: () => string}} Lesson
 */

/**
 * A lesson that ends with a choice or with a button.
 * @param {number} until
 * @param {Press} press
 * @param {string[]} sentences
 * @param {string} [button]
 * @returns {Lesson}
 */
function lesson(until, press, sentences, button) {
  return { until, press, say: () => sentences.map((one) => t(one)), next: button ? () => t(button) : undefined };
}

const go = (/** @type {number} */ until, /** @type {string[]} */ words) => lesson(until, 'go', words);
const leave = (/** @type {number} */ until, /** @type {string[]} */ words) => lesson(until, 'leave', words);
const next = (/** @type {number} */ until, /** @type {string} */ button, /** @type {string[]} */ words) =>
  lesson(until, 'next', words, button);

/** The caves of the lessons, as a record that rules/replay.js plays. */
export const CAVES = `[Edition "iello-2016"]
[Players "You" "Bea" "Cem" "Dora"]

1. 9 snake/C 11 relic/AB boulder/D
2. 15 lava/B 13 lava
3. relic 7/A
`;

/** The caves of the lessons about winning. */
export const STRATEGY_CAVES = `[Edition "iello-2016"]
[Players "You" "Bea" "Cem" "Dora"]

1. 11 snake 7 lava/A spider/BC spider
2. relic 13/BC 5/A boulder/D
3. 1/ABCD
4. 1/ABCD
5. 9 snake/A 5 lava snake
`;

/** @type {readonly Lesson[]} */
export const LESSONS = [
  next(0, mark('Turn the first card'), [
    mark('Four explorers stand before a cave full of gems: Bea, Cem, Dora and you.'),
    mark('You go in together. The first card is turned before anybody can choose.'),
  ]),
  go(1, [
    mark('9 gems for 4 explorers: 2 for each. The 1 that cannot be shared stays on the card.'),
    mark('What you carry is not safe yet. Everybody now chooses in secret. Press Go on.'),
  ]),
  go(3, [
    mark('All went on, and here is a hazard: a snake. The first of a kind is only a warning.'),
    mark('A second snake would drive everyone out, empty-handed. Be brave: go on.'),
  ]),
  go(5, [
    mark('Cem went home with 2, picked up the 1 on the path, and has 3 safe in the chest.'),
    mark('Then came 11 gems for the 3 of you: 3 each, and 2 stay. You carry 5. Go on.'),
  ]),
  leave(7, [
    mark('A relic! It cannot be shared: only somebody who leaves alone takes it.'),
    mark('Try to get it. Leave.'),
  ]),
  next(8, mark('Watch Dora'), [
    mark('Bea left at the same moment! So the relic stays, and you shared the 2 gems on the path.'),
    mark('Your 5 and that 1 are now in your chest: 6, and nobody can take them from you.'),
  ]),
  next(10, mark('On to cave 2'), [
    mark('Dora went one card deeper and left alone: that wins the relic, worth 5 points.'),
    mark('Nobody is inside any more. All cards are shuffled again for the next cave.'),
  ]),
  go(12, [mark('15 gems: 3 for each, 3 stay. A good start. Go on.')]),
  go(14, [mark('Lava: a first warning. From now on two of the cards in the deck would end the expedition. Go on.')]),
  go(16, [
    mark('Bea went home with 6. The 13 gems were for three of you: now you carry 7.'),
    mark('Leaving would be wise. But see for once what greed can do: go on.'),
  ]),
  next(18, mark('On to cave 3'), [
    mark('Lava for the second time! Everyone inside loses what they carry. Your 7 are gone; your chest is safe.'),
    mark('One of the two lava cards leaves the game: that danger grows a little smaller.'),
  ]),
  go(20, [mark('A relic, right at the entrance. Everybody wants it now. Wait for a better moment: go on.')]),
  leave(22, [
    mark('7 gems: 1 for each, and 3 stay. The path is worth more than what lies ahead.'),
    mark('The others look greedy. Leave!'),
  ]),
  next(23, mark('And then?'), [
    mark('You left alone: your 1, the 3 on the path, and the relic, worth 5. That makes 15 in your chest.'),
    mark('Nobody has more. A whole game has five caves, and whoever has the most points wins.'),
  ]),
];

// The lessons about winning: counting, leaving alone, relics, the last cave. Told as in lessons.js.

/** @type {readonly Lesson[]} */
export const STRATEGY = [
  next(0, mark('Turn the first card'), [
    mark('This time it is about winning.'),
    mark('The deck holds 35 cards: 15 treasures, 5 relics, and 5 kinds of hazard, 3 cards of each.'),
  ]),
  go(1, [mark('11 gems: 2 for each, and 3 stay. No hazard lies here yet, so no card can end it. Go on.')]),
  go(3, [mark('Now count: of the 33 cards left, 2 are snakes. That is 1 in 16, for the 2 you carry. Go on.')]),
  go(5, [mark('7 gems: 1 for each, and 3 stay. You carry 3, and 6 lie on the path. Go on.')]),
  leave(7, [
    mark('Lava: now 4 of the 31 cards left would end it, 1 in 8. Every new kind adds two.'),
    mark('Whoever leaves alone gets the 6 on the path as well. The others still hope for more: leave!'),
  ]),
  next(8, mark('Watch the others'), [
    mark('You left alone: 3 and 6 make 9. With somebody beside you it would have been 6.'),
  ]),
  next(11, mark('On to cave 2'), [
    mark('Bea and Cem went home with 3 each. Dora stayed, with three kinds of hazard on the path, and lost it all.'),
  ]),
  go(13, [
    mark('A relic. Whoever leaves now will not be the only one, and then nobody gets it.'),
    mark('Wait until few are inside. Go on.'),
  ]),
  go(15, [mark('13 gems: 3 for each, and 1 stays. Some will be content with that. Go on.')]),
  leave(17, [
    mark('Bea and Cem left together, so the relic still lies there. You and Dora got 2 each.'),
    mark('Dora wants more. That is your moment: leave!'),
  ]),
  next(18, mark('On to the last cave'), [
    mark('Alone again: your 5, the 2 on the path, and the relic, worth 5. That makes 21 in your chest.'),
  ]),
  go(28, [
    mark('Caves 3 and 4 brought nobody anything. This is the last one, and you lead by 15.'),
    mark('Those behind have to dare. You do not. Go on, but not far.'),
  ]),
  leave(30, [mark('A snake. Take what you have while it is safe: leave.')]),
  next(36, mark('And then?'), [
    mark('The others had to go on, since 3 gems would not have won, and the second snake came.'),
    mark('Had you been behind, you would have had to stay as well: in the last cave only the win counts.'),
  ]),
];
