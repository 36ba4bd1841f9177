// @ts-check
/**
 * Messages to the person using this device: announcements to screen readers, and small notes that disappear
 * by themselves. `ui/page.js` draws both.
 *
 * A note never contains anything that must be read.
 */
/** @import { Signal } from '../../vendor/preact-signals.js' */
import { signal } from '../html.js';

const SHOWN_MS = 4500;
const MOST = 3;
const APART_MS = 50; // Several frames: of two announcements in one frame, only the second would be read out.
let count = 0;
let odd = false;
/** Queued announcements, shortly after one was made; null at any other time. @type {string[] | null} */
let next = null;

/** The current announcement for screen readers. */
export const announced = signal('');

/** @type {Signal<{id: number, text: string, tone: string}[]>} */
export const notes = signal([]);

/**
 * Announce a text to screen readers after the current announcements, exactly once.
 * @param {string} text
 */
export function announce(text) {
  if (!text) return;
  if (next) {
    next.push(text);
    return;
  }
  next = [];
  // Screen readers skip unchanged text, so the same text twice must differ by a space.
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
