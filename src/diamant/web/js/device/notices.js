// @ts-check
/**
 * What this device tells whoever holds it: a word to screen readers, a small note that goes by
 * itself. `ui/page.js` draws both.
 *
 * Nothing that must be read stands only in a note.
 */
/** @import { Signal } from '../../vendor/preact-signals.js' */
import { signal } from '../html.js';

const SHOWN_MS = 4500;
const MOST = 3;
const APART_MS = 50; // Several frames: of two words in one, only the second would be heard.
let count = 0;
let odd = false;
/** What is to be said, while something has just been; null at any other time. @type {string[] | null} */
let next = null;

/** What screen readers say next. */
export const announced = signal('');

/** @type {Signal<{id: number, text: string, tone: string}[]>} */
export const notes = signal([]);

/**
 * Say something to screen readers, after what they are saying now: all that is said, and once.
 * @param {string} text
 */
export function announce(text) {
  if (!text) return;
  if (next) {
    next.push(text);
    return;
  }
  next = [];
  // They skip what did not change, so the same words twice must differ by a space.
  odd = !odd;
  announced.value = text + (odd ? '\u00a0' : '');
  setTimeout(() => {
    const rest = next?.join(' ') ?? '';
    next = null;
    announce(rest);
  }, APART_MS);
}

/**
 * Show a note.
 * @param {string} text
 * @param {'plain' | 'bad'} [tone]
 */
export function toast(text, tone = 'plain') {
  if (!text) return;
  announce(text);
  const id = ++count;
  const others = notes.peek().filter((note) => note.text !== text);
  notes.value = [...others, { id, text, tone }].slice(-MOST);
  setTimeout(() => {
    notes.value = notes.peek().filter((note) => note.id !== id);
  }, SHOWN_MS);
}
