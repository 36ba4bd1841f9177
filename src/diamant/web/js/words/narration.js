// @ts-check
/** What happened, in one or two spoken sentences: the same for a replay and for a screen reader. */
/** @import { GameEvent } from '../model/events.js' */
/** @import { Edition } from '../model/types.js' */
import { isRelic, lookUp, treasureOf } from '../model/cards.js';
import { findFact } from '../model/facts.js';
import { gainOf, worthOf } from '../model/scores.js';
import { list, t, tn, tPlain } from './i18n.js';

/**
 * What an edition calls a kind of hazard, with a capital letter, since it begins a sentence.
 * @param {string} kind
 * @param {Pick<Edition, 'names'> | undefined} edition
 * @returns {string}
 */
export function hazardName(kind, edition) {
  const word = tPlain(lookUp(edition?.names ?? {}, kind) ?? kind);
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}

/**
 * Where a game is, for a heading: in the cave that everybody is back from until the next one's first card.
 * @param {{round: number, rounds: number, cards?: readonly string[]} | null} game
 * @returns {string}
 */
export function caveTitle(game) {
  const round = game?.round ?? 1;
  const shown = game?.cards?.length === 0 ? Math.max(1, round - 1) : round;
  return t('Cave {round} of {rounds}', { round: shown, rounds: game?.rounds ?? 5 });
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
  const who = (/** @type {number[]} */ seats) => list(seats.map((seat) => names[seat] ?? ''));
  const said = [];
  const turned = findFact(facts, 'CardTurned');
  if (turned) said.push(narrateCard(turned.card, facts, who, edition));
  const revealed = findFact(facts, 'ChoicesRevealed');
  if (revealed) said.push(...narrateChoices(revealed, facts, who));
  const began = findFact(facts, 'ExpeditionBegan');
  if (began && !turned && !revealed) {
    said.push(t('Everybody goes into cave {round}.', { round: began.round }));
    if (began.relic) said.push(t('A relic is shuffled into the deck.'));
  }
  const ended = findFact(facts, 'GameEnded');
  if (ended) {
    const points = ended.scores[ended.winners[0]];
    const named = { names: who(ended.winners) };
    said.push(
      ended.winners.length === 1
        ? tn('{names} wins with {n} point.', '{names} wins with {n} points.', points, named)
        : tn('{names} share the victory with {n} point.', '{names} share the victory with {n} points.', points, named),
    );
  }
  return said;
}

/**
 * @param {string} card
 * @param {readonly GameEvent[]} facts
 * @param {(seats: number[]) => string} who
 * @param {Edition | undefined} edition
 * @returns {string}
 */
function narrateCard(card, facts, who, edition) {
  const bust = findFact(facts, 'Bust');
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
  const value = treasureOf(card);
  const shared = findFact(facts, 'TreasureShared');
  if (shared && value !== null) {
    const { share, remainder } = shared;
    if (share === 0) {
      return tn(
        '{n} gem: too few to share. It stays on the card.',
        '{n} gems: too few to share. All stay on the card.',
        value,
      );
    }
    if (share === value) {
      return tn('{n} gem, and nobody to share it with.', '{n} gems, and nobody to share them with.', value);
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
  if (isRelic(card)) return t('A relic! Whoever leaves alone takes it.');
  return t('{hazard}: a first warning.', { hazard: hazardName(card, edition) });
}

/**
 * @param {{stayers: number[], leavers: number[]}} revealed
 * @param {readonly GameEvent[]} facts
 * @param {(seats: number[]) => string} who
 * @returns {string[]}
 */
function narrateChoices(revealed, facts, who) {
  const { stayers, leavers } = revealed;
  if (leavers.length === 0) {
    if (stayers.length > 1) return [t('Everybody goes on.')];
    return [tn('{names} goes on.', '{names} go on.', stayers.length, { names: who(stayers) })];
  }
  const names = who(leavers);
  const banked = facts.filter((fact) => fact.event === 'Banked');
  const taken = findFact(facts, 'RelicsTaken');
  const known = banked.length === leavers.length; // Unless a chest is closed.
  const gems = gainOf(banked, leavers[0]);
  const said = [];
  if (!known) {
    said.push(tn('{names} leaves.', '{names} leave.', leavers.length, { names }));
  } else if (gems > 0) {
    said.push(tn('{names} leaves with {gems}.', '{names} leave with {gems} each.', leavers.length, { names, gems }));
  } else if (!taken) {
    said.push(tn('{names} leaves with nothing.', '{names} leave with nothing.', leavers.length, { names }));
  }
  if (taken) {
    const worth = worthOf(taken.relics);
    said.push(
      known && gems === 0
        ? tn(
            '{name} leaves alone with a relic, worth {worth}.',
            '{name} leaves alone with {n} relics, worth {worth} in all.',
            taken.relics.length,
            { name: names, worth },
          )
        : tn(
            'For leaving alone: a relic worth {worth}.',
            'For leaving alone: {n} relics worth {worth} in all.',
            taken.relics.length,
            { worth },
          ),
    );
  }
  if (stayers.length === 0) said.push(t('Nobody is left in the cave.'));
  return said;
}
