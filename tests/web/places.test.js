// @ts-check
/** The final ranking. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { placesOf } from '../../src/diamant/web/js/model/places.js';
import { podiumOf, stepsOf } from '../../src/diamant/web/js/screens/victory.js';

/** @param {ReturnType<typeof placesOf>} places */
const brief = (places) => places.map(({ at, place }) => `${at}:${place}`).join(' ');

test('players are ranked by points, best first, and equal players share a rank', () => {
  assert.equal(brief(placesOf({ winners: [2], scores: [7, 4, 9, 7, 0], chests: [] })), '2:1 0:2 3:2 1:4 4:5');
  assert.equal(brief(placesOf({ winners: [0, 1], scores: [5, 5, 3], chests: [] })), '0:1 1:1 2:3');
});

test('the loser of a tie-break is not first', () => {
  assert.equal(brief(placesOf({ winners: [1], scores: [5, 5, 3], chests: [] })), '1:1 0:2 2:3');
});

test('an abandoned game has ranks without winners', () => {
  assert.equal(brief(placesOf({ winners: [], scores: null, chests: [3, null, 8] })), '2:1 0:2 1:3');
});

test('a victory opens the worst chest first, then shows third, second and all winners', () => {
  /** @param {number[]} winners @param {number[]} scores */
  const told = (winners, scores) =>
    stepsOf(placesOf({ winners, scores, chests: [] })).steps.map((step) => step.map(({ at }) => at));
  assert.deepEqual(told([2], [7, 4, 9, 8, 0]), [[4], [1], [0], [3], [2]]);
  assert.deepEqual(told([0, 1], [5, 5, 3, 1]), [[3], [2], [0, 1]]);
  assert.deepEqual(told([1], [5, 6]), [[0], [1]]);
});

test('tied players share the podium, unless they are too many', () => {
  /** @param {number[]} winners @param {number[]} scores */
  const top = (winners, scores) => podiumOf(placesOf({ winners, scores, chests: [] })).map(({ at }) => at);
  assert.deepEqual(top([0], [46, 25, 18, 18, 7]), [0, 1, 2, 3]);
  assert.deepEqual(top([0], [9, 5, 5, 5]), [0, 1, 2, 3]);
  assert.deepEqual(top([0], [9, 5, 0, 0, 0, 0]), [0, 1]);
  assert.deepEqual(top([0, 1, 2, 3, 4, 5], [9, 9, 9, 9, 9, 9, 1]), [0, 1, 2, 3, 4, 5]);
});
