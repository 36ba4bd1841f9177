// @ts-check
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import * as dealer from '../../src/diamant/web/js/fair/dealer.js';
import { verify } from '../../src/diamant/web/js/fair/verify.js';
import { deckOf } from '../../src/diamant/web/js/model/deck.js';
import { readRecords } from '../../src/diamant/web/js/model/record.js';

const { ascii, commitmentOf, concat, dealOrder, fromHex, hmacSha256, nonceHash, sha256, toHex } = dealer;

const IELLO_2023 = {
  id: 'iello-2023',
  rounds: 5,
  treasures: [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17],
  hazards: { spider: 3, snake: 3, lava: 3, boulder: 3, ram: 3 },
  relics: null,
};

test('SHA-256 matches the vectors of FIPS 180', () => {
  const vectors = {
    '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    abc: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq:
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  };
  for (const [text, digest] of Object.entries(vectors)) {
    assert.equal(toHex(sha256(ascii(text))), digest);
  }
});

test('SHA-256 and HMAC agree with another implementation at every length around a block', () => {
  for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256);
    assert.equal(toHex(sha256(bytes)), createHash('sha256').update(bytes).digest('hex'), `${length}`);
    const key = bytes.map((byte) => byte ^ 0xa5);
    const other = createHmac('sha256', key).update(bytes).digest('hex');
    assert.equal(toHex(hmacSha256(key, bytes)), other, `${length}`);
  }
});

test('HMAC-SHA256 matches the vectors of RFC 4231', () => {
  assert.equal(
    toHex(hmacSha256(new Uint8Array(20).fill(0x0b), ascii('Hi There'))),
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  );
  assert.equal(
    toHex(hmacSha256(ascii('Jefe'), ascii('what do ya want for nothing?'))),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('hexadecimal converts both ways, and anything else is refused', () => {
  const bytes = Uint8Array.of(0, 1, 127, 128, 255);
  assert.deepEqual(fromHex(toHex(bytes)), bytes);
  assert.deepEqual(fromHex('FF'), Uint8Array.of(255));
  for (const wrong of ['f', '0g', ' 00', '0x00']) assert.throws(() => fromHex(wrong), RangeError);
  assert.deepEqual(concat(Uint8Array.of(1), new Uint8Array(0), Uint8Array.of(2, 3)), Uint8Array.of(1, 2, 3));
});

test('the dealer matches the vector of docs/dealer.md', () => {
  const seed = new Uint8Array(32);
  const luck = ascii('luck');
  const promised = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925';
  assert.equal(commitmentOf(seed), promised);
  assert.equal(nonceHash(promised, 1, luck), '2a4a52f94c542a5b8c66e43c663e8901ef851b984bfefbbf5275d5f941863d8f');
  const none = new Uint8Array(0);
  assert.equal(
    dealOrder(seed, [none, luck, none], 1, deckOf(IELLO_2023, 1)).join(' '),
    '7 4 11 lava lava 14 ram 11 1 lava 5 2 7 snake spider ram spider ram 17 ' +
      'spider 13 boulder 9 5 snake snake 15 3 boulder boulder',
  );
});

test('a round starts with the relics that have entered, without the cards that are gone', () => {
  const relics = { enter: 'each round', worth: 'printed', points: [5, 7, 8, 10, 12] };
  const edition = { ...IELLO_2023, relics };
  assert.deepEqual(deckOf(edition, 3).slice(-4), ['ram', 'relic5', 'relic7', 'relic8']);
  assert.deepEqual(deckOf(edition, 3, ['relic7', 'ram', 'ram']).slice(-4), ['boulder', 'ram', 'relic5', 'relic8']);
  const alike = { ...IELLO_2023, relics: { enter: 'start', worth: 'by order', points: [5, 5, 5, 10, 10] } };
  assert.equal(deckOf(alike, 1).filter((card) => card === 'relic').length, 5);
});

test('records are read with their tags, comments and escapes', () => {
  const [first, second] = readRecords(
    '\ufeff[Edition "iello-2016"] ; a comment\r\n' +
      '[Players "A\\"b" "c\\\\" "]; d"]\n\n; all of it\n1. 9/AB ram/- ; so far\n7/C\n2. snake\n\n' +
      '[Edition "x"]\n[Players "a" "b" "c"]\n',
  );
  assert.deepEqual({ ...first.tags }, { Edition: ['iello-2016'], Players: ['A"b', 'c\\', ']; d'] });
  assert.deepEqual(first.rounds, [
    [
      { card: '9', leavers: [0, 1] },
      { card: 'ram', leavers: [] },
      { card: '7', leavers: [2] },
    ],
    [{ card: 'snake', leavers: [] }],
  ]);
  assert.deepEqual({ ...second.tags }, { Edition: ['x'], Players: ['a', 'b', 'c'] });
  for (const wrong of ['1. 9', '[Edition iello]', '[Edition "x"]\n2. 9', '[Edition "x"]\n9', '[Edition "x"]\n1. 9/Z']) {
    assert.throws(() => readRecords(wrong), /line/, wrong);
  }
});

test('an unfinished game, or one without anything to check, is reported as such', () => {
  const start = '[Edition "iello-2023"]\n[Players "a" "b" "c"]\n';
  const over = '1. 9/ABC\n2. 9/ABC\n3. 9/ABC\n4. 9/ABC\n5. 9/ABC\n';
  const code = (/** @type {string} */ text) => {
    return verify(text, IELLO_2023).code;
  };
  assert.equal(code(`${start}1. 9/AB`), 'unfinished');
  assert.equal(code(start + over.replace('5. 9/ABC', '5. 9/AB')), 'unfinished');
  assert.equal(code(start + over), 'no-shuffle');
  const promised = commitmentOf(new Uint8Array(32));
  const tags = (/** @type {string} */ seed, dealer = '1') =>
    `${start}[Dealer "${dealer}"]\n[Commitment "${promised}"]\n[Seed "${seed}"]\n`;
  assert.equal(code(tags('00'.repeat(32), '2') + over), 'dealer');
  assert.equal(code(tags('00'.repeat(31)) + over), 'malformed');
  assert.equal(code(tags('zz') + over), 'malformed');
  assert.equal(code(tags('01'.repeat(32)) + over), 'seed');
  assert.equal(code(tags('00'.repeat(32)) + over), 'card');
  assert.equal(code('no record'), 'malformed');
  assert.equal(code(''), 'malformed');
  assert.equal(code(start.replace('2023', '2016') + over), 'edition');
});
