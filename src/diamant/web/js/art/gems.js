// @ts-check
/** Gems: one cut for gems worth one, another for more valuable ones. The only saturated colors in the pictures. */
import { html } from '../html.js';

/** The gems that have colors of their own in css/tokens.css. */
const STONES = ['ruby', 'diamond', 'turquoise', 'obsidian', 'gold'];
const DEARER = ['diamond', 'obsidian', 'gold']; // Drawn with eight corners.

/**
 * Return the gem that shows a worth, according to the names in the edition.
 * @param {number} worth
 * @param {{name: string, worth: number}[]} [gems]
 */
export function stoneFor(worth, gems) {
  const name = gems?.find((gem) => gem.worth === worth)?.name;
  if (name && STONES.includes(name)) return name;
  return worth >= 10 ? 'gold' : worth >= 5 ? 'diamond' : 'ruby';
}

/** Only the drawing, in a box of 24 x 24, for use inside another picture. @param {{kind?: string}} props */
export function GemShape({ kind = 'ruby' }) {
  const stone = STONES.includes(kind) ? kind : 'ruby';
  const [light, middle, dark, table] = ['light', 'middle', 'dark', 'table'].map(
    (tone) => `var(--gem-${stone}-${tone})`,
  );
  if (!DEARER.includes(stone)) {
    return html`<g>
      <path d="M6.5 3.5h11l5 6.5L12 21.8 1.5 10z" fill=${middle} />
      <path d="M6.5 3.5 8 10 1.5 10z" fill=${light} />
      <path d="M17.5 3.5 16 10l6.5 0z" fill=${dark} />
      <path d="M6.5 3.5h11L16 10H8z" fill=${table} />
      <path d="M1.5 10H8l4 11.8z" fill=${middle} />
      <path d="M8 10h8l-4 11.8z" fill=${light} />
      <path d="M16 10h6.5L12 21.8z" fill=${dark} />
    </g>`;
  }
  return html`<g>
    <path d="M7.5 1.5h9l6 6v9l-6 6h-9l-6-6v-9z" fill=${middle} />
    <path d="M7.5 1.5h9L14.8 6H9.2zM1.5 7.5l6-6L9.2 6 6 9.2z" fill=${light} />
    <path d="M22.5 16.5l-6 6-1.7-4.5 3.2-3.2zM7.5 22.5h9L14.8 18H9.2z" fill=${dark} />
    <path d="M22.5 7.5v9L18 14.8V9.2zM7.5 22.5l-6-6L6 14.8 9.2 18z" fill=${dark} fill-opacity=".55" />
    <path d="M9.2 6h5.6L18 9.2v5.6L14.8 18H9.2L6 14.8V9.2z" fill=${table} />
    <path d="M9.2 18 6 14.8V9.2L9.2 6z" fill=${light} fill-opacity=".6" />
  </g>`;
}

/** @param {{kind?: string, worth?: number, size?: number|string}} props */
export function Gem({ kind, worth = 1, size = 24 }) {
  return html`<svg class="art gem" viewBox="0 0 24 24" width=${size} height=${size} aria-hidden="true">
    <${GemShape} kind=${kind ?? stoneFor(worth)} />
  </svg>`;
}
