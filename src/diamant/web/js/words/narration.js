// @ts-check
/** Narrate events in one or two sentences: the same for a replay and for a screen reader. */
/** @import { GameEvent } from '../model/events.js' */
/** @import { Edition } from '../model/types.js' */
import { isRelic, lookUp, treasureOf } from '../model/cards.js';
import { findFact } from '../model/facts.js';
import { gainOf, worthOf } from '../model/scores.js';
import { list, t, tn, tPlain } from './i18n.js';

/**
 * Return an edition's name for a hazard, capitalized for the start of a sentence.
 * @param {string} kind
 * @param {Pick<Edition, 'names'> | undefined} edition
 * @returns {string}
 */
export function hazardName(kind, edition) {
  const word = tPlain(lookUp(edition?.names ?? {}, kind) ?? kind);
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}

/**
 * Return a number of gems, such as "5 gems".
 * @param {number} count
 * @returns {string}
 */
export function gemsOf(count) {
  return tn('{n} gem', '{n} gems', count);
}

/**
 * Return the title of a cave, for a heading: the recap still belongs to the finished cave.
 * @param {{round: number, rounds: number, cards?: readonly string[]} | null} game
 * @returns {string}
 */
export function caveTitle(game) {
  const round = game?.round ?? 1;
  const shown = game?.cards?.length === 0 ? Math.max(1, round - 1) : round;
  return t('Cave {round} of {rounds}', { round: shown, rounds: game?.rounds ?? 5 });
}

/**
 * Return a function that narrates several seats' actions, with separate sentences about the reader.
 *
 *   const tell = telling(['Ana', 'Bo'], 0);
 *   tell([0, 1], { you, both, they });   // both('Bo')
 *
 * @param {readonly string[]} names of the seats
 * @param {number | null} own the reader's seat, if there is exactly one
 */
export function telling(names, own) {
  const who = (/** @type {number[]} */ seats) => list(seats.map((seat) => names[seat] ?? ''));
  /**
   * @param {number[]} seats
   * @param {{you: () => string, both: (names: string) => string, they: (names: string) => string}} say
   */
  return (seats, { you, both, they }) => {
    if (own === null || !seats.includes(own)) return they(who(seats));
    return seats.length === 1 ? you() : both(who(seats.filter((seat) => seat !== own)));
  };
}

/** @typedef {ReturnType<typeof telling>} Tell */

/**
 * Narrate some facts that happened together.
 * @param {readonly GameEvent[]} facts
 * @param {readonly string[]} names of the seats
 * @param {Edition | undefined} edition
 * @param {number | null} [own] the reader's seat, if there is exactly one
 * @returns {string}
 */
export function narrate(facts, names, edition, own = null) {
  const tell = telling(names, own);
  const said = [];
  const turned = findFact(facts, 'CardTurned');
  if (turned) said.push(narrateCard(turned.card, facts, tell, edition));
  const revealed = findFact(facts, 'ChoicesRevealed');
  if (revealed) said.push(...narrateChoices(revealed, facts, tell));
  const began = findFact(facts, 'ExpeditionBegan');
  if (began && !turned && !revealed) {
    said.push(t('Everyone enters cave {round}.', { round: began.round }));
    if (began.relic) said.push(t('A relic is shuffled into the deck.'));
  }
  const ended = findFact(facts, 'GameEnded');
  if (ended) said.push(narrateEnd(ended, tell));
  return said.join(' ');
}

/**
 * @param {{winners: number[], scores: number[]}} ended
 * @param {Tell} tell
 * @returns {string}
 */
function narrateEnd({ winners, scores }, tell) {
  const points = scores[winners[0]];
  return tell(winners, {
    you: () => tn('You win with {n} point.', 'You win with {n} points.', points),
    both: (names) =>
      tn(
        'You share the victory with {names}: {n} point each.',
        'You share the victory with {names}: {n} points each.',
        points,
        { names },
      ),
    they: (names) =>
      winners.length === 1
        ? tn('{names} wins with {n} point.', '{names} wins with {n} points.', points, { names })
        : tn(
            '{names} share the victory with {n} point each.',
            '{names} share the victory with {n} points each.',
            points,
            { names },
          ),
  });
}

/**
 * @param {string} card
 * @param {readonly GameEvent[]} facts
 * @param {Tell} tell
 * @param {Edition | undefined} edition
 * @returns {string}
 */
