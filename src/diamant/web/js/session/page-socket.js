// @ts-check
/** Stands in for a WebSocket where this page plays the server, and speaks its protocol (docs/protocol.md). */

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

  /** @param {Record<string, unknown>} message */
  say(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}
