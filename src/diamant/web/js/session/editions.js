// @ts-check
/**
 * The editions that this page knows, by their ids: the server's, asked for once, and those that a
 * table here has of its own.
 */
/** @import { Signal } from '../../vendor/preact-signals.js' */
/** @import { Edition } from '../model/types.js' */
import { signal } from '../html.js';
import { editions as askEditions } from '../net/api.js';

/** @type {Signal<Record<string, Edition>>} without a prototype: an id may be `constructor` */
export const editions = signal(Object.create(null));

/** @type {Promise<void> | null} */
let asked = null;

/** Ask which editions there are, once; a server that is away fails the promise and is asked again next time. */
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
