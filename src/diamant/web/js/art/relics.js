// @ts-check
/** Relics: five things of old gold paper. Identical ones are all the idol; a number says which. */
import { html } from '../html.js';
import { printedWorth } from '../model/cards.js';

/** @type {Record<string, () => any>} */
const THINGS = {
  idol: () => html`<path class="relic-2" d="M14 12 20 5H44L50 12 47 44 40 58H24L17 44z" />
    <path class="relic-1" d="M18 14 22 9H42L46 14 43.5 42 38.5 54H25.5L20.5 42z" />
    <path class="relic-3" d="M22 22H30L29 29H23zM34 22h8l-1 7h-6zM30 30h4l2 9h-8zM24 43H40L38 49H26z" />
    <path class="relic-0" d="M27 9h10l-2 7h-6zM26 44.5h3v3h-2.5zM30.5 44.5h3v3h-3zM35 44.5h3l-.5 3H35z" />
    <path class="relic-1" d="M8 22 14 18 15.5 32 10 34zM56 22 50 18 48.5 32 54 34z" />`,
  vase: () => html`<path class="relic-2" d="M24 4H40L38 11Q37 16 44 22 54 31 49 44 45 54 40 59H24Q19 54 15 44 10 31 20
      22 27 16 26 11z" />
    <path class="relic-1" d="M27 7h10l-1.5 5Q35 18 42 24 50 32 46 43 43 51 39 56H25Q21 51 18 43 14 32 22 24 29 18 28.5
        12z" />
    <path class="relic-3" d="M17 31 21 27 25 31 29 27 33 31 37 27 41 31 45 27 47.5 31.5 47.5 36 45 32 41 36 37 32 33 36
        29 32 25 36 21 32 16.5 36z" />
    <path class="relic-0" d="M18.5 42h27l-1.2 4H19.7z" />`,
  cup: () => html`<path class="relic-2" d="M10 6H54Q54 34 37 38L36 49Q45 51 47 59H17Q19 51 28 49L27 38Q10 34 10 6z" />
    <path class="relic-1" d="M14 10H50Q49 31 35 34.5L34 51Q40 52.5 42.5 56H21.5Q24 52.5 30 51L29 34.5Q15 31 14 10z" />
    <path class="relic-3" d="M14 10H50L49.6 14.5H14.4z" />
    <path class="relic-0" d="M32 18 36 23.5 32 29.5 28 23.5zM20 18.5l2.5 3.5-2.5 3.5-1.5-3.5zM44 18.5l1.5 3.5-1.5
        3.5-2.5-3.5z" />`,
  crown: () => html`<path class="relic-2" d="M5 20 18 30 32 8 46 30 59 20 54 54H10z" />
    <path class="relic-1" d="M10 26.5 19.5 34 32 15 44.5 34 54 26.5 50.5 50H13.5z" />
    <path class="relic-3" d="M12.5 43H51.5L50.5 50H13.5z" />
    <path class="relic-0" d="M32 4.5a4 4 0 1 0 .01 0zM5.5 14.5a3.8 3.8 0 1 0 .01 0zM58.5 14.5a3.8 3.8 0 1 0 .01 0zM32
        25l4.5 7-4.5 7-4.5-7z" />`,
  sun: () => html`<path class="relic-2" d="M32 1 37 13 46 5 46.5 17 59 14.5 53 25.5 63 32 53 38.5 59 49.5 46.5 47 46 59
      37 51 32 63 27 51 18 59 17.5 47 5 49.5 11 38.5 1 32 11 25.5 5 14.5 17.5 17 18 5 27 13z" />
    <circle class="relic-1" cx="32" cy="32" r="17.5" />
    <path class="relic-3" d="M23 26h7v5h-7zM34 26h7v5h-7zM30.5 31.5h3l1.5 6h-6zM24 40H40L37.5 44.5H26.5z" />
    <path class="relic-0" d="M32 16.5l2.5 4-2.5 3.5-2.5-3.5z" />`,
};

/** The thing that a relic card shows. @param {string} card */
function thingOf(card) {
  const number = printedWorth(card);
  if (!number) return THINGS.idol;
  return (
    { 5: THINGS.idol, 7: THINGS.vase, 8: THINGS.cup, 10: THINGS.crown, 12: THINGS.sun }[number] ??
    Object.values(THINGS)[number % 5]
  );
}

/** The drawing alone, in a box of 64 x 64. @param {{card?: string}} props */
export function RelicShape({ card = 'relic' }) {
  return html`<g>${thingOf(card)()}</g>`;
}

/** @param {{card?: string, size?: number|string}} props `card` as the notation writes it, `relic7` */
export function Relic({ card = 'relic', size = 32 }) {
  return html`<svg class="art relic" viewBox="0 0 64 64" width=${size} height=${size} aria-hidden="true">
    <${RelicShape} card=${card} />
  </svg>`;
}
