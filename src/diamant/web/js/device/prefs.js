// @ts-check
/** The preferences of this device: theme, coach, haptics. Sound and language have modules of their own. */
/** @import { Signal } from '../../vendor/preact-signals.js' */
import { effect, signal } from '../html.js';
import { recall, remember } from './memory.js';

/**
 * @typedef {{theme: 'auto' | 'dark' | 'light', odds: boolean, coach: boolean, haptics: boolean, keys: boolean,
 *   bots: string, edition: string}} Prefs `bots` and `edition` are for a solo game
 */

/** @type {Prefs} */
const USUAL = {
  theme: 'auto',
  odds: false,
  coach: false,
  haptics: true,
  keys: true,
  bots: 'medium',
  edition: 'iello-2016',
};

/** @type {Signal<Prefs>} */
export const prefs = signal({ ...USUAL, ...recall('prefs', {}) });

/** @param {Partial<Prefs>} change */
export function prefer(change) {
  prefs.value = { ...prefs.peek(), ...change };
  remember('prefs', prefs.peek());
}

/** Keep the page's theme as chosen, or the same as the system's. */
export function followTheme() {
  const light = matchMedia('(prefers-color-scheme: light)');
  const system = signal(light.matches);
  const changed = () => {
    system.value = light.matches;
  };
  if (light.addEventListener) light.addEventListener('change', changed);
  effect(() => {
    const { theme } = prefs.value;
    const chosen = theme === 'auto' ? (system.value ? 'light' : 'dark') : theme;
    document.documentElement.dataset.theme = chosen;
    // Some browsers color the frame around the page like its background.
    const color = getComputedStyle(document.documentElement).getPropertyValue('--night').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color);
  });
}

/** Return whether the user asked the system for reduced motion. */
export function calm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Vibrate briefly, if the device can and the user wants it.
 * @param {number | number[]} pattern
 */
export function buzz(pattern) {
  if (!prefs.peek().haptics || typeof navigator.vibrate !== 'function') return;
  // Browsers refuse before the first touch, some with an error in the console.
  const touched = /** @type {any} */ (navigator).userActivation?.hasBeenActive ?? true;
  if (touched && document.visibilityState === 'visible') navigator.vibrate(pattern);
}
