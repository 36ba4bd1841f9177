// @ts-check
/**
 * The three most remarkable moments of a finished game, as text.
 *
 * @typedef {{round: number, at: number, facts: GameEvent[]}} Cave
 * @typedef {{kind: string, weight: number, at: number, text: string}} Highlight `at` is its index in the history
 */
/** @import { GameEvent } from '../model/events.js' */
/** @import { Edition } from '../model/types.js' */
import { findFact } from '../model/facts.js';
import { worthOf } from '../model/scores.js';
import { t, tn } from './i18n.js';
import { gemsOf, hazardName, telling } from './narration.js';

/** @import { Tell } from './narration.js' */

/**
 * Return up to three remarkable moments, each of another kind, in the order in which they happened.
 * @param {GameEvent[]} history
 * @param {string[]} names
 * @param {Edition | undefined} edition
 * @param {number | null} [own] the reader's seat, if there is exactly one
 * @returns {string[]}
 */
export function highlights(history, names, edition, own = null) {
  const tell = telling(names, own);
  const found = caves(history).flatMap((cave) => [
    ...hauls(cave, tell),
    ...busts(cave, tell, edition),
    ...narrowEscapes(cave, tell, edition),
    ...deepPaths(cave),
  ]);
  /** @type {Map<string, Highlight>} */
  const best = new Map();
  for (const highlight of found) {
    const rival = best.get(highlight.kind);
    if (!rival || highlight.weight > rival.weight) best.set(highlight.kind, highlight);
  }
  return [...best.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text);
}

/** @param {GameEvent[]} history */
function caves(history) {
  /** @type {Cave[]} */
  const found = [];
  history.forEach((fact, at) => {
    if (fact.event === 'ExpeditionBegan') found.push({ round: fact.round, at, facts: [] });
    else found[found.length - 1]?.facts.push(fact);
  });
  return found;
}

/**
 * Find players who brought much home, and players who took relics.
 * @param {Cave} cave
 * @param {Tell} tell
 */
function hauls({ round, at, facts }, tell) {
  /** @type {Highlight[]} */
  const found = [];
  for (const fact of facts) {
    if (fact.event === 'Banked') {
      const gain = fact.carried + fact.share;
      const gems = gemsOf(gain);
      const theirs = (/** @type {string} */ name) =>
        t('{name} brought {gems} home from cave {round}.', { name, gems, round });
      const yours = () => t('You brought {gems} home from cave {round}.', { gems, round });
      const text = tell([fact.seat], { you: yours, both: theirs, they: theirs });
      if (gain > 1) found.push({ kind: 'haul', weight: gain, at, text });
    }
    if (fact.event === 'RelicsTaken') {
      const worth = worthOf(fact.relics);
      const many = fact.relics.length;
      const theirs = (/** @type {string} */ name) =>
        tn(
          '{name} left cave {round} alone with a relic worth {worth}.',
          '{name} left cave {round} alone with {n} relics worth {worth} in all.',
          many,
          { name, round, worth },
        );
      const yours = () =>
        tn(
          'You left cave {round} alone with a relic worth {worth}.',
          'You left cave {round} alone with {n} relics worth {worth} in all.',
          many,
          { round, worth },
        );
      const text = tell([fact.seat], { you: yours, both: theirs, they: theirs });
      found.push({ kind: 'relic', weight: worth * 1.5, at, text });
    }
  }
  return found;
}

/**
 * Find the most expensive bust.
 * @param {Cave} cave
 * @param {Tell} tell
 * @param {Edition | undefined} edition
 */
function busts({ round, at, facts }, tell, edition) {
  const bust = findFact(facts, 'Bust');
  if (!bust || bust.lost === 0) return [];
  const { seats } = bust;
  const lost = gemsOf(bust.lost);
  const hazard = hazardName(bust.kind, edition);
  const text = tell(seats, {
    you: () => t('{hazard} in cave {round}: you lost {lost}.', { hazard, round, lost }),
    both: (names) =>
      t('{hazard} in cave {round}: you lost {lost}, the same as {names}.', { hazard, round, names, lost }),
    they: (names) =>
      tn(
        '{hazard} in cave {round}: {names} lost {lost}.',
        '{hazard} in cave {round}: {names} lost {lost} each.',
        seats.length,
        { hazard, round, names, lost },
      ),
  });
  return [{ kind: 'bust', weight: bust.lost * 1.2, at, text }];
}

/**
 * Find players who left one card before the bust.
 * @param {Cave} cave
 * @param {Tell} tell
 * @param {Edition | undefined} edition
 */
function narrowEscapes({ round, at, facts }, tell, edition) {
  const bust = findFact(facts, 'Bust');
  const revealed = findFact([...facts].reverse(), 'ChoicesRevealed');
  if (!bust || !revealed?.leavers.length) return [];
  const { leavers } = revealed;
  const banked = findFact(facts.slice(facts.indexOf(revealed)), 'Banked');
  const gems = banked ? banked.carried + banked.share : 1;
  const hazard = hazardName(bust.kind, edition);
  const text = tell(leavers, {
    you: () =>
      t('You left cave {round} just in time: the next card ended the expedition. {hazard}!', { round, hazard }),
    both: (names) =>
      t(
        'You left cave {round} just in time, together with {names}: the next card ended the ' + 'expedition. {hazard}!',
        {
          names,
          round,
          hazard,
        },
      ),
    they: (names) =>
      tn(
        '{names} left cave {round} just in time: the next card ended the expedition. {hazard}!',
        '{names} left cave {round} just in time: the next card ended the expedition. {hazard}!',
        leavers.length,
        { names, round, hazard },
      ),
  });
  return [{ kind: 'escape', weight: gems + 3, at, text }];
}

/** Find the longest path. @param {Cave} cave */
function deepPaths({ round, at, facts }) {
  const cards = facts.filter((fact) => fact.event === 'CardTurned').length;
  if (cards < 5) return []; // Too short to be remarkable.
  const text = t('The longest path went {cards} cards deep into cave {round}.', { cards, round });
  return [{ kind: 'deep', weight: cards - 4, at, text }];
}
