// @ts-check
/** The static parts: the rock, the tunnel, the camp, the cave mouths and the hazard row. */
/** @import { Layout } from './layout.js' */
/** @import { Box } from './party.js' */
/** @import { Mode, Scene } from './types.js' */
import { FireShape, MouthShape, TentShape } from '../art/camp.js';
import { HazardSign } from '../art/cards.js';
import { html, useMemo } from '../html.js';
import { frames, outside, rings, tunnel } from './cutting.js';
import { clamp, noise } from './numbers.js';

/** @param {Scene} scene */
export function Scenery({ game, layout, mode }) {
  const { width, height, camera, party, unit } = layout;
  const rock = useMemo(() => html`<${Rock} layout=${layout} />`, [width, height]);
  const cuts = useMemo(() => html`<${Tunnel} centerline=${layout.centerline} />`, [JSON.stringify(layout.centerline)]);
  const camp = useMemo(
    () => html`<${Camp} layout=${layout} round=${game.round} over=${game.phase === 'over'} mode=${mode} />`,
    [width, height, layout.side, game.round, game.rounds, game.phase === 'over', mode],
  );
  const world = { transform: `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})` };
  const glow = clamp(camera.scale * 560, unit * 30, unit * 110);
  return html`<div class="cave-back">
    ${rock}
    <div class="cave-world" style=${world}>${cuts}</div>
    <div class=${`cave-light ${game.in_cave.length ? '' : 'out'}`}
        style=${{ transform: `translate(${party.x}px, ${party.y}px) scale(${glow / 200})` }}>${LIGHT}</div>
    ${camp}
  </div>`;
}

const Rings = () => html`<g class="rings">${rings().map((d) => html`<path d=${d} />`)}</g>`;
const LIGHT = html`<svg class="cave-rings" width="1" height="1"><${Rings} /></svg>`;

/** Draw sheets of dark paper, one over the other, around the path's area. @param {{layout: Layout}} props */
function Rock({ layout }) {
  const { width, height } = layout;
  return html`<svg class="cave-sheet" width=${width} height=${height}>
    <rect class="rock-base" width=${width} height=${height} />
    ${frames(layout).map(({ d, level }) => html`<path class=${`rock-${level}`} fill-rule="evenodd" d=${d} />`)}
  </svg>`;
}

/**
 * Draw the tunnel: each sheet has a smaller hole than the one above it, and the floor is lowest.
 * @param {{centerline: Layout['centerline']}} props
 */
function Tunnel({ centerline }) {
  return html`<svg class="cave-tunnel" width="1" height="1">
    ${tunnel(centerline).map(
      ({ d, level }) =>
        html`<path class="cut-shadow" d=${d} /><path class=${`cut-${level}`} d=${d} transform="translate(1.5 3.5)" />`,
    )}
  </svg>`;
}

/** @param {{layout: Layout, round: number, over: boolean, mode: Mode}} props */
function Camp({ layout, round, over, mode }) {
  const { width, height, camp, mouths, side, fire, unit } = layout;
  const left = side === 'left';
  const deep = left ? camp.width : camp.height;
  const tent = clamp(deep * (left ? 0.4 : 0.5), 24, 170 * layout.grow);
  const flame = clamp(deep * (left ? 0.24 : 0.34), 18, 100 * layout.grow);
  const tents = left
    ? [[0, height * 0.755 - tent, 1]]
    : [
        [width * 0.015, height - deep * 0.06 - tent, 1],
        [width * 0.985 - tent * 1.15, height - deep * 0.1 - tent * 0.86, 0.86],
      ];
  return html`<svg class="cave-sheet cave-camp" width=${width} height=${height}>
    ${outside(layout).map(({ d, part }) =>
      part === 'fire'
        ? html`<g transform=${`translate(${fire.x} ${fire.y - flame * 0.4}) scale(${flame / 42})`}><${Rings} /></g>`
        : html`<path class="camp-shadow" d=${d}
            transform=${part === 'cliff' ? 'translate(4 1)' : 'translate(0 -3)'} /><path class=${`camp-${part}`}
            d=${d} />
          ${part === 'sky' && html`<${Stars} box=${camp} unit=${unit} />`}`,
    )}
    ${mouths.map((mouth, i) => {
      const number = i + 1;
      const state = number < round || over ? 'done' : number === round ? 'open' : 'next';
      const dx = left ? -mouth.size * 0.8 : -mouth.size / 2;
      const dy = left ? -mouth.size / 2 : -mouth.size * 0.16;
      return html`<g key=${number} transform=${`translate(${mouth.x + dx} ${mouth.y + dy}) scale(${mouth.size / 64})`}>
        <${MouthShape} number=${number} state=${state} />
      </g>`;
    })}
    ${
      mode !== 'hand' &&
      tents.map(
        ([x, y, k]) => html`<g
        transform=${`translate(${x} ${y}) scale(${(tent / 72) * k})`}><${TentShape} /></g>`,
      )
    }
    <g transform=${`translate(${fire.x - flame / 2} ${fire.y - flame}) scale(${flame / 48})`}><${FireShape} /></g>
  </svg>`;
}

/** Draw a few stars, cut out of the sky. @param {{box: Box, unit: number}} props */
function Stars({ box, unit }) {
  const stars = Array.from({ length: 14 }, (_, i) => {
    const x = box.x + noise(i * 3.7 + 1) * box.width * 0.66;
    const y = box.y + noise(i * 5.1 + 2) * box.height * 0.44 + 6;
    const r = unit * (0.16 + noise(i) * 0.22);
    return `M${x} ${y - r}L${x + r * 0.6} ${y}L${x} ${y + r}L${x - r * 0.6} ${y}z`;
  });
  return html`<path class="camp-star" d=${stars.join('')} />`;
}

/** @param {Scene} scene */
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
