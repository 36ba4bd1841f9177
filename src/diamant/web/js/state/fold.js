// @ts-check
/**
 * From one moment of a table to the next: `fold(view, event)` is what the server would show.
 *
 * Some things cannot be told by an event, the cards left in the deck above all; `lookAfter` says
 * when the server has to be asked for them with a `Look`.
 *
 * @typedef {import('./types.js').View} View
 * @typedef {import('./types.js').Event} Event
 * @typedef {import('./types.js').Seat} Seat
 * @typedef {import('./types.js').Hand} Hand
 * @typedef {import('./types.js').Edition} Edition
 * @typedef {Record<string, Edition>} Editions
 */
import { gameAfter, newGame } from './game.js';

const MOST_PLAYERS = 8;

/**
 * The view after an event. One that is known already changes nothing.
 * @param {View} view
 * @param {Event} event
 * @param {Editions} editions
 * @returns {View}
 */
export function fold(view, event, editions) {
  if (!isNews(view, event)) return view;
  const next = { ...view, number: Math.max(view.number, event.number) };
  CHANGES[event.event]?.(next, event, editions);
  next.hands = handsAfter(view, next, event);
  if (next.phase !== 'cave' || event.event === 'CardTurned') next.odds = null;
  return next;
}

/**
 * Whether an event tells something new. An event for this device alone bears the number of the
 * last one that everybody was told; it says how things stand, so that it may come twice.
 * @param {View} view
 * @param {Event} event
 */
export function isNews(view, event) {
  if (event.number > view.number) return true;
  return event.number === view.number && event.event === 'ChoiceMade' && view.phase === 'cave';
}

/**
 * What the server has to be asked for after an event: `all` where the view may be wrong or
 * incomplete, `numbers` where only the cards left and the odds are old, else null.
 * @param {View} before
 * @param {Event} event
 * @param {View} after
 * @returns {'all' | 'numbers' | null}
 */
export function lookAfter(before, event, after) {
  const kind = event.event;
  if (before === after) return null;
  if (kind === 'SettingsChanged') return 'all';
  if (kind === 'GameFinished' || kind === 'PlayBegan') return 'all';
  const mine = (/** @type {View} */ view) => ownSeats(view).join();
  // Chests, choices and what this device may know of the game hang on which seats are its own.
  if (after.game && mine(before) !== mine(after)) return 'all';
  return kind === 'CardTurned' || kind === 'ChoicesRevealed' ? 'numbers' : null;
}

/**
 * The seats of this device.
 * @param {View} view
 * @returns {number[]}
 */
export function ownSeats(view) {
  /** @type {number[]} */
  const own = [];
  view.seats.forEach((seat, at) => {
    if (seat && view.you !== null && seat.guest === view.you) own.push(at);
  });
  return own;
}

