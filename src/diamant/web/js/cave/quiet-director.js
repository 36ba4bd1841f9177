// @ts-check
/**
 * A director without a picture: what happens keeps the pace of a shared screen, so that a hand beside
 * it neither tells the choices too early nor opens a choice for a card that the room has not seen.
 *
 * @typedef {import('../session/stage.js').CueDetail} CueDetail
 */
import { calm } from '../device/prefs.js';
import { isRelic } from '../model/cards.js';
import { beatsOf } from './beats.js';
import { AGREED_MS, BEGIN_MS, BUST_MS, DARK_MS, FLIP, REVEAL_MS, SLIDE_MS, walkTime } from './tempo.js';

/**
 * @param {() => import('../model/types.js').Edition | undefined} edition
 * @returns {import('../session/stage.js').Director}
 */
export function quietDirector(edition) {
  /** Ends the pause that is being waited for. */
  let wake = () => {};
  let run = 0;
  /** @type {import('../session/stage.js').Director} */
  const director = {
    onCue: null,
    skip() {
      run += 1;
      wake();
    },
    async play(facts, { game }) {
      const hurried = calm();
      const beats = game ? beatsOf(facts, game, edition()) : [];
      run += 1;
      const mine = run;
      for (const [cue, detail, time] of beats.flatMap((beat, at) => cuesOf(beat, at < beats.length - 1))) {
        if (run !== mine) return;
        director.onCue?.(cue, detail);
        if (hurried || !time) continue;
        await new Promise((done) => {
          const timer = setTimeout(done, time);
          wake = () => {
            clearTimeout(timer);
            done(undefined);
          };
        });
      }
    },
  };
  return director;
}

/**
 * A beat as cues, each with how long it lasts on the shared screen.
 * @param {import('./beats.js').Beat} beat
 * @param {boolean} more
 * @returns {[string, CueDetail, number][]}
 */
function cuesOf(beat, more) {
  if (beat.kind === 'begin') return [['begin', {}, BEGIN_MS]];
  if (beat.kind === 'reveal') {
    const { stayers, leavers } = beat;
    const shown = { stayers, leavers };
    if (!leavers.length)
      return [
        ['dark', {}, DARK_MS],
        ['reveal', shown, AGREED_MS],
      ];
    return [
      ['dark', {}, DARK_MS],
      ['reveal', shown, REVEAL_MS],
      ['walk', { seats: leavers }, walkTime(more && stayers.length > 0)],
      ['bank', { seats: leavers }, 0],
    ];
  }
  const { card, shared, bust } = beat;
  return [
    ['card', { card }, SLIDE_MS * FLIP],
    ['turn', { card }, SLIDE_MS * (1 - FLIP)],
    bust
      ? ['bust', { kind: bust.kind, seats: bust.seats }, BUST_MS]
      : shared
        ? ['treasure', { share: shared.share, seats: shared.seats }, 0]
        : [isRelic(card) ? 'relic' : 'hazard', { card }, 0],
  ];
}
