// @ts-check
/**
 * The signs of the hazards: one bold outline each, on a patch of its own color.
 *
 * Outlines differ in their whole build (a ring, a burst, a bar, a cloud), so that they
 * are told apart at three metres and at twenty pixels, and never by color alone.
 */
import { html } from '../html.js';

/** @type {Record<string, () => import('../html.js').Node>} */
const SIGNS = {
  snake: () => html`<path class="sign-line" stroke-width="8.5"
        d="M15 50H41a8.2 8.2 0 0 0 0-16.5H24A8 8 0 0 1 24 17.5H39" />
      <path class="sign" d="M35 10.5h8l8 3.2q2.5 3.8 0 7.6L43 24.5h-8z" />
      <path class="sign-fine" d="M51 17.5h5.5M56.5 17.5l3-2.8M56.5 17.5l3 2.8" />
      <path class="sign" d="M17 45.7 6.5 52.5 17 54.3z" />
      <circle class="sign-hole" cx="44.5" cy="15" r="1.9" />`,
  scorpion: () => html`<path class="sign-line" stroke-width="7" d="M44 42Q57 38 56 25 54 11 39 10.5" />
      <path class="sign" d="M43 4 41 18 22.5 19.5 33 7.5z" />
      <path class="sign" d="M14 45Q16 34 31 34 48 34 50 44 48 52 33 52.5 17 52 14 45z" />
      <path class="sign-fine" stroke-width="4" d="M22 50 16 60M30 51 27 61M38 51 40 61M45 48 52 58" />
      <path class="sign-line" stroke-width="5" d="M18 42 9 37" />
      <path class="sign" d="M13 39Q1 38 3 24L9.5 29 14 20Q22 31 13 39z" />`,
  spider: () => html`<path class="sign-line" stroke-width="4.2" stroke-linejoin="miter"
        d="M26 31 14 22 6 29M26 35 12 35 5 44M27 39 15 45 12 56M28 28 20 15 11 12M38 31 50 22 58 29M38 35 52 35 59 44M37
        39 49 45 52 56M36 28 44 15 53 12" />
      <ellipse class="sign" cx="32" cy="40" rx="10.5" ry="12" />
      <circle class="sign" cx="32" cy="25.5" r="6.8" />
      <path class="sign-hole" d="M32 33.5 36.5 38.5 32 43 36 48.5H28L32 43 27.5 38.5z" />`,
  rockslide: () => html`<path class="sign" d="M2 27 62 58V62H2z" />
      <path class="sign" d="M33 4 47 6 53 18 45 29 31 27 25.5 15z" />
      <path class="sign" d="M12 6 20 8.5 21.5 17 13 21 6 15z" />
      <path class="sign" d="M53 34 60 36 61.5 43.5 55 47.5 48.5 42z" />
      <path class="sign-cut" d="M33 4 37 15.5 31 27M37 15.5 53 18" />`,
  gas: () => html`<path class="sign" d="M17 41A10.5 10.5 0 0 1 13 21 13 13 0 0 1 36.5 13.5 12 12 0 0 1 54 24.5 9 9 0
        0 1 50 41z" />
      <path class="sign-hole" d="M24.5 22.5a4.6 4.6 0 1 0 .01 0zM40 22.5a4.6 4.6 0 1 0 .01 0zM32.3 31l3 5.5h-6z" />
      <path class="sign-line" stroke-width="4.4" d="M13 48q5.5-4.5 11 0t11 0 11 0 6-2.6M20 56.5q5-4 10 0t10 0
          6-2.4" />`,
  explosion:
    () => html`<path class="sign" d="M32 2 37 18.5 48.5 7.5 46.5 22.5 61.5 19 50.5 31 62 39.5 47.5 40.5 52.5 56 40
        47.5 34 62 28.5 47.5 14.5 57 17.5 41.5 2 42 14 32 3 20.5 18 22 15 7 27.5 18z" />
      <path class="sign-hole" d="M32 20.5 35 28 43 26.5 38.5 33 43.5 39.5 35.5 38.5 32 46 28.5 38.5 20.5 39.5 25.5 33 21
          26.5 29 28z" />`,
  fire: () => html`<path class="sign" d="M34 3Q38 15 47 23 56 33 51.5 45 46 59.5 32 60 17 59.5 12.5 46 9 34 18.5 24.5
        18.5 32 23.5 34.5 22 17 34 3z" />
      <path class="sign-hole" d="M33 30Q34.5 38 39 42 43 48 38.5 53 32.5 57.5 26.5 53.5 22 48.5 25.5 42.5 27.5 45.5 30
          45.5 28.5 37 33 30z" />`,
  mummy: () => html`<path class="sign" d="M32 4Q50 5 50 26 50 40 43.5 48.5L42 60H22L20.5 48.5Q14 40 14 26 14 5 32
        4z" />
      <path class="sign-cut" stroke-width="3" d="M16 17.5 44 8.5M14.5 24 50 20M17 41.5 49 36M20 48.5 44.5 45.5M22 55.5
          42.5 53" />
      <path class="sign-hole" d="M15 26.5 49.5 23.5V33L16 37z" />
      <path class="sign" d="M24 28.5a3.6 3.6 0 1 0 .01 0zM40 27a3.6 3.6 0 1 0 .01 0z" />`,
  lava: () => html`<path class="sign" d="M3 6H61V14Q56 15 55.5 22 55 30 50.5 30 46 30 45.5 21 45 15.5 41 15.5 37 15.5
        36.5 24V36Q36 42.5 31 42.5 26 42.5 25.5 36V21Q25 15 21.5 15 18 15 17.5 20 17 25.5 13 25.5 9 25.5 8.5 19 8 14 3
        13z" />
      <path class="sign" d="M3 51q7.2-6.5 14.5 0t14.5 0 14.5 0T61 51V60H3z" />
      <path class="sign" d="M50.5 33.5Q55 40 51.5 43 48 43.5 47 40.5 47.5 37 50.5 33.5z" />`,
  boulder: () => html`<path class="sign" d="M30 4.5 45 8 54.5 20.5 54 36 44 48 28.5 50.5 14 43 7.5 29.5 11.5 14z" />
      <path class="sign-cut" d="M30 4.5 26 18 11.5 14M26 18 36.5 27 54 22M36.5 27 33 40 44 48M33 40 16 33" />
      <path class="sign-line" stroke-width="5" stroke-linecap="butt" d="M2 51 62 60.5" />`,
  ram: () => html`<path class="sign-line" stroke-width="5.5" stroke-linecap="butt" d="M3 7.5H61" />
      <path class="sign-fine" stroke-width="3.6" d="M11 8 17 31M35 8 29 31" />
      <path class="sign" d="M6 28H40V49H6Q2 45 2 38.5T6 28z" />
      <path class="sign" d="M43 25 51 29 62 38.5 51 48 43 52z" />
      <path class="sign-cut" stroke-width="3.2" d="M14.5 28V49M32 28V49" />
      <path class="sign-fine" stroke-width="3" d="M51 20 54.5 14M58 26 62.5 23M51 57 54.5 62" />`,
};

