// @ts-check
/**
 * The page's current table, if any. It stays open while the user reads the rules, and closes
 * when the user goes to another table or back to the start.
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
 * Enter a table, or keep the open one if it is the same.
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
  loadEditions().catch(() => {}); // The next table requests them again.
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

/** Return the room code of the current table, if any. */
export function currentCode() {
  return current ? current.session.code.peek() : null;
}

/** Start the next game at this table without showing the lobby. */
export function skipLobby() {
  if (current) current.quick = true;
}

/** Leave the table on this page; its seats stay this device's. */
export function leaveTable() {
  unlearn();
  current?.stage.close();
  current?.session.close();
  current = null;
}

/**
 * Send a command, and show the reason if it is refused.
 * @param {Session} session
 * @param {string} type
 * @param {Record<string, unknown>} [fields]
 */
export async function act(session, type, fields) {
  const answer = await session.send(type, fields);
  if (answer.refusal) toast(tRefusal(answer.refusal), 'bad');
  return answer;
}
