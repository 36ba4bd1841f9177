// @ts-check
/**
 * Eight explorers, each with its own color, shape and letter: paper figures with a lantern.
 *
 * The shape is the figure's whole body, so it is recognizable from afar and without colors. The colors
 * differ in lightness as well as in hue (checked for the common kinds of color blindness), and each
 * has a text color that is readable on it.
 */
/** @import { Signal } from '../../vendor/preact-signals.js' */
import { html, signal } from '../html.js';

/** @typedef {{color: string, deep: string, ink: string, name: string, shape: string}} Look */
/** @typedef {'calm'|'happy'|'afraid'|'sad'|'awed'|'relieved'|'proud'|'poor'} Mood */

/**
 * The function that draws faces, hats and gear; null until characters.js has loaded.
 * @typedef {(who: number, look: Look, mood: Mood) => {behind?: any, gear?: any, head: any}} Finery
 * @type {Signal<Finery | null>}
 */
export const finery = signal(/** @type {Finery | null} */ (null));

/**
 * @param {string} name of the color, as in css/tokens.css
 * @param {string} shape
 * @returns {Look}
 */
function look(name, shape) {
  const color = `--explorer-${name}`;
  return { name, color: `var(${color})`, deep: `var(${color}-deep)`, ink: `var(${color}-ink)`, shape };
}

/** Colors and shapes number 0 to 7, as the table numbers them. @type {readonly Look[]} */
export const EXPLORERS = Object.freeze([
  look('brick', 'circle'),
  look('straw', 'triangle'),
  look('moss', 'square'),
  look('sky', 'diamond'),
  look('indigo', 'star'),
  look('rose', 'hexagon'),
  look('chalk', 'cross'),
  look('plum', 'heart'),
]);

/**
 * Outlines in a box of 48 x 48, with the baseline of the letter and its height.
 * @type {Record<string, [string, number, number]>}
 */
const BODIES = {
  circle: ['M24 5.5a18.5 18.5 0 1 1-.01 0z', 30.5, 19],
  triangle: ['M24 1.5 46 44.5H2z', 38.5, 18],
  square: ['M6.5 7 41.5 6 42 42 6 42.5z', 31, 19],
  diamond: ['M24 1 46 24 24 47 2 24z', 30.5, 19],
  star: ['M24 1 30.6 15.2 46.5 17 34.6 27.6 38 43.6 24 35.8 10 43.6 13.4 27.6 1.5 17 17.4 15.2z', 30, 17],
  hexagon: ['M13 4.5h22L46 24 35 43.5H13L2 24z', 30.5, 19],
  cross: ['M15.5 4h17v11.5H44v17H32.5V44h-17V32.5H4v-17h11.5z', 30.5, 18],
  heart: [
    'M24 45 5 25.5C-2 17 4 4.5 14 5.2 19.5 5.6 22.5 9 24 12.5 25.5 9 28.5 5.6 34 5.2 44 4.5 50 17 43 25.5z',
    29,
    18,
  ],
};

/** Return the name of a shape by its number, or the name itself. @param {number|string|undefined} shape */
function bodyOf(shape) {
  const name = typeof shape === 'number' ? EXPLORERS[shape % 8].shape : shape;
  return BODIES[name ?? 'circle'] ?? BODIES.circle;
}

/** @param {number|string} shape */
function numberOf(shape) {
  return typeof shape === 'number' ? shape % 8 : EXPLORERS.findIndex((one) => one.shape === shape);
}

/**
 * Draw the flat badge of an explorer, its shape in its color with its letter, for lists and buttons.
 *
 * @param {{color?: number, shape?: number|string, letter?: string, size?: number|string}} props
 */
export function Badge({ color = 0, shape = color, letter, size = 24 }) {
  const look = EXPLORERS[color % 8];
  const [d, foot, tall] = bodyOf(shape);
  return html`<svg class="art badge" viewBox="0 0 48 48" width=${size} height=${size} aria-hidden="true">
    <path d=${d} fill=${look.color} stroke=${look.deep} stroke-width="2.5" stroke-linejoin="round" />
    ${letter && html`<text class="art-letter" x="24" y=${foot} font-size=${tall} fill=${look.ink}>${letter}</text>`}
  </svg>`;
}

