// @ts-check
/** The screens of a table, each loaded when needed. They have no address: the table decides which one is shown. */

const RECORD = 'css/record.css';
const THE_END = 'css/end.css';
const COMPANY = 'css/alone.css';

export const LOBBY = { load: () => import('./lobby/screen.js').then((module) => module.LobbyScreen) };
export const TV = {
  load: () => import('./tv.js').then((module) => module.TvScreen),
  styles: [RECORD, THE_END, 'css/tv.css'],
};
export const END = {
  load: () => import('./end.js').then((module) => module.EndScreen),
  styles: [COMPANY, RECORD, THE_END],
};
export const ALONE_SETUP = { load: () => import('./alone/setup.js').then((module) => module.Setup), styles: [COMPANY] };
