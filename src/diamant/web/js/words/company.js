// @ts-check
/** The character on a seat. */
/** @import { Seat } from '../model/types.js' */
/** @import { Character } from './characters.js' */
import { CHARACTERS } from './characters.js';

/**
 * Return the character of a bot's seat, or undefined for a bot that plays for a person.
 * @param {Seat | null | undefined} seat
 * @returns {Character | undefined}
 */
export function characterOf(seat) {
  if (!seat || seat.guest !== null) return undefined;
  return CHARACTERS.find(({ name }) => name === seat.name);
}
