// @ts-check
/**
 * The luck certificate of a finished game: one bar per player, with gains from the cards, the others'
 * choices and the player's own decisions to the right and losses to the left (docs/review.md).
 */

import { Badge } from '../art/explorers.js';
import { html, useEffect, useState } from '../html.js';
import { letterOf } from '../model/seats.js';
import { HOME, records } from '../net/api.js';
import { number as sayNumber, t } from '../words/i18n.js';

/**
 * @typedef {{name: string, cards: number, others: number, decisions: number}} Parts
 * @typedef {{color: number, shape: number, letter?: string, name?: string}} Who
 */

const WIDTH = 240;
const HEIGHT = 18;

/**
 * @param {{seats: (Who | null)[], record?: string, table?: string, number?: number}} props the game's
 *   record, or the table whose last game it was
 */
export function Certificate({ seats, record, table, number }) {
  const [told, setTold] = useState(/** @type {{reference: string, players: Parts[]} | null} */ (null));
  useEffect(() => {
    let here = true;
    const ask = async () => {
      const text = record ?? lastGame(await records(/** @type {string} */ (table)));
      const found = await review(text);
      if (here) setTold(found);
    };
    ask().catch(() => {}); // The end works without it.
    return () => {
      here = false;
    };
  }, [record, table, number]);
  if (!told) return null;
  const names = { cards: t('Cards'), others: t('Others'), decisions: t('Decisions') };
  const parts = /** @type {(keyof typeof names)[]} */ (Object.keys(names));
  const most = Math.max(0.1, ...told.players.flatMap((one) => [reach(one, parts, 1), reach(one, parts, -1)]));
  return html`<section class="certificate" aria-label=${t('Luck certificate')}>
    <h2 title=${t('Reference: {name}', { name: told.reference })}>${t('Luck certificate')}</h2>
    <p class="certificate-key small">
      ${parts.map((part) => html`<span key=${part}><i class=${part}></i> ${names[part]}</span>`)}
      <span class="soft">${t('Bars to the right show what helped; bars to the left show what hurt.')}</span>
    </p>
    <ul>
      ${told.players.map((one, at) => {
        const who = seats[at];
        const said = parts.map((part) => `${names[part]} ${signed(one[part])}`).join(', ');
        return html`<li key=${at} title=${said}>
          ${who && html`<${Badge} color=${who.color} shape=${who.shape} letter=${letterOf(who, at)} size="28" />`}
          <span class="hidden-visually">${one.name}</span>
          <svg class="certificate-bar" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none"
            role="img" aria-label=${said}>
            ${bars(one, parts, most)}
            <line x1=${WIDTH / 2} x2=${WIDTH / 2} y1="0" y2=${HEIGHT} />
          </svg>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {string} record */
async function review(record) {
  const answer = await fetch(new URL('api/review', HOME).href, { method: 'POST', body: record });
  if (!answer.ok) throw new Error(`api/review: ${answer.status}`);
  return answer.json();
}

/** @param {string} text several records; each begins with its tags */
function lastGame(text) {
  return text.slice(text.lastIndexOf('[Edition '));
}

/** @param {number} share */
function signed(share) {
  return sayNumber(share, { style: 'percent', signDisplay: 'exceptZero' });
}

/**
 * Return how far a player's bar extends to one side.
 * @param {Parts} one
 * @param {(keyof Parts)[]} parts
 * @param {1 | -1} side
 */
function reach(one, parts, side) {
  return parts.reduce((sum, part) => sum + Math.max(0, side * Number(one[part])), 0);
}

/**
 * @param {Parts} one
 * @param {('cards' | 'others' | 'decisions')[]} parts
 * @param {number} most
 */
function bars(one, parts, most) {
  const ends = { 1: WIDTH / 2, '-1': WIDTH / 2 };
  return parts.map((part) => {
    const side = one[part] < 0 ? -1 : 1;
    const width = (Math.abs(one[part]) / most) * (WIDTH / 2 - 2);
    const left = side > 0 ? ends[1] : ends[-1] - width;
    ends[side] += side * width;
    return html`<rect key=${part} class=${part} x=${left} y="2" width=${width} height=${HEIGHT - 4} />`;
  });
}
