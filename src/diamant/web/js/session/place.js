// @ts-check
/**
 * The table that this page is at, if any. It stays open while one reads the rules, and is closed
 * when one goes to another table or back to the start.
 *
 * @typedef {import('../model/types.js').Edition} Edition
 */
import { effect, signal } from '../html.js';
import { tRefusal } from '../words/i18n.js';
import { createTable, editions as askEditions } from '../net/api.js';
import { rememberTable } from '../device/memory.js';
import { toast } from '../device/notices.js';
import { rememberedName } from '../device/names.js';
import { go } from '../device/route.js';
import { Session } from './session.js';
import { Stage } from './stage.js';

/** @type {import('../../vendor/preact-signals.js').Signal<Record<string, Edition>>} */
export const editions = signal({});

/** @type {Promise<void> | null} */
let asked = null;

/** Ask which editions there are, once; a server that is away is asked again later. */
export function loadEditions() {
  asked ??= askEditions()
    .then((all) => {
      know(all);
    })
    .catch(() => {
      asked = null;
    });
  return asked;
}

/** @param {Edition[]} more */
function know(more) {
  editions.value = { ...editions.peek(), ...Object.fromEntries(more.map((edition) => [edition.id, edition])) };
  if (place) place.session.editions = editions.value;
}

/** @typedef {{word: string, session: Session, stage: Stage, quick: boolean}} Place */

/** @type {Place | null} */
let place = null;
let unlearn = () => {};

/**
 * Be at a table: the one that is open already, if it is this one.
 * @param {string} word
 * @param {{screen?: boolean, code?: string | null, quick?: boolean}} [options]
 * @returns {Place}
 */
export function beAt(word, options = {}) {
  if (place && isAt(place, word) && !options.code) return place;
  leavePlace();
  void loadEditions();
  const session = new Session(word, editions.peek(), options);
  place = { word, session, stage: new Stage(session), quick: options.quick ?? false };
  unlearn = effect(() => {
    const own = session.view.value?.own_edition;
    if (own) know([{ ...own, own: true }]);
  });
  return place;
}

/**
 * @param {Place} at
 * @param {string} word
 */
function isAt(at, word) {
  const ended = at.session.status.peek() === 'ended';
  return !ended && (at.word === word || at.session.code.peek() === word.toUpperCase());
}

/** The room code of the table that this page is at, if it is at one. */
export function openTable() {
  return place ? place.session.code.peek() : null;
}

export function leavePlace() {
  unlearn();
  place?.stage.leave();
  place?.session.close();
  place = null;
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

/**
 * Make a table and go there.
 * @param {Partial<import('../model/types.js').Settings>} settings
 * @param {(session: Session) => void} begin what to say first
 * @param {boolean} quick
 */
async function make(settings, begin, quick) {
  const made = await createTable(settings);
  rememberTable({ ...made, at: Date.now() });
  const { session } = beAt(made.code, { quick });
  begin(session);
  go(`/t/${made.code}`);
}

/**
 * Sit down at a table that was made for the one who comes: the game could start at once.
 * @param {string} code
 */
export function takeFirstSeat(code) {
  const { session } = beAt(code);
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
