// @ts-check
/** A device next to a shared screen shows nothing before the screen does, and everything as soon as it has. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { createDirector } from '../../src/diamant/web/js/cave/director.js';
import { quietDirector } from '../../src/diamant/web/js/cave/quiet-director.js';
import { announce, announced } from '../../src/diamant/web/js/device/notices.js';
import { Following } from '../../src/diamant/web/js/session/following.js';
import { Stage } from '../../src/diamant/web/js/session/stage.js';
import { sayBets } from '../../src/diamant/web/js/words/people.js';
import { canvas, game as gameOf, reduceMotion, sessionAt } from './scenes.js';

const NAMES = ['Ana', 'Ben', 'Cem'];

/** @param {object} [changes] */
const game = (changes) =>
  gameOf({ round: 2, cards: ['5', 'snake'], gems: [2, 0], hazards: ['snake'], carried: 4, path: 2, ...changes });

/** Ana goes home, and the snake takes everything from Ben and Cem. @returns {any[]} */
function bust() {
  const end = [
    { event: 'CardTurned', card: 'snake' },
    { event: 'Bust', kind: 'snake', seats: [1, 2], lost: 4 },
    { event: 'ExpeditionEnded', round: 2, bust: true, removed: [] },
    { event: 'ExpeditionBegan', round: 3, relic: null },
  ];
  const home = [
    { event: 'ChoicesRevealed', stayers: [1, 2], leavers: [0] },
    { event: 'Banked', seat: 0, carried: 4, share: 2 },
  ];
  return [
    { event: 'ChoicesRevealed', leavers: [0], bets_won: [], facts: home, at: 1, public_number: 41 },
    { event: 'CardTurned', card: 'snake', turn: null, deadline: null, facts: end, at: 1, public_number: 42 },
    { event: 'BreakBegan', deadline: 20_000, at: 1, public_number: 43 },
  ];
}

/** @param {string} card @param {number} turn @param {number} number @param {any[]} [more] facts */
function turned(card, turn, number, more = []) {
  const facts = [{ event: 'CardTurned', card }, ...more];
  return { event: 'CardTurned', card, turn, deadline: null, facts, at: 1, public_number: number };
}

/** Everyone stays and finds this many gems. @param {number} gems @param {number} turn @param {number} number */
function gemsFound(gems, turn, number) {
  const facts = [{ event: 'ChoicesRevealed', stayers: [0, 1, 2], leavers: [] }];
  const shared = { event: 'TreasureShared', seats: [0, 1, 2], share: Math.floor(gems / 3), remainder: gems % 3 };
  return [
    { event: 'ChoicesRevealed', leavers: [], bets_won: [], facts, at: 1, public_number: number },
    turned(String(gems), turn, number + 1, [shared]),
  ];
}

/**
 * Return a device at a table: a shared screen, or one next to it.
 * @param {{screen?: boolean, picture?: boolean}} [kind]
 */
function device({ screen = false, picture = false } = {}) {
  const before = {
    phase: 'cave',
    turn: 7,
    you: 'g1',
    public_number: 40,
    deadline: null,
    settings: { edition: 'iello-2016' },
    guests: [{ guest: 'g9', screen: true, present: true, away_since: null }],
    seats: NAMES.map((name) => ({ name, bet: null, guest: null })),
    game: game(),
  };
  const session = sessionAt(before, screen);
  const stage = new Stage(session);
  stage.direct(screen || picture ? createDirector(canvas().made) : quietDirector(() => undefined));
  const ends = () => session.tell(bust(), { phase: 'break', deadline: 20_000, game: game({ round: 3, hazards: [] }) });
  const cue = (/** @type {number} */ number, /** @type {string} */ moment) =>
    session.onCued({ public_number: number, moment });
  return { session, stage, ends, cue };
}

/** Let resolved promises continue, and finished waits end. */
async function settle() {
  for (let i = 0; i < 12; i++) {
    test.mock.timers.tick(0);
    await new Promise((done) => setImmediate(done));
  }
}

