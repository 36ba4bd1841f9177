// @ts-check
/**
 * The tutorial's lessons: what is shown, what is said then, and what you have to do.
 *
 * `until` is the moment of its caves that is reached before the words are said;
 * everything up to it is acted out first.
 */
import { t } from '../../words/i18n.js';

/**
 * @typedef {'next' | 'go' | 'leave'} Press what has to be pressed
 * @typedef {{until: number, say: () => string[], press: Press, next?: () => string}} Lesson
 */

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
  {
    until: 0,
    say: () => [
      t('Four explorers stand before a cave full of gems: Bea, Cem, Dora and you.'),
      t('You go in together. The first card is turned before anybody can choose.'),
    ],
    press: 'next',
    next: () => t('Turn the first card'),
  },
  {
    until: 1,
    say: () => [
      t('9 gems for 4 explorers: 2 for each. The 1 that cannot be shared stays on the card.'),
      t('What you carry is not safe yet. Everybody now chooses in secret. Press Go on.'),
    ],
    press: 'go',
  },
  {
    until: 3,
    say: () => [
      t('All went on, and here is a hazard: a snake. The first of a kind is only a warning.'),
      t('A second snake would drive everyone out, empty-handed. Be brave: go on.'),
    ],
    press: 'go',
  },
  {
    until: 5,
    say: () => [
      t('Cem went home with 2, picked up the 1 on the path, and has 3 safe in the chest.'),
      t('Then came 11 gems for the 3 of you: 3 each, and 2 stay. You carry 5. Go on.'),
    ],
    press: 'go',
  },
  {
    until: 7,
    say: () => [
      t('A relic! It cannot be shared: only somebody who leaves alone takes it.'),
      t('Try to get it. Leave.'),
    ],
    press: 'leave',
  },
  {
    until: 8,
    say: () => [
      t('Bea left at the same moment! So the relic stays, and you shared the 2 gems on the path.'),
      t('Your 5 and that 1 are now in your chest: 6, and nobody can take them from you.'),
    ],
    press: 'next',
    next: () => t('Watch Dora'),
  },
  {
    until: 10,
    say: () => [
      t('Dora went one card deeper and left alone: that wins the relic, worth 5 points.'),
      t('Nobody is inside any more. All cards are shuffled again for the next cave.'),
    ],
    press: 'next',
    next: () => t('On to cave 2'),
  },
  { until: 12, say: () => [t('15 gems: 3 for each, 3 stay. A good start. Go on.')], press: 'go' },
  {
    until: 14,
    say: () => [t('Lava: a first warning. From now on two of the cards in the deck would end the expedition. Go on.')],
    press: 'go',
  },
  {
    until: 16,
    say: () => [
      t('Bea went home with 6. The 13 gems were for three of you: now you carry 7.'),
      t('Leaving would be wise. But see for once what greed can do: go on.'),
    ],
    press: 'go',
  },
  {
    until: 18,
    say: () => [
      t('Lava for the second time! Everyone inside loses what they carry. Your 7 are gone; your chest is safe.'),
      t('One of the two lava cards leaves the game: that danger grows a little smaller.'),
    ],
    press: 'next',
    next: () => t('On to cave 3'),
  },
  {
    until: 20,
    say: () => [t('A relic, right at the entrance. Everybody wants it now. Wait for a better moment: go on.')],
    press: 'go',
  },
  {
    until: 22,
    say: () => [
      t('7 gems: 1 for each, and 3 stay. The path is worth more than what lies ahead.'),
      t('The others look greedy. Leave!'),
    ],
    press: 'leave',
  },
  {
    until: 23,
    say: () => [
      t('You left alone: your 1, the 3 on the path, and the relic, worth 5. That makes 15 in your chest.'),
      t('Nobody has more. A whole game has five caves, and whoever has the most points wins.'),
    ],
    press: 'next',
    next: () => t('And then?'),
  },
];

// The lessons about winning: counting, leaving alone, relics, the last cave. Told as in lessons.js.

/** @type {readonly Lesson[]} */
export const STRATEGY = [
  {
    until: 0,
    say: () => [
      t('This time it is about winning.'),
      t('The deck holds 35 cards: 15 treasures, 5 relics, and 5 kinds of hazard, 3 cards of each.'),
    ],
    press: 'next',
    next: () => t('Turn the first card'),
  },
  {
    until: 1,
    say: () => [t('11 gems: 2 for each, and 3 stay. No hazard lies here yet, so no card can end it. Go on.')],
    press: 'go',
  },
  {
    until: 3,
    say: () => [t('Now count: of the 33 cards left, 2 are snakes. That is 1 in 16, for the 2 you carry. Go on.')],
    press: 'go',
  },
  {
    until: 5,
    say: () => [t('7 gems: 1 for each, and 3 stay. You carry 3, and 6 lie on the path. Go on.')],
    press: 'go',
  },
  {
    until: 7,
    say: () => [
      t('Lava: now 4 of the 31 cards left would end it, 1 in 8. Every new kind adds two.'),
      t('Whoever leaves alone gets the 6 on the path as well. The others still hope for more: leave!'),
    ],
    press: 'leave',
  },
  {
    until: 8,
    say: () => [t('You left alone: 3 and 6 make 9. With somebody beside you it would have been 6.')],
    press: 'next',
    next: () => t('Watch the others'),
  },
  {
    until: 11,
    say: () => [
      t('Bea and Cem went home with 3 each. Dora stayed, with three kinds of hazard on the path, and lost it all.'),
    ],
    press: 'next',
    next: () => t('On to cave 2'),
  },
  {
    until: 13,
    say: () => [
      t('A relic. Whoever leaves now will not be the only one, and then nobody gets it.'),
      t('Wait until few are inside. Go on.'),
    ],
    press: 'go',
  },
  {
    until: 15,
    say: () => [t('13 gems: 3 for each, and 1 stays. Some will be content with that. Go on.')],
    press: 'go',
  },
  {
    until: 17,
    say: () => [
      t('Bea and Cem left together, so the relic still lies there. You and Dora got 2 each.'),
      t('Dora wants more. That is your moment: leave!'),
    ],
    press: 'leave',
  },
  {
    until: 18,
    say: () => [t('Alone again: your 5, the 2 on the path, and the relic, worth 5. That makes 21 in your chest.')],
    press: 'next',
    next: () => t('On to the last cave'),
  },
  {
    until: 28,
    say: () => [
      t('Caves 3 and 4 brought nobody anything. This is the last one, and you lead by 15.'),
      t('Those behind have to dare. You do not. Go on, but not far.'),
    ],
    press: 'go',
  },
  { until: 30, say: () => [t('A snake. Take what you have while it is safe: leave.')], press: 'leave' },
  {
    until: 36,
    say: () => [
      t('The others had to go on, since 3 gems would not have won, and the second snake came.'),
      t('Had you been behind, you would have had to stay as well: in the last cave only the win counts.'),
    ],
    press: 'next',
    next: () => t('And then?'),
  },
];