/** @type {Record<string, (view: View, event: Event, editions: Editions) => void>} */
const CHANGES = {
  GuestJoined(view, event) {
    const guests = view.guests.filter(({ guest }) => guest !== event.guest);
    view.guests = [...guests, { guest: event.guest, present: false, screen: event.screen }];
  },
  GuestGone(view, event) {
    view.guests = view.guests.filter(({ guest }) => guest !== event.guest);
    view.seats = view.seats.map((seat) => {
      if (seat === null) return null;
      if (seat.guest === event.guest) return vacated(view, seat);
      return seat.promised?.guest === event.guest ? { ...seat, promised: null } : seat;
    });
    tidyShuffle(view);
  },
  ScreenSet(view, event) {
    changeGuest(view, event.guest, { screen: event.screen });
  },
  Connected(view, event) {
    changeGuest(view, event.guest, { present: true });
  },
  Disconnected(view, event) {
    changeGuest(view, event.guest, { present: false });
  },
  HostChanged(view, event) {
    view.host = event.guest;
  },
  SeatTaken(view, event) {
    const old = view.seats[event.seat];
    const { name, colour, shape, guest } = event;
    const worn = { name, colour, shape, guest, promised: null };
    /** @type {Seat} */
    const seat = old ? { ...old, ...worn } : { ...emptySeat(event.seat), ...worn };
    seat.bot = seat.stand_in ? view.settings.bots : null;
    seat.chosen = knows(view, seat) ? (old?.chosen ?? false) : null;
    putSeat(view, event.seat, seat);
    tidyShuffle(view);
  },
  SeatPromised(view, event) {
    changeSeat(view, event.seat, { promised: { guest: event.guest, name: event.name } });
  },
  SeatLeft(view, event) {
    const seat = view.seats[event.seat];
    if (!seat) return;
    putSeat(view, event.seat, seat.promised ? { ...seat, promised: null } : vacated(view, seat));
    tidyShuffle(view);
  },
  SeatRenamed(view, event) {
    changeSeat(view, event.seat, { name: event.name });
  },
  SeatDressed(view, event) {
    changeSeat(view, event.seat, { colour: event.colour, shape: event.shape });
  },
  SeatMoved(view, event) {
    changeSeat(view, event.seat, { guest: event.guest });
    const seat = view.seats[event.seat];
    if (seat && !view.settings.show_chosen) seat.chosen = knows(view, seat) ? false : null;
  },
  BotSat(view, event) {
    const { name, colour, shape } = event;
    const seat = { ...emptySeat(event.seat), name, colour, shape };
    seat.bot = event.level ?? view.settings.bots;
    seat.chosen = knows(view, seat) ? false : null;
    putSeat(view, event.seat, seat);
    tidyShuffle(view);
  },
  BotRemoved(view, event) {
    putSeat(view, event.seat, null);
    tidyShuffle(view);
  },
  SeatTakenOver(view, event) {
    changeSeat(view, event.seat, { stand_in: event.why, bot: view.settings.bots });
  },
  SeatHandedBack(view, event) {
    changeSeat(view, event.seat, { stand_in: null, bot: null });
  },
  SettingsChanged(view, event, editions) {
    view.settings = event.settings;
    if (view.phase !== 'lobby') return;
    const most = mostPlayers(view, editions);
    view.seats = [...view.seats, ...new Array(most).fill(null)].slice(0, most);
    view.seats = view.seats.map((seat) => seat && fresh(view, seat, seat.seat));
  },
  GameStarted(view, event) {
    const order = /** @type {number[]} */ (event.order);
    view.phase = 'hashes';
    view.deadline = event.deadline;
    view.seats = order.map((from, at) => {
      const seat = view.seats[from];
      return seat ? fresh(view, seat, at) : null;
    });
    const none = view.seats.map(() => null);
    view.fairness = { ...view.fairness, hashes: none, nonces: none };
  },
  NoncePromised(view, event) {
    const hashes = view.fairness.hashes.slice();
    hashes[event.seat] = event.hash;
    view.fairness = { ...view.fairness, hashes };
  },
  NoncesAwaited(view, event) {
    view.phase = 'nonces';
    view.deadline = event.deadline;
  },
  NonceShown(view, event) {
    const nonces = view.fairness.nonces.slice();
    nonces[event.seat] = event.nonce;
    view.fairness = { ...view.fairness, nonces };
  },
  ShuffleAbandoned(view, event, editions) {
    toLobby(view, event.commitment, editions);
  },
  PlayBegan(view, event, editions) {
    const edition = editions[view.settings.edition];
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
  ChoiceMade(view, event) {
    const seat = view.seats[event.seat];
    if (seat && knows(view, seat)) changeSeat(view, event.seat, { chosen: true });
  },
  ChoiceMissed(view, event) {
    const seat = view.seats[event.seat];
    if (seat && knows(view, seat)) changeSeat(view, event.seat, { chosen: true });
  },
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
    if (view.game === null) toLobby(view, event.commitment, editions);
    else over(view);
  },
  RematchBegan(view, event, editions) {
    toLobby(view, event.commitment, editions);
  },
  Paused(view) {
    view.paused = true;
  },
  Resumed(view, event) {
    view.paused = false;
    view.deadline = event.deadline;
  },
  ClockMoved(view, event) {
    view.deadline = event.deadline;
  },
  TableClosed(view) {
    clearChoices(view, true);
    view.phase = 'closed';
    view.deadline = null;
    view.paused = false;
  },
};

/**
 * What only this device knows of its seats.
 * @param {View} before
 * @param {View} after
 * @param {Event} event
 * @returns {Hand[]}
 */
function handsAfter(before, after, event) {
  const own = ownSeats(after);
  const game = after.game;
  const alone = own.length === 1;
  const renumbered = event.event === 'GameStarted';
  return own.map((seat) => {
    const old = renumbered ? undefined : before.hands.find((hand) => hand.seat === seat);
    let choice = alone && old ? old.choice : null;
    if (alone && event.seat === seat) {
      if (event.event === 'ChoiceMade' && 'leave' in event) choice = event.leave;
      if (event.event === 'ChoiceMissed') choice = after.settings.timeout === 'leave';
    }
    if (!after.seats[seat]?.chosen) choice = null;
    if (!game) return { seat, choice, carried: null, chest: null };
    const carried = game.in_cave.includes(seat) ? game.carried : 0;
    const gained = before.game === null ? 0 : gainOf(seat, event);
    const chest = game.scores ? game.scores[seat] : (old?.chest ?? 0) + gained;
    return { seat, choice, carried, chest };
  });
}

