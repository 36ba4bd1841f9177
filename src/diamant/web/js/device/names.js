// @ts-check
/** Who one is on this device: the name borne last, else a made-up one that reads in every language; the explorer. */
import { recall, remember } from './memory.js';

const MADE_UP = [
  ...['Zora', 'Milo', 'Kaspar', 'Fina', 'Bodo', 'Lumi', 'Taro', 'Nika', 'Pipo', 'Runa', 'Sami', 'Tula'],
  ...['Vero', 'Wim', 'Yara', 'Zeno', 'Cleo', 'Dara', 'Elio', 'Juno', 'Kiko', 'Mara', 'Nilo', 'Orla'],
];

/**
 * A made-up name that none of these bear.
 * @param {readonly string[]} [taken]
 */
export function madeUpName(taken = []) {
  const free = MADE_UP.filter((name) => !taken.includes(name));
  const pick = free.length ? free : MADE_UP;
  return pick[Math.floor(Math.random() * pick.length)];
}

/**
 * The name that was borne last, unless somebody else bears it here.
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
 * The explorer that was picked last, by the number of its shape, if ever.
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

/** What somebody says who sits down first. */
export function firstSeat() {
  const figure = rememberedFigure();
  const name = rememberedName();
  return figure === null ? { name } : { name, color: figure, shape: figure };
}
