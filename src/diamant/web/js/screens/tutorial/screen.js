// @ts-check
/**
 * The tutorial: three caves that the user plays, with instructions for every choice.
 * It is scripted and needs no table.
 */

import { Tent } from '../../art/camp.js';
import { Lantern } from '../../art/explorers.js';
import { Chest, Explorer, Gem } from '../../art/index.js';
import { Cave } from '../../cave/cave.js';
import { remember, rememberedName } from '../../device/memory.js';
import { route } from '../../device/route.js';
import { play, playCue } from '../../device/sound.js';
import { html, useCallback, useEffect, useMemo, useRef, useState } from '../../html.js';
import { momentsOf } from '../../model/moments.js';
import { replayed } from '../../rules/replay.js';
import { editions, loadEditions } from '../../session/editions.js';
import { Page, Problem, Waiting } from '../../ui/page.js';
import { t } from '../../words/i18n.js';
import { gemsOf } from '../../words/narration.js';
import { PlayNow } from '../play-now.js';
import { actOut } from '../replay/playback.js';
import { CAVES, LESSONS, STRATEGY, STRATEGY_CAVES } from './lessons.js';

/** @import { Moment, Replayed } from '../../model/moments.js' */
/** @import { Director } from '../../session/stage.js' */
/** @import { Lesson } from './lessons.js' */

/** The courses on how to play and how to win: `#/tutorial` and `#/tutorial/strategy`. */
const COURSES = {
  rules: { lessons: LESSONS, record: CAVES },
  strategy: { lessons: STRATEGY, record: STRATEGY_CAVES },
};

export function TutorialScreen() {
  const strategy = route.value.code === 'strategy';
  const { lessons, record } = strategy ? COURSES.strategy : COURSES.rules;
  const [round, setRound] = useState(0); // Each repetition starts again.
  const [done, setDone] = useState(false);
  const [failed, setFailed] = useState(false);
  const games = useMemo(() => replayed(record, editions.value), [record, editions.value]);
  useEffect(() => {
    loadEditions().catch(() => setFailed(true));
  }, []);
  const again = () => {
    setDone(false);
    setRound(round + 1);
  };
  if (done) return html`<${Ending} strategy=${strategy} onAgain=${again} />`;
  if (games) {
    return html`<${Course} key=${round} lessons=${lessons} game=${games[0]} onDone=${() => {
      remember('learned', true);
      setDone(true);
    }} />`;
  }
  if (!failed) return html`<${Waiting} text=${t('One moment…')} />`;
  return html`<${Problem} title=${t("Can't reach the server")}
      text=${t("Can't load this page. Check your connection and try again.")} />`;
}

/**
 * @param {{lessons: readonly Lesson[], game: Replayed, onDone: () => void}} props
 *   `game`: the game of the lessons
 */
function Course({ lessons, game: replay, onDone }) {
  const moments = useMemo(() => momentsOf(replay), [replay]);
  const { at, shown, acting, lesson, number, nudge, setDirector, go, choose, skip } = useCourse(
    lessons,
    moments,
    onDone,
  );
  const game = moments[at].game;
  const waiting = !acting && lesson.press !== 'next';
  // The name from the start page: "You" would not fit the texts about the others.
  const names = [rememberedName(), t('Bea'), t('Cem'), t('Dora')];
  const seats = names.map((name, seat) => ({
    seat,
    name,
    color: seat,
    shape: seat,
    bot: null,
    // The companions have already chosen.
    chosen: waiting && seat > 0,
  }));
  const words = nudge ? [sayNudge(lesson)] : lesson.say();
  // The numbers change only after the animation.
  const settled = moments[shown].game;
  const bust = moments[at].facts.some((fact) => fact.event === 'Bust');
  const mood = bust ? 'afraid' : waiting ? 'calm' : 'happy';
  return html`<main class="lesson">
    <h1 class="hidden-visually" tabindex="-1">${t('Tutorial')}</h1>
    <div class="lesson-cave" onClick=${skip}>
      <${Cave} game=${game} seats=${seats} edition=${replay.edition} mode="table" you=${[0]}
        onDirector=${setDirector} />
    </div>
    <section class="lesson-desk">
      <div class="lesson-top">
        <progress class="lesson-progress" max=${lessons.length} value=${number + 1}
            aria-label=${t('Lesson {n} of {all}', { n: number + 1, all: lessons.length })}></progress>
        <a class="btn quiet lesson-quit" href="#/">${t('Skip the tutorial')}</a>
      </div>
      <div class="lesson-guide" aria-hidden="true"><${Explorer} color=${6} mood=${mood} lantern="steady"
          size="132" /></div>
      <div class="lesson-words" aria-live="polite" aria-busy=${acting}>
        ${!acting && words.map((sentence) => html`<p class=${nudge ? 'lesson-nudge' : ''}>${sentence}</p>`)}
      </div>
      <p class="lesson-purse">
        <span>
          <${Gem} size="20" />
          ${settled.in_cave.includes(0) ? t("You're carrying {gems}", { gems: gemsOf(settled.carried) }) : t('At camp')}
        </span>
        <span>
          <${Chest} open full=${(settled.chests[0] ?? 0) > 0} size="22" />
          ${t('Your chest: {points}', { points: settled.chests[0] ?? 0 })}
        </span>
      </p>
      ${
        lesson.press === 'next' && !acting
          ? html`<button class="btn big main wide lesson-next" type="button" onClick=${go}>${lesson.next?.()}</button>`
          : html`<${Choices} open=${waiting} press=${lesson.press} onChoose=${choose} />`
      }
    </section>
  </main>`;
}

