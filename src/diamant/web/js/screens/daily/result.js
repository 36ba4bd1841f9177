// @ts-check
/** After the daily cave: what I brought home, where that lies among all, and a line to share. */
import { Gem } from '../../art/gems.js';
import { Icon } from '../../art/icons.js';
import { Relic } from '../../art/relics.js';
import { rememberedName } from '../../device/names.js';
import { html, useState } from '../../html.js';
import { fates } from '../../model/told-table.js';
import { forgetMe } from '../../net/daily.js';
import { Confirm } from '../../ui/confirm.js';
import { CopyField } from '../../ui/copy.js';
import { Page } from '../../ui/page.js';
import { dateTime, percent, t, tn } from '../../words/i18n.js';
import { narrate } from '../../words/narration.js';
import { sayProblem } from '../join-form.js';
import { Promises } from './promises.js';
import { forgetDays } from './seen.js';

/**
 * @typedef {import('../../net/daily.js').Today} Today
 * @typedef {import('../../net/daily.js').Told} Told
 */

/** What became of me in a cave, as a sign that tells no card: as text, and drawn. */
const SIGNS = { gems: '💎', relic: '🏺', lost: '💥', nothing: '▫️' };
const DRAWN = {
  gems: () => html`<${Gem} kind="diamond" size="1em" />`,
  relic: () => html`<${Relic} size="1.1em" />`,
  lost: () => html`<span class="daily-lost"><${Icon} name="close" size="1em" /></span>`,
  nothing: () => html`<${Icon} name="minus" size="1em" />`,
};

/** @param {{day: Today, told: Told, onForgotten: () => void}} props */
export function Result({ day, told, onForgotten }) {
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const points = told.points ?? 0;
  const played = told.results.reduce((sum, [, count]) => sum + count, 0);
  const below = told.results.reduce((sum, [value, count]) => sum + (value < points ? count : 0), 0);
  const met = fates(told.happened, 0);
  // The cave gives way to this page, so that here alone the eye learns who was first.
  const ended = told.happened.flat().filter((fact) => fact.event === 'GameEnded');
  const row = met.map((fate) => SIGNS[fate]).join('');
  const forget = () => {
    forgetDays();
    forgetMe().then(onForgotten, setProblem);
  };
  return html`<${Page} title=${t('The daily cave')} back="#/">
    <div class="daily sheet stack">
      <p class="daily-points">${tn('{n} point', '{n} points', points)}</p>
      <p class="daily-row" aria-hidden="true">${met.map((fate) => DRAWN[fate]())}</p>
      <p class="daily-winner">${narrate(ended, [rememberedName(), ...day.company], undefined)}</p>
      <p>${tn('{n} has played today.', '{n} have played today.', played)}
        ${played > 1 && ` ${t('You did better than {share} of the others.', { share: percent(below / (played - 1)) })}`}
      </p>
      <${Spread} results=${told.results} mine=${points} />
      <p>${tn('{n} day in a row', '{n} days in a row', told.streak)}</p>
      <${CopyField} kind="text" text=${`Diamant ${told.day}: ${points} ${row}`} label=${t('Your result, to share')} />
      <p class="small soft">${t('The next cave opens on {time}.', { time: dateTime(day.ends) })}</p>
      <${Promises} day=${day} />
      <${Confirm} label=${t('Delete my results and my key')} onConfirm=${forget} kind="quiet" />
      ${problem && html`<p class="bad-note" role="alert">${sayProblem(problem)}</p>`}
    </div>
  <//>`;
}

/**
 * How many came to how much, in tens.
 * @param {{results: [number, number][], mine: number}} props
 */
function Spread({ results, mine }) {
  /** @type {Map<number, number>} */
  const tens = new Map();
  for (const [points, count] of results) {
    const ten = Math.floor(points / 10);
    tens.set(ten, (tens.get(ten) ?? 0) + count);
  }
  const last = Math.max(...tens.keys(), Math.floor(mine / 10));
  const most = Math.max(1, ...tens.values());
  return html`<table class="daily-spread">
    <caption class="small soft">${t('How everybody did')}</caption>
    <tbody>
      ${Array.from({ length: last + 1 }, (_, ten) => {
        const count = tens.get(ten) ?? 0;
        const own = Math.floor(mine / 10) === ten;
        return html`<tr key=${ten} class=${own ? 'mine' : ''}>
          <th scope="row">${`${ten * 10}–${ten * 10 + 9}`}</th>
          <td class="daily-bar"><progress max=${most} value=${count} aria-hidden="true"></progress></td>
          <td>${count}${own ? ` · ${t('You')}` : ''}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}
