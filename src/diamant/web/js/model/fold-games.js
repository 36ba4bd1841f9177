// @ts-check
/**
 * Fold the events of a table's games, from the settings to the rematch.
 */
/** @import { CourseEvent, GameEvent } from './events.js' */
/** @import { Editions, Seat, TableView } from './types.js' */
import { tidyShuffle } from './fold-shuffle.js';
import { gameAfter, newGame } from './game.js';
import { changeSeat, clearChoices, editionOf, fresh, knows, mostPlayers, ownSeats, SEAT_LETTERS } from './seats.js';

/**
 * @type {{[Kind in CourseEvent['event']]?:
 *   (view: TableView, event: Extract<CourseEvent, {event: Kind}>, editions: Editions) => void}}
 */
export const GAMES = {
  SettingsChanged(view, event, editions) {
    // The next look brings the new edition, if any.
    if (event.settings.edition_text !== view.settings.edition_text) view.own_edition = null;
    view.settings = event.settings;
    if (view.phase !== 'lobby') return;
    const most = mostPlayers(view, editions);
    view.seats = [...view.seats, ...new Array(most).fill(null)].slice(0, most);
    view.seats = view.seats.map((seat) => seat && fresh(view, seat, seat.seat));
  },
  ShuffleAbandoned: toLobby,
  PlayBegan(view, _, editions) {
    const edition = editionOf(view, view.settings.edition, editions);
    const own = ownSeats(view);
    view.phase = 'break';
    view.games += 1;
    view.deadline = null;
    if (!edition) return;
    const seat = own.length === 1 ? own[0] : null;
    view.game = newGame(edition, view.seats.length, seat, view.settings.closed);
  },
  CardTurned(view, event, editions) {
    factsHappen(view, event, editions);
    if (event.turn === null) {
      view.phase = 'break';
      view.deadline = null;
      clearChoices(view, true);
    } else {
      view.phase = 'cave';
      view.turn = event.turn;
      view.deadline = event.deadline;
    }
  },
  ChoiceMade: seatChose,
  // The clock chose for the seat; its choice appears with the others.
  ChoiceMissed: seatChose,
  ChoicesRevealed(view, event, editions) {
    factsHappen(view, event, editions);
    for (const at of event.bets_won) {
      const seat = view.seats[at];
      if (seat) changeSeat(view, at, { bets_won: seat.bets_won + 1 });
    }
    const ended = !view.game || view.game.phase === 'over' || view.game.cards.length === 0;
    clearChoices(view, event.leavers.length > 0 || ended);
    view.phase = 'break';
    view.deadline = null;
  },
  BreakBegan(view, event) {
    view.deadline = event.deadline;
  },
  BetMade(view, event) {
    const seat = view.seats[event.seat];
    if (!seat) return;
    const made = seat.bets_made + (seat.bet === null ? 1 : 0);
    changeSeat(view, event.seat, { bet: event.on, bets_made: made });
  },
  GameFinished(view, event) {
    over(view);
    view.fairness = { ...view.fairness, seed: event.seed };
  },
  GameAbandoned(view, event, editions) {
    // Before the first card the table returns to the lobby with a new commitment.
    if (event.commitment !== null) toLobby(view, { commitment: event.commitment }, editions);
    else over(view);
  },
  RematchBegan: toLobby,
  Paused(view, event) {
    view.paused = true;
    view.asking = event.asking;
  },
  Resumed(view, event) {
    goesOn(view);
    view.deadline = event.deadline;
  },
  ClockMoved(view, event) {
    view.deadline = event.deadline;
    view.guests = view.guests.map((guest) => ({
      ...guest,
      away_since: guest.away_since === null ? null : guest.away_since - event.back,
    }));
  },
  TableClosed(view) {
    clearChoices(view, true);
    view.phase = 'closed';
    view.deadline = null;
    goesOn(view);
  },
};

/**
 * @param {TableView} view
 * @param {{seat: number}} event
 */
function seatChose(view, event) {
  const seat = view.seats[event.seat];
  if (seat && knows(view, seat)) changeSeat(view, event.seat, { chosen: true });
}

/**
 * @param {TableView} view
 * @param {{facts: GameEvent[]}} event
 * @param {Editions} editions
 */
function factsHappen(view, event, editions) {
  if (view.game) view.game = gameAfter(view.game, event.facts, editionOf(view, view.game.edition, editions));
}

/**
 * @param {TableView} view
 * @param {{commitment: string}} event
 * @param {Editions} editions
 */
function toLobby(view, { commitment }, editions) {
  const { shuffle, restarts, nonces } = view.fairness;
  const given = view.game?.phase === 'over' ? 0 : restarts + Number(nonces.some(Boolean));
  view.phase = 'lobby';
  /** @type {(Seat | null)[]} */
  const seats = new Array(mostPlayers(view, editions)).fill(null);
  for (const seat of view.seats) {
    const at = seat ? SEAT_LETTERS.indexOf(seat.letter) : -1;
    if (seat) seats[at] = fresh(view, seat, at);
  }
  view.seats = seats;
  view.game = null;
  view.deadline = null;
  goesOn(view);
  view.fairness = { ...view.fairness, shuffle: shuffle + 1, restarts: given, commitment, seed: null };
  tidyShuffle(view);
}

/** @param {TableView} view */
function over(view) {
  clearChoices(view, true);
  view.phase = 'over';
  view.deadline = null;
  goesOn(view);
}

/** @param {TableView} view */
function goesOn(view) {
  view.paused = false;
  view.asking = false;
}