/** Advance the clock in small steps. @param {number} time in milliseconds */
async function pass(time) {
  for (let gone = 0; gone < time; gone += 50) {
    test.mock.timers.tick(50);
    await settle();
  }
}

/** Callbacks waiting for the next frame. @type {(() => void)[]} */
let frames = [];

/** Paint once. */
function paint() {
  for (const frame of frames.splice(0)) frame();
}

test.beforeEach(() => {
  frames = [];
  globalThis.requestAnimationFrame = /** @type {any} */ ((/** @type {() => void} */ frame) => frames.push(frame));
  globalThis.document = /** @type {any} */ ({ visibilityState: 'visible' });
  reduceMotion(true); // Flying pictures need a page.
  test.mock.timers.enable({ apis: ['setTimeout'] });
});
test.afterEach(async () => {
  await pass(100); // Flush the remaining announcements.
  test.mock.timers.reset();
  Reflect.deleteProperty(globalThis, 'document');
  Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
});

const CUES = [
  [41, 'reveal'],
  [42, 'turn'],
  [42, 'bust'],
  [42, 'begin'],
  [43, 'end'],
  [43, 'done'],
];

test('a shared screen reports each moment once and in order, after painting it', async () => {
  const { session, stage, ends } = device({ screen: true });
  ends();
  await pass(450);
  assert.ok(stage.line.value.startsWith('Ana leaves'), 'it is drawn');
  assert.deepEqual(session.gave, [], 'and not yet painted');
  paint();
  assert.deepEqual(session.gave, [], 'and is painted in this frame');
  await settle();
  assert.deepEqual(session.gave, CUES.slice(0, 1));
  for (let gone = 0; gone < 12_000; gone += 100) {
    await pass(100);
    paint();
    await settle();
  }
  assert.deepEqual(session.gave, CUES);
  stage.close();
});

test('a shared screen that paints nothing still reports moments', async () => {
  const { session, stage, ends } = device({ screen: true });
  ends();
  await pass(12_000);
  paint();
  await settle();
  assert.deepEqual(session.gave, CUES);
  globalThis.document = /** @type {any} */ ({ visibilityState: 'hidden' });
  stage.say(44, 'end');
  assert.deepEqual(session.gave.at(-1), [44, 'end']);
  stage.close();
});

for (const picture of [false, true]) {
  const what = picture ? 'a device with a picture of its own' : 'a hand';
  for (const calm of picture ? [true] : [false, true]) {
    test(`${what} shows each moment with the screen${calm ? ', with reduced motion too' : ''}`, async () => {
      reduceMotion(calm);
      const { session, stage, ends, cue } = device({ picture });
      announced.value = '';
      ends();
      await pass(3_000);
      assert.equal(stage.line.value, '', 'the room has seen nothing yet');
      assert.equal(announced.value, '');
      cue(41, 'reveal');
      await settle();
      assert.ok(stage.line.value.startsWith('Ana leaves with 6 gems.'));
      assert.ok(announced.value.startsWith('Ana leaves with 6 gems.'));
      assert.deepEqual(stage.seen.value?.game?.in_cave, [1, 2], 'names and numbers follow the line at once');
      await pass(3_000);
      cue(42, 'turn');
      await settle();
      assert.equal(stage.bust.value, null);
      assert.equal(stage.seen.value?.game?.round, 2);
      cue(42, 'bust');
      await settle();
      assert.deepEqual([stage.bust.value?.lost, stage.bust.value?.seats], [4, [1, 2]]);
      assert.ok(announced.value.includes('Ben and Cem lose 4 gems each.'));
      await pass(3_000);
      assert.equal(stage.recap.value, null);
      cue(42, 'begin');
      await settle();
      assert.notEqual(stage.recap.value, null);
      assert.equal(stage.bust.value, null);
      assert.equal(stage.seen.value?.game?.round, 2, 'the header still names the cave before');
      cue(43, 'end');
      await pass(1_000);
      assert.equal(stage.seen.value?.game?.round, 3);
      assert.equal(stage.behind.value, false);
      assert.deepEqual(session.gave, []);
      stage.close();
    });
  }

  test(`${what} keeps up with a faster screen`, async () => {
    const { stage, ends, cue } = device({ picture });
    ends();
    cue(41, 'reveal');
    cue(42, 'turn');
    cue(42, 'bust');
    await settle();
    assert.equal(stage.bust.value?.lost, 4);
    cue(43, 'end');
    await settle();
    assert.notEqual(stage.recap.value, null);
    assert.equal(stage.behind.value, false);
    stage.close();
  });

  test(`${what} continues beside a silent screen, and waits for it only once`, async () => {
    const { session, stage, ends } = device({ picture });
    ends();
    await pass(4_300);
    assert.equal(stage.line.value, '');
    await pass(200);
    assert.ok(stage.line.value.startsWith('Ana leaves'));
    await pass(5_000);
    assert.notEqual(stage.recap.value, null);
    assert.equal(stage.following.active, false);
    await pass(5_000);
    session.tell([turned('7', 8, 44)], {
      phase: 'cave',
      turn: 8,
      deadline: null,
      game: game({ round: 3, cards: ['7'] }),
    });
    await pass(700);
    assert.equal(stage.shownTurn.value, 8, 'as soon as without a screen');
    session.onCued({ public_number: 44, moment: 'turn' });
    assert.equal(stage.following.active, true, 'it has come back');
    stage.close();
  });
}

