// @ts-check
/** What is loaded later, and from where. */

const RECORD = 'css/record.css';
const RULES = 'css/rules.css';
const THE_END = 'css/end.css';

/** @type {Record<string, import('../ui/lazy.js').LazyPart>} */
export const PAGES = {
  replay: { load: () => import('./replay/screen.js').then((module) => module.ReplayScreen), styles: [RECORD, 'css/replay.css'] },
  rules: { load: () => import('./rules/screen.js').then((module) => module.RulesScreen), styles: [RULES] },
  tutorial: { load: () => import('./tutorial/screen.js').then((module) => module.TutorialScreen), styles: [RULES, 'css/tutorial.css'] },
  history: { load: () => import('./history/screen.js').then((module) => module.HistoryScreen), styles: [RECORD, 'css/history.css'] },
};

/** @type {import('../ui/lazy.js').LazyPart} */
export const LOBBY = { load: () => import('./lobby/screen.js').then((module) => module.LobbyScreen) };

/** @type {import('../ui/lazy.js').LazyPart} */
export const TV = { load: () => import('./tv.js').then((module) => module.TvScreen), styles: [RECORD, THE_END, 'css/tv.css'] };

/** @type {import('../ui/lazy.js').LazyPart} */
export const END = { load: () => import('./end.js').then((module) => module.EndScreen), styles: [RECORD, THE_END] };
