// @ts-check
/** Cards are identified by their notation alone. */
import assert from 'node:assert/strict';
import test from 'node:test';
import * as cards from '../../src/diamant/web/js/model/cards.js';

test('every card is exactly one of treasure, relic and hazard', () => {
  const kinds = { 11: 'treasure', 0: 'treasure', relic: 'relic', relic12: 'relic', snake: 'hazard' };
  // A custom edition may give its hazards similar names.
  const odd = { relics: 'hazard', relic5b: 'hazard', '2x': 'hazard', 蛇: 'hazard' };
  for (const [card, kind] of Object.entries({ ...kinds, ...odd })) {
    const found = { treasure: cards.isTreasure(card), relic: cards.isRelic(card), hazard: cards.isHazard(card) };
    const expected = { treasure: kind === 'treasure', relic: kind === 'relic', hazard: kind === 'hazard' };
    assert.deepEqual(found, expected, card);
  }
});

test('only a treasure has gems, and only a relic a printed worth', () => {
  assert.deepEqual(['17', 'relic7', 'snake'].map(cards.treasureOf), [17, null, null]);
  assert.deepEqual(['17', 'relic', 'relic12', 'relics'].map(cards.printedWorth), [null, null, 12, null]);
});

test('the notation of a relic includes its worth if the edition prints it', () => {
  assert.equal(cards.relicWord({ worth: 'printed' }, 8), 'relic8');
  assert.equal(cards.relicWord({ worth: 'by order' }, 5), 'relic');
});
