// @ts-check
/** The two ways to reveal choices, fists that open (Schmidt) or cards that turn (IELLO), and the eight emotes. */
import { html } from '../html.js';
import { EXPLORERS } from './explorers.js';

/**
 * Draw a fist or an open hand: the player leaves if the explorer is in it, and stays if it is empty.
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
 * Draw a choice card: the way into the dark, the way home to the tent, or the back before the reveal.
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

const FACE = 'M24 5 37 9 44 21 42 34 32 43 17 43 6 34 4 21 11 9z';

/** @type {Record<string, () => any>} */
const DRAWINGS = {
  bravo: () => html`<path class="emote-hand" d="M3 23H12V44H3z" /><path class="emote-hand"
        d="M13 24 21 15 22 5Q24 2 27 4 30 7 28 18H41Q45 19 44 23 46 26 43 29 44 33 41 35 41 39 38 40L36 43H20L13 40z" />
    <path class="emote-crease" d="M33 24H42M32 30H41M31 35.5H38" /><path class="emote-motion"
        d="M36 9 40 4M41 13 46 10" />`,
  cheer: () => html`<path class="emote-face" d=${FACE} /><path class="emote-line" d="M13 20q3-5 6 0M29 20q3-5 6 0" />
    <path class="emote-dark" d="M14 27H34Q33 38 24 38 15 38 14 27z" /><path class="emote-hand"
        d="M2 18 0 6 5 3 8 14zM46 18 48 6 43 3 40 14z" />`,
  gasp: () => html`<path class="emote-face" d=${FACE} /><path class="emote-white"
      d="M17 14a5 5.5 0 1 0 .01 0zM31 14a5 5.5 0 1 0 .01 0z" />
    <path class="emote-dark" d="M17 17.5a2.2 2.5 0 1 0 .01 0zM31 17.5a2.2 2.5 0 1 0 .01 0zM24 28a5 6 0 1 0 .01 0z" />`,
  hurry: () => html`<path class="emote-face" d="M10 3H38V8L29 22V26L38 40V45H10V40L19 26V22L10 8z" />
    <path class="emote-dark" d="M15 9H33L25.5 19.5H22.5zM24 30 32 41H16z" /><path class="emote-line"
        d="M24 20V29" /><path class="emote-motion" d="M42 15 47 12M43 24H48M42 33 47 36" />`,
  laugh:
    () => html`<path class="emote-face" d=${FACE} /><path class="emote-line" d="M11 17 18 20 11 23M37 17 30 20 37 23" />
    <path class="emote-dark" d="M13 27H35Q34 40 24 40 14 40 13 27z" /><path class="emote-white"
        d="M15 27H33L32.5 31H15.5z" />
    <path class="emote-tear" d="M7 24Q2 31 6 33 10 32 7 24zM41 24Q46 31 42 33 38 32 41 24z" />`,
  sad: () => html`<path class="emote-face" d=${FACE} /><path class="emote-line"
      d="M12 17 18 15M36 17 30 15M15 37Q24 28 33 37" />
    <path class="emote-dark" d="M16 19a2.5 3 0 1 0 .01 0zM32 19a2.5 3 0 1 0 .01 0z" /><path class="emote-tear"
        d="M34 25Q29 34 34 36 39 34 34 25z" />`,
  think:
    () => html`<path class="emote-face" d=${FACE} /><path class="emote-line" d="M12 15 19 14M29 12 36 15M18 33 29 31" />
    <path class="emote-dark" d="M18 17.5a2.3 2.8 0 1 0 .01 0zM33 17.5a2.3 2.8 0 1 0 .01 0z" />
    <path class="emote-hand" d="M21 48 19 40Q19 37 22 37L31 39Q34 40 32 42L28 43 28 48z" />`,
  wave: () => html`<g transform="rotate(14 24 28)"><path class="emote-hand"
      d="M15 45 9 32Q7 27 10 26 13 26 14 30L12 12Q12 8 15 8 18 8 18.5 12L20 23 21 7Q21 3 24 3 27 3 27 7L27 23 30 9Q31 6
      34 7 36 8 35.5 11L33 26 37 22Q40 20 42 22 43 24 41 27L33 40 32 46z" /></g>
    <path class="emote-motion" d="M3 16Q1 22 4 27M46 9Q48 14 46 18M41 4Q43 5 44 6" />`,
};

/** The emotes that a table accepts. */
export const EMOTES = Object.freeze(Object.keys(DRAWINGS));

/** @param {{emote: string, size?: number|string}} props */
export function Emote({ emote, size = 40 }) {
  const draw = EMOTES.includes(emote) ? DRAWINGS[emote] : DRAWINGS.think;
  return html`<svg class="art emote" viewBox="-1 -1 50 50" width=${size} height=${size}
      aria-hidden="true">${draw()}</svg>`;
}
