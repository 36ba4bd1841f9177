// @ts-check
/** The coach for a player in the cave: the value of staying and leaving, and why. Only that player sees it. */
import { prefer, prefs } from '../../device/prefs.js';
import { html, useEffect, useState } from '../../html.js';
import { ask } from '../../net/api.js';
import { language, number, percent, t } from '../../words/i18n.js';

/** @import { TableView } from '../../model/types.js' */
/** @import { Session } from '../../session/session.js' */

/**
 * @typedef {{points: number, win: number | null}} Worth
 * @typedef {{turn: number, stay: Worth, leave: Worth, advice: string, says: string, others: string}} Advice
 */

/**
 * @param {{view: TableView, session: Session,
 *   seat: number}} props
 */
export function Coach({ view, session, seat }) {
  const [told, setTold] = useState(/** @type {Advice | null} */ (null));
  const [silent, setSilent] = useState(false);
  const { turn } = view;
  const wanted = prefs.value.coach;
  useEffect(() => {
    let here = true;
    setTold(null);
    setSilent(false);
    if (!wanted) return undefined;
    const asked = new URLSearchParams({ seat: `${seat}`, turn: `${turn}`, language: language.value });
    ask(`api/tables/${view.table}/coach?${asked}`, { token: session.connection.token ?? undefined })
      .then((answer) => answer.json())
      .then(
        (advice) => here && setTold(advice),
        () => here && setSilent(true),
      );
    return () => {
      here = false;
    };
  }, [wanted, seat, turn, language.value]);
  return html`<div class="coach">
    <button class="btn quiet small" type="button" aria-pressed=${wanted}
      onClick=${() => prefer({ coach: !wanted })}>${wanted ? t('Hide the coach') : t('Ask the coach')}</button>
    ${
      wanted &&
      html`<div aria-live="polite">
        <p class="coach-say small">${told ? told.says : silent ? t("The coach isn't available right now.") : ''}</p>
        ${
          told &&
          html`<p class="small soft">${t('By the end of this expedition:')}</p>
            <${Worths} told=${told} /><p class="small soft">${told.others}</p>`
        }
      </div>`
    }
  </div>`;
}

/** @param {{told: Advice}} props */
function Worths({ told }) {
  const rows = /** @type {[string, string, Worth][]} */ ([
    ['stay', t('Go on'), told.stay],
    ['leave', t('Leave'), told.leave],
  ]);
  return html`<dl class="coach-worth small">
    ${rows.map(
      ([choice, name, { points, win }]) => html`<div key=${choice} class=${told.advice === choice ? 'best' : ''}>
        <dt>${name}</dt>
        <dd>${sayWorth(points, win)}</dd>
      </div>`,
    )}
  </dl>`;
}

/**
 * @param {number} points
 * @param {number | null} win the probability of winning, if known
 */
function sayWorth(points, win) {
  const said = { points: number(points, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) };
  if (win === null) return t('{points} points on average', said);
  return t('{points} points on average, {chance} chance to win', { ...said, chance: percent(win) });
}
