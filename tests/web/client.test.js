// @ts-check
/** Small parts of the browser client that can be tested without a browser. */
import assert from 'node:assert/strict';
import test from 'node:test';
import * as memory from '../../src/diamant/web/js/device/memory.js';
import { readRoute } from '../../src/diamant/web/js/device/route.js';
import { commitmentOf, dealOrder, fromHex, nonceHash, toHex } from '../../src/diamant/web/js/fair/dealer.js';
import { deckOf } from '../../src/diamant/web/js/model/deck.js';
import { nextShare } from '../../src/diamant/web/js/model/odds.js';
import { chestLines } from '../../src/diamant/web/js/model/scores.js';
import { tableAddress } from '../../src/diamant/web/js/net/api.js';
import { chanceOf } from '../../src/diamant/web/js/screens/play/choices.js';
import { checkGame } from '../../src/diamant/web/js/session/check-game.js';
import { Nonces, witnessesOf } from '../../src/diamant/web/js/session/nonces.js';
import { highlights } from '../../src/diamant/web/js/words/highlights.js';

test('addresses are parsed, and invalid ones are harmless', () => {
  const read = (/** @type {string} */ hash) => {
    const { name, code, rest } = readRoute(hash);
    return [name, code, rest];
  };
  assert.deepEqual(read(''), ['start', '', '']);
  assert.deepEqual(read('#/'), ['start', '', '']);
  assert.deepEqual(read('#/t/QK4MX'), ['t', 'QK4MX', '']);
  assert.deepEqual(read('#/tv/qk4mx'), ['tv', 'qk4mx', '']);
  assert.deepEqual(read('#/replay/Jw3/2'), ['replay', 'Jw3', '2']);
  assert.deepEqual(read('#claim=a%2Bb'), ['claim', 'a+b', '']);
  assert.deepEqual(read('#/t/%'), ['t', '%', '']);
  assert.equal(readRoute('#/t/QK4MX?seat=abc').params.get('seat'), 'abc');
});

test('table addresses include the path below which the server lives', () => {
  assert.equal(tableAddress('QK4MX', 'http://192.168.0.7:8000/'), 'http://192.168.0.7:8000/#/t/QK4MX');
  assert.equal(tableAddress('QK4MX', 'https://example.org/diamant'), 'https://example.org/diamant/#/t/QK4MX');
});

test('without storage everything is remembered until the page is closed', () => {
  assert.equal(memory.remembers.value, false);
  memory.remember('thing', { a: 1 });
  assert.deepEqual(memory.recall('thing', null), { a: 1 });
  assert.equal(memory.recall('other', 7), 7);
});

test('saved tables are found by id and room code, latest first, until forgotten', () => {
  const entry = { table: 'id-1', code: 'QK4MX', guest: 'g1', token: 't1', at: 1 };
  memory.rememberTable(entry);
  memory.rememberTable({ ...entry, table: 'id-2', code: 'ABCDE' });
  assert.equal(memory.savedTables()[0].table, 'id-2');
  assert.equal(memory.savedTable('qk4mx')?.token, 't1');
  assert.equal(memory.savedTable('id-1')?.token, 't1');
  memory.forgetTable('QK4MX');
  assert.equal(memory.savedTable('id-1'), undefined);
});

test('made-up names avoid taken names', () => {
  const taken = Array.from({ length: 200 }, () => memory.madeUpName());
  const all = [...new Set(taken)];
  assert.ok(all.length > 5);
  assert.ok(!all.slice(1).includes(memory.madeUpName(all.slice(1))));
});

/** @param {string} phase @param {(string | null)[]} hashes @returns {any} */
function shuffling(phase, hashes) {
  const seats = ['g1', 'g2', null].map((guest, at) => ({ guest, letter: 'ABC'[at] }));
  const fairness = { shuffle: 1, restarts: 0, commitment: 'ab'.repeat(32), hashes, nonces: [null, null, null] };
  return { table: 't', phase, you: 'g1', seats, games: 0, game: null, settings: { edition: '?' }, fairness };
}

