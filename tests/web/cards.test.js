// @ts-check
/** Cards are told apart by their words alone, as the notation has them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import * as cards from '../../src/diamant/web/js/model/cards.js';

test('every card is a treasure, a relic or a hazard, and only one of them', () => {
  const kinds = { 11: 'treasure', 0: 'treasure', relic: 'relic', relic12: 'relic', snake: 'hazard' };
  // A user's own edition may name its hazards nearly like the others.
  const odd = { relics: 'hazard', relic5b: 'hazard', '2x': 'hazard', 蛇: 'hazard' };
  for (const [card, kind] of Object.entries({ ...kinds, ...odd })) {
    const found = { treasure: cards.isTreasure(card), relic: cards.isRelic(card), hazard: cards.isHazard(card) };
    const expected = { treasure: kind === 'treasure', relic: kind === 'relic', hazard: kind === 'hazard' };
    assert.deepEqual(found, expected, card);
  }
});

test('a treasure has gems, a relic its printed worth, and nothing else either', () => {
  assert.deepEqual(['17', 'relic7', 'snake'].map(cards.treasureOf), [17, null, null]);
  assert.deepEqual(['17', 'relic', 'relic12', 'relics'].map(cards.printedWorth), [null, null, 12, null]);
});

test('a relic is written with its worth where the edition prints it', () => {
  assert.equal(cards.relicWord({ worth: 'printed' }, 8), 'relic8');
  assert.equal(cards.relicWord({ worth: 'by order' }, 5), 'relic');
});
