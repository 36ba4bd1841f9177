// @ts-check
/** The two choices of the tutorial; they stand where the game has them and never move. */

import { ChoiceCard } from '../../art/hands.js';
import { html } from '../../html.js';
import { t } from '../../words/i18n.js';

/**
 * @param {{open: boolean, wish: string, onChoose: (leave: boolean) => void}} props `open` says
 *   whether a choice can be made now; `wish` is the one that the lesson asks for
 */
export function Choices({ open, wish, onChoose }) {
  const button = (/** @type {boolean} */ leave, /** @type {string} */ label) => {
    const wished = open && wish === (leave ? 'leave' : 'go');
    return html`<button
      class=${`btn big lesson-choice ${leave ? 'leave' : 'go'} ${wished ? 'wished' : ''}`}
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
