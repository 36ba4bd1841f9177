// @ts-check
/** A solo game without a server: a table on this device, and a substitute for its WebSocket. */
/** @import { Player, Ports, SavedTable } from '../local/table.js' */
import { bringIdea, isKnown } from '../bots/bots.js';
import { championIdea, readModel } from '../bots/champion.js';
import { firstSeat, forget, recall, remember } from '../device/memory.js';
import { prefs } from '../device/prefs.js';
import { randomBytes } from '../device/window.js';
import { LocalTable } from '../local/table.js';
import { ask } from '../net/api.js';
import { CHARACTERS, LEVELS } from '../words/characters.js';
import { editions } from './editions.js';
import { PageSocket } from './page-socket.js';

/** The name of this table, and of its saved data on this device. */
export const ALONE = 'alone';

const PLAYERS = 5;
const EXPLORERS = 8;

const CHAMPION = 'champion';

/** Load the champion's network from this device's copy; without it the champions are unavailable. */
export async function loadChampion() {
  if (isKnown(CHAMPION)) return;
  const file = await ask('bundle/champion.model').then((answer) => answer.arrayBuffer());
  const network = readModel(new Uint8Array(file));
  if (network) bringIdea(CHAMPION, championIdea(network));
}

/** Return whether the selected champions are unavailable. */
export function areChampionsAway() {
  return prefs.peek().bots === CHAMPION && !isKnown(CHAMPION);
}

/**
 * Return the table saved on this device, or else a new one. The editions must be loaded.
 * @returns {LocalTable}
 */
export function localTable() {
  const known = editions.peek();
  const saved = recall(ALONE, /** @type {SavedTable | null} */ (null));
  const edition = known[saved?.edition ?? ''];
  if (saved && edition && saved.players?.every(({ bot }) => bot === null || isKnown(bot))) {
    try {
      return new LocalTable(ALONE, edition, saved, ports());
    } catch {
      forget(ALONE); // Written by other code, or by an earlier release with other rules.
    }
  }
  const { bots, edition: wanted } = prefs.peek();
  const level = LEVELS.includes(bots) ? bots : LEVELS[1];
  const found = known[wanted] ?? Object.values(known)[0];
  const count = Math.min(Math.max(PLAYERS, found.players.least), found.players.most);
  return new LocalTable(ALONE, found, { level, players: company(level, count) }, ports());
}

/** @returns {Ports} */
function ports() {
  return {
    now: () => Date.now(),
    random: randomBytes,
    schedule: (call, ms) => setTimeout(call, ms),
    cancel: (timer) => clearTimeout(timer),
    keep: (saved) => (saved ? remember(ALONE, saved) : forget(ALONE)),
  };
}

/**
 * Return the person of this device and characters for a table of this level: first its own characters, then those of
 * the levels next to it; never one with the person's name, or with a bot that cannot play here.
 * @param {string} level
 * @param {number} count
 * @returns {Player[]}
 */
export function company(level, count) {
  const { name, color = 0 } = firstSeat();
  const far = (/** @type {{level: string}} */ one) => Math.abs(LEVELS.indexOf(one.level) - LEVELS.indexOf(level));
  const isOther = (/** @type {string} */ one) => one.localeCompare(name, 'en', { sensitivity: 'base' }) !== 0;
  const others = CHARACTERS.filter((one) => isKnown(one.bot) && isOther(one.name));
  const free = Array.from({ length: EXPLORERS }, (_, look) => look).filter((look) => look !== color);
  const bots = [...others].sort((one, other) => far(one) - far(other)).slice(0, count - 1);
  return [
    { name, color, shape: color, bot: null },
    ...bots.map((one, at) => ({ name: one.name, color: free[at], shape: free[at], bot: one.bot })),
  ];
}

/** A socket to a local table. */
export class LocalSocket extends PageSocket {
  /** @param {LocalTable} table */
  constructor(table) {
    super();
    this.table = table;
  }

  close() {
    super.close();
    this.table.rest();
  }

  /** @param {string} text */
  send(text) {
    const message = JSON.parse(text);
    setTimeout(() => this.onmessage && this.take(message), 0); // Asynchronous, as over a network.
  }

  /** @param {import('../local/table.js').Message} message */
  take(message) {
    const { table } = this;
    const { type, id } = message;
    if (type === 'Hello') {
      table.onEvents = (events) => this.say({ type: 'Events', events });
      this.welcome(table.id, table.view);
      table.wake();
    } else if (type === 'Look') {
      this.say({ type: 'View', id, view: table.view });
    } else {
      const refusal = table.take(message);
      this.say({ type: 'Answer', id, public_number: table.view.public_number, ...(refusal && { refusal }) });
    }
  }
}