/** Kinds that have a drawing of their own. */
export const HAZARD_KINDS = Object.freeze(Object.keys(SIGNS));

/**
 * A hazard of a user's own edition: a warning with its initial.
 * @param {string} kind
 */
function stranger(kind) {
  return html`<path class="sign" d="M32 4 62 57H2z" />
    <text class="art-letter sign-hole" x="32" y="51" font-size="33">${[...kind][0]?.toUpperCase() ?? '?'}</text>`;
}

/** The patch of paper behind a sign. */
const PATCH = 'M9 3 31 1 56 4 63 27 61 56 40 63 8 60 1 35z';

/** The drawing alone, in a box of 64 x 64. @param {{kind: string, plain?: boolean}} props */
export function SignShape({ kind, plain = false }) {
  const draw = HAZARD_KINDS.includes(kind) ? SIGNS[kind] : () => stranger(kind);
  return html`<g class="hazard" style=${{ color: patchOf(kind) }}>
    ${!plain && html`<path d=${PATCH} fill="currentColor" />`}
    <g transform=${plain ? '' : 'translate(5.5 5.5) scale(.83)'}>${draw()}</g>
  </g>`;
}

/**
 * A hazard's sign.
 * @param {{kind: string, size?: number|string, state?: 'met'|'unmet'|'fatal'}} props
 */
export function HazardSign({ kind, size = 32, state = 'met' }) {
  return html`<svg class=${`art hazard-sign ${state}`} viewBox="0 0 64 64" width=${size} height=${size}
      aria-hidden="true">
    <${SignShape} kind=${kind} />
  </svg>`;
}

/** The color of a hazard's patch, for a card's ground. @param {string} kind */
export function patchOf(kind) {
  return `var(--hazard-${HAZARD_KINDS.includes(kind) ? kind : 'own'})`;
}
