// @ts-check
/** Folds every case of a JSON file and prints the differences to the server's own views. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fold, lookAfter } from '../../src/diamant/web/js/model/fold.js';

// What no event tells: it comes with the answer to a `Look`.
const LOOKED_UP = ['deck', 'treasures_left', 'hazards_left', 'relics_left', 'deck_size', 'stand_ins'];

const { editions, cases } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const faults = [];
let compared = 0;

for (const { seed, guest, start, steps } of cases) {
  let view = start;
  for (const { event, expected } of steps) {
    const before = view;
    const kept = JSON.stringify(before);
    view = fold(view, event, editions);
    const twice = fold(view, event, editions);
    const look = lookAfter(before, event, view);
    if (JSON.stringify(before) !== kept) faults.push({ seed, guest, event, path: 'changed in place' });
    if (!isDeepStrictEqual(comparable(twice), comparable(view))) {
      faults.push({ seed, guest, event, path: 'told twice, done twice' });
    }
    // A look at everything follows such an event; what is compared is that the app asks for it.
    if (look !== 'all') {
      compared += 1;
      const path = difference(comparable(view), comparable(expected), 'view');
      if (path) faults.push({ seed, guest, event, path });
      view = { ...view, odds: expected.odds };
    }
    if (look === 'all' || faults.length) view = expected;
  }
  if (faults.length > 5) break;
}

process.stdout.write(JSON.stringify({ compared, faults }));

/** @param {any} view */
function comparable(view) {
  const plain = { ...view, odds: null };
  // The seed is shown a moment before the event that tells it, together with it.
  if (view.phase !== 'over') plain.fairness = { ...view.fairness, seed: null };
  if (view.game) {
    plain.game = { ...view.game };
    for (const name of LOOKED_UP) delete plain.game[name];
    // A closed game's whole history is shown at its end; the look after GameFinished brings it.
    if (view.game.closed && view.game.phase === 'over') delete plain.game.history;
  }
  return plain;
}

/**
 * @param {any} a
 * @param {any} b
 * @param {string} path
 * @returns {string | null}
 */
function difference(a, b, path) {
  if (isDeepStrictEqual(a, b)) return null;
  if (a && b && typeof a === 'object' && typeof b === 'object') {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = difference(a[key], b[key], `${path}.${key}`);
      if (found) return found;
    }
  }
  return `${path}: folded ${JSON.stringify(a)}, the server shows ${JSON.stringify(b)}`;
}
