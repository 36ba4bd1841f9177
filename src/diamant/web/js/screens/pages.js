// @ts-check
/** What is loaded lazily, and from where. A new screen with an address of its own is one entry of PAGES. */

const RECORD = 'css/record.css';
const RULES = 'css/rules.css';
const THE_END = 'css/end.css';

/**
 * The screens that have an address of their own, `#/NAME`.
 * @type {Record<string, import('../ui/lazy.js').LazyPart>}
 */
const PAGES = {
  replay: {
    load: () => import('./replay/screen.js').then((module) => module.ReplayScreen),
    styles: [RECORD, 'css/replay.css'],
  },
  rules: { load: () => import('./rules/screen.js').then((module) => module.RulesScreen), styles: [RULES] },
  tutorial: {
    load: () => import('./tutorial/screen.js').then((module) => module.TutorialScreen),
    styles: [RULES, 'css/tutorial.css'],
  },
  history: {
    load: () => import('./history/screen.js').then((module) => module.HistoryScreen),
    styles: [RECORD, 'css/history.css'],
  },
};

/**
 * @param {string} name as an address has it, which may be anything
 * @returns {import('../ui/lazy.js').LazyPart | undefined}
 */
export function pageOf(name) {
  return Object.keys(PAGES).includes(name) ? PAGES[name] : undefined;
}

/** @type {import('../ui/lazy.js').LazyPart} */
export const TABLE_RULES = { load: () => import('./rules/screen.js').then((module) => module.Rules), styles: [RULES] };

/** @type {import('../ui/lazy.js').LazyPart} */
export const LOBBY = { load: () => import('./lobby/screen.js').then((module) => module.LobbyScreen) };

/** @type {import('../ui/lazy.js').LazyPart} */
export const TV = {
  load: () => import('./tv.js').then((module) => module.TvScreen),
  styles: [RECORD, THE_END, 'css/tv.css'],
};

/** @type {import('../ui/lazy.js').LazyPart} */
export const END = { load: () => import('./end.js').then((module) => module.EndScreen), styles: [RECORD, THE_END] };
