// @ts-check
/**
 * Faces, hats and gear of the eight explorers, one set for each shape, drawn over the plain figures of explorers.js.
 *
 * This module loads after the first page: color, shape and letter are enough to tell the explorers apart.
 * Coordinates are those of the figure: the head is a circle of 8.6 around (24, 20), the letter lies between 38 and 60.
 */
/** @import { Look, Mood } from './explorers.js' */
import { html } from '../html.js';
import { finery } from './explorers.js';

/** @typedef {{skin?: string, behind?: any, hair?: any, beard?: any, hat: any, gear?: any, wear?: any}} Character */

/**
 * Eyes, mouth and brows for every mood.
 * @type {Record<Mood, {eyes: string, mouth: string, brows?: string, open?: boolean}>}
 */
const FACES = {
  calm: { eyes: 'M20.5 19.5v1.8M27.5 19.5v1.8', mouth: 'M21.8 25h4.4' },
  happy: { eyes: 'M19.5 20.8q1.2-2 2.4 0M26.1 20.8q1.2-2 2.4 0', mouth: 'M20.8 24q3.2 3.4 6.4 0' },
  afraid: {
    eyes: 'M20.5 18.6v3.2M27.5 18.6v3.2',
    mouth: 'M24 24.2a1.6 1.8 0 1 0 .01 0z',
    brows: 'M18.6 17.4l2.6-1M29.4 17.4l-2.6-1',
    open: true,
  },
  sad: { eyes: 'M19.5 21l2.2-1.2M28.5 21l-2.2-1.2', mouth: 'M21 26q3-2.8 6 0' },
  awed: {
    eyes: 'M20.5 18.3a1.3 1.7 0 1 0 .01 0zM27.5 18.3a1.3 1.7 0 1 0 .01 0z',
    mouth: 'M21.6 23.9h4.8q-.6 3.4-2.4 3.4t-2.4-3.4z',
    brows: 'M18.8 16.4q1.7-1.2 3.4-.2M25.8 16.2q1.7-1 3.4.2',
    open: true,
  },
  relieved: { eyes: 'M19.2 20.4h2.7M26.1 20.4h2.7', mouth: 'M20.8 25.2q1.6-1.8 3.2 0t3.2 0' },
  proud: {
    eyes: 'M19.2 20.6q1.4-2.2 2.8 0M26 20.6q1.4-2.2 2.8 0',
    mouth: 'M19.8 23.4h8.4q-.8 4-4.2 4t-4.2-4z',
    open: true,
  },
  poor: { eyes: 'M19.4 20.2q1.3 1.4 2.6 0M26 20.2q1.3 1.4 2.6 0', mouth: 'M21.4 25.8l5.2-1.2' },
};