/**
 * What a seat put into its chest at an event.
 * @param {number} seat
 * @param {Event} event
 * @returns {number}
 */
function gainOf(seat, event) {
  let points = 0;
  for (const fact of event.facts ?? []) {
    if (fact.seat !== seat) continue;
    if (fact.event === 'Banked') points += fact.carried + fact.share;
    if (fact.event === 'RelicsTaken') for (const relic of fact.relics) points += relic.worth;
  }
  return points;
}

/**
 * @param {View} view
 * @param {Event} event
 * @param {Editions} editions
 */
function factsHappen(view, event, editions) {
  if (view.game) view.game = gameAfter(view.game, event.facts, editions[view.game.edition]);
}

/**
 * @param {View} view
 * @param {string} commitment
 * @param {Editions} editions
 */
function toLobby(view, commitment, editions) {
  view.phase = 'lobby';
  const taken = view.seats.filter((seat) => seat !== null);
  const seats = taken.map((seat, at) => fresh(view, /** @type {Seat} */ (seat), at));
  const most = mostPlayers(view, editions);
  view.seats = [...seats, ...new Array(Math.max(0, most - seats.length)).fill(null)];
  view.game = null;
  view.deadline = null;
  view.paused = false;
  view.fairness = { ...view.fairness, commitment, seed: null };
  tidyShuffle(view);
}

/** @param {View} view */
function over(view) {
  clearChoices(view, true);
  view.seats = view.seats.map((seat) => seat && { ...seat, promised: null });
  view.phase = 'over';
  view.deadline = null;
  view.paused = false;
}

/**
 * @param {View} view
 * @param {boolean} bets
 */
function clearChoices(view, bets) {
  view.seats = view.seats.map(
    (seat) =>
      seat && {
        ...seat,
        chosen: knows(view, seat) ? false : null,
        bet: bets ? null : seat.bet,
      },
  );
}

/**
 * In the lobby nobody has a part in the shuffle yet, and there is one place for each taken seat.
 * @param {View} view
 */
function tidyShuffle(view) {
  if (view.phase !== 'lobby') return;
  const none = view.seats.filter((seat) => seat !== null).map(() => null);
  view.fairness = { ...view.fairness, hashes: none, nonces: none };
}

/**
 * @param {View} view
 * @param {Editions} editions
 */
function mostPlayers(view, editions) {
  return editions[view.settings.edition]?.players.most ?? MOST_PLAYERS;
}

/**
 * Whether this device may know that a seat has chosen.
 * @param {View} view
 * @param {Seat} seat
 */
function knows(view, seat) {
  return view.settings.show_chosen || (view.you !== null && seat.guest === view.you);
}

/**
 * @param {View} view
 * @param {Seat} seat
 * @param {number} at
 * @returns {Seat}
 */
function fresh(view, seat, at) {
  const chosen = knows(view, seat) ? false : null;
  return { ...seat, seat: at, chosen, bet: null, bets_won: 0, bets_made: 0 };
}

/**
 * @param {View} view
 * @param {Seat} seat
 * @returns {Seat | null}
 */
function vacated(view, seat) {
  if (view.phase === 'lobby') return null;
  const left = { ...seat, guest: null, bot: view.settings.bots, stand_in: null };
  return { ...left, chosen: knows(view, left) ? seat.chosen : null };
}

/**
 * @param {number} at
 * @returns {Seat}
 */
function emptySeat(at) {
  return {
    seat: at,
    name: '',
    colour: 0,
    shape: 0,
    guest: null,
    bot: null,
    stand_in: null,
    promised: null,
    chosen: null,
    bet: null,
    bets_won: 0,
    bets_made: 0,
  };
}

/**
 * @param {View} view
 * @param {number} at
 * @param {Seat | null} seat
 */
function putSeat(view, at, seat) {
  view.seats = view.seats.map((old, place) => (place === at ? seat : old));
}

/**
 * @param {View} view
 * @param {number} at
 * @param {Partial<Seat>} change
 */
function changeSeat(view, at, change) {
  const seat = view.seats[at];
  if (seat) putSeat(view, at, { ...seat, ...change });
}

/**
 * @param {View} view
 * @param {string} guest
 * @param {Partial<import('./types.js').Guest>} change
 */
function changeGuest(view, guest, change) {
  view.guests = view.guests.map((known) => (known.guest === guest ? { ...known, ...change } : known));
}
