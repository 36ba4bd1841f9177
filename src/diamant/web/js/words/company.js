// @ts-check
/** Which character sits on a seat. */
/** @import { Seat } from '../model/types.js' */
/** @import { Character } from './characters.js' */
import { CHARACTERS } from './characters.js';

/**
 * The character of a bot's seat; a bot that holds a person's seat is none.
 * @param {Seat | null | undefined} seat
 * @returns {Character | undefined}
 */
export function characterOf(seat) {
  if (!seat || seat.guest !== null) return undefined;
  return CHARACTERS.find(({ name }) => name === seat.name);
}
