// @ts-check
/** The eight explorers to pick from, in one color or each in their own. */
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
 * @param {{label: string, chosen: number | null, taken: number[], color?: number, letter?: string,
 *   onPick: (shape: number) => void}} props `taken` by others; `color`, if it is chosen already
 */
export function Figures({ label, chosen, taken, color, letter, onPick }) {
  return html`<div class="looks figures" role="radiogroup" aria-label=${label}>
    ${EXPLORERS.map(
      (_, shape) => html`<button key=${shape} class=${`look figure ${chosen === shape ? 'on' : ''}`} type="button"
          role="radio" aria-checked=${chosen === shape} disabled=${taken.includes(shape)} aria-label=${t(SHAPES[shape])}
          onClick=${() => onPick(shape)}>
        <${Explorer} color=${color ?? shape} shape=${shape} letter=${letter} size="3.9rem" lantern="none"
            mood=${chosen === shape ? 'happy' : 'calm'} />
      </button>`,
    )}
  </div>`;
}
