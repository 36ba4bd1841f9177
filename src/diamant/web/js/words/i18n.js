// @ts-check
/**
 * The words on screen, in the language of this device.
 *
 * A message is its English text: `t('You carry {gems}.', { gems: 11 })`. The first argument of
 * `t`, and the first two of `tn`, are literals, since the catalogues are made by reading this
 * source. `mark('…')` names a literal that is said elsewhere with `t(variable)`. The words that
 * the server's data bring along (editions, hazards, gems) are in the catalogues too. A sentence is
 * one message: pieces glued together cannot be translated.
 *
 * `t` reads the signal `language`, so what calls it while drawing is drawn again when the language
 * changes.
 */
/** @import { Signal } from '../../vendor/preact-signals.js' */
/** @import { Message } from '../model/types.js' */
import { signal } from '../../vendor/preact-signals-core.js';
import { recall, remember } from '../device/memory.js';
import { inOwnWords } from './own-words.js';

/** @typedef {Record<string, string | number>} Params */
/**
 * What the server makes of one gettext catalogue: messages by their English texts, refusals by
 * their codes, and the plural categories in the order of the forms.
 * @typedef {{plural: string[], messages: Record<string, string | string[]>,
 *   refusals: Record<string, string>}} Catalogue
 */

/** Every language, by the name that those who speak it know it by. */
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
 * The language that is shown now; it changes only once its catalogue is there.
 * @type {Signal<Language>}
 */
export const language = signal('en');

/** @type {Map<string, Catalogue>} */
const catalogues = new Map();

/** The languages of which this page has the words of later screens too. @type {Set<string>} */
const complete = new Set();

/** Whether a later screen was asked for: from then on its words come with every language. */
let everything = false;

/**
 * What the edition in view calls things, if not as usual.
 * @type {Signal<Readonly<Record<string, string>> | null>}
 */
const ownNames = signal(null);

/** The language that was asked for last: a slow catalogue must not overtake a later choice. */
let requested = '';

/**
 * Name a literal for the catalogues, and return it as it is.
 * @template {string} Text
 * @param {Text} message
 * @returns {Text}
 */
export function mark(message) {
  return message;
}

/**
 * Call things as an edition does, in every message from now on.
 * @param {Readonly<Record<string, string>> | null} names what it has names for; null for the usual words
 */
export function speakAs(names) {
  ownNames.value = names;
}

/**
 * The same English text with the words of the edition in view.
 * @param {string} message
 * @returns {string}
 */
function own(message) {
  return ownNames.value ? inOwnWords(message, ownNames.value) : message;
}

/**
 * Say a message in the language of this device.
 * @param {string} message the English text, with {name} for each parameter
 * @param {Params} [params]
 * @returns {string}
 */
export function t(message, params) {
  const found = translation(message);
  return fill(typeof found === 'string' ? found : own(message), params);
}

/**
 * What the catalogue has for a message in the words of the edition in view. Words that it does not have, as those of
 * somebody's own edition, are the usual ones there.
 * @param {string} message
 */
function translation(message) {
  const messages = catalogues.get(language.value)?.messages;
  return messages?.[own(message)] ?? messages?.[message];
}

/**
 * Say a message in the usual words, as a text of an edition's file, which has that edition's already.
 * @param {string} message
 * @param {Params} [params]
 * @returns {string}
 */
export function tPlain(message, params) {
  const found = catalogues.get(language.value)?.messages[message];
  return fill(typeof found === 'string' ? found : message, params);
}

/**
 * Say a message that counts something; the number is its parameter {n}.
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
  // Categories beyond the catalogue's, such as "many" for millions, read like the last form.
  return fill(forms[at] ?? forms[forms.length - 1] ?? many, all);
}

/**
 * Translate a message of the server's, with the messages among its parameters.
 * @param {Message | string} message a text stays as it is
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
 * Say why the server refused something; what this page does not know is said in English.
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
    // Some parameters are words themselves; the catalogue has them in the context of their name.
    const word = catalogue.messages[`${name}\u0004${value}`];
    // The sentence goes on after a reason.
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

/** Making one takes longer than using it, and counters use many. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * Write a number as this language does.
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
 * Write a chance from 0 to 1 as whole per cent.
 * @param {number} chance
 * @returns {string}
 */
export function percent(chance) {
  return number(chance, { style: 'percent', maximumFractionDigits: 0 });
}

/**
 * Write a list as this language does: "Ana, Bo and Cem".
 * @param {string[]} items
 * @returns {string}
 */
export function list(items) {
  // Older TVs know no list format; commas are understood everywhere.
  if (!('ListFormat' in Intl)) return items.join(', ');
  return new Intl.ListFormat(language.value, { type: 'conjunction' }).format(items);
}

/**
 * Write a day and a time, given in milliseconds, as this language does.
 * @param {number} moment
 * @returns {string}
 */
export function dateTime(moment) {
  const style = { dateStyle: /** @type {const} */ ('medium'), timeStyle: /** @type {const} */ ('short') };
  // The browser knows where its language is spoken: days and months differ between London and New York.
  const own = (globalThis.navigator?.languages ?? []).find((tag) => tag.split('-')[0] === language.value);
  return new Intl.DateTimeFormat(own ?? language.value, style).format(moment);
}

/**
 * The best of our languages for what a browser asks for, its dearest first.
 * @param {readonly string[]} tags
 * @returns {Language}
 */
export function bestLanguage(tags) {
  for (const tag of tags) {
    const [first = '', ...rest] = tag.toLowerCase().split(/[-_]/);
    // Who reads Bosnian, Croatian or Montenegrin reads Serbian, in Latin script unless it says so.
    if (['bs', 'hr', 'sh', 'cnr'].includes(first)) return rest.includes('cyrl') ? 'sr' : 'sr-Latn';
    if (first === 'sr') return rest.includes('latn') || rest.includes('me') ? 'sr-Latn' : 'sr';
    if (first in LANGUAGES) return /** @type {Language} */ (first);
  }
  return 'en';
}

/**
 * Show everything in another language, from now on, on this device. Where its catalogue cannot be
 * had, everything stays as it is.
 * @param {string} tag
 * @returns {Promise<boolean>} whether it is shown now
 */
export async function setLanguage(tag) {
  const shown = await show(bestKnown(tag));
  if (shown) remember('language', language.peek());
  return shown;
}

/**
 * Show the language that was chosen on this device before, else the browser's own.
 * @returns {Promise<boolean>} whether it is shown now
 */
export function startLanguage() {
  const stored = recall('language', /** @type {unknown} */ (null));
  return show(
    typeof stored === 'string' ? bestKnown(stored) : bestLanguage(navigator.languages ?? [navigator.language]),
  );
}

/**
 * Have the words of the screens that are loaded later. Where they cannot be had, those are in English.
 * @returns {Promise<unknown>}
 */
export function laterWords() {
  everything = true;
  return learn(requested || 'en').catch(() => {});
}

/**
 * Have the words of a language, as far as they are asked for.
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
 * A file of words; asked for twice at the same time, it comes once.
 * @param {string} name
 * @returns {Promise<Catalogue>}
 */
function words(name) {
  const load = async () => {
    // Relative to this file, since the server may live below a path of its own.
    const answer = await fetch(new URL(`../../locales/${name}.json`, import.meta.url).href);
    if (!answer.ok) throw new Error(`no words: ${name}`);
    const { messages, ...more } = await answer.json();
    // Without a prototype: a hazard may be called `constructor`.
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
