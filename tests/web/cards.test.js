// @ts-check
/** Cards are told apart by their words alone, as the notation has them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  isHazard,
  isRelic,
  isTreasure,
  printedWorth,
  relicWord,
  treasureOf,
} from '../../src/diamant/web/js/model/cards.js';

test('every card is a treasure, a relic or a hazard, and only one of them', () => {
  const kinds = { 11: 'treasure', 0: 'treasure', relic: 'relic', relic12: 'relic', snake: 'hazard' };
  // A user's own edition may name its hazards nearly like the others.
  for (const [card, kind] of Object.entries({
    ...kinds,
    relics: 'hazard',
    relic5b: 'hazard',
    '2x': 'hazard',
    蛇: 'hazard',
  })) {
    const found = { treasure: isTreasure(card), relic: isRelic(card), hazard: isHazard(card) };
    assert.deepEqual(
      Object.entries(found)
        .filter(([, is]) => is)
        .map(([name]) => name),
      [kind],
      card,
    );
  }
});

test('a treasure has gems, a relic its printed worth, and nothing else either', () => {
  assert.deepEqual(['17', 'relic7', 'snake'].map(treasureOf), [17, null, null]);
  assert.deepEqual(['17', 'relic', 'relic12', 'relics'].map(printedWorth), [null, null, 12, null]);
});

test('a relic is written with its worth where the edition prints it', () => {
  assert.equal(relicWord({ worth: 'printed' }, 8), 'relic8');
  assert.equal(relicWord({ worth: 'by order' }, 5), 'relic');
});
