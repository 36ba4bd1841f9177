// @ts-check
/** The final ranking of a game. */

/**
 * Return all seats, best first. A tie that the rules decided is not a tie: winners come before the others.
 * @param {{winners: number[], scores?: number[] | null, chests: (number | null)[]}} game
 * @returns {{at: number, points: number | null, place: number, won: boolean}[]}
 */
export function placesOf({ winners, scores, chests }) {
  const points = scores ?? chests;
  const order = points
    .map((_, at) => at)
    .sort((a, b) => Number(winners.includes(b)) - Number(winners.includes(a)) || (points[b] ?? -1) - (points[a] ?? -1));
  return order.map((at) => {
    const won = winners.includes(at);
    const better = order.filter((other) => (points[other] ?? 0) > (points[at] ?? 0)).length;
    return { at, points: points[at], place: won ? 1 : Math.max(better, winners.length) + 1, won };
  });
}
