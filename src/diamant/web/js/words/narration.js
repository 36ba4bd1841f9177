// @ts-check
/**
 * What happened, in one or two spoken sentences: the same for a replay and for a screen reader.
 */

import { list, t, tn } from './i18n.js';

/** @typedef {import('../model/types.js').GameEvent} GameEvent */
/** @typedef {import('../model/types.js').Edition} Edition */

const TREASURE = /^[0-9]+$/;
const RELIC = /^relic[0-9]*$/;

/**
 * What an edition calls a kind of hazard, with a capital letter, since it begins a sentence.
 * @param {string} kind
 * @param {Pick<Edition, 'names'> | undefined} edition
 * @returns {string}
 */
export function hazardName(kind, edition) {
  const word = t(edition?.names[kind] ?? kind);
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}

/**
 * Tell some facts that happened together.
 * @param {readonly GameEvent[]} facts
 * @param {readonly string[]} names of the seats
 * @param {Edition | undefined} edition
 * @returns {string}
 */
export function narrate(facts, names, edition) {
  return sentences(facts, names, edition).join(' ');
}

/**
 * @param {readonly GameEvent[]} facts
 * @param {readonly string[]} names
 * @param {Edition | undefined} edition
 * @returns {string[]}
 */
function sentences(facts, names, edition) {
  const find = (/** @type {string} */ event) => facts.find((fact) => fact.event === event);
  const who = (/** @type {number[]} */ seats) => list(seats.map((seat) => names[seat] ?? ''));
  const said = [];
  const turned = find('CardTurned');
  if (turned) said.push(narrateCard(turned.card, find('TreasureShared'), find('Bust'), who, edition));
  const revealed = find('ChoicesRevealed');
  if (revealed) said.push(...narrateChoices(revealed, facts, who));
  const began = find('ExpeditionBegan');
  if (began && !turned && !revealed) {
    said.push(t('Everybody goes into cave {round}.', { round: began.round }));
    if (began.relic) said.push(t('A relic is shuffled into the deck.'));
  }
  const ended = find('GameEnded');
  if (ended) {
    const points = ended.scores[ended.winners[0]];
    said.push(
      tn(
        '{names} wins with {points} points.',
        '{names} share the victory with {points} points.',
        ended.winners.length,
        { names: who(ended.winners), points },
      ),
    );
  }
  return said;
}

/**
 * @param {string} card
 * @param {GameEvent | undefined} shared
 * @param {GameEvent | undefined} bust
 * @param {(seats: number[]) => string} who
 * @param {Edition | undefined} edition
 * @returns {string}
 */
function narrateCard(card, shared, bust, who, edition) {
  if (bust) {
    const hazard = hazardName(bust.kind, edition);
    if (bust.lost === 0) return t('{hazard}, for the second time! Nobody had anything to lose.', { hazard });
    return tn(
      '{hazard}, for the second time! {names} loses {lost}.',
      '{hazard}, for the second time! {names} lose {lost} each.',
      bust.seats.length,
      { hazard, names: who(bust.seats), lost: bust.lost },
    );
  }
  if (shared && TREASURE.test(card)) {
    const value = Number(card);
    const { share, remainder } = shared;
    if (share === 0) {
      return tn(
        '{n} gem: too few to share. It stays on the card.',
        '{n} gems: too few to share. All stay on the card.',
        value,
      );
    }
    if (remainder === 0) {
      return tn(
        '{n} gem: {share} each, and none is left over.',
        '{n} gems: {share} each, and none is left over.',
        value,
        { share },
      );
    }
    return tn(
      '{value} gems: {share} each, and {n} stays on the card.',
      '{value} gems: {share} each, and {n} stay on the card.',
      remainder,
      { value, share },
    );
  }
  if (RELIC.test(card)) return t('A relic! Whoever leaves alone takes it.');
  return t('{hazard}: a first warning.', { hazard: hazardName(card, edition) });
}

/**
 * @param {GameEvent} revealed
 * @param {readonly GameEvent[]} facts
 * @param {(seats: number[]) => string} who
 * @returns {string[]}
 */
function narrateChoices(revealed, facts, who) {
  /** @type {number[]} */
  const leavers = revealed.leavers;
  if (leavers.length === 0) return [t('Everybody goes on.')];
  const names = who(leavers);
  const banked = facts.filter((fact) => fact.event === 'Banked');
  const relics = facts.find((fact) => fact.event === 'RelicsTaken');
  const said = [];
  if (banked.length === leavers.length) {
    const gems = banked[0].carried + banked[0].share;
    said.push(
      gems === 0
        ? tn('{names} leaves with nothing.', '{names} leave with nothing.', leavers.length, { names })
        : tn('{names} leaves with {gems}.', '{names} leave with {gems} each.', leavers.length, { names, gems }),
    );
  } else {
    said.push(tn('{names} leaves.', '{names} leave.', leavers.length, { names })); // A closed chest.
  }
  if (relics) {
    const worth = relics.relics.reduce((/** @type {number} */ sum, /** @type {{worth: number}} */ one) => sum + one.worth, 0);
    said.push(
      tn('Alone, and so with a relic worth {worth}.', 'Alone, and so with {n} relics worth {worth} in all.', relics.relics.length, { worth }),
    );
  }
  if (revealed.stayers.length === 0) said.push(t('Nobody is left in the cave.'));
  return said;
}
