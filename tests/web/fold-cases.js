// @ts-check
/** Fold every case of a JSON file, and print the differences from the server's views. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fold, needsLook } from '../../src/diamant/web/js/model/fold.js';

const { editions, cases } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const faults = [];
let compared = 0;
/** How often a look was needed, by reason. @type {Record<string, number>} */
const looks = {};

for (const { seed, guest, start, steps } of cases) {
  let view = start;
  for (const { event, expected } of steps) {
    const before = view;
    const kept = JSON.stringify(before);
    view = fold(view, event, editions);
    const twice = fold(view, event, editions);
    const look = needsLook(before, event, view);
    if (JSON.stringify(before) !== kept) faults.push({ seed, guest, event, path: 'changed in place' });
    if (!isDeepStrictEqual(twice, view)) faults.push({ seed, guest, event, path: 'told twice, done twice' });
    if (look) {
      const why = reason(before, event, expected);
      looks[why] = (looks[why] ?? 0) + 1;
    } else {
      compared += 1;
      const path = difference(comparable(view), comparable(expected), 'view');
      if (path) faults.push({ seed, guest, event, path });
    }
    if (look || faults.length) view = expected;
  }
  if (faults.length > 5) break;
}

process.stdout.write(JSON.stringify({ compared, looks, faults }));

/**
 * Add the seed, which the server shows slightly before its event.
 * @param {any} view
 */
function comparable(view) {
  return view.phase === 'over' ? view : { ...view, fairness: { ...view.fairness, seed: null } };
}

/**
 * Return why a look may be needed after an event, or the event if there is no reason.
 * @param {any} before
 * @param {any} event
 * @param {any} after
 */
function reason(before, event, after) {
  const own = (/** @type {any} */ view) => view.hands.map((/** @type {any} */ hand) => hand.seat).join();
  if (after.game && own(before) !== own(after)) return 'own seats changed';
  const ended = event.facts?.some((/** @type {any} */ fact) => fact.event === 'GameEnded');
  if (after.game?.closed && ended) return 'end of a game with closed chests';
  if (event.event === 'SettingsChanged') {
    if (after.settings.bots !== before.settings.bots) return 'another level of bots';
    if (after.own_edition) return "a table's own edition";
  }
  return event.event;
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
