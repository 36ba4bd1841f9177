// @ts-check
/**
 * How a cave ended for everybody: what each brought home or lost, and the chests as they are now.
 *
 * @typedef {object} Ending how a cave ended for one seat
 * @property {number} seat
 * @property {number | null} lost null for who came home
 * @property {number | null} gained null for who came home with nothing that may be told
 * @property {number} relics how many came home
 * @property {number | null} chest null while it is closed
 *
 * @typedef {{round: number, last: boolean, endings: Ending[]}} Recap
 */
/** @import { GameEvent } from './events.js' */
/** @import { GameView, TableView } from './types.js' */
import { findFact } from './facts.js';
import { gainOf } from './scores.js';

/**
 * Whether some facts end with a cave's end, and not with the first card of the next.
 * @param {readonly GameEvent[]} facts
 */
export function endsCave(facts) {
  const kinds = facts.map((fact) => fact.event);
  return kinds.lastIndexOf('ExpeditionEnded') > kinds.lastIndexOf('CardTurned');
}

/**
 * How the cave before this moment ended.
 * @param {Pick<GameView, 'history' | 'players' | 'closed' | 'chests'>} game
 * @param {number | null} seat whose closed chest may be shown here, if anybody's
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
 * A view in which closed chests are closed, also when the game is over and its end is yet to be told.
 * @param {TableView} view
 * @param {number | null} seat whose closed chest may be shown, if anybody's
 * @returns {TableView}
 */
export function closeChests(view, seat) {
  const { game } = view;
  if (!game?.closed) return view;
  return { ...view, game: { ...game, chests: game.chests.map((held, at) => (at === seat ? held : null)) } };
}
