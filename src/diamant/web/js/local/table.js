// @ts-check
/**
 * A table on this device, without clock or server: one person plays against bots. It accepts a solo game's commands
 * and sends the same events as a server's table (docs/table.md), so that the page needs no special case.
 *
 * Randomness, time and timers are arguments. A table is saved as its causes: the seed, the nonce and the leavers
 * after each card. Opening a saved table replays them.
 *
 * @typedef {{type: string, id: number} & Record<string, any>} Message
 *
 * @typedef {object} Ports
 * @property {() => number} now in milliseconds
 * @property {(bytes: number) => Uint8Array} random
 * @property {(call: () => void, ms: number) => any} schedule
 * @property {(timer: any) => void} cancel
 * @property {(saved: SavedTable | null) => void} keep saves the data for a later visit, before events are sent
 *
 * @typedef {{name: string, color: number, shape: number, bot: string | null}} Player the first one is the person,
 *   with no bot
 *
 * @typedef {object} SavedTable
 * @property {string} edition
 * @property {string} level
 * @property {Player[]} players
 * @property {number} games
 * @property {number} began
 * @property {string} seed in hexadecimal
 * @property {number} shuffle its number; the first one is the time, so that no other table of this device has the same
 * @property {number} restarts
 * @property {string | null} nonce the person's, once shown
 * @property {number[][]} course the leavers after each card that allowed a choice
 * @property {boolean} going whether there is a game to resume
 */
/** @import { TableEvent } from '../model/events.js' */
/** @import { Edition, Refusal, TableView } from '../model/types.js' */
/** @import { Game } from '../rules/game.js' */
import { leavingChance } from '../bots/bots.js';
import { commitmentOf, dealOrder, fromHex, nonceHash, SEED_BYTES, toHex, VERSION } from '../fair/dealer.js';
import { layOut } from '../model/deck.js';
import { fold } from '../model/fold.js';
import { isHurried } from '../model/seats.js';
import { toldTable } from '../model/told-table.js';
import { decide, start, turn } from '../rules/game.js';
import { writeRecord } from './record.js';

/** The tempo of a server's table (table/play.py, table/bot_player.py). */
export const TEMPO = { shown: 2800, bustShown: 5000, leastThought: 700, mostThought: 3500, hurried: 1000 };

const ME = 0;
const SHUFFLE_MS = 10_000;

/** A command that the table refuses; the code is one of docs/table.md. */
class Refused extends Error {}

export class LocalTable {
  /**
   * @param {string} id
   * @param {Edition} edition
   * @param {Pick<SavedTable, 'level' | 'players'> & Partial<SavedTable>} from the players, or a whole saved table
   * @param {Ports} ports
   */
  constructor(id, edition, from, ports) {
    this.id = id;
    this.edition = edition;
    this.ports = ports;
    /** Called with all events. @type {(events: TableEvent[]) => void} */
    this.onEvents = () => {};
    /** @type {SavedTable} */
    this.saved = {
      edition: edition.id,
      level: from.level,
      players: from.players,
      games: 0,
      began: 0,
      seed: from.seed ?? toHex(ports.random(SEED_BYTES)),
      shuffle: from.shuffle ?? ports.now(),
      restarts: from.restarts ?? 0,
      nonce: null,
      course: [],
      going: false,
    };
    /** @type {Game | null} */
    this.game = null;
    /** The cards of this cave in deck order. @type {string[]} */
    this.order = [];
    /** Choices since the last card, by seat. @type {Map<number, boolean>} */
    this.choices = new Map();
    /** @type {any[]} */
    this.timers = [];
    /** The purpose of the current timers. */
    this.waiting = '';
    /** Whether a page is watching, so that time passes. */
    this.awake = false;
    this.view = this.lobby();
    if (from.nonce) this.resume(/** @type {SavedTable} */ (from));
  }

  /** @returns {TableView} */
  lobby() {
    const { level, players, shuffle, restarts } = this.saved;
    const told = toldTable(
      this.id,
      this.edition,
      players.map(({ name }) => name),
    );
    return {
      ...told,
      phase: 'lobby',
      settings: { ...told.settings, bots: level, thinking: true, odds: true, visibility: 'private' },
      host: told.you,
      keeper: told.you,
      seats: told.seats.map((seat, at) => {
        const { color, shape } = players[at];
        return seat && { ...seat, color, shape, bot: at === ME ? null : level };
      }),
      hands: [{ seat: ME, choice: null, carried: null, chest: null }],
      games: 0,
      fairness: {
        ...{ ...told.fairness, dealer: VERSION, shuffle, restarts },
        ...{ commitment: this.commitment(), hashes: [], nonces: [] },
      },
      game: null,
    };
  }

  commitment() {
    return commitmentOf(fromHex(this.saved.seed));
  }