/** The eight characters, in the order of their shapes. @type {readonly ((look: Look) => Character)[]} */
const CHARACTERS = [
  // A pith helmet, a mustache, and a walking stick.
  ({ color, deep }) => ({
    hat: html`<path d="M8.5 16.4q15.5-5.6 31 0l-2 2.4q-13.5-3.6-27 0z" fill=${deep} />
      <path d="M14 14.6Q14 3.4 24 3.4t10 11.2q-10-2.4-20 0z" fill=${color} stroke=${deep} stroke-width="1.5" />
      <path d="M24 3.4v-2M14.3 12.3q9.7-2.6 19.4 0" class="wear-line" stroke=${deep} />`,
    beard: html`<path class="hair-gray" d="M24 22.6q-3-1.4-6.6.6-1.2.8-2.2.2 1 2.6 4.4 2 2.8-.4 4.4-1.8 1.6 1.4 4.4
        1.8 3.4.6 4.4-2-1 .6-2.2-.2-3.6-2-6.6-.6z" />`,
    gear: html`<path class="wear-wood" d="M3.5 40v30" /><path class="wear-wood" d="M3.5 40q0-3.6 3.4-3.6" />`,
  }),
  // A knitted cap with ear flaps, two braids, and a rolled blanket.
  ({ color, deep }) => ({
    skin: 'skin-2',
    behind: html`<path class="wear-leather" d="M5 29h12v20H5z" /><path d="M2 25.5h16v6.5H2z" fill=${deep} />
      <path class="wear-pale" d="M5.5 25.5h2v6.5h-2zM12.5 25.5h2v6.5h-2z" />`,
    hair: html`<path class="hair-dark" d="M15.4 22q-2 5-.8 10l2.2 1.6 1-2.4q-1.4-4 .4-8zM32.6 22q2 5 .8 10l-2.2 1.6
        -1-2.4q1.4-4-.4-8z" />`,
    hat: html`<path d="M14.6 17Q14 5.4 24 5.4T33.4 17l1 8-3.4-3.4-.6-5q-6.4-2.2-12.8 0l-.6 5-3.4 3.4z" fill=${color}
        stroke=${deep} stroke-width="1.5" stroke-linejoin="round" />
      <path d="M15.6 13l2.8-2 2.8 2 2.8-2 2.8 2 2.8-2 2.8 2" class="wear-line" stroke=${deep} />
      <circle class="wear-pale" cx="24" cy="4" r="2.6" />`,
  }),
  // A miner's helmet with a lamp, a big beard, and a pick.
  ({ deep }) => ({
    behind: html`<path class="wear-wood" d="M4 62 11 22" />
      <path class="wear-iron" d="M2 25q8-8 18-3.5Q12 21 4.6 28z" />`,
    beard: html`<path class="hair-rust" d="M15.4 20.5q.4 4 3 3.4 2.4-2 5.6-2t5.6 2q2.6.6 3-3.4 1.6 9-3.2 12-5.4 3.4-10.8
        0-4.8-3-3.2-12z" />`,
    hat: html`<path class="wear-iron" d="M13.4 16.6Q13 5 24 5t10.6 11.6q-10.6-3-21.2 0z" />
      <path d="M12 16.4q12-3.6 24 0l-.6 2.2q-11.4-3-22.8 0z" fill=${deep} />
      <circle class="wear-lamp" cx="24" cy="9.6" r="3.2" />`,
  }),
  // A beret, round spectacles, and a notebook.
  ({ deep, color }) => ({
    skin: 'skin-3',
    hair: html`<path class="hair-dark" d="M15 21q-1.4-9.4 9-9.6 10.4.2 9 9.6-1.4-5.6-4-6.6-5 1.6-10 0-2.6 1-4 6.6z" />
      <circle class="hair-dark" cx="34" cy="25" r="3.2" />`,
    hat: html`<path d="M12.4 12.8Q11 5.6 23 5.2 38 4.8 36.6 10.4 36 13.6 30 13.4q-9-1.4-17.6-.6z" fill=${deep}
        stroke=${color} stroke-width="1.1" /><path d="M23 5.2l1-2.8" class="wear-line" stroke=${deep} />`,
    wear: html`<g class="wear-wire"><circle cx="20.4" cy="20.2" r="3.1" /><circle cx="27.6" cy="20.2" r="3.1" />
      <path d="M23.5 20h1M17.3 19.6l-1.8-.6M30.7 19.6l1.8-.6" /></g>`,
    gear: html`<path class="wear-leather" d="M-2 44.5 7.5 42 10 54 .5 56.5z" />
      <path class="wear-pale" d="M0 45.4 7 43.6l1.9
        9.2-7 1.8z" />`,
  }),
  // A wide hat with a feather, a scarf, and a coil of rope.
  ({ color, deep }) => ({
    hair: html`<path class="hair-dark" d="M15.6 19q-.8 5 .6 7l1.6-1-.4-6zM32.4 19q.8 5-.6 7l-1.6-1 .4-6z" />`,
    hat: html`<path d="M5.5 17.4Q9 12.6 16 14q8 1.4 16 0 7-1.4 10.5 3.4-8-1-18.5-1t-18.5 1z" fill=${deep} />
      <path d="M15.4 14.4 17.4 5q3-2 6.6.2 3.6-2.2 6.6-.2l2 9.4q-8.6 1.6-17.2 0z" fill=${color} stroke=${deep}
          stroke-width="1.5" stroke-linejoin="round" />
      <path class="wear-pale" d="M30 12.6q1-8.6 8-11.4 1 7.4-6 12z" />`,
    wear: html`<path d="M15.8 26.6q8.2 4.6 16.4 0l.8 3.2q-9 4.6-18 0z" fill=${deep} />`,
    gear: html`<g class="wear-rope"><circle cx="3.6" cy="51" r="5.4" /><circle cx="3.6" cy="51" r="3" />
      <path d="M3.6 45.6 5 38" /></g>`,
  }),
  // A leather cap with goggles, and a wrench.
  ({ deep }) => ({
    skin: 'skin-2',
    hat: html`<path class="wear-leather" d="M14.4 24.6Q12 5.6 24 5.6t9.6 19l-2.6 1q.6-6-1.4-9.8-5.6-2-11.2 0-2 3.8-1.4
        9.8z" />
      <path d="M14 12.6q10-3.4 20 0l-.2 3q-9.8-3.2-19.6 0z" fill=${deep} />
      <circle class="wear-glass" cx="19.6" cy="12.6" r="3.5" />
      <circle class="wear-glass" cx="28.4" cy="12.6" r="3.5" />`,
    gear: html`<path class="wear-iron" d="M2 42.5q-2.6-2.6-.8-5.4l2 2.2 2-1.6-1.2-2.4q3.4.2 3.6 3.4.2 2-1.4 3.2l1.6
        14.4-3.2.4z" />`,
  }),
  // A headscarf, earrings, and a bag for stones.
  ({ color, deep }) => ({
    skin: 'skin-4',
    hat: html`<path d="M14.6 20.4Q12.6 7 24 6.6t9.4 13.8q-3-6.4-9.4-6.4t-9.4 6.4z" fill=${color} stroke=${deep}
        stroke-width="1.5" stroke-linejoin="round" />
      <path d="M33.2 17.6q4 .6 4.6 5.4l-2.4-.8-.6 3.4q-2.8-3.4-2.6-6.6z" fill=${deep} />
      <path d="M17 12.2q7-3.6 14 0" class="wear-line" stroke=${deep} />`,
    wear: html`<circle class="wear-ring" cx="15.6" cy="25.4" r="1.7" /><circle class="wear-ring" cx="32.4" cy="25.4"
        r="1.7" />`,
    gear: html`<path class="wear-strap" d="M14 31 3.6 46" />
      <path class="wear-leather" d="M-2.4 45.4H9.4l-1 11.2H-1.2z" />
      <path class="wear-pale" d="M-2.4 45.4H9.4l-2 4.6h-7.6z" />`,
  }),
  // A straw hat with a flower, freckles, rusty curls, and a butterfly net.
  ({ deep, color }) => ({
    behind: html`<path class="wear-wood" d="M6 64 2.4 30" />
      <g class="wear-net"><ellipse cx="2" cy="22" rx="6.6" ry="7.6" />
      <path d="M-3.4 18.4 7 25M-4.4 23l8 6M1 14.6l6.6 5M7.4 18 -2 28.4M3 14.6l-7 9" /></g>`,
    hair: html`<path class="hair-rust" d="M16 17q-4 1-3.4 4.6-2.4 2.6.4 5 0 3 3.4 2.4l1.4-3-1-6zM32 17q4 1 3.4 4.6 2.4
        2.6-.4 5 0 3-3.4 2.4l-1.4-3 1-6z" />`,
    hat: html`<path class="wear-straw" d="M7 16.8q17-7.4 34 0-3 2-5 2-12-3.8-24 0-2 0-5-2z" />
      <path class="wear-straw" d="M15.6 14.4Q16 5 24 5t8.4 9.4q-8.4-2.4-16.8 0z" />
      <path d="M15.5 13.4q8.5-2.8 17 0l.2 2.2q-8.7-2.6-17.4 0z" fill=${deep} />
      <g fill=${color}><circle cx="31" cy="10.6" r="2" /><circle cx="34" cy="12" r="2" /><circle cx="31.6" cy="14"
          r="2" /></g><circle class="wear-lamp" cx="32.2" cy="12.2" r="1.4" />`,
    wear: html`<path class="wear-freckle" d="M18.4 23.2h.01M20 24h.01M28 24h.01M29.6 23.2h.01" />`,
  }),
];

finery.value = (who, look, mood) => {
  const one = CHARACTERS[who % CHARACTERS.length](look);
  const face = FACES[mood];
  return {
    behind: one.behind,
    gear: one.gear,
    head: html`<g class="art-head">
      <circle cx="24" cy="20" r="8.6" class=${`art-skin ${one.skin ?? ''}`} />
      ${one.hair}
      <path d=${face.eyes} class="art-face" />
      ${face.brows && html`<path d=${face.brows} class="art-face fine" />`}
      ${one.beard}
      <path d=${face.mouth} class=${`art-face ${face.open ? 'open' : ''}`} />
      ${one.wear}
      ${one.hat}
      ${mood === 'relieved' && html`<path class="emote-tear" d="M33.6 12.4q2.6 3.6 0 5.4-2.6-1.8 0-5.4z" />`}
    </g>`,
  };
};
