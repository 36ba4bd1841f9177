// @ts-check
/** The cards of the path, 100 x 116: parchment for treasures, night for hazards, old blue for relics. */
import { html } from '../html.js';
import { isRelic, printedWorth, treasureOf } from '../model/cards.js';
import { GemShape } from './gems.js';
import { patchOf, SignShape } from './hazards.js';
import { RelicShape } from './relics.js';

/** Cut by hand: no edge is quite straight. */
export const CARD_CUT = 'M3 4.5 34 2 68 4 97 2.5 98.5 40 96.5 78 98 113 60 114.5 28 112.5 2.5 114 1.5 70 3.5 36z';
const INNER = 'M8 10 40 7.5 92 9 93.5 60 91.5 107 50 108.5 8.5 107 7 58z';

/** Where a treasure's printed gems lie: rows below the number. @param {number} count @returns {[number, number][]} */
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

/** The back of a card: a cave's mouth around a gem. */
export function BackFace() {
  return html`<g>
    <path class="card-back" d=${CARD_CUT} />
    <path class="card-back-1" d=${INNER} />
    <path class="card-back-2" d="M16 108V56Q18 22 50 20 82 22 84 56V108z" />
    <path class="card-back-3" d="M29 108V62Q31 38 50 37 69 38 71 62V108z" />
    <g class="card-back-gem" transform="translate(37 57) scale(1.08)"><path d="M6.5 3.5h11l5 6.5L12 21.8 1.5 10z" /></g>
  </g>`;
}

/** The face of a card, to be put into another picture. @param {{card: string, taken?: boolean}} props */
export function CardFace({ card, taken = false }) {
  const gems = treasureOf(card);
  if (gems !== null) return html`<${TreasureFace} value=${gems} />`;
  if (isRelic(card)) return html`<${RelicFace} card=${card} taken=${taken} />`;
  return html`<${HazardFace} kind=${card} />`;
}

/**
 * A card by itself: `back` turns it over, `taken` is a relic's card without its relic.
 * @param {{card?: string, back?: boolean, taken?: boolean, size?: number|string}} props `size` is the height
 */
export function Card({ card = '7', back = false, taken = false, size = 116 }) {
  return html`<svg class="art card-art" viewBox="0 0 100 116" height=${size} aria-hidden="true">
    ${back ? html`<${BackFace} />` : html`<${CardFace} card=${card} taken=${taken} />`}
  </svg>`;
}

/** Where gems lie on a treasure card, in its own coordinates. @param {number} count @returns {[number, number][]} */
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

/** Gems lying on a card, to be put over its face. @param {{count: number, kind?: string}} props */
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
