// @ts-check
/** Check the days given as JSON on standard input, and print the results, for test_fair.py. */
import { readFileSync } from 'node:fs';

import { checkDay, roundsOf } from '../../src/diamant/web/js/fair/daily.js';

const { happened, edition, players, days } = JSON.parse(readFileSync(0, 'utf8'));
const rounds = roundsOf(happened);
/** @param {{seed: string, promise?: string, played?: boolean, swapped?: boolean}} day */
const check = ({ seed, promise, played, swapped }) => {
  const seen = rounds.map((turns) => [...turns]);
  if (swapped) [seen[0][0], seen[0][1]] = [seen[0][1], seen[0][0]];
  return checkDay(seed, promise ? { promise, rounds: played ? seen : undefined } : undefined, edition, players);
};
process.stdout.write(JSON.stringify(days.map(check)));
