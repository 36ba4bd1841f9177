// @ts-check
/** The lazy parts of the game screen. */

export const MENU = { load: () => import('./menu.js').then((module) => module.Menu) };
export const TOLD = { load: () => import('./told.js').then((module) => module.Told) };
export const HAND = { load: () => import('./hand.js').then((module) => module.Hand), styles: ['css/hand.css'] };
export const COACH = { load: () => import('./coach.js').then((module) => module.Coach), styles: ['css/coach.css'] };
export const COMPANY = {
  load: () => import('../alone/company.js').then((module) => module.Company),
  styles: ['css/alone.css'],
};
/** How much of a finished game was luck. */
export const CERTIFICATE = {
  load: () => import('../../ui/certificate.js').then((module) => module.Certificate),
  styles: ['css/certificate.css'],
};
