// @ts-check
/** Texts for events about people; narration.js has the texts for the cave. */
/** @import { TableEvent } from '../model/events.js' */
/** @import { TableView } from '../model/types.js' */
import { ONLOOKER } from '../model/seats.js';
import { list, mark, t, tn } from './i18n.js';

/**
 * Return the text for an event about people, if any: who joined, who is away, who plays for whom.
 * @param {TableEvent} event
 * @param {TableView} before
 * @param {TableView} after
 * @returns {string}
 */
export function sayEvent(event, before, after) {
  const own = after.you;
  const at = ('seat' in event ? event.seat : null) ?? ONLOOKER;
  const seat = after.seats[at] ?? before.seats[at];
  const name = seat?.name ?? '';
  const hostName = nameOf(before, before.host);
  switch (event.event) {
    case 'SeatTakenOver':
      if (seat?.guest === own) return t('A bot is playing for you. Make a choice to rejoin the game.');
      if (event.why === 'host') return t('A bot is playing for {name}.', { name });
      return t("{name} is away. A bot is playing until they're back.", { name });
    case 'SeatHandedBack':
      if (seat?.guest === own) return '';
      // At a rematch everyone present plays in person again, which needs no text.
      if (after.phase === 'lobby' && isPresent(before, seat?.guest)) return '';
      return t('{name} is back.', { name });
    case 'Connected':
      if (event.guest !== before.host || event.guest === own || !hostName) return '';
      return t('{name} is back.', { name: hostName });
    case 'Disconnected':
      if (event.guest !== before.host || event.guest === own) return '';
      return hostName ? t('{name}, the host, is away.', { name: hostName }) : t('The host is away.');
    case 'SeatTaken':
      if (event.guest !== own) return t('{name} took a seat.', { name: event.name });
      return before.seats.some((one) => one?.promised?.guest === own) ? t("You're in the game now.") : '';
    case 'SeatLeft':
      return seat?.guest === own || before.seats[event.seat]?.guest === own
        ? ''
        : t('{name} left the table.', { name });
    case 'SeatMoved':
      if (before.seats[at]?.guest !== own || event.guest === own) return '';
      // A seat whose owner returns goes back; an absent guest plays on no device.
      return event.by_other && !isPresent(after, event.guest)
        ? ''
        : t('{name} is now playing on the other device.', { name });
    case 'GuestGone': {
      if (event.guest === own) return '';
      const left = before.seats.find((one) => one?.guest === event.guest);
      if (!left) return '';
      const sent = event.why === 'kicked' || event.why === 'blocked';
      if (after.phase === 'lobby')
        return sent
          ? t('{name} was removed from the table.', { name: left.name })
          : t('{name} left the table.', { name: left.name });
      if (sent) return t('{name} was removed from the table. A bot takes over.', { name: left.name });
      return t('{name} left the table. A bot takes over.', { name: left.name });
    }
    case 'HostChanged':
      return sayHost(event, before, after);
    case 'ShuffleAbandoned':
      return t('Someone left during the shuffle. Start again.');
    case 'ChoiceMissed':
      return seat?.guest === own ? t("Time's up! The clock chose for you.") : '';
    case 'GameAbandoned':
      // The end screen says so itself, but the lobby does not. The host needs no message.
      return after.phase === 'lobby' && after.host !== own ? t('The host ended the game.') : '';
    default:
      return '';
  }
}

/**
 * Return the text for a new host, permanent or temporary.
 * @param {{guest: string | null, lent: boolean}} event
 * @param {TableView} before
 * @param {TableView} after
 * @returns {string}
 */
function sayHost({ guest, lent }, before, after) {
  if (guest === null) return '';
  const returned = !lent && guest === before.keeper;
  const keeper = lent && guest !== after.keeper ? nameOf(after, after.keeper) : '';
  if (guest === after.you) {
    if (returned) return t("You're the host again.");
    return keeper ? t("You're the host until {name} is back.", { name: keeper }) : t("You're the host now.");
  }
  const name = nameOf(after, guest);
  if (!name) return t('Someone else is the host now.');
  if (returned) return t('{name} is the host again.', { name });
  return keeper
    ? t('{name} is the host until {keeper} is back.', { name, keeper })
    : t('{name} is the host now.', { name });
}

/**
 * Return a guest's name: the name on their first seat, even if someone else plays it.
 * @param {TableView} view
 * @param {string | null} guest
 */
function nameOf(view, guest) {
  return view.seats.find((seat) => seat !== null && guest !== null && seat.guest === guest)?.name ?? '';
}

/** @param {TableView} view @param {string | null | undefined} guest */
function isPresent(view, guest) {
  return view.guests.some((one) => one.guest === guest && one.present);
}

/**
 * Return the texts for bets that a reveal decides: the winners for everyone, and the loss for the loser only.
 * @param {{leavers: number[], bets_won: number[]}} event
 * @param {TableView} view before the reveal
 * @returns {string[]}
 */
export function sayBets({ leavers, bets_won: won }, view) {
  if (!leavers.length) return [];
  const names = list(leavers.map((at) => view.seats[at]?.name ?? ''));
  return view.seats.flatMap((seat, at) => {
    if (!seat || seat.bet === null) return [];
    const own = seat.guest !== null && seat.guest === view.you;
    if (!won.includes(at)) return own ? [t('You lost your bet. At camp: {names}.', { names })] : [];
    const on = view.seats[seat.bet]?.name ?? '';
    return [
      own
        ? t('{name} left. You win your bet!', { name: on })
        : t('{name} left. {winner} wins the bet!', { name: on, winner: seat.name }),
    ];
  });
}

/** The names of the bot levels. */
export const STRENGTHS = {
  easy: mark('easy'),
  medium: mark('medium'),
  hard: mark('hard'),
  champion: mark('champion'),
};

/** @param {string | null} level @returns {string} */
export function strengthWord(level) {
  const word = STRENGTHS[/** @type {keyof typeof STRENGTHS} */ (level)];
  return word ? t(word) : '';
}

/**
 * Return the text for a player's result in bets.
 * @param {{bets_won: number, bets_made: number}} seat
 * @returns {string}
 */
export function betsWon({ bets_won: won, bets_made: made }) {
  return t('Bets won: {won} of {made}', { won, made });
}

const NAMED = 3; // Players who wait do not read longer lists.

/**
 * Return the text for players who have not chosen, if the table shows who has.
 * @param {TableView} view
 * @param {number[]} [own] seats of this device, which know it themselves
 * @returns {string}
 */
export function sayAwaited(view, own = []) {
  if (view.phase !== 'cave' || view.paused || !view.settings.show_chosen) return '';
  const inside = (view.game?.in_cave ?? []).filter((at) => !own.includes(at));
  const names = inside.flatMap((at) => (view.seats[at]?.chosen === false ? [view.seats[at]?.name ?? ''] : []));
  if (!names.length) return '';
  if (names.length > NAMED) return tn('Waiting for {n} player.', 'Waiting for {n} players.', names.length);
  return t('Waiting for {names}.', { names: list(names) });
}
