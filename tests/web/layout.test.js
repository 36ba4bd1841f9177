// @ts-check
/**
 * The path meets its guarantees on any screen, at any length, for any cards: no card covers another
 * one or the camp, all cards are visible, neighbors are adjacent, every hazard makes a bend, and no
 * explorer or tag is on a card, in the camp or out of view.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { campBox, campSpot } from '../../src/diamant/web/js/cave/actors.js';
import { bubbleOf, onlookersBubble } from '../../src/diamant/web/js/cave/bubbles.js';
import { CARD_HEIGHT, CARD_WIDTH, layoutPath } from '../../src/diamant/web/js/cave/layout.js';
import { isHazard } from '../../src/diamant/web/js/model/cards.js';

const KINDS = ['snake', 'spider', 'lava', 'boulder', 'ram'];
const SIZES = [
  ...['320x300', '320x480', '360x240', '360x740', '390x420', '768x1024', '844x390', '1024x600', '630x768', '683x250'],
  ...['1366x560', '1366x768', '1920x1080', '2560x720', '3840x2160'],
].map(sizeOf);

/** @param {string} size */
function sizeOf(size) {
  return size.split('x').map(Number);
}

/** Return a generator of numbers from 0 to 1 that are the same in every run. @param {number} seed */
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {() => number} rnd @param {number} length @param {number} danger fraction of hazards among the cards */
function cardsOf(rnd, length, danger) {
  return Array.from({ length }, () => {
    if (rnd() < danger) return KINDS[Math.floor(rnd() * KINDS.length)];
    return rnd() < 0.1 ? 'relic7' : String(1 + Math.floor(rnd() * 17));
  });
}

/** @typedef {{x: number, y: number, angle: number, scale: number}} Position */

/** Return the corners of a tilted card. @param {Position} place */
function corners({ x, y, angle, scale }) {
  const a = (angle * Math.PI) / 180;
  const w = (CARD_WIDTH * scale) / 2;
  const h = (CARD_HEIGHT * scale) / 2;
  const turned = (/** @type {number} */ dx, /** @type {number} */ dy) => [
    x + dx * Math.cos(a) - dy * Math.sin(a),
    y + dx * Math.sin(a) + dy * Math.cos(a),
  ];
  return [turned(-w, -h), turned(w, -h), turned(w, h), turned(-w, h)];
}

/**
 * Return whether two cards overlap: no line along one of their edges separates them.
 * @param {Position} one
 * @param {Position} other
 */
