// @ts-check
/** Everybody at one moment of a replay: where they are, what they carry, what is safe. */

import { Badge } from '../../art/explorers.js';
import { Relic } from '../../art/relics.js';
import { html } from '../../html.js';
import { letterOf } from '../../model/seats.js';
import { t, tn } from '../../words/i18n.js';

/** @typedef {import('../../model/types.js').GameView} GameView */
/** @typedef {{name: string, color: number, shape: number, letter?: string}} Who */

/** @param {{game: GameView, seats: readonly Who[]}} props */
export function Standings({ game, seats }) {
  return html`<ul class=${`standings ${seats.length > 5 ? 'many' : ''}`} aria-label=${t('Players')}>
    ${seats.map((seat, at) => {
      const winner = game.winners.includes(at);
      const relics = game.relics_taken[at] ?? [];
      return html`<li key=${at} class=${`${game.in_cave.includes(at) ? 'inside' : 'home'} ${winner ? 'winner' : ''}`}>
        <${Badge} color=${seat.color} shape=${seat.shape} letter=${letterOf(seat, at)} size="32" />
        <span class="standing-name">${seat.name}</span>
        <span class="standing-state small soft">${state(game, at, winner)}</span>
        <span class="standing-points number">${game.chests[at] ?? '?'}</span>
        <span class="standing-relics">
          ${relics.map(() => html`<${Relic} size="26" />`)}
          ${
            relics.length > 0 &&
            html`<span class="hidden-visually">${tn('{n} relic', '{n} relics', relics.length)}</span>`
          }
        </span>
      </li>`;
    })}
  </ul>`;
}

/**
 * @param {GameView} game
 * @param {number} seat
 * @param {boolean} winner
 */
function state(game, seat, winner) {
  if (winner) return t('Winner');
  if (game.phase === 'over') return '';
  if (!game.in_cave.includes(seat)) return t('In the camp');
  return t('Carries {gems}', { gems: game.carried });
}
