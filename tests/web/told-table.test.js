// A game known only from its facts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { fold } from '../../src/diamant/web/js/model/fold.js';
import { fates, toldEvents, toldTable } from '../../src/diamant/web/js/model/told-table.js';
import { EDITION } from './iello-2016.js';

const NAMES = ['Ana', 'Rosa', 'Otto', 'Ines', 'Emil'];
const HAPPENED = [
  [
    { event: 'CardTurned', card: '7' },
    { event: 'TreasureShared', seats: [0, 1, 2, 3, 4], share: 1, remainder: 2 },
  ],
  [
    { event: 'ChoicesRevealed', stayers: [1, 2, 3, 4], leavers: [0] },
    { event: 'Banked', seat: 0, carried: 1, share: 2 },
  ],
  [{ event: 'CardTurned', card: 'snake' }],
  [{ event: 'ChoicesRevealed', stayers: [1, 2, 3, 4], leavers: [] }],
  [
    { event: 'CardTurned', card: 'snake' },
    { event: 'Bust', kind: 'snake', seats: [1, 2, 3, 4], lost: 4 },
    { event: 'ExpeditionEnded', round: 1, bust: true, removed: ['snake'] },
    { event: 'ExpeditionBegan', round: 2, relic: null },
  ],
];

test("facts become table events, and fold into the table's view", () => {
  const events = toldEvents(HAPPENED);
  const numbered = events.map(({ event, public_number: number }) => `${event} ${number}`).join(', ');
  assert.equal(numbered, 'CardTurned 1, ChoicesRevealed 2, CardTurned 3, ChoicesRevealed 4, CardTurned 5');
  const editions = { [EDITION.id]: EDITION };
  let view = toldTable('daily', EDITION, NAMES);
  const turns = [];
  for (const event of events) {
    view = fold(view, event, editions);
    turns.push(`${view.phase} ${view.turn} ${view.hands[0].chest}`);
  }
  assert.deepEqual(turns, ['cave 1 0', 'break 1 3', 'cave 2 3', 'break 2 3', 'break 2 3']);
  assert.equal(view.game?.round, 2);
});

test('the fate of a cave reveals no card', () => {
  assert.deepEqual(fates(HAPPENED, 0), ['gems']);
  assert.deepEqual(fates(HAPPENED, 1), ['lost']);
  const relic = [
    [
      { event: 'RelicsTaken', seat: 2, relics: [] },
      { event: 'Banked', seat: 2, carried: 0, share: 0 },
      { event: 'ExpeditionEnded', round: 1, bust: false, removed: [] },
    ],
  ];
  assert.deepEqual(fates(relic, 2), ['relic']);
  assert.deepEqual(fates(relic, 3), ['nothing']);
});

test('the end of a game is an event of its own', () => {
  const over = [...HAPPENED, [{ event: 'GameEnded', scores: [3, 0, 0, 0, 0], winners: [0] }]];
  assert.equal(toldEvents(over)[6].event, 'GameFinished');
});
