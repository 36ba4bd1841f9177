// @ts-check
/**
 * The daily cave: an introduction, the attempt that counts, the rank among all players, and the proof of each day.
 */

import { Relic } from '../art/cards.js';
import { Explorer } from '../art/explorers.js';
import { Gem } from '../art/gems.js';
import { Icon } from '../art/icons.js';
import { recall, remember, rememberedName } from '../device/memory.js';
import { route } from '../device/route.js';
import { checkDay, roundsOf } from '../fair/daily.js';
import { html, useEffect, useState } from '../html.js';
import { SEAT_LETTERS } from '../model/seats.js';
import { fates } from '../model/told-table.js';
import { attempt, forgetMe, today } from '../net/daily.js';
import { enterTable, leaveTable } from '../session/current-table.js';
import { DailySocket } from '../session/daily-socket.js';
import { editions, loadEditions } from '../session/editions.js';
import { CopyField } from '../ui/copy.js';
import { Confirm } from '../ui/dialog.js';
import { Page, Problem, Waiting } from '../ui/page.js';
import { dateTime, percent, t, tn, tRefusal } from '../words/i18n.js';
import { narrate } from '../words/narration.js';
import { sayProblem } from './join-form.js';
import { PlayScreen, TableRules } from './play/screen.js';

/** @import { Proof, Seen } from '../fair/daily.js' */
/** @import { Today, Told } from '../net/daily.js' */
/** @import { CurrentTable } from '../session/current-table.js' */

export function DailyScreen() {
  const [day, setDay] = useState(/** @type {Today | null} */ (null));
  const [told, setTold] = useState(/** @type {Told | null} */ (null));
  const [current, setCurrent] = useState(/** @type {CurrentTable | null} */ (null));
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const load = () => {
    leaveTable();
    setCurrent(null);
    Promise.all([today(), attempt()]).then(([shown, mine]) => {
      noteDay(shown, mine);
      setDay(shown);
      setTold(mine);
    }, setProblem);
  };
  useEffect(() => {
    load();
    loadEditions().catch(() => {}); // The cave requests them again.
    return leaveTable;
  }, []);
  if (problem) {
    return html`<${Problem} title=${t('The daily cave')} text=${sayProblem(problem)} />`;
  }
  if (!day) return html`<${Waiting} text=${t('One moment…')} />`;
  if (current) return html`<${Playing} current=${current} told=${told} onDone=${load} />`;
  if (told?.over) return html`<${Result} day=${day} told=${told} onForgotten=${load} />`;
  const names = [rememberedName(), ...day.company];
  const begin = () => {
    /** @type {CurrentTable} */
    let at;
    const moving = () => at.stage.playing.peek();
    at = enterTable('daily', { socket: () => new DailySocket(day, names, moving, setTold) });
    setCurrent(at);
  };
  return html`<${Page} title=${t('The daily cave')} back="#/">
    <div class="daily sheet stack">
      <ul class="daily-company" aria-label=${t('Players')}>
        ${names.map(
          (name, at) => html`<li key=${at}>
            <${Explorer} color=${at} shape=${at} letter=${SEAT_LETTERS[at]} lantern="steady" />
            <span>${name}</span>
          </li>`,
        )}
      </ul>
      <p class="daily-lead">${t('One game a day, the same for everyone on this server, with the same opponents.')}</p>
      <p>${t("You get one attempt that counts. After that, you'll see how everyone else did.")}</p>
      <button class="btn main big wide" type="button" onClick=${begin}>
        ${told ? t("Resume today's cave") : t("Enter today's cave")}
      </button>
      <${Promises} day=${day} />
    </div>
  <//>`;
}

/**
 * The cave, until its end has been shown.
 * @param {{current: CurrentTable, told: Told | null, onDone: () => void}} props
 */
function Playing({ current, told, onDone }) {
  const { session, stage } = current;
  const view = session.view.value;
  const end = session.end.value;
  const over = view?.phase === 'over' && !stage.playing.value;
  useEffect(() => {
    if (over && told?.over) onDone();
  }, [over, told]);
  if (end) {
    return html`<${Problem} title=${t('The daily cave')} text=${end.problem ? tRefusal(end.problem) : ''}>
      <button class="btn main" type="button" onClick=${onDone}>${t('Try again')}</button>
    <//>`;
  }
  if (!view) return html`<${Waiting} text=${t('Into the cave…')} />`;
  const edition = editions.value[view.settings.edition];
  const rules = route.value.params.has('rules') && edition;
  return html`<${PlayScreen} current=${current} />${rules && html`<${TableRules} edition=${edition} />`}`;
}

// After the daily cave: the result, its rank, and a line to share.