/** Everyone stays and finds as many gems as the turn's number. @param {number} turn */
const found = (turn) => gemsFound(turn, turn, 2 * turn);

for (const away of [false, true]) {
  for (const gap of [0, 50, 450, 900, 3_000]) {
    for (const taps of [false, true]) {
      const how = `${gap} ms apart${taps ? ', with taps' : ''}${away ? ', the page out of sight at times' : ''}`;
      test(`every card and reveal is announced once: ${how}`, async () => {
        const { session, stage } = device({ picture: true });
        session.view.value = { ...session.view.peek(), guests: [] };
        /** @type {string[]} */
        const said = [];
        /** @type {string[]} */
        const lines = [];
        announced.value = '';
        const unhear = announced.subscribe((text) => said.push(text.trim()));
        const unread = stage.line.subscribe((text) => lines.push(text));
        const turns = [21, 22, 23, 24, 25, 26];
        for (const turn of turns) {
          const visibilityState = away && turn % 3 === 0 ? 'hidden' : 'visible';
          globalThis.document = /** @type {any} */ ({ visibilityState });
          session.tell(found(turn), { turn, game: game({ cards: ['5', String(turn)] }) });
          if (gap) await pass(gap);
          if (taps) stage.skip();
          if (taps && gap) await pass(50);
        }
        await pass(12_000);
        const cards = said.join(' ').match(/\d+ gems: \d+ each|Everyone goes on/g);
        assert.deepEqual(
          cards,
          turns.flatMap((turn) => ['Everyone goes on', `${turn} gems: ${Math.floor(turn / 3)} each`]),
        );
        const last = lines.at(-1) ?? '';
        assert.ok(last.startsWith('Everyone goes on. 26 gems: 8 each'), last);
        unhear();
        unread();
        stage.close();
      });
    }
  }
}

test('turns that arrive together are shown one after the other', async () => {
  const { session, stage } = device({ picture: true });
  session.view.value = { ...session.view.peek(), guests: [] };
  /** @type {string[]} */
  const said = [];
  const unhear = announced.subscribe((text) => said.push(text.trim()));
  said.length = 0;
  session.tell([...found(21), ...found(22)], { turn: 22, game: game({ cards: ['5', '21', '22'] }) });
  await pass(8_000);
  assert.deepEqual(said, [
    'Everyone goes on.',
    '21 gems: 7 each, with none left over. Everyone goes on.',
    '22 gems: 7 each, and 1 stays on the card.',
  ]);
  unhear();
  stage.close();
});

