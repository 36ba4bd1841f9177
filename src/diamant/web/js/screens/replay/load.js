// @ts-check
/** Getting a record, and having the server play it again by the rules, or this page where no server answers. */

import { HOME, RefusedError, record } from '../../net/api.js';
import { replayed } from '../../rules/replay.js';
import { editions, loadEditions } from '../../session/editions.js';

/** @typedef {import('../../model/moments.js').Replayed} Replayed */
/**
 * Why there is nothing to replay:
 * - `record`: it does not parse or breaks the rules; `line` and `column` say where, if known
 * - `gone`: there is no such table or game (any more)
 * - `forgotten`: this device does not have the game any more
 * - `empty`: there is no game in it
 * - `too-long`: it is longer than a record can be
 * - `busy`: too many asked at once
 * - `refused`: for another reason, which the server tells
 * - `offline`: the server cannot be reached
 * @typedef {'record' | 'gone' | 'forgotten' | 'empty' | 'too-long' | 'busy' | 'refused' | 'offline'} Trouble
 * @typedef {import('../../model/types.js').Refusal} Refusal
 * @typedef {import('../../model/types.js').Message} Message
 */

/** Why a record cannot be shown. */
export class ReplayProblem extends Error {
  /**
   * @param {Trouble} code
   * @param {{line?: number, column?: number, reason?: Message | string, refusal?: Refusal}} [more]
   */
  constructor(code, { line, column, reason, refusal } = {}) {
    super(code);
    this.code = code;
    this.line = line;
    this.column = column;
    this.reason = reason;
    this.refusal = refusal;
  }
}

/**
 * The record of a table's N-th finished game.
 * @param {string} table
 * @param {number} game
 * @returns {Promise<string>}
 */
export async function fetchRecord(table, game) {
  try {
    return await record(table, game);
  } catch (error) {
    throw new ReplayProblem(error instanceof RefusedError ? 'gone' : 'offline');
  }
}

/**
 * Have a record's games played again.
 * @param {string} text
 * @returns {Promise<Replayed[]>}
 */
export async function askReplay(text) {
  if (text.trim() === '') throw new ReplayProblem('empty');
  let answer;
  try {
    answer = await fetch(new URL('api/replay', HOME).href, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: text,
    });
  } catch {
    return replayHere(text);
  }
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw problemOf(answer.status, data);
  const games = Array.isArray(data) ? data : data?.games;
  if (!Array.isArray(games) || games.length === 0) throw new ReplayProblem('empty');
  return games;
}

/**
 * Play a record's games again without a server, if their editions are known here.
 * @param {string} text
 * @returns {Promise<Replayed[]>}
 */
async function replayHere(text) {
  await loadEditions().catch(() => {}); // Then none is known.
  let games;
  try {
    games = replayed(text, editions.peek());
  } catch {
    throw new ReplayProblem('record');
  }
  if (games === null) throw new ReplayProblem('offline');
  if (games.length === 0) throw new ReplayProblem('empty');
  return games;
}

/**
 * @param {number} status
 * @param {any} refusal
 * @returns {ReplayProblem}
 */
export function problemOf(status, refusal) {
  if (status === 413) return new ReplayProblem('too-long');
  if (status === 429) return new ReplayProblem('busy');
  if (status >= 500 || refusal === null) return new ReplayProblem('offline');
  if (refusal.code !== 'record') return new ReplayProblem('refused', { refusal });
  const params = refusal.params ?? {};
  const line = typeof params.line === 'number' ? params.line : undefined;
  const column = typeof params.column === 'number' ? params.column : undefined;
  return new ReplayProblem('record', { line, column, reason: params.reason ?? refusal.text });
}
