// @ts-check
/**
 * The lessons of the tutorial: the scene, the text, and the button to press.
 *
 * `until` is the moment that is reached before the text appears;
 * everything up to it is animated first.
 */
import { mark, t } from '../../words/i18n.js';

/**
 * @typedef {'next' | 'go' | 'leave'} Press the button to press
 * @typedef {{until: number, say: () => string[], press: Press, next?: () => string}} Lesson
 */

/**
 * Return a lesson that ends with a choice or with a button.
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
    mark('Four explorers stand before a cave full of gems: Bea, Cem, Dora, and you.'),
    mark('You go in together. The first card is turned before anyone can choose.'),
  ]),
  go(1, [
    mark('9 gems for 4 explorers: 2 each. The 1 left over stays on the card.'),
    mark("The gems you're carrying aren't safe yet. Now everyone chooses in secret. Press “Go on”."),
  ]),
  go(3, [
    mark("Everyone went on, and here's a hazard: a snake. The first hazard of a kind is only a warning."),
    mark('A second snake would drive everyone out empty-handed. Be brave: go on.'),
  ]),
  go(5, [
    mark('Cem went home with 2 gems, picked up 1 more on the path, and now has 3 safe in his chest.'),
    mark("Then came 11 gems for the 3 of you: 3 each, and 2 stay on the card. You're carrying 5. Go on."),
  ]),
  leave(7, [
    mark("A relic! Relics can't be shared: you get one only if you leave alone."),
    mark('Try to get the relic: leave!'),
  ]),
  next(8, mark('Watch Dora'), [
    mark('Bea left at the same time! So the relic stays, and the two of you shared the 2 gems on the path.'),
    mark('Your 5 gems and 1 from the path are now in your chest. Nobody can take those 6 from you.'),
  ]),
  next(10, mark('On to cave 2'), [
    mark('Dora went one card deeper and left alone, so she gets the relic, worth 5 points.'),
    mark('Nobody is left in the cave. All the cards are shuffled again for the next cave.'),
  ]),
  go(12, [mark('15 gems: 3 each, and 3 stay on the card. A good start. Go on.')]),
  go(14, [mark('Lava: the first warning. From now on, two cards in the deck would end the expedition. Go on.')]),
  go(16, [
    mark("Bea went home with 6. The other three of you shared 13 gems, so now you're carrying 7."),
    mark('Leaving would be wise. But just this once, see what greed can do: go on.'),
  ]),
  next(18, mark('On to cave 3'), [
    mark(
      "A second lava card! Everyone inside loses what they're carrying. Your 7 gems are gone, but " +
        'your chest is safe.',
    ),
    mark('One of the two lava cards is removed from the game, so lava becomes a little less likely.'),
  ]),
  go(20, [mark('A relic right at the entrance, and everyone wants it! Wait for a better moment: go on.')]),
  leave(22, [
    mark("7 gems: 1 each, and 3 stay on the card. The path is worth more than what's ahead."),
    mark('The others look greedy. Leave!'),
  ]),
  next(23, mark('What next?'), [
    mark(
      'You left alone with your 1 gem, the 3 on the path, and the relic, worth 5. That makes 15 ' +
        'points in your chest.',
    ),
    mark('Nobody has more than you. A full game has five caves, and the player with the most points wins.'),
  ]),
];

// The lessons about winning: counting, leaving alone, relics, the last cave.

/** @type {readonly Lesson[]} */
export const STRATEGY = [
  next(0, mark('Turn the first card'), [
    mark("This time, it's all about winning."),
    mark('The deck has 35 cards: 15 treasures, 5 relics, and 5 kinds of hazard with 3 cards each.'),
  ]),
  go(1, [
    mark("11 gems: 2 each, and 3 stay on the card. There's no hazard yet, so no card can end the expedition. Go on."),
  ]),
  go(3, [
    mark(
      "Now count: of the 33 cards left, 2 are snakes. That's a risk of about 1 in 16 for the 2 " +
        "gems you're carrying. Go on.",
    ),
  ]),
  go(5, [mark("7 gems: 1 each, and 3 stay on the card. You're carrying 3, and there are 6 on the path. Go on.")]),
  leave(7, [
    mark('Lava: now 4 of the 31 cards left would end the expedition, about 1 in 8. Each new kind of hazard adds two.'),
    mark('If you leave alone, you also get the 6 gems on the path. The others are still hoping for more: leave!'),
  ]),
  next(8, mark('Watch the others'), [
    mark("You left alone: 3 and 6 make 9 gems. If someone had left with you, you'd have only 6."),
  ]),
  next(11, mark('On to cave 2'), [
    mark('Bea and Cem went home with 3 each. Dora stayed with three kinds of hazard on the path and lost everything.'),
  ]),
  go(13, [
    mark("A relic. If you leave now, you won't be the only one, and nobody will get the relic."),
    mark('Wait until only a few players are inside. Go on.'),
  ]),
  go(15, [mark('13 gems: 3 each, and 1 stays on the card. Some players will be happy with that. Go on.')]),
  leave(17, [
    mark('Bea and Cem left together, so the relic is still on the path. You and Dora got 2 each.'),
    mark('Dora wants more. This is your moment: leave!'),
  ]),
  next(18, mark('On to the last cave'), [
    mark(
      'Alone again: you take your 5 gems, the 2 on the path, and the relic, worth 5. That makes ' +
        '21 points in your chest.',
    ),
  ]),
  go(28, [
    mark("Nobody gained anything in caves 3 and 4. This is the last cave, and you're 15 points ahead."),
    mark("If you're behind, you have to take risks. You're not. Go on, but not too far."),
  ]),
  leave(30, [mark("A snake. Take what you have while it's safe: leave.")]),
  next(36, mark('What next?'), [
    mark("The others had to go on because 3 gems wouldn't have been enough to win. Then the second snake came."),
    mark("If you'd been behind, you'd have had to stay in too: in the last cave, only winning " + 'counts.'),
  ]),
];
