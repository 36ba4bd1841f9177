// @ts-check
/** The cards of the path, 100 x 116, with hazard signs and relics. */
import { html } from '../html.js';
import { isRelic, printedWorth, treasureOf } from '../model/cards.js';
import { GemShape } from './gems.js';

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

/** The hazards that have a drawing of their own. */
export const HAZARD_KINDS = Object.freeze(Object.keys(SIGNS));

/**
 * Draw the sign of a hazard from a custom edition: a warning with its initial.
 * @param {string} kind
 */
function stranger(kind) {
  return html`<path class="sign" d="M32 4 62 57H2z" />
    <text class="art-letter sign-hole" x="32" y="51" font-size="33">${[...kind][0]?.toUpperCase() ?? '?'}</text>`;
}

/** The patch of paper behind a hazard's sign. */
const PATCH = 'M9 3 31 1 56 4 63 27 61 56 40 63 8 60 1 35z';

/** Only the drawing, in a box of 64 x 64. @param {{kind: string, plain?: boolean}} props */
export function SignShape({ kind, plain = false }) {
  const draw = HAZARD_KINDS.includes(kind) ? SIGNS[kind] : () => stranger(kind);
  return html`<g class="hazard" style=${{ color: patchOf(kind) }}>
    ${!plain && html`<path d=${PATCH} fill="currentColor" />`}
    <g transform=${plain ? '' : 'translate(5.5 5.5) scale(.83)'}>${draw()}</g>
  </g>`;
}

/**
 * Draw a hazard's sign.
 * @param {{kind: string, size?: number|string, state?: 'met'|'unmet'|'fatal'}} props
 */
export function HazardSign({ kind, size = 32, state = 'met' }) {
  return html`<svg class=${`art hazard-sign ${state}`} viewBox="0 0 64 64" width=${size} height=${size}
      aria-hidden="true">
    <${SignShape} kind=${kind} />
  </svg>`;
}

/** Return the color of a hazard's patch, for a card's background. @param {string} kind */
function patchOf(kind) {
  return `var(--hazard-${HAZARD_KINDS.includes(kind) ? kind : 'own'})`;
}

// Relics: five objects of old gold paper. Identical relics all show the idol; a number selects the object.

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

/** Return the object that a relic card shows. @param {string} card */
function thingOf(card) {
  const number = printedWorth(card);
  if (!number) return THINGS.idol;
  return (
    { 5: THINGS.idol, 7: THINGS.vase, 8: THINGS.cup, 10: THINGS.crown, 12: THINGS.sun }[number] ??
    Object.values(THINGS)[number % 5]
  );
}

/** Only the drawing, in a box of 64 x 64. @param {{card?: string}} props */
export function RelicShape({ card = 'relic' }) {
  return html`<g>${thingOf(card)()}</g>`;
}

/** @param {{card?: string, size?: number|string}} props `card` in the notation, such as `relic7` */
export function Relic({ card = 'relic', size = 32 }) {
  return html`<svg class="art relic" viewBox="0 0 64 64" width=${size} height=${size} aria-hidden="true">
    <${RelicShape} card=${card} />
  </svg>`;
}

// The cards of the path, 100 x 116: parchment for treasures, black for hazards, old blue for relics.

/** The outline of a card, cut by hand: no edge is quite straight. */
export const CARD_CUT = 'M3 4.5 34 2 68 4 97 2.5 98.5 40 96.5 78 98 113 60 114.5 28 112.5 2.5 114 1.5 70 3.5 36z';
const INNER = 'M8 10 40 7.5 92 9 93.5 60 91.5 107 50 108.5 8.5 107 7 58z';

/**
 * Return where a treasure's printed gems lie: in rows below the number.
 * @param {number} count
 * @returns {[number, number][]}
 */
function heap(count) {
  const most = 9;
  const shown = Math.min(count, 17);
  const rows = shown <= 5 ? 1 : 2;
  /** @type {[number, number][]} */
  const places = [];
  for (let row = 0, left = shown; row < rows; row += 1) {
    const here = row === rows - 1 ? left : Math.min(most, Math.ceil(shown / 2));
    left -= here;
    const gap = Math.min(13, 78 / here);
    for (let i = 0; i < here; i += 1) {
      places.push([50 + (i - (here - 1) / 2) * gap, (rows === 1 ? 91 : 84.5) + row * 13.5]);
    }
  }
  return places;
}

/** @param {{value: number}} props */
function TreasureFace({ value }) {
  return html`<g>
    <path class="card-treasure" d=${CARD_CUT} />
    <path class="card-treasure-in" d=${INNER} />
    <path class="card-treasure-band" d="M7.5 76 30 73.5 62 75.5 92.8 73 91.5 107 50 108.5 8.5 107z" />
    <text class="card-number" x="49.5" y="63" font-size="58">${value}</text>
    ${heap(value).map(
      ([x, y]) => html`<path class="card-print"
        transform=${`translate(${x - 5.5} ${y - 5.5}) scale(.46)`} d="M6.5 3.5h11l5 6.5L12 21.8 1.5 10z" />`,
    )}
  </g>`;
}

