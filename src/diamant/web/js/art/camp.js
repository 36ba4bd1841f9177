// @ts-check
/** The camp outside the caves: tents, the fire, chests, the cave mouths and their barricades. */
import { html } from '../html.js';

/** @param {{size?: number|string}} props */
export function Tent({ size = 64 }) {
  return html`<svg class="art tent" viewBox="0 0 96 72" height=${size} aria-hidden="true"><${TentShape} /></svg>`;
}

/** Only the drawing, in a box of 96 x 72. */
export function TentShape() {
  return html`<g>
    <path class="tent-shade" d="M46 6 52 6 93 66 70 68z" />
    <path class="tent-cloth" d="M46 6 49 4 72 67 4 67z" />
    <path class="tent-fold" d="M46 6 49 4 38 67 22 67z" />
    <path class="tent-door" d="M47 20 58 67H37z" />
    <path class="tent-pole" d="M43 1 49.5 11M53 0 45.5 11" />
  </g>`;
}

/** @param {{size?: number|string, lit?: boolean}} props */
export function Fire({ size = 48, lit = true }) {
  return html`<svg class=${`art fire ${lit ? 'lit' : ''}`} viewBox="0 0 48 48" height=${size}
      aria-hidden="true"><${FireShape} lit=${lit} /></svg>`;
}

/** Only the drawing, in a box of 48 x 48. @param {{lit?: boolean}} props */
export function FireShape({ lit = true }) {
  return html`<g>
    ${
      lit &&
      html`<g class="fire-flames">
      <path class="fire-1" d="M25 3Q28 13 35 19 41 27 37 36 33 43 24 43 14 43 11 35 9 26 16 19 17 24 20 26 19 12 25
          3z" />
      <path class="fire-2" d="M24.5 19Q26 26 30 30 33 35 30 39 27 42 24 42 19 42 17.5 38 17 33 20.5 29 22 32 23 32 22 25
          24.5 19z" />
    </g>`
    }
    <path class="fire-log" d="M4 38 8 34.5 44 43.5 42.5 48zM44 38 40 34.5 4 43.5 5.5 48z" />
  </g>`;
}

/**
 * Draw a chest.
 * @param {{open?: boolean, full?: boolean, size?: number|string}} props
 */
export function Chest({ open = false, full = false, size = 32 }) {
  return html`<svg class="art chest" viewBox="0 0 48 44" height=${size} aria-hidden="true">
    ${
      open
        ? html`<path class="chest-lid" d="M4 17 8 3Q24-1 40 3L44 17z" /><path class="chest-in" d="M4 17H44V23H4z" />
          ${full && html`<path class="chest-gem" d="M12 21 16 14H22L26 21zM23 21 27 13H33L37 21z" />`}`
        : html`<path class="chest-lid" d="M4 22V16Q5 6 14 5H34Q43 6 44 16V22z" />`
    }
    <path class="chest-box" d="M4 21.5H44L42.5 42H5.5z" />
    <path class="chest-band" d="M10 21.5h4.5V42h-4zM33.5 21.5H38L37.5 42h-4zM4 21.5H44V25H4z" />
    <path class="chest-lock" d="M20 20H28V30L24 32.5 20 30z" />
  </svg>`;
}

/** The planks in front of a finished cave, in a box of 64 x 64. */
function BarricadeShape() {
  return html`<g class="barricade">
    <path class="plank-2" d="M3 20 8 13 62 45 57 53z" />
    <path class="plank" d="M2 47 57 12 62 20 7 56z" />
    <path class="plank-2" d="M1 31 63 29.5V38L1 39.5z" />
    <path class="plank-nail" d="M8 33.5h3v3H8zM53 32.5h3v3h-3zM52.5 17.5l2.5-1.6 1.5 2.4-2.4 1.6zM8.5 46.5l2.5-1.6 1.5
        2.4-2.4 1.6z" />
  </g>`;
}

/**
 * A cave's mouth in a box of 64 x 64: lit if it is the current cave, barred if finished, dark before.
 * @param {{number: number, state: 'open'|'done'|'next'}} props
 */
export function MouthShape({ number, state }) {
  return html`<g class=${`mouth ${state}`}>
    <path class="mouth-1" d="M0 66 3 30 12 12 28 1 44 4 57 15 62 34 64 66z" />
    <path class="mouth-2" d="M7 66 9 34 17 18 30 8 42 11 51 20 56 36 57 66z" />
    <path class="mouth-3" d="M14 66 15.5 38 22 25 31 17 40 19 46.5 27 50 40 50.5 66z" />
    ${state === 'done' && html`<g transform="translate(5 14) scale(.85)"><${BarricadeShape} /></g>`}
    <path class="mouth-stone" d="M22 4 32-3 42 4 42 15.5 32 18.5 22 15z" />
    <text class="mouth-number" x="32" y="14" font-size="15">${number}</text>
  </g>`;
}

/** @param {{number?: number, state?: 'open'|'done'|'next', size?: number|string}} props */
export function Mouth({ number = 1, state = 'open', size = 64 }) {
  return html`<svg class="art" viewBox="-1 -4 66 71" height=${size} aria-hidden="true"><${MouthShape} number=${number}
      state=${state} /></svg>`;
}