  /**
   * Replay a saved table without sending events.
   * @param {SavedTable} from
   */
  resume({ games, began, nonce, course }) {
    const shown = /** @type {string} */ (nonce);
    this.view = { ...this.view, games: games - 1 };
    this.start();
    this.promiseNonce({ seat: ME, hash: nonceHash(this.commitment(), ME, fromHex(shown)) });
    this.showNonce({ seat: ME, nonce: shown });
    this.saved.began = began;
    for (const leavers of course) {
      if (this.view.phase === 'break') this.tell(this.turned());
      this.tell(this.revealed(leavers));
    }
  }

  /** Start the timers, because a page is watching. */
  wake() {
    this.awake = true;
    this.wait();
  }

  /** Stop the timers, because no page is watching. */
  rest() {
    this.awake = false;
    this.settle();
  }

  /**
   * Handle a command.
   * @param {Message} message
   * @returns {Refusal | null}
   */
  take(message) {
    const command = COMMANDS[message.type];
    try {
      if (!command) throw new Refused('not-now');
      command(this, message);
      return null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { code: error.message, params: { phase: this.view.phase }, text: '' };
    }
  }

  /** Return the record of the game that has just ended. */
  record() {
    const { players, seed, began } = this.saved;
    const { commitment, dealer, shuffle: number, restarts } = this.view.fairness;
    return writeRecord({
      game: /** @type {Game} */ (this.game).view,
      names: players.map(({ name }) => name),
      day: new Date(began).toISOString().slice(0, 10),
      shuffle: { dealer, commitment, seed, nonces: this.nonces().map(toHex), number, restarts },
    });
  }

  /** Return the nonces; bots give none. */
  nonces() {
    const { players, nonce } = this.saved;
    return players.map((_, seat) => (seat === ME && nonce ? fromHex(nonce) : new Uint8Array()));
  }

  start() {
    this.check('lobby');
    const order = this.view.seats.flatMap((seat, at) => (seat ? [at] : []));
    this.tell([{ event: 'GameStarted', order, deadline: this.ports.now() + SHUFFLE_MS }]);
  }

  /** @param {{seat: number, hash: string}} message */
  promiseNonce({ seat, hash }) {
    this.check('hashes', seat);
    this.tell([
      { event: 'NoncePromised', seat, hash },
      { event: 'NoncesAwaited', deadline: this.ports.now() + SHUFFLE_MS },
    ]);
  }

  /** @param {{seat: number, nonce: string}} message */
  showNonce({ seat, nonce }) {
    this.check('nonces', seat);
    if (nonceHash(this.commitment(), seat, fromHex(nonce)) !== this.view.fairness.hashes[seat]) {
      throw new Refused('nonce-differs');
    }
    Object.assign(this.saved, { nonce, began: this.ports.now(), course: [], going: true, games: this.view.games + 1 });
    this.game = start(this.edition, this.saved.players.length);
    this.tell([{ event: 'NonceShown', seat, nonce }, { event: 'PlayBegan' }, ...this.turned()]);
  }

  /** @param {{seat: number, turn: number, leave: boolean}} message */
  choose({ seat, turn: at, leave }) {
    if (this.view.phase !== 'cave' || at !== this.view.turn) throw new Refused('turn-over');
    if (!this.inside().includes(seat)) throw new Refused('not-in-cave');
    this.check('cave', seat);
    this.chosen(seat, leave);
  }

  /** @param {{turn: number}} message */
  endBreak({ turn: at }) {
    if (this.view.phase !== 'break' || at !== this.view.turn) throw new Refused('turn-over');
    this.tell(this.turned());
  }

  /** @param {{seat: number, on: number}} message */
  bet({ seat, on }) {
    this.check('cave', seat);
    if (this.inside().includes(seat)) throw new Refused('bet-inside');
    if (!this.inside().includes(on)) throw new Refused('bet-on-camp');
    this.tell([{ event: 'BetMade', seat, on }]);
  }

  endGame() {
    this.saved.going = false;
    this.ports.keep(null);
    this.tell([{ event: 'GameAbandoned', commitment: null }]);
  }

  rematch() {
    this.check('over');
    this.saved.seed = toHex(this.ports.random(SEED_BYTES));
    this.saved.nonce = null;
    this.game = null;
    this.tell([{ event: 'RematchBegan', commitment: this.commitment() }]);
    const { shuffle, restarts } = this.view.fairness;
    Object.assign(this.saved, { shuffle, restarts });
  }

  /**
   * Refuse a command in the wrong phase, or for another player's seat.
   * @param {string} phase
   * @param {number} [seat]
   */
  check(phase, seat = ME) {
    if (this.view.phase !== phase || seat !== ME) throw new Refused('not-now');
  }

  inside() {
    return this.game?.view.in_cave ?? [];
  }

  /**
   * Return the events of the next card.
   * @returns {Told[]}
   */
  turned() {
    const game = /** @type {Game} */ (this.game);
    const { cards, round, deck } = game.view;
    const seed = fromHex(this.saved.seed);
    if (!cards.length) this.order = dealOrder(seed, this.nonces(), round, layOut(this.edition, deck));
    const card = this.order[cards.length];
    const { game: after, facts } = turn(game, card);
    this.game = after;
    this.choices.clear();
    const open = after.view.phase === 'decide';
    /** @type {Told} */
    const event = { event: 'CardTurned', card, turn: open ? this.view.turn + 1 : null, deadline: null, facts };
    return open ? [event] : [event, ...this.following(true)];
  }

