// @ts-check
/** How a table begins: it is made, entered, and given its first players. */
import { rememberTable } from '../device/memory.js';
import { rememberedName } from '../device/names.js';
import { go } from '../device/route.js';
import { createTable } from '../net/api.js';
import { enterTable } from '../session/current-table.js';
import { act } from '../ui/act.js';

/** @typedef {import('../session/session.js').Session} Session */

/**
 * Make a table and go there.
 * @param {Partial<import('../model/types.js').Settings>} settings
 * @param {(session: Session) => void} begin what to say first
 * @param {boolean} quick
 */
async function make(settings, begin, quick) {
  const made = await createTable(settings);
  rememberTable({ ...made, at: Date.now() });
  const { session } = enterTable(made.code, { quick });
  begin(session);
  go(`/t/${made.code}`);
}

/**
 * Sit down at a table that was made for the one who comes: the game could start at once.
 * @param {string} code
 */
export function takeFirstSeat(code) {
  const { session } = enterTable(code);
  void act(session, 'TakeSeat', { name: rememberedName() });
}

/** Into a cave with four bots, at once. */
export function playNow() {
  const settings = { clock: 'off', thinking: true, visibility: 'private' };
  return make(
    settings,
    (session) => {
      void act(session, 'TakeSeat', { name: rememberedName() });
      void act(session, 'FillWithBots', { players: 5 });
      void act(session, 'Start');
    },
    true,
  );
}

/** A table for friends, with two bots so that it could start at once. */
export function hostTable() {
  return make(
    { clock: 'relaxed' },
    (session) => {
      void act(session, 'TakeSeat', { name: rememberedName() });
      void act(session, 'FillWithBots', { players: 3 });
    },
    false,
  );
}
