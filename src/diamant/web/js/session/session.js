// @ts-check
/**
 * This device at one table: its view, kept up to date, and its commands.
 *
 * @typedef {{events: TableEvent[], before: TableView, after: TableView}} News
 */
/** @import { Signal } from '../../vendor/preact-signals.js' */
/** @import { TableEvent } from '../model/events.js' */
/** @import { Refusal, TableView } from '../model/types.js' */
/** @import { Answer, End, Status } from '../net/connection.js' */
import { forgetTable, rememberTable, savedTable } from '../device/memory.js';
import { batch, computed, signal } from '../html.js';
import { fold, needsLook } from '../model/fold.js';
import { editionOf, ONLOOKER, ownSeats } from '../model/seats.js';
import { browserPorts, socketAddress, wakeWithDevice } from '../net/api.js';
import { Connection, NO_TABLE } from '../net/connection.js';
import { editions, loadEditions } from './editions.js';
import { Nonces } from './nonces.js';

const EMOTE_MS = 3500;
const LOOK_MS = 3000; // After this time, an unanswered look may be repeated.

export class Session {
  /**
   * @param {string} word a table's id or room code
   * @param {{screen?: boolean, code?: string | null, socket?: () => any, fresh?: boolean,
   *   record?: () => string}} [options] `socket` creates a WebSocket or a substitute; `fresh`: this guest is new at
   *   the table; `record` returns the last game's record if no server has it
   */
  constructor(word, options = {}) {
    const saved = savedTable(word);
    this.word = word;
    this.record = options.record;
    /** The room code to type. */
    this.code = signal(saved?.code ?? word.toUpperCase());
    /** @type {Signal<TableView | null>} */
    this.view = signal(/** @type {TableView | null} */ (null));
    this.status = signal(/** @type {Status} */ ('opening'));
    /** How many connections in a row have failed. */
    this.failures = signal(0);
    this.end = signal(/** @type {End | null} */ (null));
    /** The reason why the server asked this device to wait, if it did. */
    this.hold = signal(/** @type {Refusal | null} */ (null));
    /** @type {Signal<Record<number, string>>} */
    this.emotes = signal({});
    /** The unanswered choice, so that a tap has an immediate effect. */
    this.pendingChoice = signal(/** @type {{seat: number, turn: number, leave: boolean} | null} */ (null));
    this.own = computed(() => (this.view.value ? ownSeats(this.view.value) : []));
    this.hosting = computed(() => {
      const view = this.view.value;
      return view !== null && view.you !== null && view.host === view.you;
    });
    /** @type {Set<(news: News) => void>} */
    this.listeners = new Set();
    /** The time, by the server's clock, at which this device first saw the current choices open. */
    this.askedAt = 0;
    /** Whether the view misses data that only the server has. */
    this.incomplete = false;
    /** The time of the unanswered look, if any. */
    this.looking = 0;
    const screen = options.screen ?? saved?.screen ?? false;
    /** Whether this page is a shared screen now. */
    this.isScreen = signal(screen);
    /** Called with the cues of another shared screen. */
    this.onCued = (/** @type {{public_number: number, moment: string}} */ _cue) => {};
    this.connection = new Connection(
      {
        table: saved?.table ?? word,
        token: saved?.token ?? null,
        screen,
        code: options.code ?? null,
        fresh: options.fresh,
        onWelcome: (message) => this.welcomed(message, screen),
        onEvents: (events) => this.happened(events),
        onView: (view) => this.viewCame(view),
        onCued: (cue) => this.onCued(cue),
        onStatus: (status, why) => this.became(status, why),
        since: () => this.view.peek()?.public_number ?? null,
      },
      { ...browserPorts(socketAddress), ...(options.socket && { socket: options.socket }) },
    );
    this.nonces = new Nonces((type, fields) => void this.connection.send(type, fields));
    this.unwatch = wakeWithDevice(this.connection);
    this.connection.open();
  }

  /**
   * Send a command; the caller handles a refusal.
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @returns {Promise<Answer>}
   */
  send(type, fields) {
    return this.connection.send(type, fields);
  }

