// @ts-check
/** Points: what each seat put into its chest, and how the chests grew. */
/** @import { GameEvent } from './events.js' */

/**
 * What a seat put into its chest.
 * @param {readonly GameEvent[]} facts
 * @param {number} seat
 * @returns {number}
 */
export function gainOf(facts, seat) {
  let points = 0;
  for (const fact of facts) {
    if (fact.event === 'Banked' && fact.seat === seat) points += fact.carried + fact.share;
    if (fact.event === 'RelicsTaken' && fact.seat === seat) points += worthOf(fact.relics);
  }
  return points;
}

/**
 * What some relics are worth together.
 * @param {readonly {worth: number}[]} relics
 * @returns {number}
 */
export function worthOf(relics) {
  return relics.reduce((sum, { worth }) => sum + worth, 0);
}

/**
 * Each seat's points after every card and reveal, and where each cave begins among them.
 * @param {readonly GameEvent[]} history
 * @param {number} players
 * @returns {{lines: number[][], starts: number[]}}
 */
export function chestLines(history, players) {
  /** @type {number[][]} */
  const lines = Array.from({ length: players }, () => []);
  /** @type {number[]} */
  const starts = [];
  /** @type {number[]} */
  const points = new Array(players).fill(0);
  const note = () => {
    for (const [seat, line] of lines.entries()) line.push(points[seat]);
  };
  for (const fact of history) {
    if (fact.event === 'ExpeditionBegan') starts.push(lines[0]?.length ?? 0);
    if (['ExpeditionBegan', 'CardTurned', 'ExpeditionEnded'].includes(fact.event)) note();
    points.forEach((_, seat) => {
      points[seat] += gainOf([fact], seat);
    });
  }
  return { lines, starts };
}
