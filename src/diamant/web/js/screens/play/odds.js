// @ts-check
/** The odds, for those who ask: what the next card may be. */
import { HazardSign } from '../../art/hazards.js';
import { html } from '../../html.js';
import { nextShare } from '../../model/odds.js';
import { Lazy } from '../../ui/lazy.js';
import { number, percent, t, tn } from '../../words/i18n.js';
import { COACH } from './parts.js';

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
 * One line that a child understands, the bar, and the signs that would end it. What the coach advises stands below.
 * @param {{view: import('../../model/types.js').TableView, camp?: boolean,
 *   session?: import('../../session/session.js').Session, seat?: number}} props `session` and `seat` of one inside
 */
export function Odds({ view, camp = false, session, seat }) {
  const game = view.game;
  const bust = chanceOf(view.odds);
  if (!game || bust === null) {
    const words = camp ? t('The odds are shown while those inside choose.') : t('The odds are shown while you choose.');
    return html`<div class="odds"><p class="small soft">${words}</p></div>`;
  }
  const kinds = [...new Set(game.hazards)].filter((kind) => game.hazards_left[kind]);
  return html`<div class="odds" role="group" aria-label=${t('Odds')}>
    <p class="odds-line">${sayOdds(game, bust, camp)}</p>
    <div class="odds-bar" aria-hidden="true"><div class="odds-bust" style=${`width:${bust * 100}%`}></div></div>
    ${
      kinds.length > 0 &&
      html`<p class="odds-kinds" aria-hidden="true">
      ${kinds.map(
        (kind) => html`<span key=${kind}><${HazardSign} kind=${kind} size="1.4em" />${game.hazards_left[kind]}</span>`,
      )}
    </p>`
    }
    ${
      session &&
      view.settings.coach &&
      !camp &&
      html`<${Lazy} part=${COACH} quiet view=${view} session=${session} seat=${seat} />`
    }
  </div>`;
}

/**
 * @param {import('../../model/types.js').GameView} game
 * @param {number} bust the chance that the next card ends the expedition
 * @param {boolean} camp whether one looks on from the camp
 */
function sayOdds(game, bust, camp) {
  const share = number(nextShare(game), { maximumFractionDigits: 1 });
  const said = { chance: percent(bust), share };
  if (camp) return t('Risk {chance} for those inside; the next card brings each {share} on average.', said);
  if (!game.carried) return t('Risk {chance}, with nothing to lose; the next card brings {share} on average.', said);
  return tn(
    'Risk {chance} of {n} gem; the next card brings {share} on average.',
    'Risk {chance} of {n} gems; the next card brings {share} on average.',
    game.carried,
    said,
  );
}
