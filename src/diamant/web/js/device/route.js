// @ts-check
/**
 * The current place: the part of the address after `#`, because a static file server knows no other addresses.
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
    return text; // A percent sign that a user typed.
  }
}

/** @type {Signal<Route>} */
export const route = signal(readRoute(globalThis.location?.hash ?? ''));

/** Whether the user came from another place in this page, so that the browser's back button returns there. */
let moved = false;

/** Follow the address from now on. */
export function followAddress() {
  addEventListener('hashchange', () => {
    moved = true;
    route.value = readRoute(location.hash);
  });
}

/**
 * Go to an address.
 * @param {string} address such as `/t/QK4MXB`
 * @param {boolean} [instead] replace the current history entry
 */
export function go(address, instead = false) {
  if (instead) {
    history.replaceState(null, '', `#${address}`);
    route.value = readRoute(`#${address}`);
  } else {
    location.hash = address;
  }
}

/** Return the address of the rules over the current table or shared screen. */
export function rulesAddress() {
  return `${hereWithoutRules()}?rules`;
}

/** Go back from the rules to the table below them, as the browser's back button does. */
export function closeRules() {
  if (moved) history.back();
  else go(hereWithoutRules().slice(1), true);
}

/** @returns {string} */
function hereWithoutRules() {
  return location.hash.split('?')[0];
}

/**
 * Go back to the previous place, or to the table after looking something up. Without a previous
 * place in this page, the link's own address applies.
 * @param {Event} event the click on the link
 */
export function goBack(event) {
  if (!moved) return;
  event.preventDefault();
  history.back();
}
