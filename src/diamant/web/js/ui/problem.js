// @ts-check
/** What went wrong, in a sentence with a way on; and the moment before something is there. */
import { Explorer } from '../art/explorers.js';
import { html } from '../html.js';
import { Page } from './page.js';

/**
 * @param {{title: string, text: string, children?: any}} props
 */
export function Problem({ title, text, children }) {
  return html`<${Page} title=${title} back="#/">
    <div class="problem sheet stack">
      <div class="problem-sign" aria-hidden="true"><${Explorer} letter="?" size="6rem" mood="sad" /></div>
      <p class="problem-text" role="alert">${text}</p>
      <div class="row">${children}</div>
    </div>
  <//>`;
}

/** @param {{text: string}} props */
export function Waiting({ text }) {
  return html`<main class="waiting" aria-busy="true">
    <div class="waiting-lantern"></div>
    <p role="status">${text}</p>
  </main>`;
}
