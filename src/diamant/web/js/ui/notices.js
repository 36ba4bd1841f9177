// @ts-check
/** The live region, for those who hear and do not see, and the notes that come and go by themselves. */
import { announced, notes } from '../device/notices.js';
import { html } from '../html.js';

/** The region itself; it must be in the page before the first word. */
export function LiveRegion() {
  return html`<div class="hidden-visually" role="status" aria-live="polite" aria-atomic="true">
    ${announced.value}
  </div>`;
}

export function Toasts() {
  // The live region says it already; twice would be once too often.
  return html`<div class="toasts" aria-hidden="true">
    ${notes.value.map((note) => html`<p key=${note.id} class=${`toast ${note.tone}`}>${note.text}</p>`)}
  </div>`;
}
