// @ts-check
/** What the screen of a game loads lazily. */

/** @import { LazyPart } from '../../ui/lazy.js' */

/** @type {LazyPart} */
export const MENU = { load: () => import('./menu.js').then((module) => module.Menu) };

/** @type {LazyPart} */
export const TOLD = { load: () => import('./told.js').then((module) => module.Told) };

/** @type {LazyPart} */
export const HAND = { load: () => import('./hand.js').then((module) => module.Hand), styles: ['css/hand.css'] };

/** @type {LazyPart} */
export const COACH = { load: () => import('./coach.js').then((module) => module.Coach), styles: ['css/coach.css'] };

/** How much of a finished game was luck. */
export const CERTIFICATE = {
  load: () => import('../../ui/certificate.js').then((module) => module.Certificate),
  styles: ['css/certificate.css'],
};

/** @type {LazyPart} */
export const COMPANY = {
  load: () => import('../alone/company.js').then((module) => module.Company),
  styles: ['css/alone.css'],
};
