// @ts-check
/**
 * The live region: what those hear who do not see. One merged sentence for each card and reveal, and
 * never the same node's text twice, since screen readers skip what did not change.
 */
import { html, signal } from './html.js';

const said = signal('');
let turn = false;

/**
 * Say something to screen readers, after what they are saying now.
 * @param {string} text
 */
export function announce(text) {
  if (!text) return;
  turn = !turn;
  said.value = text + (turn ? '\u00a0' : '');
}

/** The region itself; it must be in the page before the first word. */
export function LiveRegion() {
  return html`<div class="hidden-visually" role="status" aria-live="polite" aria-atomic="true">
    ${said.value}
  </div>`;
}
