// @ts-check
/** A game alone without a server: the table on this device, and what stands in for its WebSocket. */
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

/** What the page calls this table, and this device what it keeps of it. */
export const ALONE = 'alone';

const PLAYERS = 5;
const EXPLORERS = 8;

const CHAMPION = 'champion';

/** Bring the champion's network, of which this device has a copy; without it the champions stay away. */
export async function loadChampion() {
  if (isKnown(CHAMPION)) return;
  const file = await ask('bundle/champion.model').then((answer) => answer.arrayBuffer());
  const network = readModel(new Uint8Array(file));
  if (network) bringIdea(CHAMPION, championIdea(network));
}

/** Whether those who were asked for are away. */
export function areChampionsAway() {
  return prefs.peek().bots === CHAMPION && !isKnown(CHAMPION);
}

/**
 * The table that this device left, else a new one. The editions are known by now.
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
      forget(ALONE); // Somebody else wrote here, or an earlier release that played otherwise.
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
 * The person of this device and whom a table of that level brings: its own characters first, then those of the levels
 * next to it; nobody by the person's name, and nobody who cannot play here.
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

/** Speaks for a local table. */
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
    setTimeout(() => this.onmessage && this.take(message), 0); // As over a network: whoever sends goes on first.
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
