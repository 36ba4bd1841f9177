// @ts-check
/**
 * The path keeps its promises on any screen, at any length, for any cards: no card over another
 * one or over the camp, all of it in view, neighbours adjacent, a bend at every hazard.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { CARD_HEIGHT, CARD_WIDTH, isHazard, layoutPath } from '../../src/diamant/web/js/cave/layout.js';

const KINDS = ['snake', 'spider', 'lava', 'boulder', 'ram'];
const SIZES = [
  [320, 300], [320, 480], [360, 240], [360, 740], [390, 420], [768, 1024], [844, 390], [1024, 600],
  [1366, 560], [1366, 768], [1920, 1080], [2560, 720], [3840, 2160],
];

/** Numbers from 0 to 1 that are the same in every run. @param {number} seed */
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {() => number} rnd @param {number} length @param {number} danger how many of the cards are hazards */
function cardsOf(rnd, length, danger) {
  return Array.from({ length }, () => {
    if (rnd() < danger) return KINDS[Math.floor(rnd() * KINDS.length)];
    return rnd() < 0.1 ? 'relic7' : String(1 + Math.floor(rnd() * 17));
  });
}

/** @typedef {{x: number, y: number, angle: number, scale: number}} Place */

/** The corners of a card that lies askew. @param {Place} place */
function corners({ x, y, angle, scale }) {
  const a = (angle * Math.PI) / 180;
  const w = (CARD_WIDTH * scale) / 2;
  const h = (CARD_HEIGHT * scale) / 2;
  return [[-w, -h], [w, -h], [w, h], [-w, h]].map(([dx, dy]) => [
    x + dx * Math.cos(a) - dy * Math.sin(a),
    y + dx * Math.sin(a) + dy * Math.cos(a),
  ]);
}

/** Whether two cards share any ground: no line along one of their edges parts them. @param {Place} one @param {Place} other */
function overlap(one, other) {
  const [p, q] = [corners(one), corners(other)];
  for (const place of [one, other]) {
    for (const turn of [0, 90]) {
      const a = ((place.angle + turn) * Math.PI) / 180;
      const along = (/** @type {number[]} */ [x, y]) => x * Math.cos(a) + y * Math.sin(a);
      const [ps, qs] = [p.map(along), q.map(along)];
      if (Math.max(...ps) <= Math.min(...qs) || Math.max(...qs) <= Math.min(...ps)) return false;
    }
  }
  return true;
}

/** The way from one place to the next, in cards. @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {number} scale */
function way(from, to, scale) {
  return { x: (to.x - from.x) / (CARD_WIDTH * scale), y: (to.y - from.y) / (CARD_HEIGHT * scale) };
}

/** @param {string[]} cards @param {number} width @param {number} height @param {number} round */
function check(cards, width, height, round) {
  const layout = layoutPath(cards, width, height, { round });
  const said = `${cards.join(' ')} on ${width}x${height} from mouth ${round}`;
  const { positions, camp, camera, party } = layout;
  assert.equal(positions.length, cards.length, said);
  const spots = [...positions, party];
  spots.forEach((place, i) => {
    for (const [x, y] of corners(place)) {
      assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, `card ${i} is out of view: ${said}`);
      const within = x > camp.x && x < camp.x + camp.width && y > camp.y && y < camp.y + camp.height;
      assert.ok(!within, `card ${i} lies in the camp: ${said}`);
      assert.ok(y >= layout.row.y + layout.row.height - 1, `card ${i} hides the dangers: ${said}`);
    }
    for (let k = 0; k < i; k += 1) {
      assert.ok(!overlap(spots[k], place), `cards ${k} and ${i} overlap: ${said}`);
    }
    if (i === 0) return;
    const step = way(spots[i - 1], place, camera.scale);
    const far = Math.max(Math.abs(step.x), Math.abs(step.y));
    const most = i < positions.length ? 1.3 : 1.45; // The explorers stand a bit farther on.
    assert.ok(far > 1 && far < most, `cards ${i - 1} and ${i} are not neighbours: ${said}`);
  });
  spots.slice(1).forEach((next, i) => {
    if (!isHazard(cards[i])) return;
    const before = way(i ? spots[i - 1] : camera, spots[i], camera.scale);
    const after = way(spots[i], next, camera.scale);
    const turn = Math.abs(Math.atan2(before.x * after.y - before.y * after.x, before.x * after.x + before.y * after.y));
    assert.ok(turn > 0.6, `the path does not bend at card ${i}: ${said}`);
  });
  return layout;
}

for (const [width, height] of SIZES) {
  test(`the path keeps its promises on ${width}x${height}`, () => {
    const rnd = chance(width * 7 + height);
    for (let game = 0; game < 12; game += 1) {
      const cards = cardsOf(rnd, 35, [0, 0.15, 0.3, 0.5, 1][game % 5]);
      const round = 1 + (game % 5);
      for (let length = 0; length <= 35; length += length < 12 ? 1 : 3) check(cards.slice(0, length), width, height, round);
    }
  });
}

test('a card once laid stays where it is against its neighbours, but for the few times the path is laid anew', () => {
  const rnd = chance(99);
  let moved = 0;
  for (let game = 0; game < 20; game += 1) {
    const cards = cardsOf(rnd, 14, 0.3);
    for (let length = 2; length <= cards.length; length += 1) {
      const [before, after] = [length - 1, length].map((n) => layoutPath(cards.slice(0, n), 1366, 768));
      const steps = [before, after].map(({ positions, camera }) =>
        positions.slice(1, length - 1).map((place, i) => {
          const step = way(positions[i], place, camera.scale);
          return `${step.x.toFixed(3)} ${step.y.toFixed(3)}`;
        }).join());
      if (steps[0] !== steps[1]) moved += 1;
      else assert.ok(after.camera.scale <= before.camera.scale + 1e-9, 'the camera eases back, never in');
    }
  }
  assert.ok(moved <= 20 * 3, `the path was laid anew ${moved} times in 20 caves`);
});

test('cards are large enough to be read where most caves end', () => {
  const rnd = chance(4);
  for (const [width, height, least] of [[360, 400, 34], [1366, 768, 76], [1920, 1080, 110]]) {
    const sizes = Array.from({ length: 20 }, () => layoutPath(cardsOf(rnd, 9, 0.3), width, height).camera.scale * CARD_WIDTH);
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    assert.ok(mean > least, `on ${width}x${height} cards are ${mean.toFixed(0)} pixels wide`);
  }
});

test('the same cards lie the same way', () => {
  const cards = ['4', 'snake', '7', 'relic', 'ram', '11'];
  assert.deepEqual(layoutPath(cards, 800, 600), layoutPath(cards.slice(), 800, 600));
});

test('any number of caves has its mouths in view', () => {
  for (const rounds of [1, 3, 5, 12, 20]) {
    for (const [width, height] of SIZES) {
      const { mouths } = layoutPath(['5'], width, height, { round: rounds, rounds });
      assert.equal(mouths.length, rounds);
      for (const { x, y, size } of mouths) {
        assert.ok(x - size / 2 >= 0 && y - size / 2 >= 0 && y + size / 2 <= height && size > 4, `${rounds} on ${width}x${height}`);
      }
    }
  }
});
