// @ts-check
/** How long the beats of a scene last, in milliseconds; a hand beside a shared screen keeps the same time. */

export const DARK_MS = 400;
export const REVEAL_MS = 1100;
export const AGREED_MS = 650; // All go on: there is less to read, and the next card is what they wait for.
export const WALK_MS = 1000;
export const SLIDE_MS = 600;
export const BUST_MS = 2000;
export const BEGIN_MS = 700;

/** The part of its way after which a card shows its face. */
export const FLIP = 0.64;

/**
 * How long the next card waits for those who go home: while others go on, not to the very end.
 * @param {boolean} more whether a card follows
 */
export function walkTime(more) {
  return more ? WALK_MS * 0.55 : WALK_MS;
}
