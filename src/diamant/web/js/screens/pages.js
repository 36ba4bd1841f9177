// @ts-check
/** The screens with an address of their own, each loaded when it is opened: a new one is one entry of PAGES. */

const RECORD = 'css/record.css';
const RULES = 'css/rules.css';
const COMPANY = 'css/alone.css';

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
  daily: {
    load: () => import('./daily/screen.js').then((module) => module.DailyScreen),
    styles: [RECORD, 'css/daily.css'],
  },
  history: {
    load: () => import('./history/screen.js').then((module) => module.HistoryScreen),
    styles: [RECORD, COMPANY, 'css/history.css'],
  },
};

/**
 * @param {string} name as an address has it, which may be anything
 * @returns {import('../ui/lazy.js').LazyPart | undefined}
 */
export function pageOf(name) {
  return Object.keys(PAGES).includes(name) ? PAGES[name] : undefined;
}