/** A player's result in each cave, as a sign that reveals no card: as text, and drawn. */
const SIGNS = { gems: '💎', relic: '🏺', lost: '💥', nothing: '▫️' };
const DRAWN = {
  gems: () => html`<${Gem} kind="diamond" size="1em" />`,
  relic: () => html`<${Relic} size="1.1em" />`,
  lost: () => html`<span class="daily-lost"><${Icon} name="close" size="1em" /></span>`,
  nothing: () => html`<${Icon} name="minus" size="1em" />`,
};

/** @param {{day: Today, told: Told, onForgotten: () => void}} props */
function Result({ day, told, onForgotten }) {
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const points = told.points ?? 0;
  const played = told.results.reduce((sum, [, count]) => sum + count, 0);
  const below = told.results.reduce((sum, [value, count]) => sum + (value < points ? count : 0), 0);
  const met = fates(told.happened, 0);
  // This page replaces the cave, so only here can the viewer see who won.
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
      <p class="daily-winner">${narrate(ended, [rememberedName(), ...day.company], undefined, 0)}</p>
      <p>${tn('{n} person has played today.', '{n} people have played today.', played)}
        ${played > 1 && ` ${t('You did better than {share} of the others.', { share: percent(below / (played - 1)) })}`}
      </p>
      <${Spread} results=${told.results} mine=${points} />
      <p>${tn('{n} day in a row', '{n} days in a row', told.streak)}</p>
      <${CopyField} kind="text" text=${`Diamant ${told.day}: ${points} ${row}`} label=${t('Share your result')} />
      <p class="small soft">${t('The next cave opens on {time}.', { time: dateTime(day.ends) })}</p>
      <${Promises} day=${day} />
      <${Confirm} label=${t('Delete my results and key')} onConfirm=${forget} kind="quiet" />
      ${problem && html`<p class="bad-note" role="alert">${sayProblem(problem)}</p>`}
    </div>
  <//>`;
}

/**
 * Show how many players scored how much, in steps of ten.
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
    <caption class="small soft">${t('How everyone did')}</caption>
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

// The commitment before each day and the proof after it, which this device checks against what it saw.

/** @param {{day: Today}} props */
function Promises({ day }) {
  const proved = Object.entries(day.proved);
  return html`<details class="daily-proof">
    <summary>${t("How do I know the cards weren't rigged?")}</summary>
    <p class="small">
      ${t(
        "You can see the fingerprint of each day's shuffle two weeks ahead. Once the day is over, " +
          'the seed proves that nobody changed the shuffle.',
      )}
    </p>
    <ul class="small">
      ${Object.entries(day.promised).map(
        ([date, hash]) => html`<li key=${date}><b>${date}</b> <code translate="no">${hash}</code></li>`,
      )}
    </ul>
    ${
      proved.length > 0 &&
      html`<h2>${t('Proofs')}</h2>
      <ul class="small">
        ${proved.map(([date, seed]) => html`<${Proof} key=${date} day=${day} date=${date} seed=${seed} />`)}
      </ul>`
    }
  </details>`;
}

/** @param {{day: Today, date: string, seed: string}} props */
function Proof({ day, date, seed }) {
  const proof = checkDay(seed, seenDays()[date], editions.value[day.edition], day.company.length + 1);
  const look = proof.kept === null ? 'soft' : proof.kept ? 'fair-yes' : 'fair-no';
  return html`<li>
    <b>${date}</b> <code translate="no">${seed}</code>
    <span class=${`daily-verdict ${look}`}>${sayProof(proof)}</span>
  </li>`;
}

/** @param {Proof} proof @returns {string} */
function sayProof({ kept, cards }) {
  if (kept === null) return t("This device didn't see that day's fingerprint, so it can't check the shuffle.");
  if (!kept) return t('The shuffle was not as promised.');
  if (cards === 0) return t('The shuffle was as promised.');
  return tn(
    'The shuffle was as promised, including the {n} card you saw.',
    'The shuffle was as promised, including all {n} cards you saw.',
    cards,
  );
}

// Everything this device saw of daily caves, so that it can check them afterwards.

const STORED = 'daily-seen';
const MOST_DAYS = 40;

/** @returns {Record<string, Seen>} */
function seenDays() {
  const kept = recall(STORED, /** @type {Record<string, Seen>} */ ({}));
  return kept && typeof kept === 'object' ? kept : {};
}

/**
 * Save today's commitments, each as first seen, and the cards of a finished attempt.
 * @param {Today} day
 * @param {Told | null} told
 */
function noteDay(day, told) {
  const promised = Object.entries(day.promised).map(([date, promise]) => [date, { promise }]);
  /** @type {Record<string, Seen>} */
  const seen = { ...Object.fromEntries(promised), ...seenDays() };
  if (told?.over && seen[told.day]) seen[told.day] = { ...seen[told.day], rounds: roundsOf(told.happened) };
  const days = Object.keys(seen).sort().slice(-MOST_DAYS);
  remember(STORED, Object.fromEntries(days.map((date) => [date, seen[date]])));
}

/** Delete all of it. */
function forgetDays() {
  remember(STORED, {});
}
