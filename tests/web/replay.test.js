// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soundsOf } from '../../src/diamant/web/js/device/sound.js';
import { findFact } from '../../src/diamant/web/js/model/facts.js';
import { newGame } from '../../src/diamant/web/js/model/game.js';
import { halves, linesOf, momentsFrom, momentsOf, roundStarts } from '../../src/diamant/web/js/model/moments.js';
import { replayed } from '../../src/diamant/web/js/rules/replay.js';
import { problemOf } from '../../src/diamant/web/js/screens/replay/open.js';
import { CAVES, LESSONS, STRATEGY, STRATEGY_CAVES } from '../../src/diamant/web/js/screens/tutorial/lessons.js';
import { narrate } from '../../src/diamant/web/js/words/narration.js';
import { EDITION } from './iello-2016.js';

const NAMES = ['You', 'Bea', 'Cem', 'Dora'];
const RECORD = { tags: {}, rounds: [] };
const FIELDS = /** @type {const} */ (['cards', 'gems', 'in_cave', 'chests', 'carried', 'path', 'relics', 'round']);
const GAME = playedOf(CAVES);
// A card is one happening, and the choices after it are another.
const happenings = GAME.steps.flatMap(halves).map(({ facts }) => ({ facts, view: null }));
const moments = momentsFrom(newGame(EDITION, 4, null, false), happenings, EDITION);

/** @param {string} record */
function playedOf(record) {
  const games = /** @type {import('../../src/diamant/web/js/model/moments.js').Replayed[]} */ (
    replayed(record, { [EDITION.id]: EDITION })
  );
  return games[0];
}

test('a card and a choice are separate moments, even if they come as one step', () => {
  const others = momentsOf(GAME);
  assert.equal(others.length, moments.length);
  others.forEach((moment, at) => {
    assert.deepEqual(
      moment.facts.map((fact) => fact.event),
      moments[at].facts.map((fact) => fact.event),
    );
    for (const field of FIELDS) {
      assert.deepEqual(moment.game[field], moments[at].game[field], `${field} at ${at}`);
    }
  });
});

test('closed chests are open with the whole record', () => {
  const steps = GAME.steps.map(({ facts, view }) => ({ facts, view: { ...view, chests: [null, null, null, null] } }));
  const closed = momentsOf({ record: RECORD, steps, edition: EDITION });
  assert.deepEqual(linesOf(closed), linesOf(moments));
});

test('a bust shows the path that it ended, then the next cave begins', () => {
  const bust = moments.findIndex((moment) => moment.facts.some((fact) => fact.event === 'Bust'));
  assert.deepEqual(moments[bust].game.cards, ['15', 'lava', '13', 'lava']);
  assert.deepEqual(moments[bust].game.in_cave, []);
  assert.equal(moments[bust].round, 2);
  assert.deepEqual(
    moments[bust + 1].facts.map((fact) => fact.event),
    ['ExpeditionBegan'],
  );
  assert.deepEqual(moments[bust + 1].game.cards, []);
  assert.deepEqual(roundStarts(moments), [0, 11, 19]);
});

test('the lines of the chart never fall, and end with the chests', () => {
  const lines = linesOf(moments);
  assert.deepEqual(
    lines.map((line) => line[line.length - 1]),
    [15, 12, 3, 10],
  );
  for (const line of lines) {
    for (const [at, points] of line.entries()) assert.ok(at === 0 || Number(points) >= Number(line[at - 1]));
  }
  assert.deepEqual(momentsOf({ record: RECORD, steps: [] }), []);
});

