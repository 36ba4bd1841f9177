// @ts-check
/**
 * The texts on screen, in the language of this device.
 *
 * A message is its English text: `t('You carry {gems}.', { gems: 11 })`. The first argument of
 * `t`, and the first two of `tn`, must be literals, because the catalogs are extracted from this
 * source. `mark('…')` marks a literal that is translated elsewhere with `t(variable)`. The catalogs
 * also contain the names in the server's data (editions, hazards, gems). A sentence is
 * one message: concatenated pieces cannot be translated.
 *
 * `t` reads the signal `language`, so a component that calls it while drawing is drawn again when the language
 * changes.
 */
/** @import { Signal } from '../../vendor/preact-signals.js' */
/** @import { Message } from '../model/types.js' */
import { signal } from '../../vendor/preact-signals-core.js';
import { recall, remember } from '../device/memory.js';
import { inOwnWords } from './own-words.js';

/** @typedef {Record<string, string | number>} Params */
/**
 * A gettext catalog as converted by the server: messages by their English texts, refusals by
 * their codes, and the plural categories in the order of the forms.
 * @typedef {{plural: string[], messages: Record<string, string | string[]>,
 *   refusals: Record<string, string>}} Catalogue
 */

/** Every language by its own name. */
export const LANGUAGES = Object.freeze({
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  es: 'Español',
  sr: 'Српски',
  'sr-Latn': 'Srpski',
});

/** @typedef {keyof typeof LANGUAGES} Language */

/**
 * The current language; it changes only after its catalog has loaded.
 * @type {Signal<Language>}
 */
export const language = signal('en');

/** @type {Map<string, Catalogue>} */
const catalogues = new Map();

/** The languages whose texts for later screens have also loaded. @type {Set<string>} */
const complete = new Set();

/** Whether a later screen was requested: from then on every language loads with all its texts. */
let everything = false;

/**
 * The names in the edition in view, if it has its own.
 * @type {Signal<Readonly<Record<string, string>> | null>}
 */
const ownNames = signal(null);

/** The language requested last: a slow catalog must not override a later choice. */
let requested = '';

/**
 * Mark a literal for the catalogs, and return it unchanged.
 * @template {string} Text
 * @param {Text} message
 * @returns {Text}
 */
export function mark(message) {
  return message;
}

/**
 * Use an edition's names in every message from now on.
 * @param {Readonly<Record<string, string>> | null} names the edition's names; null for the usual ones
 */
export function speakAs(names) {
  ownNames.value = names;
}

/**
 * Return an English text with the names of the edition in view.
 * @param {string} message
 * @returns {string}
 */
function own(message) {
  return ownNames.value ? inOwnWords(message, ownNames.value) : message;
}

/**
 * Return a message in the language of this device.
 * @param {string} message the English text, with {name} for each parameter
 * @param {Params} [params]
 * @returns {string}
 */
export function t(message, params) {
  const found = translation(message);
  return fill(typeof found === 'string' ? found : own(message), params);
}

/**
 * Return the catalog's translation of a message with the names of the edition in view. If the catalog has none, as for
 * a custom edition, return the translation with the usual names.
 * @param {string} message
 */
function translation(message) {
  const messages = catalogues.get(language.value)?.messages;
  return messages?.[own(message)] ?? messages?.[message];
}

/**
 * Translate a message with the usual names, such as a text from an edition's file, which contains its own names.
 * @param {string} message
 * @param {Params} [params]
 * @returns {string}
 */
export function tPlain(message, params) {
  const found = catalogues.get(language.value)?.messages[message];
  return fill(typeof found === 'string' ? found : message, params);
}

/**
 * Translate a message that counts something; the number is its parameter {n}.
 * @param {string} one the English text for 1
 * @param {string} many the English text for every other number
 * @param {number} n
 * @param {Params} [params]
 * @returns {string}
 */
export function tn(one, many, n, params) {
  const all = { ...params, n };
  const catalogue = catalogues.get(language.value);
  const forms = translation(one);
  if (!catalogue || !Array.isArray(forms)) return fill(own(n === 1 ? one : many), all);
  const at = catalogue.plural.indexOf(new Intl.PluralRules(language.value).select(n));
  // Categories beyond the catalog's, such as "many" for millions, use the last form.
  return fill(forms[at] ?? forms[forms.length - 1] ?? many, all);
}

/**
 * Translate a message from the server, including the messages among its parameters.
 * @param {Message | string} message a text stays unchanged
 * @returns {string}
 */
export function tMessage(message) {
  if (typeof message === 'string') return message;
  const params = Object.entries(message.params).map(([name, value]) => [
    name,
    typeof value === 'object' ? tMessage(value) : String(value),
  ]);
  return tPlain(message.template, Object.fromEntries(params));
}

/**
 * Return the reason for a refusal; an unknown one is in English.
 * @param {{code: string, params?: Message['params'], text?: string}} refusal
 * @returns {string}
 */