/** @param {{kind: string}} props */
function HazardFace({ kind }) {
  return html`<g>
    <path class="card-hazard" d=${CARD_CUT} />
    <path d=${INNER} fill=${patchOf(kind)} />
    <path class="card-hazard-ground" d="M7.3 88 22 83 37 90 55 82 74 89 92.3 84 91.5 107 50 108.5 8.5 107z" />
    <g transform="translate(13 20) scale(1.16)"><${SignShape} kind=${kind} plain /></g>
  </g>`;
}

/** @param {{card: string, taken: boolean}} props */
function RelicFace({ card, taken }) {
  const number = printedWorth(card);
  return html`<g>
    <path class="card-relic" d=${CARD_CUT} />
    <path class="card-relic-in" d=${INNER} />
    <path class="card-relic-rays" d="M50 58 36 8H44zM50 58 56 8.5H64zM50 58 93 34V44zM50 58 92.5 72V82zM50 58 66
        108H58zM50 58 34 108H42zM50 58 7.5 80V70zM50 58 7.5 44V34z" />
    <g class=${taken ? 'relic-gone' : 'relic-here'}
        transform=${number ? 'translate(16 8) scale(1.06)' : 'translate(12 20) scale(1.18)'}>
      <${RelicShape} card=${card} />
    </g>
    ${
      number &&
      html`<path class="card-relic-tag" d="M27 79 50 76.5 73 79 72 105 50 107 28 105z" />
      <text class="card-relic-number" x="50" y="101" font-size="27">${number}</text>`
    }
  </g>`;
}

/** The back of a card: a cave mouth around a gem. */
export function BackFace() {
  return html`<g>
    <path class="card-back" d=${CARD_CUT} />
    <path class="card-back-1" d=${INNER} />
    <path class="card-back-2" d="M16 108V56Q18 22 50 20 82 22 84 56V108z" />
    <path class="card-back-3" d="M29 108V62Q31 38 50 37 69 38 71 62V108z" />
    <g class="card-back-gem" transform="translate(37 57) scale(1.08)"><path d="M6.5 3.5h11l5 6.5L12 21.8 1.5 10z" /></g>
  </g>`;
}

/** The face of a card, for use inside another picture. @param {{card: string, taken?: boolean}} props */
export function CardFace({ card, taken = false }) {
  const gems = treasureOf(card);
  if (gems !== null) return html`<${TreasureFace} value=${gems} />`;
  if (isRelic(card)) return html`<${RelicFace} card=${card} taken=${taken} />`;
  return html`<${HazardFace} kind=${card} />`;
}

/**
 * Draw a single card: `back` turns it over, `taken` shows a relic card without its relic.
 * @param {{card?: string, back?: boolean, taken?: boolean, size?: number|string}} props `size` is the height
 */
export function Card({ card = '7', back = false, taken = false, size = 116 }) {
  return html`<svg class="art card-art" viewBox="0 0 100 116" height=${size} aria-hidden="true">
    ${back ? html`<${BackFace} />` : html`<${CardFace} card=${card} taken=${taken} />`}
  </svg>`;
}

/**
 * Return where gems lie on a treasure card, in the card's coordinates.
 * @param {number} count
 * @returns {[number, number][]}
 */
function gemSpots(count) {
  const shown = Math.min(count, 8);
  const rows = shown > 4 ? 2 : 1;
  return Array.from({ length: shown }, (_, i) => {
    const first = rows === 2 ? Math.ceil(shown / 2) : shown;
    const row = i < first ? 0 : 1;
    const here = row === 0 ? first : shown - first;
    const at = row === 0 ? i : i - first;
    return [50 + (at - (here - 1) / 2) * 21.5, (rows === 2 ? 81 : 91) + row * 17.5];
  });
}

/** Draw the gems on a card, over its face. @param {{count: number, kind?: string}} props */
export function GemsLying({ count, kind = 'ruby' }) {
  if (count < 1) return null;
  return html`<g class="gems-lying">
    ${gemSpots(count).map(
      ([x, y]) => html`<g transform=${`translate(${x - 12.5} ${y - 12.5}) scale(1.04)`}>
      <path class="gem-edge" d="M6.5 3.5h11l5 6.5L12 21.8 1.5 10z" /><${GemShape} kind=${kind} /></g>`,
    )}
    ${
      count > 8 &&
      html`<g><circle class="gem-count" cx="86" cy="72" r="13" /><text class="gem-count-text" x="86"
        y="77.5" font-size="16">${count}</text></g>`
    }
  </g>`;
}
