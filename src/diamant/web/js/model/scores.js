// @ts-check
/** Points: what each seat banked, and how the chests grew. */
/** @import { GameEvent } from './events.js' */

/**
 * Return the points that a seat banked.
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
 * Return the total worth of some relics.
 * @param {readonly {worth: number}[]} relics
 * @returns {number}
 */
export function worthOf(relics) {
  return relics.reduce((sum, { worth }) => sum + worth, 0);
}

/**
 * Return each seat's points after every card and reveal, and the index at which each cave begins.
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
