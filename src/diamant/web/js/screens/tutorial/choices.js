// @ts-check
/** The two choices of the tutorial; they stand where the game has them and never move. */

import { ChoiceCard } from '../../art/hands.js';
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
      <${ChoiceCard} open leave=${leave} colour=${0} size="44" />
      ${label}
    </button>`;
  };
  return html`<div class="lesson-choices" role="group" aria-label=${t('Your choice')}>
    ${button(false, t('Go on'))} ${button(true, t('Leave'))}
  </div>`;
}