  /**
   * Return the events of everyone's choices.
   * @param {number[]} leavers
   * @returns {Told[]}
   */
  revealed(leavers) {
    const { game, facts } = decide(/** @type {Game} */ (this.game), leavers);
    const bets = this.view.seats.flatMap((seat, at) => (seat && leavers.includes(seat.bet ?? -1) ? [at] : []));
    this.game = game;
    this.saved.course = [...this.saved.course, leavers];
    return [{ event: 'ChoicesRevealed', leavers, bets_won: bets, facts }, ...this.following(false)];
  }

  /**
   * Return the events that follow automatically: the next card, a break between two caves, or the end.
   * @param {boolean} bust
   * @returns {Told[]}
   */
  following(bust) {
    const { phase, cards } = /** @type {Game} */ (this.game).view;
    if (phase === 'over') {
      this.saved.going = false;
      return [{ event: 'GameFinished', seed: this.saved.seed }];
    }
    if (cards.length) return this.turned();
    const shown = bust ? TEMPO.bustShown : TEMPO.shown;
    const pause = this.view.settings.break_seconds * 1000;
    return [{ event: 'BreakBegan', deadline: this.ports.now() + shown + pause }];
  }

  /**
   * @param {number} seat
   * @param {boolean} leave
   */
  chosen(seat, leave) {
    const first = !this.choices.has(seat);
    this.choices.set(seat, leave);
    /** @type {Told} */
    const event = { event: 'ChoiceMade', seat, ...(seat === ME && { leave }) };
    // Nobody else sees a changed choice, so it has no public number of its own.
    this.tell([event], first ? 1 : 0);
    const inside = this.inside();
    if (inside.every((at) => this.choices.has(at))) {
      this.tell(this.revealed(inside.filter((at) => this.choices.get(at))));
    }
  }

  /**
   * Number the events, save the table, and send them.
   * @param {Told[]} told
   * @param {number} [step] the increment of the number per event
   */
  tell(told, step = 1) {
    const at = this.ports.now();
    let number = this.view.public_number;
    const events = told.map((event) => {
      number += step;
      return /** @type {TableEvent} */ ({ ...event, public_number: number, at });
    });
    for (const event of events) this.view = fold(this.view, event, { [this.edition.id]: this.edition });
    if (!this.awake) return;
    if (this.saved.nonce && events.some(({ event }) => KEPT.has(event))) this.ports.keep(this.saved);
    this.onEvents(events);
    this.wait();
  }

  /** Schedule events that need no person: bots' choices and the ends of breaks. */
  wait() {
    const { view, game, ports } = this;
    const now = `${view.games} ${view.turn} ${view.phase}`;
    if (!this.awake || this.waiting === now) return;
    this.settle();
    this.waiting = now;
    const after = (/** @type {number} */ ms, /** @type {() => void} */ call) =>
      this.timers.push(ports.schedule(call, ms));
    if (view.phase === 'break' && view.deadline !== null) {
      after(Math.max(0, view.deadline - ports.now()), () => this.tell(this.turned()));
    }
    if (view.phase !== 'cave' || !game) return;
    const hurried = isHurried(view);
    for (const seat of this.inside()) {
      const { bot } = this.saved.players[seat];
      if (bot === null || this.choices.has(seat)) continue;
      const leave = this.chance() < leavingChance(bot, game.view, seat, this.edition);
      // The delay must not depend on the choice.
      const thought = TEMPO.leastThought + (TEMPO.mostThought - TEMPO.leastThought) * this.chance();
      after(hurried ? TEMPO.hurried : thought, () => this.chosen(seat, leave));
    }
  }

  settle() {
    for (const timer of this.timers.splice(0)) this.ports.cancel(timer);
    this.waiting = '';
  }

  /** Return a random number from 0 to 1, never 1. */
  chance() {
    return new DataView(this.ports.random(4).buffer).getUint32(0) / 2 ** 32;
  }
}

/** @typedef {{event: TableEvent['event']} & Record<string, any>} Told an event without a number */

/** Events that change the saved causes. @type {Set<string>} */
const KEPT = new Set(['PlayBegan', 'ChoicesRevealed']);

/** @type {Record<string, (table: LocalTable, message: any) => void>} */
const COMMANDS = {
  Start: (table) => table.start(),
  PromiseNonce: (table, message) => table.promiseNonce(message),
  ShowNonce: (table, message) => table.showNonce(message),
  Choose: (table, message) => table.choose(message),
  EndBreak: (table, message) => table.endBreak(message),
  Bet: (table, message) => table.bet(message),
  SendEmote: (table, { seat, emote }) => table.tell([{ event: 'Emoted', seat, emote }]),
  Rematch: (table) => table.rematch(),
  EndGame: (table) => table.endGame(),
  LeaveTable: (table) => table.ports.keep(null),
};
