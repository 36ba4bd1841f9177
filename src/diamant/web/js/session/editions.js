// @ts-check
/**
 * The editions by id: those of the server, requested once, and custom editions of tables
 * on this page.
 */
/** @import { Signal } from '../../vendor/preact-signals.js' */
/** @import { Edition } from '../model/types.js' */
import { signal } from '../html.js';
import { editions as askEditions } from '../net/api.js';

/** @type {Signal<Record<string, Edition>>} without a prototype, because an id may be `constructor` */
export const editions = signal(Object.create(null));

/** @type {Promise<void> | null} */
let asked = null;

/** Load the server's editions once; if the server is away, the promise fails and the next call tries again. */
export function loadEditions() {
  asked ??= askEditions().then(learnEditions, (error) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** @param {Edition[]} more */
export function learnEditions(more) {
  const learned = Object.fromEntries(more.map((edition) => [edition.id, edition]));
  editions.value = Object.assign(Object.create(null), editions.peek(), learned);
}