  /**
   * Choose for a seat; the choice is shown at once, and taken back if it was too late.
   * @param {number} seat
   * @param {boolean} leave
   * @returns {Promise<Answer>}
   */
  async choose(seat, leave) {
    const turn = this.view.peek()?.turn ?? 0;
    const choice = { seat, turn, leave };
    this.pendingChoice.value = choice;
    const answer = await this.connection.send('Choose', choice);
    if (answer.refusal && this.pendingChoice.peek() === choice) this.pendingChoice.value = null;
    return answer;
  }

  /** Return the server's current time, in milliseconds. */
  now() {
    return Date.now() + this.connection.ahead;
  }

  /**
   * Listen to all events, before they are drawn.
   * @param {(news: News) => void} listener
   * @returns {() => void} stops listening
   */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Disconnect without leaving the table. */
  close() {
    this.unwatch();
    this.connection.close();
  }

  /**
   * @param {import('../net/connection.js').Message} message
   * @param {boolean} screen
   */
  welcomed(message, screen) {
    const { table, code, guest } = message;
    this.code.value = code;
    if (this.connection.token !== null) {
      rememberTable({ table, code, guest, token: this.connection.token, at: Date.now(), screen });
    }
    if (message.view) this.viewCame(message.view);
    else if (this.incomplete) this.look();
  }

  /** @param {TableView} view */
  viewCame(view) {
    this.looking = 0;
    const shown = this.view.peek();
    // Events that arrived meanwhile are newer than an answer on its way.
    if (shown && view.public_number < shown.public_number && shown.table === view.table) {
      this.look();
      return;
    }
    this.incomplete = false;
    if (shown?.turn !== view.turn) this.askedAt = this.now();
    this.view.value = view;
    this.nonces.attend(view);
    this.learnEdition(view, false);
  }

  /** @param {TableEvent[]} events */
  happened(events) {
    const before = this.view.peek();
    if (!before) return;
    let view = before;
    for (const event of events) {
      const next = fold(view, event, editions.peek());
      this.incomplete ||= needsLook(view, event, next);
      if (event.event === 'Emoted' && next !== view) this.emoted(event.seat ?? ONLOOKER, event.emote);
      view = next;
      this.nonces.note(view);
    }
    if (view === before) return;
    if (view.turn !== before.turn || view.paused !== before.paused) this.askedAt = this.now();
    batch(() => {
      this.view.value = view;
      const pending = this.pendingChoice.peek();
      if (pending && (view.turn !== pending.turn || view.phase !== 'cave')) this.pendingChoice.value = null;
      for (const listener of this.listeners) listener({ events, before, after: view });
    });
    this.nonces.attend(view);
    if (this.incomplete) this.look();
    this.learnEdition(view, true);
  }

  /**
   * Load the rules of a game whose edition this page does not know yet.
   * @param {TableView} view
   * @param {boolean} folded whether events were folded without the rules, so that the view must be requested again
   */
  learnEdition(view, folded) {
    if (!view.game || editionOf(view, view.game.edition, editions.peek())) return;
    loadEditions().then(
      () => folded && this.look(),
      () => {}, // The next event tries again.
    );
  }

  look() {
    if (Date.now() - this.looking < LOOK_MS) return;
    this.looking = Date.now();
    this.connection.look();
  }

  /**
   * @param {number} seat or ONLOOKER
   * @param {string} emote
   */
  emoted(seat, emote) {
    this.emotes.value = { ...this.emotes.peek(), [seat]: emote };
    setTimeout(() => {
      const { [seat]: shown, ...others } = this.emotes.peek();
      if (shown === emote) this.emotes.value = others;
    }, EMOTE_MS);
  }

  /**
   * @param {Status} status
   * @param {End | null} why
   */
  became(status, why) {
    const end = status === 'ended' ? why : null;
    this.looking = 0;
    batch(() => {
      this.status.value = status;
      this.failures.value = this.connection.attempts;
      if (end) this.end.value = end;
      if (status !== 'opening') this.hold.value = status === 'waiting' ? (why?.problem ?? null) : null;
    });
    if (end && (end.code === NO_TABLE || end.problem?.code === 'token-retired')) forgetTable(this.word);
  }
}