test('several announcements at one moment are all made', async () => {
  announce('One.');
  announce('Two.');
  announce('Three.');
  assert.equal(announced.value.trim(), 'One.');
  await pass(50);
  assert.equal(announced.value.trim(), 'Two. Three.');
  await pass(50);
  const before = announced.value;
  announce('Two. Three.');
  assert.notEqual(announced.value, before, 'said twice, it is heard twice');
});

test('skipped events are announced together', async () => {
  const { session, stage, ends } = device();
  session.view.value = { ...session.view.peek(), guests: [] };
  announced.value = '';
  ends();
  stage.skip();
  await settle();
  assert.ok(announced.value.startsWith('Ana leaves with 6 gems.'), announced.value);
  assert.ok(announced.value.includes('Ben and Cem lose 4 gems each.'));
  stage.close();
});

test('a tap skips only what the screen has shown, and everything once the screen has gone', async () => {
  const { session, stage, ends, cue } = device();
  ends();
  await settle();
  cue(41, 'reveal');
  stage.skip();
  await settle();
  assert.equal(stage.behind.value, true);
  session.view.value = { ...session.view.peek(), guests: [] };
  stage.skip();
  await settle();
  assert.equal(stage.behind.value, false);
  stage.close();
});

test('a cue of an earlier moment changes nothing', () => {
  const following = new Following();
  following.stand(true);
  following.heard(7, 'turn');
  following.heard(7, 'reveal');
  following.heard(6, 'end');
  assert.ok(following.may(7, 'turn'));
  assert.ok(!following.may(7, 'end'));
  following.heard(9, 'tomorrow'); // Of a later release.
  assert.ok(following.may(8, 'done'));
  assert.ok(!following.may(9, 'reveal'));
});

test('a screen that was late once gets less time from then on', () => {
  const following = new Following();
  following.stand(true);
  const waits = (/** @type {number} */ number, /** @type {number} */ cue) => {
    let waited = 0;
    let done = false;
    following.wait(100, number, 'turn', () => {
      done = true;
    });
    for (; !done; waited += 50) {
      if (waited === cue) following.heard(number, 'turn');
      test.mock.timers.tick(50);
    }
    return waited;
  };
  assert.equal(waits(1, 500), 550);
  assert.equal(waits(2, 3900), 3950);
  assert.equal(waits(3, 3900), 2100, 'a stranger delays the others so much once');
  following.stand(false);
  following.stand(true);
  assert.equal(waits(4, 3900), 2100);
  assert.equal(waits(5, 500), 100, 'whoever falls silent is not waited for');
});

test('a bet is reported as won or lost when a player leaves', () => {
  const seats = [
    { name: 'Ana', guest: 'g1', bet: 1 },
    { name: 'Ben', guest: 'g2', bet: null },
    { name: 'Cem', guest: 'g3', bet: 3 },
    { name: 'Dora', guest: null, bet: null },
  ];
  const said = (/** @type {string} */ you, /** @type {number[]} */ leavers, /** @type {number[]} */ won) =>
    sayBets({ leavers, bets_won: won }, /** @type {any} */ ({ you, seats }));
  assert.deepEqual(said('g1', [1], [0]), ['Ben left. You win your bet!']);
  assert.deepEqual(said('g3', [1], [0]), ['Ben left. Ana wins the bet!', 'You lost your bet. At camp: Ben.']);
  assert.deepEqual(said('tv', [1, 3], [0, 2]), ['Ben left. Ana wins the bet!', 'Dora left. Cem wins the bet!']);
  assert.deepEqual(said('g1', [], []), []);
});

test('for many cards at once the line shows the last, and a screen reader gets all', async () => {
  const { session, stage } = device({ screen: true });
  const events = Array.from({ length: 6 }, (_, at) => gemsFound(5, 8 + at, 41 + 2 * at)).flat();
  session.tell(events, { turn: 13 });
  stage.skip();
  await pass(3000);
  assert.ok(stage.line.value.length <= 130, stage.line.value);
  assert.ok(stage.line.value.endsWith('Everyone goes on. 5 gems: 1 each, and 2 stay on the card.'), stage.line.value);
  assert.ok(announced.value.length > 300, announced.value);
  stage.close();
});
