// @ts-check
/**
 * Read game records (docs/records.md) in the browser, as far as needed for checking the shuffle.
 *
 * The server reads records with full validation. This reader exists so that checking the shuffle
 * does not rely on the server.
 */

import { SEAT_LETTERS } from './seats.js';

/** @typedef {{card: string, leavers: number[] | null}} Turn */
/** @typedef {{tags: Record<string, string[]>, rounds: Turn[][]}} GameRecord */

const TAG = /^\s*\[\s*([A-Za-z][A-Za-z0-9_]*)((?:\s*"(?:[^"\\]|\\["\\n])*")+)\s*\]\s*(?:;.*)?$/;

/** An invalid record; `line` counts from 1. */
class RecordProblem extends Error {
  /** @param {number} line @param {string} reason */
  constructor(line, reason) {
    super(`line ${line}: ${reason}`);
    this.line = line;
  }
}

/**
 * Return the games of a record file, in the JSON form of docs/records.md.
 * @param {string} text
 * @returns {GameRecord[]}
 */
export function readRecords(text) {
  /** @type {GameRecord[]} */
  const games = [];
  /** @type {GameRecord | null} */
  let game = null;
  text
    .replace(/^\ufeff/, '')
    .split('\n')
    .forEach((line, index) => {
      const stripped = line.trim();
      if (stripped === '' || stripped.startsWith(';')) return;
      if (stripped.startsWith('[')) {
        const tag = TAG.exec(line.replace(/\r$/, ''));
        if (tag === null) throw new RecordProblem(index + 1, 'this tag cannot be read');
        if (game === null || game.rounds.length > 0 || tag[1] in game.tags) {
          game = { tags: Object.create(null), rounds: [] };
          games.push(game);
        }
        game.tags[tag[1]] = quoted(tag[2]);
        return;
      }
      if (game === null) throw new RecordProblem(index + 1, 'a record begins with its tags');
      takeWords(game, line, index + 1);
    });
  return games;
}

/**
 * Return the rounds of a saved game; none if its record is unreadable.
 * @param {string} text
 * @returns {Turn[][]}
 */
export function roundsOf(text) {
  try {
    return readRecords(text)[0]?.rounds ?? [];
  } catch {
    return [];
  }
}

/** @param {string} text @returns {string[]} */
function quoted(text) {
  const found = text.match(/"(?:[^"\\]|\\["\\n])*"/g) ?? [];
  return found.map((value) => value.slice(1, -1).replace(/\\(["\\n])/g, (_, mark) => (mark === 'n' ? '\n' : mark)));
}

/** @param {GameRecord} game @param {string} line @param {number} number */
function takeWords(game, line, number) {
  for (const word of line.split(';', 1)[0].split(/\s+/).filter(Boolean)) {
    if (/^[1-9][0-9]*\.$/.test(word)) {
      if (parseInt(word, 10) !== game.rounds.length + 1) {
        throw new RecordProblem(number, `round ${word} does not follow`);
      }
      game.rounds.push([]);
      continue;
    }
    const round = game.rounds[game.rounds.length - 1];
    if (round === undefined) throw new RecordProblem(number, 'a card stands before its round');
    const [card, letters] = word.split('/', 2);
    const leavers = (letters ?? '')
      .replace('-', '')
      .split('')
      .map((letter) => {
        const seat = SEAT_LETTERS.indexOf(letter);
        if (seat < 0) throw new RecordProblem(number, `unknown seat ${letter}`);
        return seat;
      });
    round.push({ card, leavers });
  }
}