test('every kind of event has a text', () => {
  const told = moments.map((moment) => narrate(moment.facts, NAMES, EDITION));
  assert.equal(told[0], 'Everyone enters cave 1.');
  assert.equal(told[1], '9 gems: 2 each, and 1 stays on the card.');
  assert.equal(told[2], 'Everyone goes on.');
  assert.equal(told[3], 'Snake: first warning.');
  assert.equal(told[4], 'Cem leaves with 3 gems.');
  assert.equal(told[7], 'A relic! Leave alone to take it.');
  assert.equal(told[8], 'You and Bea leave with 6 gems each.');
  assert.equal(
    told[10],
    'Dora leaves with 5 gems. Bonus for leaving alone: a relic worth 5. Nobody is left in the cave.',
  );
  assert.equal(told[18], 'Lava, for the second time! You, Cem, and Dora lose 7 gems each.');
  const over = [{ event: 'GameEnded', scores: [4, 9, 9, 0], winners: [1, 2] }];
  assert.equal(narrate(over, NAMES, EDITION), 'Bea and Cem share the victory with 9 points each.');
  const closed = [{ event: 'ChoicesRevealed', stayers: [0], leavers: [1, 2] }];
  assert.equal(narrate(closed, NAMES, EDITION), 'Bea and Cem leave.');
  const alone = [
    { event: 'ChoicesRevealed', stayers: [1], leavers: [] },
    { event: 'CardTurned', card: '17' },
    { event: 'TreasureShared', seats: [1], share: 17, remainder: 0 },
  ];
  assert.equal(narrate(alone.slice(0, 1), NAMES, EDITION), 'Bea goes on.');
  assert.equal(narrate(alone.slice(1), NAMES, EDITION), '17 gems, all for Bea.');
  const ram = [{ event: 'CardTurned', card: 'ram' }];
  assert.equal(narrate(ram, NAMES, EDITION), 'Battering ram: first warning.');
  assert.equal(narrate(ram, NAMES, undefined), 'Ram: first warning.');
  const poor = [
    { event: 'CardTurned', card: '2' },
    { event: 'TreasureShared', seats: [0, 1, 2], share: 0, remainder: 2 },
  ];
  assert.equal(narrate(poor, NAMES, EDITION), '2 gems: not enough to share. They stay on the card.');
  const emptyHanded = [
    { event: 'ChoicesRevealed', stayers: [0], leavers: [1] },
    { event: 'Banked', seat: 1, carried: 0, share: 0 },
  ];
  assert.equal(narrate(emptyHanded, NAMES, EDITION), 'Bea leaves with nothing.');
  const relics = (/** @type {number[]} */ worths) => [
    ...emptyHanded,
    { event: 'RelicsTaken', seat: 1, relics: worths.map((worth) => ({ worth })) },
  ];
  assert.equal(narrate(relics([5]), NAMES, EDITION), 'Bea leaves alone with a relic worth 5.');
  assert.equal(narrate(relics([5, 5]), NAMES, EDITION), 'Bea leaves alone with 2 relics worth 10 in all.');
  const harmless = [
    { event: 'CardTurned', card: 'snake' },
    { event: 'Bust', kind: 'snake', seats: [0, 1], lost: 0 },
  ];
  assert.equal(narrate(harmless, NAMES, EDITION), 'Snake, for the second time! Nobody had anything to lose.');
});

const COURSES = [
  { name: 'rules', lessons: LESSONS, moments },
  { name: 'strategy', lessons: STRATEGY, moments: momentsOf(playedOf(STRATEGY_CAVES)) },
];

for (const { name, lessons, moments } of COURSES)
  test(`the lessons visit every moment in order: ${name}`, () => {
    assert.equal(lessons[0].until, 0);
    assert.equal(lessons[lessons.length - 1].until, moments.length - 1);
    lessons.forEach((lesson, at) => {
      assert.ok(at === 0 || lesson.until > lessons[at - 1].until);
      assert.ok(lesson.say().length > 0);
      assert.equal(lesson.press === 'next', lesson.next !== undefined);
      // The requested choice is what happens next.
      const reveal = moments.slice(lesson.until + 1).find((moment) => moment.facts[0].event === 'ChoicesRevealed');
      if (lesson.press !== 'next') {
        assert.equal(
          findFact(reveal?.facts ?? [], 'ChoicesRevealed')?.leavers.includes(0),
          lesson.press === 'leave',
          `lesson ${at}`,
        );
        assert.ok(moments[lesson.until].game.in_cave.includes(0));
        assert.equal(moments[lesson.until].game.phase, 'decide');
      }
    });
  });

test('only a bust is loud, and only once', () => {
  const all = moments.flatMap((moment) => soundsOf(moment.facts)).map(([sound]) => sound);
  assert.equal(all.filter((sound) => sound === 'bust').length, 1);
  assert.equal(all.filter((sound) => sound === 'hazard').length, 3);
  const first = soundsOf(moments[1].facts).map(([sound, count]) => `${sound} ${count}`);
  assert.deepEqual(first, ['card 1', 'gems 2']);
});

test("the server's error about a record becomes a problem with a position", () => {
  const params = { line: 4, column: 18, reason: 'the deck holds no 17', where: 'line 4, column 18' };
  const problem = problemOf(400, { code: 'record', params, text: '' });
  assert.deepEqual([problem.code, problem.line, problem.column], ['record', 4, 18]);
  assert.equal(problemOf(413, {}).code, 'too-long');
  assert.equal(problemOf(429, {}).code, 'busy');
  assert.equal(problemOf(503, {}).code, 'offline');
  assert.equal(problemOf(400, null).code, 'offline');
  assert.equal(problemOf(400, { code: 'too-many-games', params: { most: 20 }, text: 'x' }).code, 'refused');
});
