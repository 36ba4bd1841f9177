// @ts-check
/**
 * A replayed game as a list of moments to step through.
 *
 * By the rules, a card or a choice that ends an expedition leads straight into the next one. Viewers
 * want to see the end of the cave first, so such a moment shows the old path, and entering the next
 * cave is a separate moment.
 *
 * @typedef {{facts: GameEvent[], game: GameView, round: number}} Moment
 * @typedef {Omit<GameView, 'history'> & {history?: GameEvent[]}} Seen
 * @typedef {{facts: GameEvent[], view: Seen}} ReplayStep a card with its choices, as replayed by the server
 * @typedef {{record: GameRecord, steps: ReplayStep[], edition?: Edition}} Replayed
 * @typedef {{facts: GameEvent[], view: GameView | null}} Happening
 *   a card or a choice; the view is null if unknown
 */
/** @import { GameEvent } from './events.js' */
/** @import { GameRecord } from './record.js' */
/** @import { Edition, GameView } from './types.js' */
import { findFact } from './facts.js';
import { gameAfter, newCave } from './game.js';
import { gainOf } from './scores.js';

/**
 * Return the moments of a game that the server replayed; the first one precedes any card.
 * @param {Replayed} replayed
 * @returns {Moment[]}
 */
export function momentsOf({ steps, edition }) {
  if (steps.length === 0) return [];
  return momentsFrom(startOf(steps[0].view), steps.flatMap(halves), edition);
}

/**
 * Return the moments of a game with this start; the first one precedes any card.
 * @param {GameView} start
 * @param {readonly Happening[]} happenings
 * @param {Edition} [edition]
 * @returns {Moment[]}
 */
export function momentsFrom(start, happenings, edition) {
  /** @type {Moment[]} */
  const moments = [{ facts: [{ event: 'ExpeditionBegan', round: 1, relic: null }], game: start, round: 1 }];
  let before = start;
  let points = start.chests.map(() => 0);
  for (const { facts, view } of happenings) {
    const next = findFact(facts, 'ExpeditionBegan');
    const ended = findFact(facts, 'ExpeditionEnded');
    points = points.map((so, seat) => so + gainOf(facts, seat));
    // A viewer who has the whole record may look into closed chests, too.
    const game = { ...(view ?? gameAfter(before, facts, edition)), chests: points };
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
 * Split a card and the choices after it into two moments, even if they come as one step; the
 * server does not send the view in between.
 * @param {ReplayStep} step
 * @returns {Happening[]}
 */
export function halves({ facts, view }) {
  const reveal = facts.findIndex((fact) => fact.event === 'ChoicesRevealed');
  const happened = facts.slice(Math.max(reveal, 0));
  // The picture uses only the latest events of a game's history.
  const seen = { ...view, history: happened };
  if (reveal < 1) return [{ facts, view: seen }];
  return [
    { facts: facts.slice(0, reveal), view: null },
    { facts: happened, view: seen },
  ];
}

/** @param {Seen} view @returns {GameView} */
function startOf(view) {
  const all = Array.from({ length: view.players }, (_, seat) => seat);
  return {
    ...view,
    round: 1,
    ...newCave(view.players),
    chests: all.map(() => 0),
    relics_taken: all.map(() => []),
    scores: null,
    winners: [],
    history: [],
  };
}

/**
 * Return the cave after everyone has left it, before the next one begins.
 * @param {GameView} before
 * @param {GameView} after
 * @param {GameEvent[]} facts
 * @returns {GameView}
 */
function endedGame(before, after, facts) {
  const turned = findFact(facts, 'CardTurned');
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
 * Return each seat's points at every moment: the lines of the chart.
 * @param {readonly Moment[]} moments
 * @returns {(number | null)[][]} by seat, then by moment
 */
export function linesOf(moments) {
  const players = moments[0]?.game.players ?? 0;
  return Array.from({ length: players }, (_, seat) => moments.map((moment) => moment.game.chests[seat] ?? null));
}

/**
 * Return the index of each expedition's first moment.
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
