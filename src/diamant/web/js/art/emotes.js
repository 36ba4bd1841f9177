// @ts-check
/** Eight emotes: small paper faces and gestures. */
import { html } from '../html.js';

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

/** The emotes that a table knows. */
export const EMOTES = Object.freeze(Object.keys(DRAWINGS));

/** @param {{emote: string, size?: number|string}} props */
export function Emote({ emote, size = 40 }) {
  const draw = EMOTES.includes(emote) ? DRAWINGS[emote] : DRAWINGS.think;
  return html`<svg class="art emote" viewBox="-1 -1 50 50" width=${size} height=${size}
      aria-hidden="true">${draw()}</svg>`;
}
