// @ts-check
/**
 * This device's memory: its tokens, names and habits, only in its own storage.
 *
 * Without storage everything lasts until the page is closed; `remembers` reports that.
 */
import { signal } from '../html.js';

/**
 * @typedef {{table: string, code: string, token: string, guest: string, at: number, screen?: boolean}} SavedTable
 */

const PREFIX = 'diamant.';
const MOST_TABLES = 20;

/** @type {Map<string, string>} */
const fallback = new Map();

/** @returns {Storage | null} */
function storage() {
  try {
    const kept = globalThis.localStorage;
    kept.setItem(`${PREFIX}try`, '1');
    kept.removeItem(`${PREFIX}try`);
    return kept;
  } catch {
    return null;
  }
}

const store = storage();

/** Whether the memory survives after the page is closed. */
export const remembers = signal(store !== null);

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  const text = readText(name);
  if (text === null) return otherwise;
  try {
    return JSON.parse(text);
  } catch {
    return otherwise; // Written by other code, or only half a value: start fresh.
  }
}

/** @param {string} name @param {unknown} value */
export function remember(name, value) {
  const text = JSON.stringify(value);
  fallback.set(name, text);
  try {
    store?.setItem(PREFIX + name, text);
  } catch {
    remembers.value = false; // Storage is full or was just disabled.
  }
}

/** @param {string} name */
export function forget(name) {
  fallback.delete(name);
  try {
    store?.removeItem(PREFIX + name);
  } catch {
    remembers.value = false;
  }
}

/** @param {string} name */
function readText(name) {
  try {
    return (store ? store.getItem(PREFIX + name) : null) ?? fallback.get(name) ?? null;
  } catch {
    return fallback.get(name) ?? null;
  }
}

/**
 * Return the tables that this device has a token for, latest first.
 * @returns {SavedTable[]}
 */
export function savedTables() {
  const saved = recall('tables', /** @type {SavedTable[]} */ ([]));
  return Array.isArray(saved) ? saved.filter((entry) => entry && typeof entry.token === 'string') : [];
}

/**
 * @param {string} word a table's id or room code
 * @returns {SavedTable | undefined}
 */
export function savedTable(word) {
  const code = word.toUpperCase();
  return savedTables().find((entry) => entry.table === word || entry.code === code);
}

/** @param {SavedTable} entry */
export function rememberTable(entry) {
  const others = savedTables().filter(({ table }) => table !== entry.table);
  remember('tables', [entry, ...others].slice(0, MOST_TABLES));
}

/** @param {string} word */
export function forgetTable(word) {
  const code = word.toUpperCase();
  const others = savedTables().filter((entry) => entry.table !== word && entry.code !== code);
  remember('tables', others);
}

const MADE_UP = [
  ...['Zora', 'Milo', 'Kaspar', 'Fina', 'Bodo', 'Lumi', 'Taro', 'Nika', 'Pipo', 'Runa', 'Sami', 'Tula'],
  ...['Vero', 'Wim', 'Yara', 'Zeno', 'Cleo', 'Dara', 'Elio', 'Juno', 'Kiko', 'Mara', 'Nilo', 'Orla'],
];

/**
 * Return a made-up name that is not taken.
 * @param {readonly string[]} [taken]
 */
export function madeUpName(taken = []) {
  const free = MADE_UP.filter((name) => !taken.includes(name));
  const pick = free.length ? free : MADE_UP;
  return pick[Math.floor(Math.random() * pick.length)];
}

/**
 * Return the last name used, unless it is taken here.
 * @param {readonly string[]} [taken]
 */
export function rememberedName(taken = []) {
  const name = recall('name', '');
  if (typeof name === 'string' && name && !taken.includes(name)) return name;
  const made = madeUpName(taken);
  if (!name) remember('name', made);
  return made;
}

/** @param {string} name */
export function rememberName(name) {
  remember('name', name);
}

/**
 * Return the last explorer picked, as the number of its shape, if any.
 * @returns {number | null}
 */
export function rememberedFigure() {
  const figure = recall('figure', /** @type {unknown} */ (null));
  return Number.isInteger(figure) ? Number(figure) & 7 : null;
}

/** @param {number} figure */
export function rememberFigure(figure) {
  remember('figure', figure);
}

/** Return the data of the first player to sit down. */
export function firstSeat() {
  const figure = rememberedFigure();
  const name = rememberedName();
  return figure === null ? { name } : { name, color: figure, shape: figure };
}