function overlap(one, other) {
  // Most cards are far from each other.
  const reach = Math.hypot(CARD_WIDTH, CARD_HEIGHT) * Math.max(one.scale, other.scale);
  if (Math.abs(one.x - other.x) > reach || Math.abs(one.y - other.y) > reach) return false;
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

/**
 * Return the position of one card relative to another, in cards.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {number} scale
 */
function between(from, to, scale) {
  return { x: (to.x - from.x) / (CARD_WIDTH * scale), y: (to.y - from.y) / (CARD_HEIGHT * scale) };
}

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** Return whether two upright boxes overlap. @param {Box} one @param {Box} other */
function meet(one, other) {
  const slack = 0.01;
  return (
    one.x + one.width > other.x + slack &&
    other.x + other.width > one.x + slack &&
    one.y + one.height > other.y + slack &&
    other.y + other.height > one.y + slack
  );
}

/** Return the bounding box of a tilted card. @param {Position} place @returns {Box} */
function boxOf(place) {
  const [xs, ys] = [0, 1].map((k) => corners(place).map((corner) => corner[k]));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/**
 * Check the explorers in the cave and their tag.
 * @param {import('../../src/diamant/web/js/cave/layout.js').Layout} layout
 * @param {number} inside
 * @param {string} said
 */
function checkParty({ party, positions, camp, row, width, height }, inside, said) {
  assert.equal(party.spots.length, inside, said);
  // As drawn: 58 wide and 74 high, with the feet slightly left of center and two pixels below the ground line.
  const wide = (party.size * 58) / 74;
  const bodies = party.spots.map(({ x, y }) => ({
    x: x - wide * 0.46,
    y: y + 2 - party.size,
    width: wide,
    height: party.size,
  }));
  const tag = party.tag ?? assert.fail(said);
  const cards = positions.map(boxOf);
  const screen = { x: 0, y: row.height, width, height: height - row.height };
  for (const [what, box] of [...bodies.map((body, i) => [`explorer ${i}`, body]), ['the tag', tag]]) {
    const { x, y, width: w, height: h } = /** @type {Box} */ (box);
    const inView = x >= 0 && y >= screen.y && x + w <= width && y + h <= height;
    assert.ok(inView, `${what} is out of view: ${said}`);
    assert.ok(!meet(/** @type {Box} */ (box), camp), `${what} is in the camp: ${said}`);
    const on = cards.findIndex((card) => meet(/** @type {Box} */ (box), card));
    assert.equal(on, -1, `${what} is on card ${on}: ${said}`);
  }
  assert.ok(
    !bodies.some((body) => meet({ ...body, y: body.y + 2, height: body.height - 4 }, tag)),
    `the tag hides somebody: ${said}`,
  );
  const apart = Math.hypot(
    Math.max(0, tag.x - party.box.x - party.box.width, party.box.x - tag.x - tag.width),
    Math.max(0, tag.y - party.box.y - party.box.height, party.box.y - tag.y - tag.height),
  );
  assert.ok(apart < party.text, `the tag is ${apart.toFixed()} pixels from those who carry: ${said}`);
}

/**
 * @param {string[]} cards
 * @param {number} width
 * @param {number} height
 * @param {number} round
 * @param {number} players
 * @param {number} inside
 */
function check(cards, width, height, round, players, inside) {
  const layout = layoutPath(cards, width, height, { round, players, inside });
  const said = `${cards.join(' ')} on ${width}x${height} from mouth ${round} with ${inside} of ${players}`;
  checkParty(layout, inside, said);
  const { positions, camp, camera, next: ahead } = layout;
  assert.equal(positions.length, cards.length, said);
  const spots = [...positions, ahead];
  spots.forEach((place, i) => {
    for (const [x, y] of corners(place)) {
      assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, `card ${i} is out of view: ${said}`);
      const within = x > camp.x && x < camp.x + camp.width && y > camp.y && y < camp.y + camp.height;
      assert.ok(!within, `card ${i} lies in the camp: ${said}`);
      assert.ok(y >= layout.row.y + layout.row.height - 1, `card ${i} hides the dangers: ${said}`);
    }
    for (let k = 0; k < i; k += 1) {
      if (overlap(spots[k], place)) assert.fail(`cards ${k} and ${i} overlap: ${said}`);
    }
    if (i === 0) return;
    const step = between(spots[i - 1], place, camera.scale);
    const far = Math.max(Math.abs(step.x), Math.abs(step.y));
    assert.ok(far > 1 && far < 1.3, `cards ${i - 1} and ${i} are not neighbors: ${said}`);
  });
  spots.slice(1).forEach((next, i) => {
    if (!isHazard(cards[i])) return;
    const before = between(i ? spots[i - 1] : camera, spots[i], camera.scale);
    const after = between(spots[i], next, camera.scale);
    const turn = Math.abs(Math.atan2(before.x * after.y - before.y * after.x, before.x * after.x + before.y * after.y));
    assert.ok(turn > 0.6, `the path does not bend at card ${i}: ${said}`);
  });
  return layout;
}

for (const [width, height] of SIZES) {
  test(`the path meets its guarantees on ${width}x${height}`, () => {
    const rnd = chance(width * 7 + height);
    for (let game = 0; game < 5; game += 1) {
      const cards = cardsOf(rnd, 35, [0, 0.15, 0.3, 0.5, 1][game % 5]);
      const round = 1 + (game % 5);
      const players = 3 + ((game * 5) % 6);
      for (let length = 0; length <= 35; length += length < 12 ? 1 : 3) {
        const inside = length % 3 ? players : 1 + ((length * 7) % players);
        check(cards.slice(0, length), width, height, round, players, inside);
      }
    }
  });
}

test('a card keeps its place relative to its neighbors, except when the path is laid again', () => {
  const rnd = chance(99);
  let moved = 0;
  for (let game = 0; game < 20; game += 1) {
    const cards = cardsOf(rnd, 14, 0.3);
    for (let length = 2; length <= cards.length; length += 1) {
      const [before, after] = [length - 1, length].map((n) =>
        layoutPath(cards.slice(0, n), 1366, 768, { players: 1 + (game % 8) }),
      );
      const steps = [before, after].map(({ positions, camera }) =>
        positions
          .slice(1, length - 1)
          .map((place, i) => {
            const step = between(positions[i], place, camera.scale);
            return `${step.x.toFixed(3)} ${step.y.toFixed(3)}`;
          })
          .join(),
      );
      if (steps[0] !== steps[1]) moved += 1;
      else assert.ok(after.camera.scale <= before.camera.scale + 1e-9, 'the camera eases back, never in');
    }
  }
  assert.ok(moved <= 20 * 3, `the path was laid anew ${moved} times in 20 caves`);
});

test('cards are readable at the length where most caves end', () => {
  const rnd = chance(4);
  for (const [size, least] of Object.entries({ '360x400': 34, '1366x768': 76, '1920x1080': 110 })) {
    const [width, height] = sizeOf(size);
    const sizes = Array.from(
      { length: 24 },
      (_, i) => layoutPath(cardsOf(rnd, 9, 0.3), width, height, { players: 1 + (i % 8) }).camera.scale * CARD_WIDTH,
    );
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    assert.ok(mean > least, `on ${width}x${height} cards are ${mean.toFixed(0)} pixels wide`);
  }
});

test('explorers are recognizable at the length where most caves end', () => {
  const rnd = chance(5);
  const leasts = { '320x300': 26, '360x360': 28, '630x768': 48, '683x250': 26, '1366x768': 56, '1920x1080': 70 };
  for (const [size, least] of Object.entries(leasts)) {
    const [width, height] = sizeOf(size);
    const sizes = Array.from(
      { length: 20 },
      () => layoutPath(cardsOf(rnd, 9, 0.3), width, height, { players: 8 }).party.size,
    );
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    assert.ok(
      mean > least && Math.min(...sizes) > least * 0.6,
      `on ${width}x${height} they are ${mean.toFixed(0)} pixels tall, or ${Math.min(...sizes).toFixed(0)}`,
    );
  }
});

test('the same cards always have the same layout', () => {
  const cards = ['4', 'snake', '7', 'relic', 'ram', '11'];
  assert.deepEqual(layoutPath(cards, 800, 600), layoutPath(cards.slice(), 800, 600));
});

test('a picture too small to see still has a layout', () => {
  for (const [width, height] of ['40x40', '60x300', '300x60', '100x80'].map(sizeOf)) {
    const { positions, party } = layoutPath(['4', 'snake', '7'], width, height, { players: 8 });
    for (const { x, y } of [...positions, ...party.spots]) assert.ok(Number.isFinite(x + y), `${width}x${height}`);
  }
});

test('any number of caves has visible mouths', () => {
  for (const rounds of [1, 3, 5, 12, 20]) {
    for (const [width, height] of SIZES) {
      const { mouths } = layoutPath(['5'], width, height, { round: rounds, rounds });
      assert.equal(mouths.length, rounds);
      for (const { x, y, size } of mouths) {
        assert.ok(
          x - size / 2 >= 0 && y - size / 2 >= 0 && y + size / 2 <= height && size > 4,
          `${rounds} on ${width}x${height}`,
        );
      }
    }
  }
});

test('in a crowded camp no explorer hides the letter of another', () => {
  for (const [width, height] of ['1920x800', '1366x520', '900x420', '360x300'].map(sizeOf)) {
    const options = { round: 1, rounds: 5, row: true, players: 8, inside: 0, far: true };
    const layout = layoutPath(['7', 'snake', '9'], width, height, options);
    for (let count = 1; count <= 8; count += 1) {
      const spots = Array.from({ length: count }, (_, index) => campSpot(layout, index, count));
      for (const [one, { x, y, size }] of spots.entries()) {
        // From the top of the letter to its foot, and from the hat of the explorer in front to the feet.
        const letter = { left: x - size * 0.13, right: x + size * 0.13, up: y - size * 0.48, down: y - size * 0.25 };
        for (const other of spots.filter((spot) => spot.y > y + 1)) {
          const clear =
            other.x - other.size * 0.3 >= letter.right ||
            other.x + other.size * 0.3 <= letter.left ||
            other.y - other.size * 0.98 >= letter.down;
          assert.ok(clear, `${width}x${height}: number ${one} of ${count} is hidden`);
        }
      }
    }
  }
});

test("a spectator's bubble overlaps no explorer's bubble", () => {
  let moved = 0;
  for (const [width, height] of SIZES) {
    for (let camp = 0; camp <= 8; camp += 1) {
      const options = { round: 1, rounds: 5, row: true, players: 8, inside: 8 - camp, far: width > 1300 };
      const layout = layoutPath(['7', 'snake', '9'], width, height, options);
      const { party } = layout;
      const home = Array.from({ length: camp }, (_, index) => campSpot(layout, index, camp));
      const inside = Array.from({ length: 8 - camp }, (_, index) => ({ ...party.spots[index], size: party.size }));
      const said = [
        ...home.map((spot) => bubbleOf(layout, spot, campBox(layout, camp))),
        ...inside.map((spot) => bubbleOf(layout, spot, party.block)),
      ];
      const alone = onlookersBubble(layout, [], []);
      const shown = onlookersBubble(layout, said, [...home, ...inside]);
      const where = `${width}x${height} with ${camp} in the camp`;
      for (const { x, y, half } of said) {
        const apart = Math.max(Math.abs(shown.x - x), Math.abs(shown.y - y));
        assert.ok(apart >= half + shown.half, `${where}: it lies over another's`);
      }
      assert.ok(shown.x >= shown.half && shown.x <= width - shown.half, `${where}: out of sight`);
      assert.ok(shown.y >= shown.half && shown.y <= height - shown.half, `${where}: out of sight`);
      if (shown.x !== alone.x || shown.y !== alone.y) moved += 1;
    }
  }
  assert.ok(moved > SIZES.length, 'hardly ever two were in one place');
});
