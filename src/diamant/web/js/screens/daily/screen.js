// @ts-check
/** The daily cave: what it is, the attempt that counts, and afterwards where mine lies among all. */
import { Explorer } from '../../art/explorers.js';
import { rememberedName } from '../../device/names.js';
import { route } from '../../device/route.js';
import { html, useEffect, useState } from '../../html.js';
import { SEAT_LETTERS } from '../../model/seats.js';
import { attempt, today } from '../../net/daily.js';
import { enterTable, leaveTable } from '../../session/current-table.js';
import { DailySocket } from '../../session/daily-socket.js';
import { editions, loadEditions } from '../../session/editions.js';
import { Page } from '../../ui/page.js';
import { Problem, Waiting } from '../../ui/problem.js';
import { t, tRefusal } from '../../words/i18n.js';
import { sayProblem } from '../join-form.js';
import { PlayScreen } from '../play/screen.js';
import { TableRules } from '../table-rules.js';
import { Promises } from './promises.js';
import { Result } from './result.js';
import { noteDay } from './seen.js';

/**
 * @typedef {import('../../net/daily.js').Today} Today
 * @typedef {import('../../net/daily.js').Told} Told
 * @typedef {import('../../session/current-table.js').CurrentTable} CurrentTable
 */

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
    loadEditions().catch(() => {}); // They are asked for again with the cave.
    return leaveTable;
  }, []);
  if (problem) {
    return html`<${Problem} title=${t('The daily cave')} text=${sayProblem(problem)}>
      <a class="btn main" href="#/">${t('Start page')}</a>
    <//>`;
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
      <p class="daily-lead">${t('One cave a day, the same for everybody on this server, with the same companions.')}</p>
      <p>${t('You have one attempt that counts. Afterwards you see how the others did.')}</p>
      <button class="btn main big wide" type="button" onClick=${begin}>
        ${told ? t('Go on in the cave') : t('Go into today’s cave')}
      </button>
      <${Promises} day=${day} />
    </div>
  <//>`;
}

/**
 * The cave itself, until its end has been seen.
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
