// @ts-check
/** Create a table, enter it, and seat its first players. */
import { firstSeat, forget, rememberTable } from '../device/memory.js';
import { toast } from '../device/notices.js';
import { prefs } from '../device/prefs.js';
import { go } from '../device/route.js';
import { createTable, openSooner, socketAddress, UnreachableError } from '../net/api.js';
import { act, enterTable } from '../session/current-table.js';
import { loadEditions } from '../session/editions.js';
import { loadPart } from '../ui/lazy.js';
import { t } from '../words/i18n.js';

/** @import { Settings } from '../model/types.js' */
/** @import { Session } from '../session/session.js' */

/** A solo game without a server. */
export const LOCAL = { load: () => import('./alone/local.js').then((module) => module.LocalScreen) };

/**
 * Create a table and go there.
 * @param {Partial<Settings>} settings
 * @param {(session: Session) => void} begin sends the first commands
 * @param {boolean} quick
 */
async function make(settings, begin, quick) {
  const socket = openSooner(socketAddress); // Without a table the server closes it again.
  const made = await createTable(settings);
  rememberTable({ ...made, at: Date.now() });
  const { session } = enterTable(made.code, { quick, socket, fresh: true });
  begin(session);
  go(`/t/${made.code}`);
}

/**
 * Sit down at a table that was created for this player, ready to start.
 * @param {string} code
 */
export function takeFirstSeat(code) {
  const { session } = enterTable(code);
  void act(session, 'TakeSeat', firstSeat());
}

/** Enter a cave with four bots at once: at a server's table, or on this device without a server. */
export async function playNow() {
  const { bots, edition } = prefs.peek();
  const settings = { clock: 'off', thinking: true, visibility: 'private', bots, edition };
  const begin = (/** @type {Session} */ session) => {
    void act(session, 'TakeSeat', firstSeat());
    void act(session, 'FillWithBots', { players: 5 });
    void act(session, 'Start');
  };
  try {
    await make(settings, begin, true);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    // The local game may not be cached; then the only honest answer is that there is no server.
    await Promise.all([loadPart(LOCAL), loadEditions()]).catch(() => Promise.reject(error));
    forget('alone');
    toast(t("No server: you're playing on this device."));
    go('/alone');
  }
}

/** Create a table for friends, with two bots so that it could start at once. */
export function hostTable() {
  return make(
    { clock: 'relaxed' },
    (session) => {
      void act(session, 'TakeSeat', firstSeat());
      void act(session, 'FillWithBots', { players: 3 });
    },
    false,
  );
}
