// @ts-check
/** The name that one bears on this device: the last one, else a made-up one that reads in every language. */
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
