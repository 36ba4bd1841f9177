// @ts-check
/**
 * The recap of a cave: what each player brought home or lost, and the chests now.
 *
 * @typedef {object} Ending the end of a cave for one seat
 * @property {number} seat
 * @property {number | null} lost null if the player came home
 * @property {number | null} gained null if the player lost everything, or if it is hidden
 * @property {number} relics number of relics taken home
 * @property {number | null} chest null while it is closed
 *
 * @typedef {{round: number, last: boolean, endings: Ending[]}} Recap
 */
/** @import { GameEvent } from './events.js' */
/** @import { GameView, TableView } from './types.js' */
import { findFact } from './facts.js';
import { gainOf } from './scores.js';

/**
 * Return whether some facts end with the end of a cave, and not with the first card of the next.
 * @param {readonly GameEvent[]} facts
 */
export function endsCave(facts) {
  const kinds = facts.map((fact) => fact.event);
  return kinds.lastIndexOf('ExpeditionEnded') > kinds.lastIndexOf('CardTurned');
}

/**
 * Return the recap of the cave that just ended.
 * @param {Pick<GameView, 'history' | 'players' | 'closed' | 'chests'>} game
 * @param {number | null} seat the seat whose closed chest may be shown here, if any
 * @returns {Recap | null} null if no cave has just ended
 */
export function recapOf(game, seat) {
  const { history, players, closed, chests } = game;
  const end = history.map((fact) => fact.event).lastIndexOf('ExpeditionEnded');
  const ended = history[end];
  if (ended?.event !== 'ExpeditionEnded' || !endsCave(history)) return null;
  const began = history.slice(0, end).map((fact) => fact.event);
  const facts = history.slice(began.lastIndexOf('ExpeditionBegan'), end);
  const bust = findFact(facts, 'Bust');
  const endings = Array.from({ length: players }, (_, at) => {
    const told = !closed || at === seat;
    const lost = bust?.seats.includes(at) ? bust.lost : null;
    const taken = facts.filter((fact) => fact.event === 'RelicsTaken' && fact.seat === at);
    return {
      seat: at,
      lost,
      gained: told && lost === null ? gainOf(facts, at) : null,
      relics: taken.reduce((sum, fact) => sum + (fact.event === 'RelicsTaken' ? fact.relics.length : 0), 0),
      chest: told ? chests[at] : null,
    };
  });
  return { round: ended.round, last: findFact(history.slice(end), 'GameEnded') !== undefined, endings };
}

/**
 * Return the view with closed chests hidden, also after the game until its end has been shown.
 * @param {TableView} view
 * @param {number | null} seat the seat whose closed chest may be shown, if any
 * @returns {TableView}
 */
export function closeChests(view, seat) {
  const { game } = view;
  if (!game?.closed) return view;
  return { ...view, game: { ...game, chests: game.chests.map((held, at) => (at === seat ? held : null)) } };
}