/**
 * Return the tutorial's state, with functions to advance it.
 * @param {readonly Lesson[]} lessons
 * @param {readonly Moment[]} moments
 * @param {() => void} onDone
 */
function useCourse(lessons, moments, onDone) {
  const [number, setNumber] = useState(0);
  const [at, setAt] = useState(0);
  const [shown, setShown] = useState(0); // The last animated moment.
  const [acting, setActing] = useState(false);
  const [nudge, setNudge] = useState(false); // The other choice was pressed.
  const director = useRef(/** @type {Director | null} */ (null));
  const alive = useRef(true);
  useEffect(
    () => () => {
      alive.current = false;
    },
    [],
  );
  const setDirector = useCallback((/** @type {Director | null} */ found) => {
    director.current = found;
    if (found) found.onCue = playCue;
  }, []);

  /** Animate everything up to the next lesson, then show its text. */
  const go = async () => {
    if (acting) return;
    const next = lessons[number + 1];
    if (!next) return onDone();
    setNudge(false);
    setActing(true);
    for (let moment = at + 1; moment <= next.until && alive.current; moment++) {
      setAt(moment);
      await actOut(director.current, moments[moment - 1], moments[moment]);
      if (alive.current) setShown(moment);
    }
    if (!alive.current) return undefined;
    setNumber(number + 1);
    return setActing(false);
  };
  /** @param {boolean} leave */
  const choose = (leave) => {
    play('chosen');
    if ((lessons[number].press === 'leave') === leave) return go();
    return setNudge(true);
  };
  const skip = () => director.current?.skip();
  return { at, shown, acting, lesson: lessons[number], number, nudge, setDirector, go, choose, skip };
}

/** @param {Lesson} lesson */
function sayNudge({ press }) {
  return press === 'go'
    ? t('Leaving is often wise. But for this lesson, go on.')
    : t('You could go on, if you dare. But for this lesson, leave.');
}

/** @param {{strategy: boolean, onAgain: () => void}} props */
function Ending({ strategy, onAgain }) {
  const points = strategy
    ? [
        t('Keep count: each new kind of hazard makes two more cards dangerous.'),
        t('The more you carry, the less another card is worth the risk.'),
        t("Leaving alone pays best: leave when there's a lot on the path and the others want more."),
        t('In the last cave, only winning counts. Ahead? Play it safe. Behind? Take a risk.'),
      ]
    : [
        t('The gems you carry are at risk; the gems in your chest are safe.'),
        t('The second hazard of the same kind ends the expedition. Count the warnings.'),
        t('If you leave alone, you get everything on the path, including relics.'),
        t(
          "Chests are open unless the table decides to close them. If they're closed, you have to " +
            "remember what's in them.",
        ),
      ];
  return html`<${Page} title=${strategy ? t("That's how you win") : t("That's the whole game")}>
    <div class="lesson-ending">
    <div class="lesson-cheer" aria-hidden="true">
      ${[1, 0, 2, 3].map(
        (color) => html`<${Explorer} color=${color} mood="happy" lantern="steady"
          size=${color === 0 ? 120 : 92} />`,
      )}
    </div>
    <ul class="rules-list">
      ${points.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
    <div class="row">
      <${PlayNow} big />
      ${!strategy && html`<a class="btn" href="#/tutorial/strategy">${t('How do you win?')}</a>`}
      <a class="btn" href="#/rules">${t('Read the rules')}</a>
      <button class="btn quiet" type="button" onClick=${onAgain}>${t('Start over')}</button>
    </div>
    </div>
  <//>`;
}

// The two choices of the tutorial; they look as in the game, have the same places and never move.

/**
 * @param {{open: boolean, press: string, onChoose: (leave: boolean) => void}} props `open` says
 *   whether a choice is possible; `press` is the one that the lesson expects
 */
function Choices({ open, press, onChoose }) {
  const button = (/** @type {boolean} */ leave, /** @type {string} */ label) => {
    const awaited = open && press === (leave ? 'leave' : 'go');
    return html`<button
      class=${`btn big lesson-choice ${leave ? 'leave' : 'go'} ${awaited ? 'awaited' : ''}`}
      type="button"
      aria-disabled=${!open}
      onClick=${() => open && onChoose(leave)}
    >
      ${leave ? html`<${Tent} />` : html`<${Lantern} lantern="steady" />`}
      ${label}
    </button>`;
  };
  return html`<div class="lesson-choices" role="group" aria-label=${t('Your choice')}>
    ${button(false, t('Go on'))} ${button(true, t('Leave'))}
  </div>`;
}
