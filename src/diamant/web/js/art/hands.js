// @ts-check
/** How choices are shown: fists that open (Schmidt), or cards that are turned (IELLO). */
import { html } from '../html.js';
import { EXPLORERS } from './explorers.js';

/**
 * A fist, or an open hand: with the explorer in it the player leaves, empty they go on.
 * @param {{open?: boolean, leave?: boolean, color?: number, size?: number|string}} props
 */
export function Fist({ open = false, leave = false, color = 0, size = 48 }) {
  const look = EXPLORERS[color % 8];
  return html`<svg class="art hand" viewBox="0 0 64 64" height=${size} aria-hidden="true">
    <path fill=${look.color} stroke=${look.deep} stroke-width="2" d="M20 50 44 50 47 64H17z" />
    ${
      open
        ? html`<path class="hand-skin" d="M18 52Q8 44 4 33 3 28 7.5 28 10.5 28.5 13 34L16 38 12 15Q11.5 10 15 9.5 18.5
            9.5 19.5 14L23 30 23.5 8Q24 3.5 27.5 3.5 31 3.5 31.5 8L32.5 29 36 10Q37 6 40.5 6.5 44 7.5 43.5 12L41 31 46.5
            18Q48.5 14.5 51.5 16 54.5 17.5 53 21.5L47 40Q46 47 45 52z" />
          <path class="hand-line" d="M21 40Q29 34 40 38M24 46Q31 42 41 45" />
          ${
            leave &&
            html`<g transform="translate(20 23) scale(.5)">
            <path d="M24 16a13 13 0 0 1 9 22l12 20H3l12-20a13 13 0 0 1 9-22z" fill=${look.color} stroke=${look.deep}
                stroke-width="4" stroke-linejoin="round" /></g>`
          }`
        : html`<path class="hand-skin" d="M13 34Q11 20 20 17 24 12 30 14 35 11 40 14 47 13 50 19 55 23 53 33 52 44 46
            52H19Q14 44 13 34z" />
          <path class="hand-line" d="M22 18 23 31M31 15 32 30M41 15 41.5 29M50 20 49.5 30M15 33Q27 29 33 36 36 43 27 44
              20 43 16 40" />`
    }
  </svg>`;
}

/**
 * A choice card: the way on into the dark, or the way home to the tent; its back before the reveal.
 * @param {{open?: boolean, leave?: boolean, color?: number, size?: number|string}} props
 */
export function ChoiceCard({ open = false, leave = false, color = 0, size = 56 }) {
  const look = EXPLORERS[color % 8];
  return html`<svg class="art choice-card" viewBox="0 0 48 64" height=${size} aria-hidden="true">
    <path fill=${look.color} stroke=${look.deep} stroke-width="2" d="M3 3 24 2 45 3.5 46 32 45 61 23 62 3 61 2 30z" />
    ${
      !open
        ? html`<path fill=${look.deep} d="M24 12 38 32 24 52 10 32z" /><path fill=${look.color}
            d="M24 22 31 32 24 42 17 32z" />`
        : leave
          ? html`<path class="choice-night" d="M7 8 41 7.5 41.5 56 7 56.5z" />
            <path class="choice-tent" d="M24 17 39 45H9z" /><path class="choice-dark" d="M24 27 31 45H17z" />
            <path class="choice-line" d="M33 52H15M20 47.5 15 52 20 56" />`
          : html`<path class="choice-night" d="M7 8 41 7.5 41.5 56 7 56.5z" />
            <path class="choice-rock" d="M10 46V28Q12 13 24 12 36 13 38 28V46z" /><path class="choice-dark"
                d="M16 46V31Q17 21 24 20.5 31 21 32 31V46z" />
            <path class="choice-line" d="M15 52H33M28 47.5 33 52 28 56" />`
    }
  </svg>`;
}
