// @ts-check
/**
 * Play games at a table without a server, for the editions in a JSON file. Each is closed and opened again at every
 * third choice, like a reloaded page. Prints the records, and the durations.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { bringIdea } from '../../src/diamant/web/js/bots/bots.js';
import { championIdea, readModel } from '../../src/diamant/web/js/bots/champion.js';
import { fromHex, nonceHash, toHex } from '../../src/diamant/web/js/fair/dealer.js';
import { LocalTable, TEMPO } from '../../src/diamant/web/js/local/table.js';
import { fold } from '../../src/diamant/web/js/model/fold.js';

const { editions, bots, model } = JSON.parse(readFileSync(0, 'utf8'));
const file = new Uint8Array(readFileSync(model));
const network = readModel(file);
assert.ok(network);
bringIdea('champion', championIdea(network));
for (const [at, change] of [
  [3, 1],
  [file.length - 1, 1],
]) {
  assert.equal(readModel(file.map((byte, place) => (place === at ? byte ^ change : byte))), null, 'a damaged model');
}
assert.equal(readModel(new Uint8Array()), null);
const NONCE = '00112233445566778899aabbccddeeff';

const games = Object.values(editions).flatMap((edition) =>
  Array.from({ length: edition.players.most - edition.players.least + 1 }, (_, more) =>
    play(edition, edition.players.least + more),
  ),
);
process.stdout.write(JSON.stringify({ games, tempo: TEMPO }));

/** @param {any} edition @param {number} count */
function play(edition, count) {
  let time = 1_700_000_000_000;
  let drawn = 0;
  /** @type {{call: () => void, at: number}[]} */
  let timers = [];
  /** @type {any} */
  let kept = null;
  /** @type {any} */
  let seen = null;
  let told = 0;
  const ports = {
    now: () => time,
    // A separate stream for each game, so that a failure can be reproduced.
    random: (/** @type {number} */ bytes) =>
      Uint8Array.from({ length: bytes }, () => {
        drawn += 1;
        return (Math.imul(drawn * 7919 + count * 104729 + edition.rounds, 2654435761) >>> 13) & 255;
      }),
    schedule: (/** @type {() => void} */ call, /** @type {number} */ ms) => {
      const timer = { call, at: time + ms };
      timers.push(timer);
      return timer;
    },
    cancel: (/** @type {any} */ timer) => {
      timers = timers.filter((one) => one !== timer);
    },
    keep: (/** @type {any} */ saved) => {
      kept = JSON.parse(JSON.stringify(saved));
    },
  };
  const players = Array.from({ length: count }, (_, seat) => ({
    name: seat ? `Bot "${seat}" \\` : 'Ana',
    color: seat,
    shape: seat,
    bot: seat ? bots[(seat + count) % bots.length] : null,
  }));
  const open = (/** @type {any} */ from) => {
    const made = new LocalTable('alone', edition, from, ports);
    seen = made.view;
    made.onEvents = (events) => {
      told += events.length;
      for (const event of events) seen = fold(seen, event, editions);
    };
    made.wake();
    return made;
  };
  let table = open({ level: 'medium', players });
  const say = (/** @type {string} */ type, /** @type {any} */ fields = {}) => table.take({ type, id: 1, ...fields });
  const refused = (/** @type {string} */ type, /** @type {any} */ fields, /** @type {string} */ code) =>
    assert.equal(say(type, fields)?.code, code);
  refused('Choose', { seat: 0, turn: 1, leave: true }, 'turn-over');
  refused('Pause', {}, 'not-now');
  begin();
  if (edition.players.least === count) {
    // Another game at the same table, after the first was abandoned.
    say('EndGame');
    assert.equal(seen.phase, 'over');
    assert.equal(kept, null);
    say('Rematch');
    begin();
    assert.equal(seen.games, 2);
  }
  let choices = 0;
  for (let steps = 0; table.view.phase !== 'over'; steps += 1) {
    assert.ok(steps < 5000, 'the game does not come to an end');
    const { phase, turn, game } = table.view;
    const inside = game?.in_cave.includes(0);
    if (phase === 'cave' && inside && !table.view.seats[0]?.chosen) {
      choices += 1;
      if (choices % 3 === 0) {
        table.rest();
        assert.equal(timers.length, 0);
        const { phase: before, game: was } = table.view;
        table = open(kept);
        // The first card of a cave is turned again; everything else is unchanged.
        if (was?.cards.length === 1 && was.round > 1) assert.equal(table.view.phase, 'break');
        else assert.deepEqual([table.view.phase, table.view.game?.cards], [before, was?.cards]);
        if (table.view.phase !== 'cave') continue;
      }
      refused('Bet', { seat: 0, on: 1 }, 'bet-inside');
      refused(
        'Choose',
        { seat: 1, turn: table.view.turn, leave: true },
        table.inside().includes(1) ? 'not-now' : 'not-in-cave',
      );
      say('Choose', { seat: 0, turn: table.view.turn, leave: true });
      say('Choose', { seat: 0, turn: table.view.turn, leave: choices % 4 === 0 });
      continue;
    }
    if (phase === 'cave' && !inside && table.inside().length) say('Bet', { seat: 0, on: table.inside()[0] });
    if (phase === 'break' && choices % 2) {
      say('EndBreak', { turn });
      continue;
    }
    timers.sort((one, other) => one.at - other.at);
    const [next] = timers.splice(0, 1);
    assert.ok(next, `nothing would ever happen in ${phase}`);
    time = Math.max(time, next.at);
    next.call();
  }
  assert.deepEqual(seen.game.scores, table.view.game?.scores);
  assert.equal(seen.public_number, table.view.public_number);
  assert.equal(timers.length, 0);
  assert.ok(told > 0);
  assert.equal(kept.going, false);
  const again = open(kept);
  assert.equal(again.view.phase, 'over');
  assert.equal(again.record(), table.record());
  return { record: table.record(), scores: table.view.game?.scores, seat: table.view.seats[0] };

  function begin() {
    assert.equal(say('Start'), null);
    const { commitment } = seen.fairness;
    refused('ShowNonce', { seat: 0, nonce: NONCE }, 'not-now');
    say('PromiseNonce', { seat: 0, hash: nonceHash(commitment, 0, fromHex(NONCE)) });
    refused('ShowNonce', { seat: 0, nonce: toHex(new Uint8Array(16)) }, 'nonce-differs');
    say('ShowNonce', { seat: 0, nonce: NONCE });
    assert.equal(seen.phase, 'cave');
    assert.equal(seen.turn, table.view.turn);
  }
}
