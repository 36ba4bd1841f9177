// @ts-check
/** Doing something at a table: a refusal becomes a note. */
import { toast } from '../device/notices.js';
import { tRefusal } from '../words/i18n.js';

/**
 * Send a command, and say why if it is refused.
 * @param {import('../session/session.js').Session} session
 * @param {string} type
 * @param {Record<string, unknown>} [fields]
 */
export async function act(session, type, fields) {
  const answer = await session.send(type, fields);
  if (answer.refusal) toast(tRefusal(answer.refusal), 'bad');
  return answer;
}
