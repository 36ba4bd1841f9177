// @ts-check
/**
 * A director without a picture, for a hand next to a shared screen: it gives the same cues after the shared screen has
 * shown the events, and at the same pace where the screen reports nothing.
 */
/** @import { Edition } from '../model/types.js' */
/** @import { CueDetail, Director } from '../session/stage.js' */
/** @import { Beat } from './beats.js' */

import { after } from '../device/window.js';
import { isRelic } from '../model/cards.js';
import { AGREED_MS, BEGIN_MS, BUST_MS, beatsOf, DARK_MS, FLIP, REVEAL_MS, SLIDE_MS, walkTime } from './beats.js';

/**
 * @param {() => Edition | undefined} edition
 * @returns {Director}
 */
export function quietDirector(edition) {
  /** Ends the current pause. */
  let wake = () => {};
  let run = 0;
  /** @type {Director} */
  const director = {
    onCue: null,
    wait: null,
    skip() {
      run += 1;
      wake();
    },
    async play(facts, { game }) {
      const beats = game ? beatsOf(facts, game, edition()) : [];
      run += 1;
      const mine = run;
      for (const [at, beat] of beats.entries()) {
        for (const [time, name, detail] of cuesOf(beat, at < beats.length - 1)) {
          await new Promise((done) => {
            const { wait } = director;
            const stop = wait ? wait(time, name, beat.fact, () => done(0)) : after(time, () => done(0));
            wake = () => {
              stop();
              done(0);
            };
          });
          if (run !== mine) return;
          if (name) director.onCue?.(name, detail, beat.fact);
        }
      }
    },
  };
  return director;
}

/**
 * Split a beat into cues, each with the time before it on a shared screen; the last one is only a pause.
 * @param {Beat} beat
 * @param {boolean} more
 * @returns {[number, string, CueDetail][]}
 */
function cuesOf(beat, more) {
  if (beat.kind === 'begin') {
    return [
      [0, 'begin', { round: beat.after.round }],
      [BEGIN_MS, '', {}],
    ];
  }
  if (beat.kind === 'reveal') {
    const { stayers, leavers } = beat;
    const shown = { stayers, leavers };
    return [
      [0, 'dark', {}],
      [DARK_MS, 'reveal', shown],
      ...(leavers.length
        ? /** @type {[number, string, CueDetail][]} */ ([
            [REVEAL_MS, 'walk', { seats: leavers }],
            [walkTime(more && stayers.length > 0), 'bank', { seats: leavers }],
          ])
        : /** @type {[number, string, CueDetail][]} */ ([[AGREED_MS, '', {}]])),
    ];
  }
  const { card, shared, bust } = beat;
  const rest = SLIDE_MS * (1 - FLIP);
  /** @type {[number, string, CueDetail][]} */
  const turned = [
    [0, 'card', { card }],
    [SLIDE_MS * FLIP, 'turn', { card }],
  ];
  if (bust) return [...turned, [rest, 'bust', { kind: bust.kind, seats: bust.seats }], [BUST_MS, '', {}]];
  if (shared) return [...turned, [rest, 'treasure', { share: shared.share, seats: shared.seats }]];
  return [...turned, [rest, isRelic(card) ? 'relic' : 'hazard', { card, kind: card }]];
}
