// @ts-check
/** Note the views given as JSON on standard input, and print the witnesses, for test_fair.py. */
import { readFileSync } from 'node:fs';

import { noted } from '../../src/diamant/web/js/fair/witness.js';

const { views, edition } = JSON.parse(readFileSync(0, 'utf8'));
/** @type {import('../../src/diamant/web/js/fair/witness.js').Witness[]} */
let all = [];
for (const view of views) all = noted(all, view, edition);
process.stdout.write(JSON.stringify(all));
