// @ts-check
/** The odds, for those who ask: what the next card may be. A solver's advice would stand here too. */
import { HazardSign } from '../../art/hazards.js';
import { html } from '../../html.js';
import { number, percent, t } from '../../words/i18n.js';

/**
 * A fraction as the server writes it, such as `3/17`.
 * @param {string | null} text
 * @returns {number | null}
 */
export function chanceOf(text) {
  if (text === null) return null;
  const [over, under = '1'] = text.split('/');
  const chance = Number(over) / Number(under);
  return Number.isFinite(chance) ? chance : null;
}

/**
 * What each of some players may expect of the next card, in gems.
 * @param {import('../../model/types.js').GameView} game
 * @param {number} inside
 */
export function nextShare(game, inside) {
  if (!game.deck_size || !inside) return 0;
  const gems = game.treasures_left.reduce((sum, value) => sum + Math.floor(value / inside), 0);
  return gems / game.deck_size;
}

/** @param {{view: import('../../model/types.js').TableView, camp?: boolean}} props */
export function Odds({ view, camp = false }) {
  const game = view.game;
  const bust = chanceOf(view.odds);
  if (!game || bust === null) {
    return html`<div class="odds"><p class="small soft">${t('The odds are shown while you choose.')}</p></div>`;
  }
  const inside = game.in_cave.length;
  const kinds = [...new Set(game.hazards)].filter((kind) => game.hazards_left[kind]);
  const gems = camp
    ? t('Gems the next card brings each of them, on average')
    : t('Gems the next card brings you, on average');
  return html`<div class="odds" role="group" aria-label=${t('Odds')}>
    <p class="odds-line">
      <span>${t('The next card ends the expedition')}</span>
      <span class="number odds-number">${percent(bust)}</span>
    </p>
    <div class="odds-bar" aria-hidden="true"><div class="odds-bust" style=${`width:${bust * 100}%`}></div></div>
    ${
      kinds.length > 0 &&
      html`<p class="odds-kinds" aria-hidden="true">
      ${kinds.map(
        (kind) => html`<span key=${kind}><${HazardSign} kind=${kind} size="1.4em" />${game.hazards_left[kind]}</span>`,
      )}
    </p>`
    }
    <p class="odds-line small soft">
      <span>${gems}</span>
      <span class="number">${number(nextShare(game, inside), { maximumFractionDigits: 1 })}</span>
    </p>
  </div>`;
}
