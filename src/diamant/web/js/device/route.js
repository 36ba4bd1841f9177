// @ts-check
/**
 * Where one is: the part of the address after the `#`, since a server of files knows nothing else.
 *
 * @typedef {{name: string, code: string, rest: string, params: URLSearchParams}} Route
 */
/** @import { Signal } from '../../vendor/preact-signals.js' */
import { signal } from '../html.js';

/** @param {string} hash @returns {Route} */
export function readRoute(hash) {
  const text = hash.replace(/^#/, '');
  if (text.startsWith('claim=')) {
    return { name: 'claim', code: decode(text.slice(6)), rest: '', params: new URLSearchParams() };
  }
  const [path, query = ''] = text.replace(/^\//, '').split('?');
  const [name = '', code = '', ...rest] = path.split('/').map(decode);
  return { name: name || 'start', code, rest: rest.join('/'), params: new URLSearchParams(query) };
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A percent sign that somebody typed.
  }
}

/** @type {Signal<Route>} */
export const route = signal(readRoute(globalThis.location?.hash ?? ''));

/** Whether one has come from another place of this page, so that the way back leads there. */
let moved = false;

/** Follow the address from now on. */
export function followAddress() {
  addEventListener('hashchange', () => {
    moved = true;
    route.value = readRoute(location.hash);
  });
}

/**
 * Go somewhere.
 * @param {string} address such as `/t/QK4MXB`
 * @param {boolean} [instead] whether the way back shall not lead here again
 */
export function go(address, instead = false) {
  if (instead) {
    history.replaceState(null, '', `#${address}`);
    route.value = readRoute(`#${address}`);
  } else {
    location.hash = address;
  }
}

/** The address of the rules over the table, or the shared screen, that one is at. */
export function rulesAddress() {
  return `${hereWithoutRules()}?rules`;
}

/** Back from the rules to the table below them, which is also where the browser's way back leads. */
export function closeRules() {
  if (moved) history.back();
  else go(hereWithoutRules().slice(1), true);
}

/** @returns {string} */
function hereWithoutRules() {
  return location.hash.split('?')[0];
}

/**
 * Back to where one came from, the table if one only looked something up; a link's own address
 * holds where one came from elsewhere.
 * @param {Event} event the click on that link
 */
export function goBack(event) {
  if (!moved) return;
  event.preventDefault();
  history.back();
}
