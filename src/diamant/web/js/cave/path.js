// @ts-check
/** The cards of the path and the gems and relics on them. */
/** @import { Scene } from './types.js' */
import { BackFace, CARD_CUT, CardFace, GemsLying } from '../art/cards.js';
import { stoneFor } from '../art/gems.js';
import { html, useMemo } from '../html.js';
import { isRelic, isTreasure } from '../model/cards.js';

/** @param {Scene} scene */
export function Path({ game, layout, edition, frame }) {
  const { camera, positions } = layout;
  const world = { transform: `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})` };
  const stone = stoneFor(1, edition?.gems);
  const lying = relicsLying(game.cards, game.relics.length);
  return html`<div class="cave-world cave-cards" style=${world}>
    ${game.cards.map((card, i) => {
      const position = positions[i];
      if (!position) return null;
      const x = (position.x - camera.x) / camera.scale;
      const y = (position.y - camera.y) / camera.scale;
      const at = { transform: `translate(${x}px, ${y}px) rotate(${position.angle}deg)` };
      return html`<${PathCard} key=${`${game.round}-${i}-${card}`} card=${card} at=${at} index=${i}
        gems=${game.gems[i] ?? 0} stone=${stone} taken=${isRelic(card) && !lying.has(i)}
        fatal=${frame.bust === card} fresh=${frame.fresh === i} veil=${veil(game.cards.length - 1 - i)} />`;
    })}
  </div>`;
}

/**
 * @param {{card: string, at: {transform: string}, index: number, gems: number, stone: string, taken: boolean,
 *   fatal: boolean, fresh: boolean, veil: number}} props
 */
function PathCard({ card, at, index, gems, stone, taken, fatal, fresh, veil: shade }) {
  const front = useMemo(
    () => html`<svg class="art card-front" viewBox="0 0 100 116" width="100" height="116">
      <${CardFace} card=${card} taken=${taken} />
      <path class="card-veil" d=${CARD_CUT} opacity=${shade} /><${GemsLying} count=${gems} kind=${stone} />
    </svg>`,
    [card, gems, taken, stone, shade],
  );
  const rear = html`<svg class="art card-rear" viewBox="0 0 100 116" width="100" height="116"><${BackFace} /></svg>`;
  const bare = isTreasure(card) && gems === 0 && !fresh;
  const looks = `path-card${fatal ? ' fatal' : ''}${bare ? ' bare' : ''}`;
  return html`<div class=${looks} style=${at} data-index=${index}>
    <i class="card-shade"></i>
    <div class="card-turn">${front}${fresh && rear}</div>
  </div>`;
}

/**
 * Return how dark a card is: darker the farther it is from the lanterns. Gems keep their brightness.
 * @param {number} back
 */
function veil(back) {
  return Math.min(0.32, back * 0.06);
}

/**
 * Return which relic cards still have their relic: the latest ones, because a lone leaver takes all.
 * @param {string[]} cards
 * @param {number} count
 */
function relicsLying(cards, count) {
  const at = cards.flatMap((card, i) => (isRelic(card) ? [i] : []));
  return new Set(count ? at.slice(-count) : []);
}
