// @ts-check
/**
 * A substitute for a table's WebSocket in the daily cave: it speaks the protocol to this page, and sends HTTP requests
 * to the server. Events arrive one after the other, each after the previous one has been shown.
 */
/** @import { TableView } from '../model/types.js' */
/** @import { Today, Told } from '../net/daily.js' */
import { fold } from '../model/fold.js';
import { toldEvents, toldTable } from '../model/told-table.js';
import { RefusedError } from '../net/api.js';
import { FORBIDDEN, LOST } from '../net/connection.js';
import { begin, choose } from '../net/daily.js';
import { editions, loadEditions } from './editions.js';
import { PageSocket } from './page-socket.js';

const LOOK_MS = 120; // How often to check whether the picture is still moving.

export class DailySocket extends PageSocket {
  /**
   * @param {Today} day
   * @param {string[]} names
   * @param {() => boolean} moving whether the picture is still playing events
   * @param {(told: Told) => void} onTold
   */
  constructor(day, names, moving, onTold) {
    super();
    this.edition = day.edition;
    this.promise = day.promised[day.day] ?? '';
    this.names = names;
    this.moving = moving;
    this.onTold = onTold;
    /** @type {Told | null} */
    this.told = null;
    /** How many events this page has received. */
    this.shown = 0;
    /** @type {TableView | null} */
    this.view = null;
    this.telling = false;
  }

  /** @param {string} text */
  send(text) {
    const message = JSON.parse(text);
    const work =
      message.type === 'Hello' ? this.hello() : message.type === 'Choose' ? this.choice(message) : this.other(message);
    work.catch((error) => this.failed(error));
  }

  async hello() {
    await loadEditions();
    const told = await begin();
    const table = toldTable('daily', editions.peek()[this.edition], this.names);
    const start = { ...table, fairness: { ...table.fairness, commitment: this.promise } };
    this.told = told;
    this.onTold(told);
    // A returning player sees the current state; a new player sees the first card turn.
    const known = told.choices === 0 && !told.over ? [] : toldEvents(told.happened);
    this.view = known.reduce((view, event) => fold(view, event, editions.peek()), start);
    this.shown = known.length;
    this.welcome('DAILY', this.view);
    void this.tell();
  }

  /** @param {{id: number, turn: number, leave: boolean}} message */
  async choice({ id, turn, leave }) {
    const told = this.told;
    // If a choice was made before the connection was cut, only answer it.
    if (told && this.view?.turn === turn && !told.over) {
      this.told = await choose({ day: told.day, number: told.choices, leave });
      this.onTold(this.told);
    }
    this.answer(id);
    void this.tell();
  }

  /** @param {{type: string, id: number}} message */
  async other({ type, id }) {
    if (type === 'Look') this.say({ type: 'View', id, view: this.view });
    else if (id) this.answer(id);
  }

  /** Send the events, one after the other. */
  async tell() {
    if (this.telling) return;
    this.telling = true;
    for (;;) {
      const event = toldEvents(this.told?.happened ?? [])[this.shown];
      if (!event || !this.view || !this.onmessage) break;
      this.shown += 1;
      this.view = fold(this.view, event, editions.peek());
      this.say({ type: 'Events', events: [event] });
      do await new Promise((done) => setTimeout(done, LOOK_MS));
      while (this.moving());
    }
    this.telling = false;
  }

  /** @param {number} id */
  answer(id) {
    this.say({ type: 'Answer', id, public_number: this.shown });
  }

  /** @param {unknown} error */
  failed(error) {
    const refused = error instanceof RefusedError;
    if (refused) this.say({ type: 'Problem', ...error.refusal });
    this.onclose?.({ code: refused ? FORBIDDEN : LOST });
  }
}
