// @ts-check
/** The eight explorers to pick from, in one colour or each in their own. */
import { EXPLORERS, Explorer } from '../../art/explorers.js';
import { html } from '../../html.js';
import { mark, t } from '../../words/i18n.js';

const SHAPES = [
  mark('circle'),
  mark('triangle'),
  mark('square'),
  mark('lozenge'),
  mark('star'),
  mark('hexagon'),
  mark('cross'),
  mark('heart'),
];

/**
 * @param {{label: string, chosen: number | null, taken: number[], colour?: number, letter?: string,
 *   onPick: (shape: number) => void}} props `taken` by others; `colour`, if it is chosen already
 */
export function Figures({ label, chosen, taken, colour, letter, onPick }) {
  return html`<div class="looks figures" role="radiogroup" aria-label=${label}>
    ${EXPLORERS.map(
      (_, shape) => html`<button key=${shape} class=${`look figure ${chosen === shape ? 'on' : ''}`} type="button"
          role="radio" aria-checked=${chosen === shape} disabled=${taken.includes(shape)} aria-label=${t(SHAPES[shape])}
          onClick=${() => onPick(shape)}>
        <${Explorer} colour=${colour ?? shape} shape=${shape} letter=${letter} size="3.9rem" lantern="none"
            mood=${chosen === shape ? 'happy' : 'calm'} />
      </button>`,
    )}
  </div>`;
}
