// @ts-check
/**
 * What is wrong with a record or an edition, in the reader's language. The server says it in English, as Python's
 * errors do; the sentences that people meet are known here, and another one stays as it is.
 *
 * `tests/web/test_faults.py` compares them with those in the source.
 */
import { mark, tPlain } from '../words/i18n.js';

/** The more special before the more general, since the first that fits is taken. */
export const FAULTS = [
  mark('the edition has {n} characters; at most {most} are allowed'),
  mark('the edition has {dots} dots in its keys; {most} are enough'),
  mark('the edition, line {line}, column {column}: {reason}'),
  mark('here a field is expected, such as {example}'),
  mark('here the line should end: every field has a line of its own'),
  mark("here '=' and a value are expected"),
  mark('here {sign} or {other} is expected'),
  mark('here {sign} is expected'),
  mark('the control character {character} may not stand here'),
  mark('this field is here for the second time'),
  mark('{escape} needs the number of a character, as in {example}'),
  mark('there is no such date or time'),
  mark('here a value is expected, such as 5, "text", true or [1, 2]'),
  mark('this is not TOML'),
  mark('the edition cannot be read: a number is too long, or lists are nested too deeply'),
  mark('the deck has {size} cards; at most {most} are allowed'),
  mark('hazards, kinds of hazard and relics number {bits} together; at most {most} are allowed'),
  mark(
    'the deck could run out: after {spare} busts no two equal hazards are left for a later round; with ' +
      '{rounds} rounds, copies beyond the first of each hazard must number at least {least} in all',
  ),
  mark("tie_break is 'relics', but the edition has no relics"),
  mark('{where} has an unknown field {name}; {hint}'),
  mark('{where} lacks the field {name}'),
  mark('{where} must be a table, not {value}'),
  mark(
    '{where} is {value}, but a table has {most} seats: as many as there are colors, and letters for seats in a ' +
      'record',
  ),
  mark('{where} must be a whole number from {least} to {most}, not {value}'),
  mark('{where} must be a text of 1 to {most} characters, not {value}'),
  mark('{where} must not contain control characters, as {value} does'),
  mark('id must be 1 to 64 lower-case letters, digits and hyphens, not {value}'),
  mark('{where} must be a list of {least} to {most} numbers'),
  mark('there are {n} kinds of hazard; at most {most} fit'),
  mark(
    'a hazard must be named by a word of up to 32 letters, digits and hyphens that starts with a letter, ' +
      'not {kind}',
  ),
  mark('a hazard may not be named like a relic, as {kind} is'),
  mark('gems must be a list of tables, each with name, worth and count'),
  mark('{where}.worth must be 1: shares are counted in single gems'),
  mark('{where}.worth must be a multiple of {before}, the worth of the gem before it, and larger; {worth} is not'),
  mark('relics.points must ascend, since the lowest relic enters first'),
  mark('relics.supplied must be true or false, not {value}'),
  mark('{where} must be one of {allowed}, not {value}'),
  mark("id {id} is a built-in edition's: choose another one"),
  mark('the edition'),
  mark('so long a number'),
  mark('did you mean {name}?'),
  mark('known are {names}'),
  mark('the record is empty'),
  mark('the game still goes on, and only a finished one can be reviewed'),
  mark('the record lacks the tag {tag}'),
  mark('the tag {tag} takes one value, not {n}'),
  mark('{edition} is for {least} to {most} players, not {players}'),
  mark('the game is over after round {rounds}'),
  mark('round {round} has not ended: {seats} still in the cave'),
  mark('round {coming} comes next, not {number}'),
  mark('the game is over: no card can follow'),
  mark("a round begins with its number, such as '1.'"),
  mark("round {round} has ended: '{next}.' comes next"),
  mark('nobody can leave here: the round has ended with this card'),
  mark('{seat} cannot leave: not in the cave'),
  mark('{seat} is named twice'),
  mark('{edition} has no card {card}; {hint}'),
  mark('the deck of round {round} holds no {card} any more'),
  mark('only a finished game has Scores, and this one still goes on'),
  mark('the scores are {scores}, not {text}'),
  mark('each of the {seats} seats needs one nonce, but there are {nonces}'),
  mark('there is no edition {id}; {hint}'),
  mark('the EditionText describes {own}, not {named}'),
  mark("Chests are 'open' or 'closed', not {chests}"),
  mark('the tag {tag} stands here twice'),
  mark('a record begins with its tags, such as [Edition …]'),
  mark("after '/' stand seat letters A to H, or '-' for nobody, not {letters}"),
  mark('a tag must not contain control characters'),
  mark('a tag begins with its name, a word of letters and digits'),
  mark('the tag {tag} needs a value in double quotes here'),
  mark("the tag {tag} is not closed: expected ']' or another quoted value here"),
  mark('nothing but a comment may follow a tag on its line'),
  mark('there is no escape {escape}; {hint}'),
  mark('the quote that opens here is never closed'),
  mark('the byte {byte} is not UTF-8 text'),
];

/**
 * A table's refusal takes the question mark from the end of what it quotes, since it goes on behind it.
 * @type {{fault: string, pattern: RegExp, gaps: string[]}[]}
 */
const PATTERNS = FAULTS.map((fault) => ({
  fault,
  pattern: new RegExp(
    `^${fault
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{\w+\}/g, '([^]+?)')
      .replace(/\?$/, '??')}$`,
  ),
  gaps: [...fault.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
}));

/**
 * Say a fault in the language of this device.
 * @param {string} reason as the server says it
 * @returns {string | null} null where it is not known
 */
export function sayFault(reason) {
  for (const { fault, pattern, gaps } of PATTERNS) {
    const found = pattern.exec(reason);
    // A gap may hold a hint, which is a sentence of its own.
    if (found) return tPlain(fault, Object.fromEntries(gaps.map((gap, at) => [gap, said(found[at + 1])])));
  }
  return null;
}

/**
 * @param {string} part
 * @returns {string}
 */
function said(part) {
  return sayFault(part) ?? part;
}