/** Plain faces, in the coordinates of the figure. @type {Record<string, {eyes: string, mouth: string}>} */
const MOODS = {
  calm: { eyes: 'M20.5 19.5v1.8M27.5 19.5v1.8', mouth: 'M21.8 25h4.4' },
  happy: { eyes: 'M19.5 20.8q1.2-2 2.4 0M26.1 20.8q1.2-2 2.4 0', mouth: 'M20.8 24q3.2 3.4 6.4 0' },
  afraid: { eyes: 'M20.5 18.4v3.4M27.5 18.4v3.4', mouth: 'M24 24.3a1.5 1.7 0 1 0 .01 0z' },
  sad: { eyes: 'M19.5 21l2.2-1.2M28.5 21l-2.2-1.2', mouth: 'M21 26q3-2.8 6 0' },
};

/**
 * Draw an explorer: a figure of 48 x 72 with a lantern in its hand.
 *
 * @param {{
 *   color?: number, shape?: number|string, letter?: string, size?: number|string,
 *   lantern?: 'off'|'flicker'|'steady'|'none', mood?: Mood, you?: boolean,
 * }} props `size` is the height
 */
export function Explorer({ color = 0, shape = color, letter, size = 72, lantern = 'off', mood = 'calm', you = false }) {
  const look = EXPLORERS[color % 8];
  const [d, foot, tall] = bodyOf(shape);
  const face = MOODS[mood] ?? MOODS.calm;
  const who = numberOf(shape);
  const dressed = finery.value?.(who, look, mood);
  return html`<svg class=${`art explorer lantern-${lantern} who-${who} ${mood}`} viewBox="-3 0 58 74" height=${size}
      aria-hidden="true">
    <ellipse class="art-shadow" cx="24" cy="70.5" rx="17" ry="3" />
    ${you && html`<ellipse class="art-you" cx="24" cy="69.5" rx="21" ry="4.2" />`}
    ${dressed?.behind}
    <path d="M17 64h5.5v6.5h-7q-.5-2 1.5-3zM25.5 64H31v3.5q2 1 1.5 3h-7z" fill=${look.deep} />
    <path transform="translate(0 24) scale(1 .92)" d=${d} fill=${look.color} stroke=${look.deep} stroke-width="2.4"
        stroke-linejoin="round" />
    ${
      letter &&
      html`<text class="art-letter" x="24" y=${24 + foot * 0.92} font-size=${tall}
        fill=${look.ink}>${letter}</text>`
    }
    ${dressed?.gear}
    ${
      dressed?.head ??
      html`<circle cx="24" cy="20" r="8.6" class="art-skin" />
    <path d=${face.eyes} class="art-face" />
    <path d=${face.mouth} class="art-face" />
    <path d="M9.5 15.8q14.5-4.6 29 0l-1 2.5q-13.5-3.2-27 0z" fill=${look.deep} />
    <path d="M16 14.4 18 5.5q6-3.5 12 0l2 8.9q-8-2-16 0z" fill=${look.color} stroke=${look.deep} stroke-width="1.6"
        stroke-linejoin="round" />`
    }
    ${lantern !== 'none' && html`<${Lamp} />`}
  </svg>`;
}

/** The lantern in an explorer's hand; the figure's class says whether it is lit. */
function Lamp() {
  return html`<g class="art-lamp" transform="translate(44 42)">
    <circle class="art-halo" r="13" cy="6" />
    <path class="art-iron" d="M-3.5-1a3.5 4 0 0 1 7 0" fill="none" stroke-width="1.5" />
    <path class="art-iron-fill" d="M-5-1.5H5V1H-5zM-5 11H5v2.5H-5z" />
    <path class="art-glass" d="M-4.2 1h8.4v10h-8.4z" />
    <path class="art-flame" d="M0 2.5q3.2 3.6 2 6.3-2 2.2-4 0-1-2.7 2-6.3z" />
  </g>`;
}

/**
 * Draw a lantern by itself.
 * @param {{lantern?: 'off'|'flicker'|'steady', size?: number|string}} props
 */
export function Lantern({ lantern = 'off', size = 32 }) {
  return html`<svg class=${`art explorer lantern-${lantern}`} viewBox="27 32 34 32" width=${size} height=${size}
      aria-hidden="true">
    <${Lamp} />
  </svg>`;
}
