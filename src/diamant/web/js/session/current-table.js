// @ts-check
/**
 * The table that this page is at, if any. It stays open while one reads the rules, and is closed
 * when one goes to another table or back to the start.
 */

import { toast } from '../device/notices.js';
import { effect } from '../html.js';
import { tRefusal } from '../words/i18n.js';
import { learnEditions, loadEditions } from './editions.js';
import { Session } from './session.js';
import { Stage } from './stage.js';

/** @typedef {{word: string, session: Session, stage: Stage, quick: boolean}} CurrentTable */

/** @type {CurrentTable | null} */
let current = null;
let unlearn = () => {};

/**
 * Be at a table: the one that is open already, if it is this one.
 * @param {string} word a table's id or room code
 * @param {{screen?: boolean, code?: string | null, quick?: boolean, fresh?: boolean, socket?: () => any,
 *   record?: () => string}} [options]
 * @returns {CurrentTable}
 */
export function enterTable(word, options = {}) {
  if (current && isAt(current, word) && !options.code) {
    current.session.isScreen.value = options.screen ?? false;
    return current;
  }
  leaveTable();
  loadEditions().catch(() => {}); // They are asked for again with the next table.
  const session = new Session(word, options);
  current = { word, session, stage: new Stage(session), quick: options.quick ?? false };
  unlearn = effect(() => {
    const own = session.view.value?.own_edition;
    if (own) learnEditions([{ ...own, own: true }]);
  });
  return current;
}

/** @param {CurrentTable} table @param {string} word */
function isAt(table, word) {
  const ended = table.session.status.peek() === 'ended';
  return !ended && (table.word === word || table.session.code.peek() === word.toUpperCase());
}

/** The room code of the table that this page is at, if it is at one. */
export function currentCode() {
  return current ? current.session.code.peek() : null;
}

/** From now on the next game at this table begins at once, without a look at the lobby. */
export function skipLobby() {
  if (current) current.quick = true;
}

/** Be at no table any more; the seats there stay this device's. */
export function leaveTable() {
  unlearn();
  current?.stage.close();
  current?.session.close();
  current = null;
}

/**
 * Send a command, and say why if it is refused.
 * @param {Session} session
 * @param {string} type
 * @param {Record<string, unknown>} [fields]
 */
export async function act(session, type, fields) {
  const answer = await session.send(type, fields);
  if (answer.refusal) toast(tRefusal(answer.refusal), 'bad');
  return answer;
}
