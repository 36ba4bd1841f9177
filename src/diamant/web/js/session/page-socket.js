// @ts-check
/** A substitute for a WebSocket if this page acts as the server, with the same protocol (docs/protocol.md). */
/** @import { TableView } from '../model/types.js' */

export class PageSocket {
  constructor() {
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((frame: {data: string}) => void) | null} */
    this.onmessage = null;
    /** @type {((close: {code: number}) => void) | null} */
    this.onclose = null;
    this.onerror = null;
    setTimeout(() => this.onopen?.(), 0);
  }

  close() {
    this.onmessage = null;
    this.onclose = null;
  }

  /** Answer a Hello. @param {string} code @param {TableView} view */
  welcome(code, view) {
    const { table, you } = view;
    this.say({ type: 'Welcome', table, code, guest: you, last_command: 0, now: Date.now(), view });
  }

  /** @param {Record<string, unknown>} message */
  say(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}
