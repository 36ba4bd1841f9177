// @ts-check
/**
 * Print the moments of the games given as JSON on standard input, for test_replay.py. Each game comes as the server's
 * answer and as a record, which must give the same moments without a server.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { momentsOf } from '../../src/diamant/web/js/model/moments.js';
import { replayed } from '../../src/diamant/web/js/rules/replay.js';

const cases = JSON.parse(readFileSync(0, 'utf8'));
for (const { answer, text } of cases) {
  const editions = Object.fromEntries(answer.games.map((/** @type {any} */ { edition }) => [edition.id, edition]));
  const here = replayed(text, editions) ?? [];
  const plain = (/** @type {any[]} */ games) =>
    games.map(({ steps }) => steps.map((/** @type {any} */ { facts, view }) => ({ facts, ...view, history: null })));
  assert.deepEqual(plain(here), plain(answer.games));
  assert.equal(replayed(text, {}), null, 'an edition that is not known here');
  assert.throws(() => replayed(text.replace(/\n1\. /, '\n1. 1 1 1 '), editions), { code: 'card' });
}
const told = cases.map((/** @type {any} */ { answer }) =>
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
