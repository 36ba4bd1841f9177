// @ts-check
/** The row of dangers: every hazard of the edition, lit once it has been met. */
import { html } from '../html.js';
import { HazardSign } from '../art/hazards.js';
import { clamp } from './layout.js';

/** @param {any} props */
export function Dangers({ game, layout, frame }) {
  const kinds = Object.keys(game.hazards_left ?? {});
  for (const kind of game.hazards) if (!kinds.includes(kind)) kinds.push(kind);
  const { row } = layout;
  const gap = row.height * 0.16;
  const size = Math.floor(clamp((row.width - 12) / Math.max(kinds.length, 1) - gap, 14, row.height * 0.86));
  return html`<div class="cave-dangers" style=${{ left: `${row.x}px`, width: `${row.width}px`, height: `${row.height}px`, gap: `${gap}px` }}>
    ${kinds.map((kind) => {
      const met = game.hazards.includes(kind);
      const state = frame.bust === kind ? 'fatal' : met ? 'met' : 'unmet';
      return html`<div class=${`danger ${state}`} key=${kind} data-kind=${kind}><${HazardSign} kind=${kind} size=${size} state=${state} /></div>`;
    })}
  </div>`;
}
