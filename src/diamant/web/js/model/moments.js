// @ts-check
/**
 * A replayed game as a row of moments that can be stepped through.
 *
 * A step that ends an expedition leads straight into the next one, as the rules have it. People
 * want to see how the cave ended first, so such a moment shows the old path, and entering the next
 * cave is a moment of its own.
 */

import { gameAfter } from './game.js';

/** @typedef {import('./types.js').GameEvent} GameEvent */
/** @typedef {import('./types.js').GameView} GameView */
/** @typedef {import('./types.js').Edition} Edition */
/** @typedef {{facts: GameEvent[], game: GameView, round: number}} Moment */
/** @typedef {{tags: Record<string, string[]>, rounds: {card: string, leavers: number[] | null}[][]}} GameRecord */
/** @typedef {Omit<GameView, 'history'> & {history?: GameEvent[]}} Seen */
/** @typedef {{facts: GameEvent[], view: Seen}} Step */
/** @typedef {{record: GameRecord, steps: Step[], edition?: Edition}} Replayed */

/**
 * The moments of a game, the first of them before any card.
 * @param {Replayed} replayed
 * @returns {Moment[]}
 */
export function momentsOf({ steps, edition }) {
  if (steps.length === 0) return [];
  /** @type {Moment[]} */
  const moments = [];
  let before = startOf(steps[0].view);
  const points = before.chests.map(() => 0);
  if (!isBeginning(steps[0].facts)) moments.push({ facts: [began(1)], game: before, round: 1 });
  for (const { facts, view } of steps.flatMap((step) => halves(step))) {
    const next = facts.find((fact) => fact.event === 'ExpeditionBegan');
    const ended = facts.find((fact) => fact.event === 'ExpeditionEnded');
    count(points, facts);
    // Who has the whole record may look into closed chests, too.
    const game = { ...(view ?? gameAfter(before, facts, edition)), chests: [...points] };
    if (ended) {
      const happened = facts.filter((fact) => fact !== next);
      moments.push({ facts: happened, game: endedGame(before, game, facts), round: ended.round });
      if (next) moments.push({ facts: [next], game, round: next.round });
    } else {
      moments.push({ facts, game, round: game.round });
    }
    before = game;
  }
  return moments;
}

/**
 * A card and what was chosen after it are two moments, even where they are told as one step; the
 * server does not show the one in between.
 * @param {Step} step
 * @returns {{facts: GameEvent[], view: GameView | null}[]}
 */
function halves({ facts, view }) {
  const reveal = facts.findIndex((fact) => fact.event === 'ChoicesRevealed');
  const happened = facts.slice(Math.max(reveal, 0));
  // What just happened is all that the picture asks of a game's history.
  const seen = { ...view, history: happened };
  if (reveal < 1) return [{ facts, view: seen }];
  return [
    { facts: facts.slice(0, reveal), view: null },
    { facts: happened, view: seen },
  ];
}

/**
 * Add what was put into the chests.
 * @param {number[]} points by seat
 * @param {GameEvent[]} facts
 */
function count(points, facts) {
  for (const fact of facts) {
    if (fact.event === 'Banked') points[fact.seat] += fact.carried + fact.share;
    if (fact.event === 'RelicsTaken') {
      for (const relic of fact.relics) points[fact.seat] += relic.worth;
    }
  }
}

/** @param {GameEvent[]} facts */
function isBeginning(facts) {
  return facts.every((fact) => fact.event === 'ExpeditionBegan');
}

/** @param {number} round @returns {GameEvent} */
function began(round) {
  return { event: 'ExpeditionBegan', round, relic: null };
}

/** @param {Seen} view @returns {GameView} */
function startOf(view) {
  const all = Array.from({ length: view.players }, (_, seat) => seat);
  return {
    ...view,
    round: 1,
    phase: 'turn',
    in_cave: all,
    card: null,
    cards: [],
    carried: 0,
    path: 0,
    gems: [],
    relics: [],
    hazards: [],
    chests: all.map(() => 0),
    relics_taken: all.map(() => []),
    scores: null,
    winners: [],
    history: [],
  };
}

/**
 * How the cave looks once nobody is inside any more and the next one has not begun.
 * @param {GameView} before
 * @param {GameView} after
 * @param {GameEvent[]} facts
 * @returns {GameView}
 */
function endedGame(before, after, facts) {
  const turned = facts.find((fact) => fact.event === 'CardTurned');
  const cards = turned ? [...before.cards, turned.card] : before.cards;
  const taken = facts.some((fact) => fact.event === 'RelicsTaken');
  return {
    ...before,
    phase: after.phase === 'over' ? 'over' : 'turn',
    in_cave: [],
    card: cards[cards.length - 1] ?? null,
    cards,
    carried: 0,
    path: 0,
    gems: cards.map(() => 0),
    relics: taken ? [] : before.relics,
    chest: after.chest,
    chests: after.chests,
    relics_taken: after.relics_taken,
    scores: after.scores,
    winners: after.winners,
    history: facts.filter((fact) => fact.event !== 'ExpeditionBegan'),
  };
}

/**
 * Each seat's points at every moment: the lines of the chart.
 * @param {readonly Moment[]} moments
 * @returns {(number | null)[][]} by seat, then by moment
 */
export function linesOf(moments) {
  const players = moments[0]?.game.players ?? 0;
  return Array.from({ length: players }, (_, seat) =>
    moments.map((moment) => moment.game.chests[seat] ?? null),
  );
}

/**
 * Where each expedition begins, as places among the moments.
 * @param {readonly Moment[]} moments
 * @returns {number[]}
 */
export function roundStarts(moments) {
  const starts = [];
  for (let at = 0; at < moments.length; at++) {
    if (at === 0 || moments[at].round !== moments[at - 1].round) starts.push(at);
  }
  return starts;
}