function narrateCard(card, facts, tell, edition) {
  const bust = findFact(facts, 'Bust');
  if (bust) {
    const { seats } = bust;
    const hazard = hazardName(bust.kind, edition);
    if (bust.lost === 0) return t('{hazard}, for the second time! Nobody had anything to lose.', { hazard });
    const lost = gemsOf(bust.lost);
    return tell(seats, {
      you: () => t('{hazard}, for the second time! You lose {lost}.', { hazard, lost }),
      both: (names) =>
        t('{hazard}, for the second time! You lose {lost}, the same as {names}.', { hazard, names, lost }),
      they: (names) =>
        tn(
          '{hazard}, for the second time! {names} loses {lost}.',
          '{hazard}, for the second time! {names} lose {lost} each.',
          seats.length,
          { hazard, names, lost },
        ),
    });
  }
  const value = treasureOf(card);
  const shared = findFact(facts, 'TreasureShared');
  if (shared && value !== null) {
    const { share, remainder, seats } = shared;
    if (share === 0) {
      return tn(
        '{n} gem: not enough to share. It stays on the card.',
        '{n} gems: not enough to share. They stay on the card.',
        value,
      );
    }
    if (share === value) {
      const yours = () => tn('{n} gem, all yours!', '{n} gems, all yours!', value);
      const theirs = (/** @type {string} */ name) =>
        tn('{n} gem, all for {name}.', '{n} gems, all for {name}.', value, { name });
      return tell(seats, { you: yours, both: theirs, they: theirs });
    }
    if (remainder === 0) {
      return tn('{n} gem: {share} each, with none left over.', '{n} gems: {share} each, with none left over.', value, {
        share,
      });
    }
    return tn(
      '{value} gems: {share} each, and {n} stays on the card.',
      '{value} gems: {share} each, and {n} stay on the card.',
      remainder,
      { value, share },
    );
  }
  if (isRelic(card)) return t('A relic! Leave alone to take it.');
  return t('{hazard}: first warning.', { hazard: hazardName(card, edition) });
}

/**
 * @param {{stayers: number[], leavers: number[]}} revealed
 * @param {readonly GameEvent[]} facts
 * @param {Tell} tell
 * @returns {string[]}
 */
function narrateChoices(revealed, facts, tell) {
  const { stayers, leavers } = revealed;
  if (leavers.length === 0) {
    if (stayers.length > 1) return [t('Everyone goes on.')];
    return [
      tell(stayers, {
        you: () => t('You go on.'),
        both: (names) => t('You go on, together with {names}.', { names }),
        they: (names) => tn('{names} goes on.', '{names} go on.', stayers.length, { names }),
      }),
    ];
  }
  const many = leavers.length;
  const banked = facts.filter((fact) => fact.event === 'Banked');
  const taken = findFact(facts, 'RelicsTaken');
  const known = banked.length === many; // Unless a chest is closed.
  const gain = gainOf(banked, leavers[0]);
  const gems = gemsOf(gain);
  const said = [];
  if (!known) {
    said.push(
      tell(leavers, {
        you: () => t('You leave.'),
        both: (names) => t('You leave, together with {names}.', { names }),
        they: (names) => tn('{names} leaves.', '{names} leave.', many, { names }),
      }),
      // Closed chests hide what the others bring home.
      ...banked.map(({ seat, carried, share }) => {
        const own = gemsOf(carried + share);
        const theirs = (/** @type {string} */ name) => t('{name} puts {gems} in their chest.', { name, gems: own });
        const yours = () => t('You put {gems} in your chest.', { gems: own });
        return tell([seat], { you: yours, both: theirs, they: theirs });
      }),
    );
  } else if (gain > 0) {
    said.push(
      tell(leavers, {
        you: () => t('You leave with {gems}.', { gems }),
        both: (names) => t('You leave with {gems} each, together with {names}.', { names, gems }),
        they: (names) => tn('{names} leaves with {gems}.', '{names} leave with {gems} each.', many, { names, gems }),
      }),
    );
  } else if (!taken) {
    said.push(
      tell(leavers, {
        you: () => t('You leave with nothing.'),
        both: (names) => t('You leave with nothing, together with {names}.', { names }),
        they: (names) => tn('{names} leaves with nothing.', '{names} leave with nothing.', many, { names }),
      }),
    );
  }
  if (taken) said.push(narrateRelics(taken.relics, leavers, known && gain === 0, tell));
  if (stayers.length === 0) said.push(t('Nobody is left in the cave.'));
  return said;
}

/**
 * @param {readonly {worth: number}[]} relics
 * @param {number[]} leavers exactly one, who left alone
 * @param {boolean} alone whether only relics were brought home
 * @param {Tell} tell
 * @returns {string}
 */
function narrateRelics(relics, leavers, alone, tell) {
  const [many, worth] = [relics.length, worthOf(relics)];
  if (!alone) {
    return tn(
      'Bonus for leaving alone: a relic worth {worth}.',
      'Bonus for leaving alone: {n} relics worth {worth} in all.',
      many,
      { worth },
    );
  }
  const theirs = (/** @type {string} */ name) =>
    tn(
      '{name} leaves alone with a relic worth {worth}.',
      '{name} leaves alone with {n} relics worth {worth} in all.',
      many,
      { name, worth },
    );
  const yours = () =>
    tn('You leave alone with a relic worth {worth}.', 'You leave alone with {n} relics worth {worth} in all.', many, {
      worth,
    });
  return tell(leavers, { you: yours, both: theirs, they: theirs });
}
