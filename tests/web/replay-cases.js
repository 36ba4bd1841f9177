// @ts-check
/** The moments of the games given as JSON on standard input, in short: for test_replay.py. */
import { readFileSync } from 'node:fs';

import { momentsOf } from '../../src/diamant/web/js/model/moments.js';

const answers = JSON.parse(readFileSync(0, 'utf8'));
const told = answers.map((/** @type {any} */ answer) =>
  answer.games.map((/** @type {any} */ game) =>
    momentsOf(game).map((moment) => ({
      round: moment.round,
      kinds: moment.facts.map((fact) => fact.event),
      cards: moment.game.cards,
      inside: moment.game.in_cave,
      carried: moment.game.carried,
      path: moment.game.gems.reduce((sum, gems) => sum + gems, 0),
      chests: moment.game.chests,
    })),
  ),
);
process.stdout.write(JSON.stringify(told));
