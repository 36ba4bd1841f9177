// @ts-check
/**
 * HTTP requests, and the browser functions that a connection needs. Every address is relative to the page, so that the
 * server may run below a path.
 */
/** @import { Edition, Refusal, Settings } from '../model/types.js' */
/** @import { Connection, Ports } from './connection.js' */

/**
 * @typedef {{table: string, code: string, guest: string, token: string}} Created
 * @typedef {{table: string, code: string, phase: string, visibility: string, edition: string,
 *   closed: boolean, clock: string, players: number, people: number, seats: number, games: number,
 *   spectators: boolean}} Summary
 */

/** The page's own address, ending in a slash. */
export const HOME = new URL('../../', import.meta.url);

const PATIENCE_MS = 10000;

/** A request that the server refused, with its reason. */
export class RefusedError extends Error {
  /** @param {Refusal} refusal */
  constructor(refusal) {
    super(refusal.text);
    this.refusal = refusal;
  }
}

/** A server that did not answer. */
export class UnreachableError extends Error {}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, token?: string}} [options]
 * @returns {Promise<Response>}
 */
export async function ask(path, { method = 'GET', body, token } = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(new URL(path, HOME).href, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: stop.signal,
      cache: 'no-store',
    });
  } catch {
    throw new UnreachableError(path);
  } finally {
    clearTimeout(timer);
  }
  if (answer.ok) return answer;
  /** @type {any} */
  const told = await answer.json().catch(() => null);
  if (told && typeof told.code === 'string') {
    throw new RefusedError({ code: told.code, params: told.params ?? {}, text: told.text ?? '' });
  }
  throw new UnreachableError(`${path}: ${answer.status}`);
}

/** @param {string} path @param {{method?: string, body?: unknown, token?: string}} [options] */
export async function askJson(path, options) {
  return (await ask(path, options)).json();
}

/**
 * Create a table; the caller becomes its host.
 * @param {Partial<Settings>} settings
 * @returns {Promise<Created>}
 */
export function createTable(settings) {
  return askJson('api/tables', { method: 'POST', body: { settings } });
}

/** @returns {Promise<Summary[]>} */
export async function publicTables() {
  return (await askJson('api/tables')).tables;
}

/**
 * @param {string} word a table's id or room code
 * @returns {Promise<Summary>}
 */
export function tableSummary(word) {
  return askJson(`api/tables/${encodeURIComponent(word)}`);
}

/** @param {string} table @returns {Promise<string>} */
export async function records(table) {
  return (await ask(`api/tables/${encodeURIComponent(table)}/records`)).text();
}

/**
 * @param {string} table
 * @param {number} game counted from 1
 * @returns {Promise<string>}
 */
export async function record(table, game) {
  return (await ask(`api/tables/${encodeURIComponent(table)}/records/${game}`)).text();
}

/** @param {string} claim @returns {Promise<Created>} */
export function claim(claim) {
  return askJson('api/claims', { method: 'POST', body: { claim } });
}

/** @returns {Promise<Edition[]>} */
export async function editions() {
  return (await askJson('api/editions')).editions;
}

/**
 * Return the addresses at which other devices can reach this server, most likely first.
 * @returns {Promise<{url: string, device?: string, likely?: boolean}[]>}
 */
export async function addresses() {
  return (await askJson('api/addresses')).addresses;
}

/** @returns {string} the WebSocket's address */
export function socketAddress() {
  const address = new URL('ws', HOME);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

/**
 * Return the address of a table for other devices.
 * @param {string} code
 * @param {string} [home] another address of the same server
 * @returns {string}
 */
export function tableAddress(code, home) {
  const base = new URL(home ?? HOME.href);
  return `${base.href.replace(/[#?].*$/, '').replace(/\/?$/, '/')}#/t/${code}`;
}

/**
 * Return the address of a QR code's picture.
 * @param {string} text
 */
export function qrAddress(text) {
  return new URL(`api/qr.svg?text=${encodeURIComponent(text)}`, HOME).href;
}

/**
 * Return the ports of a real browser.
 * @param {() => string} address
 * @returns {Ports}
 */
export function browserPorts(address) {
  return {
    socket: () => new WebSocket(address()),
    schedule: (call, ms) => setTimeout(call, ms),
    cancel: (timer) => clearTimeout(timer),
    now: () => Date.now(),
    random: () => Math.random(),
  };
}

/**
 * Open a socket before its table is known. The first caller of the returned function gets it, unless it has closed.
 * @param {() => string} address
 * @returns {() => WebSocket}
 */
export function openSooner(address) {
  /** @type {WebSocket | null} */
  let early = new WebSocket(address());
  return () => {
    const open = early && early.readyState <= WebSocket.OPEN ? early : new WebSocket(address());
    early = null;
    return open;
  };
}

/**
 * Wake a connection whenever the device may have slept or lost its network.
 * @param {Connection} connection
 * @returns {() => void} stops waking it
 */
export function wakeWithDevice(connection) {
  const wake = () => {
    if (document.visibilityState !== 'hidden') connection.wake();
  };
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  addEventListener('pageshow', wake);
  return () => {
    document.removeEventListener('visibilitychange', wake);
    removeEventListener('online', wake);
    removeEventListener('pageshow', wake);
  };
}