export function tRefusal({ code, params, text }) {
  const catalogue = catalogues.get(language.value);
  const found = catalogue?.refusals[code];
  if (!catalogue || found === undefined) return text ?? code;
  /** @type {Params} */
  const said = {};
  for (const [name, value] of Object.entries(params ?? {})) {
    // Some parameters are translatable words; the catalog has them in the context of their name.
    const word = catalogue.messages[`${name}\u0004${value}`];
    // The sentence continues after a reason.
    if (typeof value === 'object') said[name] = tMessage(value).replace(/[?.]+$/, '');
    else said[name] = typeof word === 'string' ? word : value;
  }
  return fill(found, said);
}

/**
 * @param {string} text
 * @param {Params} [params]
 * @returns {string}
 */
function fill(text, params) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params?.[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? number(value) : String(value);
  });
}

/** Creating a formatter is slow, and counters use many. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * Format a number in this language.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 * @returns {string}
 */
export function number(value, options) {
  const key = `${language.value} ${options ? JSON.stringify(options) : ''}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language.value, options);
    formats.set(key, format);
  }
  return format.format(value);
}

/**
 * Format a probability as a whole percentage.
 * @param {number} chance
 * @returns {string}
 */
export function percent(chance) {
  return number(chance, { style: 'percent', maximumFractionDigits: 0 });
}

/**
 * Format a list in this language: "Ana, Bo, and Cem".
 * @param {string[]} items
 * @returns {string}
 */
export function list(items) {
  // Older TVs lack list formats; commas work in every language.
  if (!('ListFormat' in Intl)) return items.join(', ');
  return new Intl.ListFormat(language.value, { type: 'conjunction' }).format(items);
}

/**
 * Format a date and time, given in milliseconds, in this language.
 * @param {number} moment
 * @returns {string}
 */
export function dateTime(moment) {
  const style = { dateStyle: /** @type {const} */ ('medium'), timeStyle: /** @type {const} */ ('short') };
  // The browser knows the region: days and months differ between London and New York.
  const own = (globalThis.navigator?.languages ?? []).find((tag) => tag.split('-')[0] === language.value);
  return new Intl.DateTimeFormat(own ?? language.value, style).format(moment);
}

/**
 * Return the best supported language for a browser's list of preferences.
 * @param {readonly string[]} tags
 * @returns {Language}
 */
export function bestLanguage(tags) {
  for (const tag of tags) {
    const [first = '', ...rest] = tag.toLowerCase().split(/[-_]/);
    // Readers of Bosnian, Croatian or Montenegrin read Serbian, in Latin script unless they prefer Cyrillic.
    if (['bs', 'hr', 'sh', 'cnr'].includes(first)) return rest.includes('cyrl') ? 'sr' : 'sr-Latn';
    if (first === 'sr') return rest.includes('latn') || rest.includes('me') ? 'sr-Latn' : 'sr';
    if (first in LANGUAGES) return /** @type {Language} */ (first);
  }
  return 'en';
}

/**
 * Switch this device to another language. If its catalog cannot be loaded,
 * nothing changes.
 * @param {string} tag
 * @returns {Promise<boolean>} whether the language is active now
 */
export async function setLanguage(tag) {
  const shown = await show(bestKnown(tag));
  if (shown) remember('language', language.peek());
  return shown;
}

/**
 * Use the language chosen earlier on this device, or else the browser's.
 * @returns {Promise<boolean>} whether the language is active now
 */
export function startLanguage() {
  const stored = recall('language', /** @type {unknown} */ (null));
  return show(
    typeof stored === 'string' ? bestKnown(stored) : bestLanguage(navigator.languages ?? [navigator.language]),
  );
}

/**
 * Load the texts of later screens. If that fails, those texts stay English.
 * @returns {Promise<unknown>}
 */
export function laterWords() {
  everything = true;
  return learn(requested || 'en').catch(() => {});
}

/**
 * Load the requested texts of a language.
 * @param {string} tag
 */
async function learn(tag) {
  if (tag === 'en') return;
  if (!catalogues.has(tag)) catalogues.set(tag, await words(tag));
  if (!everything || complete.has(tag)) return;
  const { messages } = await words(`${tag}.later`);
  Object.assign(/** @type {Catalogue} */ (catalogues.get(tag)).messages, messages);
  complete.add(tag);
}

/** @type {Map<string, Promise<Catalogue>>} */
const underWay = new Map();

/**
 * Load a catalog file; two requests at the same time share one download.
 * @param {string} name
 * @returns {Promise<Catalogue>}
 */
function words(name) {
  const load = async () => {
    // Relative to this file, because the server may live below a path.
    const answer = await fetch(new URL(`../../locales/${name}.json`, import.meta.url).href);
    if (!answer.ok) throw new Error(`no words: ${name}`);
    const { messages, ...more } = await answer.json();
    // Without a prototype, because a hazard may be called `constructor`.
    return { ...more, messages: Object.assign(Object.create(null), messages) };
  };
  const coming = underWay.get(name) ?? load().finally(() => underWay.delete(name));
  underWay.set(name, coming);
  return coming;
}

/** @param {string} tag @returns {Language} */
function bestKnown(tag) {
  return tag in LANGUAGES ? /** @type {Language} */ (tag) : bestLanguage([tag]);
}

/** @param {Language} tag @returns {Promise<boolean>} */
async function show(tag) {
  requested = tag;
  try {
    await learn(tag);
  } catch {
    return false;
  }
  if (requested !== tag) return false;
  language.value = tag;
  document.documentElement.lang = tag;
  return true;
}
