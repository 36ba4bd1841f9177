// @ts-check
/** The two choices of the tutorial; they look as in the game, stand where it has them and never move. */

import { Tent } from '../../art/camp.js';
import { Lantern } from '../../art/explorers.js';
import { html } from '../../html.js';
import { t } from '../../words/i18n.js';

/**
 * @param {{open: boolean, press: string, onChoose: (leave: boolean) => void}} props `open` says
 *   whether a choice can be made now; `press` is the one that the lesson asks for
 */
export function Choices({ open, press, onChoose }) {
  const button = (/** @type {boolean} */ leave, /** @type {string} */ label) => {
    const awaited = open && press === (leave ? 'leave' : 'go');
    return html`<button
      class=${`btn big lesson-choice ${leave ? 'leave' : 'go'} ${awaited ? 'awaited' : ''}`}
      type="button"
      aria-disabled=${!open}
      onClick=${() => open && onChoose(leave)}
    >
      ${leave ? html`<${Tent} />` : html`<${Lantern} lantern="steady" />`}
      ${label}
    </button>`;
  };
  return html`<div class="lesson-choices" role="group" aria-label=${t('Your choice')}>
    ${button(false, t('Go on'))} ${button(true, t('Leave'))}
  </div>`;
}
