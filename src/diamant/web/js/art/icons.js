// @ts-check
/** Icons for buttons. They use solid cut shapes and take the color of the text. */
import { html } from '../html.js';

/** Lines (`l`) and filled pieces (`f`), in a box of 24 x 24. @type {Record<string, {l?: string, f?: string}>} */
const ICONS = {
  'sound-on': { f: 'M3 9h4l6-5v16l-6-5H3z', l: 'M16.5 8.5q2.6 3.5 0 7M19.5 5.5q5 6.5 0 13' },
  'sound-off': { f: 'M3 9h4l6-5v16l-6-5H3z', l: 'M16.5 9l5 6M21.5 9l-5 6' },
  settings: {
    f:
      'M10 2h4l.6 3 2.4 1.3 2.9-1 2 3.4-2.3 2v2.6l2.3 2-2 3.4-2.9-1L14.6 19l-.6 3h-4l-.6-3L7 17.7l-2.9 1' +
      'l-2-3.4 2.3-2v-2.6' +
      'l-2.3-2 2-3.4 2.9 1L9.4 5zm2 6.5a3.5 3.5 0 1 0 .01 0z',
  },
  help: { l: 'M8 8.5Q8 4 12 4t4.2 4Q16.2 11 12 12.5V15', f: 'M10.5 18h3v3h-3z' },
  copy: { f: 'M9 8h11v13H9z', l: 'M6 16H4V3h10v2' },
  screen: { l: 'M3 4.5h18v12H3z', f: 'M8 19h8v2.5H8z' },
  pass: { f: 'M8 2h8v15H8zm2 2.5v9h4v-9z', l: 'M4 19.5q8 4.5 15.5 0M17 17.5l3 1.7-1.5 3' },
  phone: { f: 'M7 2h10v20H7zm2 3v12h6V5zM11 18.5v1.7h2v-1.7z' },
  play: { f: 'M6 3.5 20.5 12 6 20.5z' },
  pause: { f: 'M5.5 4h4.5v16H5.5zM14 4h4.5v16H14z' },
  step: { f: 'M4.5 4 15 12 4.5 20zM16.5 4H20v16h-3.5z' },
  'step-back': { f: 'M19.5 4 9 12l10.5 8zM4 4h3.5v16H4z' },
  first: { f: 'M21 4.5 13 12l8 7.5zM13 4.5 5.5 12l7.5 7.5zM2 4.5h3v15H2z' },
  last: { f: 'M3 4.5 11 12l-8 7.5zM11 4.5 18.5 12 11 19.5zM19 4.5h3v15h-3z' },
  verify: { f: 'M12 1.5 21 5v7q-1 7.5-9 10.5Q4 19.5 3 12V5zm-1.2 14.7 6.7-7.7-1.7-1.5-5.1 5.9L8.2 10.5l-1.6 1.6z' },
  save: { l: 'M12 3v11M7 10l5 5 5-5M4 20h16' },
  open: { l: 'M12 15V4M7 8.5l5-5 5 5M4 20h16' },
  rematch: { l: 'M19.5 11A7.7 7.7 0 1 0 17 17.5M20 4.5V11h-6.5' },
  crown: { f: 'M2.5 7 8 11.5 12 4l4 7.5L21.5 7 19.5 19h-15z' },
  bot1: { f: 'M5 9h14v11H5zm3 3.5V15h2.5v-2.5zm5.5 0V15H16v-2.5z', l: 'M12 8V4.5' },
  bot2: { f: 'M5 9h14v11H5zm3 3.5V15h2.5v-2.5zm5.5 0V15H16v-2.5z', l: 'M9 8V3.5M15 8V3.5' },
  bot3: { f: 'M5 9h14v11H5zm3 3.5V15h2.5v-2.5zm5.5 0V15H16v-2.5z', l: 'M7 8V4.5M12 8V2.5M17 8V4.5' },
  eye: { f: 'M1 12Q6.5 4.5 12 4.5T23 12q-5.5 7.5-11 7.5T1 12zm11-4a4 4 0 1 0 .01 0zm0 2.2a1.8 1.8 0 1 1-.01 0z' },
  back: { l: 'M10.5 5 4 12l6.5 7M4.5 12H20.5' },
  forward: { l: 'M13.5 5 20 12l-6.5 7M19.5 12H3.5' },
  language: { l: 'M12 3a9 9 0 1 0 .01 0zM3.5 12h17M12 3.5q-7.5 8.5 0 17M12 3.5q7.5 8.5 0 17' },
  sun: {
    f: 'M12 7a5 5 0 1 0 .01 0z',
    l: 'M12 1.5v2.5M12 20v2.5M1.5 12H4M20 12h2.5M4.6 4.6l1.7 1.7M17.7 17.7l1.7 1.7M4.6 19.4l1.7-1.7M17.7 6.3l1.7-1.7',
  },
  close: { l: 'M5 5l14 14M19 5 5 19' },
  minus: { l: 'M4 12h16' },
  menu: { l: 'M4 6h16M4 12h16M4 18h16' },
  person: { f: 'M12 2.5a4.7 4.7 0 1 0 .01 0zM3.5 21.5Q4.5 13 12 13t8.5 8.5z' },
  people: {
    f:
      'M8.5 4a4 4 0 1 0 .01 0zM1.5 20Q2 12.5 8.5 12.5T15.5 20z' +
      'M16.5 5.5a3.3 3.3 0 1 0 .01 0zM17 20h5.5q-.5-6.5-6.5-7 1.7 2.5 1 7z',
  },
  talk: { f: 'M3 3.5h18v13H11.5L6 21.5v-5H3z' },
  odds: { f: 'M3.5 3.5h17v17h-17zM7 6.5v3h3v-3zM14 14.5v3h3v-3zM10.5 10.5v3h3v-3z' },
  history: { l: 'M4.5 12A7.8 7.8 0 1 0 7 6.2M4 3.5V8h4.5M12 8v4.5l3 1.7' },
  book: { f: 'M2.5 4.5Q8 2.5 11.2 5v15Q8 17.5 2.5 19.5zM21.5 4.5Q16 2.5 12.8 5v15q3.2-2.5 8.7-.5z' },
  full: { l: 'M9 3.5H3.5V9M15 3.5h5.5V9M9 20.5H3.5V15M15 20.5h5.5V15' },
  star: { f: 'M12 1.5 15.2 8.7 23 9.5 17.2 14.8 18.8 22.5 12 18.5 5.2 22.5 6.8 14.8 1 9.5 8.8 8.7z' },
  trash: { f: 'M5 8h14l-1.2 14H6.2zM9 2.5h6V5h5.5v2h-17V5H9z' },
};

/** The names of all icons. */
export const ICON_NAMES = Object.freeze(Object.keys(ICONS));

/** @param {{name: string, size?: number|string}} props */
export function Icon({ name, size = 24 }) {
  const { l, f } = ICONS[name] ?? ICONS.help;
  return html`<svg class="art icon" viewBox="0 0 24 24" width=${size} height=${size} aria-hidden="true">
    ${f && html`<path d=${f} fill="currentColor" fill-rule="evenodd" />`}
    ${
      l &&
      html`<path d=${l} fill="none" stroke="currentColor" stroke-width="2.3" stroke-linecap="square"
        stroke-linejoin="miter" />`
    }
  </svg>`;
}
