// @ts-check
/** Write the record of a finished game (docs/records.md), so that other programs can replay and verify it. */
/** @import { GameView } from '../model/types.js' */
import { SEAT_LETTERS } from '../model/seats.js';

/**
 * @param {object} played
 * @param {GameView} played.game
 * @param {readonly string[]} played.names
 * @param {string} played.day such as 2026-11-17
 * @param {{dealer: string, commitment: string, nonces: readonly string[], seed: string, number: number,
 *   restarts: number}} played.shuffle
 * @returns {string}
 */
export function writeRecord({ game, names, day, shuffle }) {
  const tags = [
    ['Edition', game.edition],
    ['Players', ...names],
    ['Date', day],
    ['Dealer', shuffle.dealer],
    ['Commitment', shuffle.commitment],
    ['Nonces', ...shuffle.nonces],
    ['Seed', shuffle.seed],
    ['Shuffle', String(shuffle.number)],
    ...(shuffle.restarts ? [['Restarts', String(shuffle.restarts)]] : []),
    ['Scores', (game.scores ?? []).join(' ')],
  ];
  const lines = tags.map(([name, ...values]) => `[${name} ${values.map(quoted).join(' ')}]`);
  /** @type {string[][]} */
  const rounds = [];
  for (const fact of game.history) {
    const words = rounds[rounds.length - 1];
    if (fact.event === 'ExpeditionBegan') rounds.push([]);
    else if (fact.event === 'CardTurned') words.push(fact.card);
    else if (fact.event === 'ChoicesRevealed' && fact.leavers.length) {
      words[words.length - 1] += `/${fact.leavers.map((seat) => SEAT_LETTERS[seat]).join('')}`;
    }
  }
  return `${[...lines, '', ...rounds.map((words, at) => `${at + 1}. ${words.join(' ')}`)].join('\n')}\n`;
}

/** @param {string} text */
function quoted(text) {
  return `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`;
}
