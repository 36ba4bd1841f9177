// @ts-check
/**
 * The supply of gems: what the box cannot lay out is replaced by stand-ins (rules/supply.py).
 *
 * @param {readonly {worth: number, count: number}[]} gems the sorts of a box, each worth a multiple of the one before
 * @param {readonly number[]} holdings
 * @returns {number} the worth of the stand-ins in use
 */
export function standIns(gems, holdings) {
  const all = holdings.reduce((sum, holding) => sum + holding, 0);
  let laid = 0;
  // Larger gems free smaller ones everywhere else: so they are laid out first, as many as fit.
  for (const { worth, count } of [...gems].reverse()) {
    const places = holdings.reduce((sum, holding) => sum + Math.floor(holding / worth), 0) - Math.floor(laid / worth);
    laid += worth * Math.min(count, places);
  }
  return all - laid;
}
