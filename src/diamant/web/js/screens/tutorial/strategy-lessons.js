// @ts-check
/** The lessons about winning: counting, leaving alone, relics, the last cave. Told as in lessons.js. */

import { t } from '../../words/i18n.js';

/** @type {readonly import('./lessons.js').Lesson[]} */
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
  {
    until: 30,
    say: () => [t('A snake. Take what you have while it is safe: leave.')],
    press: 'leave',
  },
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
