// @ts-check
/** Medals: a ribbon, a disc with a notched rim, and a sign cut out of it; dim until earned. */
import { html } from '../html.js';
import { mark } from '../words/i18n.js';

/** The sign of each medal, in a box of 24 x 24, filled by the even-odd rule. @type {Record<string, string>} */
const SIGNS = {
  first: 'M3 20V11Q4 3 12 3t9 8v9h-5v-7q0-4-4-4t-4 4v7z',
  win: 'M6 4h12l4 6-10 11L2 10zM9 6 7 10h10l-2-4z',
  regular: 'M5 3h3v18H5zM10.5 3h3v18h-3zM16 3h3v18h-3zM3 13l18-4v3L3 16z',
  furniture: 'M4 4h16v8h-3v4h3v5h-3v-3H7v3H4v-5h3v-4H4zM10 12v4h4v-4z',
  row: 'M2 15h5v6H2zM9.5 9h5v12h-5zM17 3h5v18h-5z',
  sack: 'M8 2h8l-2 4q7 4 7 10t-5 6H8q-5 0-5-6T10 6z',
  hands: 'M2 13l4-2 4 4V4h3v9l5-7 3 2-5 12H8z',
  hoard: 'M12 2l4 5-4 4-4-4zM5.5 11l4 5-4 5-4-5zM18.5 11l4 5-4 5-4-5z',
  nothing: 'M12 3a9 9 0 1 0 .01 0zm0 4a5 5 0 1 1-.01 0z',
  poor: 'M3 8l5 4 4-8 4 8 5-4-2 9H5zM10 19h4v2.5h-4z',
  photo: 'M8 5l1.5-2h5L16 5h5v15H3V5zm4 3.5a4.5 4.5 0 1 0 .01 0z',
  home: 'M12 2l10 9h-3v10h-5v-6h-4v6H5V11H2z',
  warm: 'M12 2q1 5 5 8t2 8q-2 4-7 4t-7-4q-2-5 3-8-1 3 2 4 0-6 2-12z',
  whisker: 'M14 2L5 13h6l-2 9 10-12h-6z',
  sense: 'M1 12q11-14 22 0-11 14-22 0zm11-4.5a4.5 4.5 0 1 0 .01 0z',
  alone: 'M12 2a4 4 0 1 1-.01 0zM6 22q0-11 6-11t6 11z',
  nobody: 'M4 3h10v3l-4 1 1 9q8 0 9 5H4z',
  relic: 'M7 2h10v4l-2 2 3 5-3 9H9l-3-9 3-5-2-2z',
  curator: 'M12 2l10 5v2H2V7zM4 11h3v7H4zM10.5 11h3v7h-3zM17 11h3v7h-3zM2 19.5h20V22H2z',
  lantern: 'M9 2h6v3h2l1 4v9l-2 4H8l-2-4V9l1-4h2zM9 9v8h6V9z',
  deep: 'M2 5h20v3H2zM5 10h14v3H5zM8 15h8v3H8zM11 20h2v3h-2z',
  looking: 'M9.5 2.5a7 7 0 1 0 .01 0zm0 3a4 4 0 1 1-.01 0zM14 16l2-2 6.5 6.5-2 2z',
  traveled: 'M12 2a10 10 0 1 0 .01 0zm0 3l3 7-3 7-3-7z',
  night: 'M15 2q-8 3-6 11t12 6q-4 4-9 3-9-2-9-10T15 2z',
};

const NOTCHES = Array.from({ length: 24 }, (_, at) => {
  const turn = (at * Math.PI) / 12;
  const far = at % 2 ? 21 : 23.5;
  return `${(32 + far * Math.sin(turn)).toFixed(1)} ${(38 - far * Math.cos(turn)).toFixed(1)}`;
}).join('L');

/** @param {{medal: string, earned: boolean, size?: number | string}} props */
export function Medal({ medal, earned, size = 64 }) {
  return html`<svg class=${`medal ${earned ? 'earned' : ''}`} viewBox="0 0 64 64" width=${size} height=${size}
      aria-hidden="true">
    <path class="medal-ribbon" d="M18 1h12l6 20-10 3zM46 1H34l-6 20 10 3z" />
    <path class="medal-rim" d=${`M${NOTCHES}z`} />
    <circle class="medal-disc" cx="32" cy="38" r="17.5" />
    <path class="medal-sign" fill-rule="evenodd" transform="translate(20.6 26.6) scale(.95)" d=${SIGNS[medal]} />
  </svg>`;
}

/** @type {Readonly<Record<string, readonly [string, string]>>} */
export const MEDAL_WORDS = {
  first: [mark('Into the dark'), mark('Finish a game.')],
  win: [mark('Rich!'), mark('Win a game.')],
  regular: [mark('One of the regulars'), mark('Finish ten games.')],
  furniture: [mark('Part of the furniture'), mark('Finish fifty games.')],
  row: [mark('Three in a row'), mark('Win three games in a row.')],
  sack: [mark('A heavy sack'), mark('Finish a game with 30 points or more.')],
  hands: [mark("Two hands aren't enough"), mark('Finish a game with 50 points or more.')],
  hoard: [mark('Where do you put it all?'), mark('Finish a game with 80 points or more.')],
  nothing: [mark('Traveling light'), mark('Finish a game without a single point.')],
  poor: [mark('Poor, but first'), mark('Win with fewer than 15 points.')],
  photo: [mark('Photo finish'), mark('Win by a single point.')],
  home: [mark('Safe and sound'), mark('Come home from every cave in a game.')],
  warm: [mark('But it was so cozy in there'), mark('Get caught in every cave in a game.')],
  whisker: [mark('By a whisker'), mark('Leave just before the card that ends the expedition.')],
  sense: [mark('Sixth sense'), mark('Leave just in time three times in one game.')],
  alone: [mark('All mine'), mark('Be the only one to leave.')],
  nobody: [mark("Nobody's following me"), mark('Three times in one game, be the only one to leave.')],
  relic: [mark('Museum piece'), mark('Take a relic.')],
  curator: [mark('Curator'), mark('Take three relics in one game.')],
  lantern: [mark('The last lantern'), mark('Be the last one in a deep cave and still come home.')],
  deep: [mark('A deep breath'), mark('Leave after ten cards or more.')],
  looking: [mark('Just looking'), mark('Leave after the very first card.')],
  traveled: [mark('Well-traveled'), mark('Play four different editions.')],
  night: [mark('Night shift'), mark('Finish a game between midnight and 5 a.m.')],
};
