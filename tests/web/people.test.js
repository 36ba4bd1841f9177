// @ts-check
/** Texts about people: who is away, who hosts and for how long, who is back. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { emptySeat } from '../../src/diamant/web/js/model/seats.js';
import { sayEvent } from '../../src/diamant/web/js/words/people.js';

/**
 * Return a table of Ana (g1, who opened it), Ben (g2) and Cem (g3), as one of them sees it.
 * @param {string} you
 * @param {Record<string, unknown>} [change]
 * @returns {any}
 */
function table(you, change = {}) {
  const seats = ['Ana', 'Ben', 'Cem'].map((name, at) => ({ ...emptySeat(at), name, guest: `g${at + 1}` }));
  const guests = seats.map(({ guest }) => ({ guest, present: true, away_since: null, screen: false }));
  return { you, host: 'g1', keeper: 'g1', phase: 'lobby', seats, guests, ...change };
}

/**
 * @param {string} you
 * @param {Record<string, unknown>} event
 * @param {Record<string, unknown>} [before]
 * @param {Record<string, unknown>} [after]
 */
function said(you, event, before, after) {
  return sayEvent(/** @type {any} */ (event), table(you, before), table(you, after ?? before));
}

test('guests learn at once that the host is away or back', () => {
  assert.equal(said('g2', { event: 'Disconnected', guest: 'g1' }), 'Ana, the host, is away.');
  assert.equal(said('g2', { event: 'Connected', guest: 'g1' }), 'Ana is back.');
  assert.equal(said('g2', { event: 'Disconnected', guest: 'g3' }), '');
  assert.equal(said('g1', { event: 'Disconnected', guest: 'g1' }), '');
  const screen = { host: 'g9', keeper: 'g9' };
  assert.equal(said('g2', { event: 'Disconnected', guest: 'g9' }, screen), 'The host is away.');
});

test('everyone learns who hosts, and until when', () => {
  const lent = { event: 'HostChanged', guest: 'g2', lent: true };
  assert.equal(said('g3', lent, {}, { host: 'g2' }), 'Ben is the host until Ana is back.');
  assert.equal(said('g2', lent, {}, { host: 'g2' }), "You're the host until Ana is back.");
  const back = { event: 'HostChanged', guest: 'g1', lent: false };
  assert.equal(said('g3', back, { host: 'g2' }, {}), 'Ana is the host again.');
  assert.equal(said('g1', back, { host: 'g2' }, {}), "You're the host again.");
  const given = { event: 'HostChanged', guest: 'g3', lent: false };
  assert.equal(said('g2', given, {}, { host: 'g3', keeper: 'g3' }), 'Cem is the host now.');
  assert.equal(said('g3', given, {}, { host: 'g3', keeper: 'g3' }), "You're the host now.");
  assert.equal(said('g2', { ...given, guest: 'g8' }), 'Someone else is the host now.');
  assert.equal(said('g2', { ...given, guest: null }), '');
});

test('a rematch does not announce guests who were never away', () => {
  const back = { event: 'SeatHandedBack', seat: 2 };
  assert.equal(said('g1', back), '');
  assert.equal(said('g1', back, { phase: 'cave' }), 'Cem is back.');
  const away = [{ guest: 'g3', present: false, away_since: 1, screen: false }];
  assert.equal(said('g1', back, { guests: away }), 'Cem is back.');
});

test('a device that lost its seat learns where it is played', () => {
  const moved = { event: 'SeatMoved', seat: 1, guest: 'g4', by_other: false };
  const seats = table('').seats.map((/** @type {any} */ seat) => (seat.seat === 1 ? { ...seat, guest: 'g4' } : seat));
  assert.equal(said('g2', moved, {}, { seats }), 'Ben is now playing on the other device.');
  assert.equal(said('g4', moved, {}, { seats }), '');
  assert.equal(said('g1', moved, {}, { seats }), '');
  // Given back by a temporary player while its owner is away.
  assert.equal(said('g2', { ...moved, by_other: true }, {}, { seats }), '');
});

test('the end of a game by the host is announced where the screen does not show it', () => {
  const ended = { event: 'GameAbandoned', commitment: null };
  assert.equal(said('g2', ended, { phase: 'cave' }, { phase: 'over' }), '');
  assert.equal(said('g2', ended, { phase: 'nonces' }, { phase: 'lobby' }), 'The host ended the game.');
  assert.equal(said('g1', ended, { phase: 'nonces' }, { phase: 'lobby' }), '');
});