test('a nonce matches its hash, and each is sent once', () => {
  /** @type {any[]} */
  const sent = [];
  const nonces = new Nonces((type, fields) => sent.push({ type, ...fields }));
  nonces.attend(shuffling('hashes', [null, null, null]));
  nonces.attend(shuffling('hashes', [null, null, null]));
  assert.equal(sent.length, 1);
  const { seat, hash } = sent[0];
  assert.equal(seat, 0);
  nonces.attend(shuffling('nonces', [hash, null, null]));
  nonces.attend(shuffling('nonces', [hash, null, null]));
  assert.equal(sent.length, 2);
  assert.equal(nonceHash('ab'.repeat(32), 0, fromHex(sent[1].nonce)), hash);
  assert.deepEqual(witnessesOf('t')[0].drawn, { 0: [sent[1].nonce] });
});

test('a reloaded page still shows the nonce for its earlier hash', () => {
  /** @type {any[]} */
  const sent = [];
  const before = new Nonces((type, fields) => sent.push({ type, ...fields }));
  const view = shuffling('hashes', [null, null, null]);
  view.fairness.shuffle = 2;
  before.attend(view);
  const again = new Nonces((type, fields) => sent.push({ type, ...fields }));
  const shown = shuffling('nonces', [sent[0].hash, null, null]);
  shown.fairness.shuffle = 2;
  again.attend(shown);
  assert.equal(sent[1].type, 'ShowNonce');
});

test('a table that has replaced its commitment gets no nonce', () => {
  /** @type {any[]} */
  const sent = [];
  const nonces = new Nonces((type, fields) => sent.push({ type, ...fields }));
  const [before, after] = [shuffling('hashes', [null, null, null]), shuffling('nonces', [null, null, null])];
  before.fairness.shuffle = after.fairness.shuffle = 3;
  nonces.attend(before);
  after.fairness.hashes = [sent[0].hash, null, null];
  after.fairness.commitment = 'cd'.repeat(32);
  nonces.attend(after);
  assert.equal(sent.length, 1);
  assert.equal(witnessesOf('t').pop()?.commitment, 'ab'.repeat(32));
});

test('a nonce whose hash another tab sent is left to that tab', () => {
  /** @type {any[]} */
  const sent = [];
  const nonces = new Nonces((type, fields) => sent.push({ type, ...fields }));
  nonces.attend(shuffling('nonces', ['00'.repeat(32), null, null]));
  assert.deepEqual(sent, []);
});

test("the latest tables' shuffles are kept, and the current table's", () => {
  const nonces = new Nonces(() => {});
  const see = (/** @type {string} */ table, phase = 'lobby') =>
    nonces.note({ ...shuffling(phase, [null, null, null]), table });
  see('playing');
  for (let other = 0; other < 99; other++) see(`t${other}`);
  see('playing', 'hashes');
  for (let other = 99; other < 198; other++) see(`t${other}`);
  assert.equal(witnessesOf('playing').length, 1);
  assert.equal(witnessesOf('t98').length, 0);
  see('t198');
  assert.equal(witnessesOf('playing').length, 0);
  assert.equal(witnessesOf('t198').length, 1);
});

