// @ts-check
/** Verify the cases given as JSON on standard input, and print the verdicts, for test_fair.py. */
import { readFileSync } from 'node:fs';

import { verify } from '../../src/diamant/web/js/fair/verify.js';
import { sayVerdict } from '../../src/diamant/web/js/ui/fair-check.js';

const cases = JSON.parse(readFileSync(0, 'utf8'));
const verdicts = cases.map((/** @type {any} */ one) => {
  const verdict = verify(one.record, one.edition, one.witness, one.missing);
  return { ...verdict, said: sayVerdict(verdict) };
});
process.stdout.write(JSON.stringify(verdicts));
