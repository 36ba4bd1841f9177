// @ts-check
/** The row of dangers: every hazard of the edition, lit once it has been met. */
import { HazardSign } from '../art/hazards.js';
import { html } from '../html.js';
import { clamp } from './numbers.js';

/** @param {import('./types.js').Scene} scene */
export function Dangers({ game, layout, frame }) {
  const kinds = [...new Set([...Object.keys(game.hazards_left), ...game.hazards])];
  const { row } = layout;
  const gap = row.height * 0.16;
  const size = Math.floor(clamp((row.width - 12) / Math.max(kinds.length, 1) - gap, 14, row.height * 0.86));
  const box = { left: `${row.x}px`, width: `${row.width}px`, height: `${row.height}px`, gap: `${gap}px` };
  return html`<div class="cave-dangers" style=${box}>
    ${kinds.map((kind) => {
      const state = frame.bust === kind ? 'fatal' : game.hazards.includes(kind) ? 'met' : 'unmet';
      return html`<div class=${`danger ${state}`} key=${kind} data-kind=${kind}>
        <${HazardSign} kind=${kind} size=${size} state=${state} />
      </div>`;
    })}
  </div>`;
}
