// @ts-check
/** Small notes that come and go by themselves; nothing that must be read stands only here. */
import { html, signal } from '../html.js';
import { announce } from '../announce.js';

const SHOWN_MS = 4500;
const MOST = 3;
let count = 0;

/** @type {import('../../vendor/preact-signals.js').Signal<{id: number, text: string, tone: string}[]>} */
const notes = signal([]);

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

export function Toasts() {
  // The live region says it already; twice would be once too often.
  return html`<div class="toasts" aria-hidden="true">
    ${notes.value.map((note) => html`<p key=${note.id} class=${`toast ${note.tone}`}>${note.text}</p>`)}
  </div>`;
}
