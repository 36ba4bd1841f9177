// @ts-check
/** Replay the games of a record by the rules, as `POST api/replay` does, without a server. */
/** @import { ReplayStep, Replayed } from '../model/moments.js' */
/** @import { GameRecord } from '../model/record.js' */
/** @import { Edition } from '../model/types.js' */
import { readRecords } from '../model/record.js';
import { decide, IllegalStep, start, turn } from './game.js';

/**
 * @param {string} text
 * @param {Record<string, Edition>} editions
 * @returns {Replayed[] | null} null if a game has an unknown edition
 * @throws {Error} if the text is not a record, or a game breaks the rules
 */
export function replayed(text, editions) {
  const records = readRecords(text);
  if (records.some(({ tags }) => !editions[tags.Edition?.[0]])) return null;
  return records.map((record) => {
    const edition = editions[record.tags.Edition[0]];
    return { record, edition, steps: stepsOf(record, edition) };
  });
}

/**
 * @param {GameRecord} record
 * @param {Edition} edition
 * @returns {ReplayStep[]}
 */
function stepsOf({ tags, rounds }, edition) {
  let game = start(edition, tags.Players?.length ?? 0);
  const last = rounds[rounds.length - 1];
  return rounds.flatMap((turns, index) =>
    turns.map(({ card, leavers }, place) => {
      if (game.view.round !== index + 1) throw new IllegalStep('not-now');
      const turned = turn(game, card);
      game = turned.game;
      const facts = [...turned.facts];
      // The choices after the last card of an unfinished game may be missing.
      const open = turns === last && place === turns.length - 1 && !leavers?.length;
      if (game.view.phase === 'decide' && !open) {
        const revealed = decide(game, leavers ?? []);
        game = revealed.game;
        facts.push(...revealed.facts);
      }
      return { facts, view: game.view };
    }),
  );
}