test('a record is compared with the witness of its game, even if it names another table or shuffle', () => {
  const edition = { id: 'e', rounds: 6, treasures: [1, 2, 3, 4, 5, 7, 9, 11], hazards: { lava: 3 }, relics: null };
  const nonces = [new Uint8Array(), fromHex('abcd')];
  const dealt = (/** @type {Uint8Array} */ seed) =>
    [1, 2, 3, 4, 5, 6].map((round) => dealOrder(seed, nonces, round, deckOf(edition, round))[0]);
  const game = (/** @type {Uint8Array} */ seed, cards = dealt(seed)) => ({
    tags: {
      ...{ Edition: ['e'], Players: ['a', 'b'], Dealer: ['1'], Nonces: ['', 'abcd'], Shuffle: ['9'] },
      ...{ Seed: [toHex(seed)], Commitment: [commitmentOf(seed)] },
    },
    rounds: cards.map((card) => [{ card, leavers: [0, 1] }]),
  });
  const seed = new Uint8Array(32);
  const hash = nonceHash(commitmentOf(seed), 1, nonces[1]);
  const history = dealt(seed).map((card) => ({ event: 'CardTurned', card }));
  const attend = new Nonces(() => {});
  const view = { ...shuffling('hashes', [null, hash]), table: 'checked', you: null, own_edition: edition };
  Object.assign(view.fairness, { shuffle: 4, commitment: commitmentOf(seed), nonces: [null, null] });
  view.settings = { edition: 'e', edition_text: 'toml' };
  view.seats = view.seats.slice(0, 2);
  attend.note(view);
  const shown = { ...view.fairness, nonces: [null, 'abcd'] };
  attend.note({ ...view, phase: 'over', fairness: shown, game: { history, phase: 'over' }, games: 1 });
  const level = (/** @type {any} */ record, /** @type {any} */ where) => {
    const verdict = checkGame(record, edition, where);
    return [verdict.level, verdict.code];
  };
  const [here, there] = [{ table: 'checked', shuffle: 4 }, { table: 'checked' }];
  for (const where of [here, there, {}]) assert.deepEqual(level(game(seed), where), ['proved', '']);
  const ground = new Uint8Array(32).fill(1);
  assert.deepEqual(level(game(ground), here), ['broken', 'commitment']);
  assert.deepEqual(level(game(ground), there), ['consistent', 'missing']);
  assert.deepEqual(level(game(ground), {}), ['consistent', 'no-witness']);
  assert.deepEqual(level('no record', {}), ['unknown', 'malformed']);
});

test('odds are parsed as the server writes them', () => {
  assert.equal(chanceOf('3/12'), 0.25);
  assert.equal(chanceOf('0'), 0);
  assert.equal(chanceOf(null), null);
  assert.equal(chanceOf('nonsense'), null);
  const shown = { in_cave: [0, 1, 2], treasures_left: [5, 7], deck_size: 4 };
  assert.equal(nextShare(/** @type {any} */ (shown)), 0.75);
});

/** @type {import('../../src/diamant/web/js/model/events.js').GameEvent[]} */
const STORY = [
  { event: 'ExpeditionBegan', round: 1, relic: null },
  { event: 'CardTurned', card: '9' },
  { event: 'TreasureShared', seats: [0, 1, 2], share: 3, remainder: 0 },
  { event: 'ChoicesRevealed', stayers: [1, 2], leavers: [0] },
  { event: 'RelicsTaken', seat: 0, relics: [{ card: 'relic', worth: 5 }] },
  { event: 'Banked', seat: 0, carried: 3, share: 0 },
  { event: 'CardTurned', card: 'snake' },
  { event: 'Bust', kind: 'snake', seats: [1, 2], lost: 3 },
  { event: 'ExpeditionEnded', round: 1, bust: true, removed: [] },
];

test('the chart grows with every chest, relics included', () => {
  const { lines, starts } = chestLines(STORY, 3);
  assert.deepEqual(starts, [0]);
  assert.deepEqual(
    lines.map((line) => line[line.length - 1]),
    [8, 0, 0],
  );
});

test('three highlights are shown, each of another kind', () => {
  const told = highlights(STORY, ['Ana', 'Ben', 'Cem'], undefined);
  assert.equal(told.length, 3);
  assert.ok(told.some((text) => text.includes('relic worth 5')));
  assert.ok(told.some((text) => text.startsWith('Ana left cave 1 just in time')));
});
