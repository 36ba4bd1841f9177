// @ts-check
/**
 * Play every game of a JSON file by the browser's rules, in a given folder, and print every difference from
 * Python: facts and view after every card and every choice, and each bot's choice.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const [file, ...folders] = process.argv.slice(2);
const { editions, cases, model } = JSON.parse(readFileSync(file, 'utf8'));
const told = [];
for (const folder of folders) told.push(await compared(folder));
process.stdout.write(JSON.stringify(told));

/** @param {string} folder */
async function compared(folder) {
  const load = (/** @type {string} */ path) => import(pathToFileURL(join(folder, path)).href);
  const [rules, bots, champion] = await Promise.all(['rules/game.js', 'bots/bots.js', 'bots/champion.js'].map(load));
  const network = champion.readModel(new Uint8Array(readFileSync(model)));
  bots.bringIdea('champion', champion.championIdea(network));
  /** @type {string[]} */
  const faults = [];
  let states = 0;
  let choices = 0;
  cases.forEach((/** @type {any} */ one, /** @type {number} */ number) => {
    let game = rules.start(editions[one.edition], one.players);
    const differ = (/** @type {string} */ what, /** @type {any} */ mine, /** @type {any} */ theirs) => {
      if (mine === theirs || isDeepStrictEqual(mine, theirs)) return;
      const place = `${one.edition}, game ${number}, round ${game.view.round}, ${game.view.cards.join(' ')}`;
      faults.push(`${place}: ${what}: ${JSON.stringify(mine)} here, ${JSON.stringify(theirs)} in Python`);
    };
    const same = (/** @type {any} */ facts, /** @type {any} */ expected) => {
      differ('facts', facts, expected.facts);
      for (const [name, value] of Object.entries(expected.view)) differ(name, game.view[name], value);
      states += 1;
    };
    for (const { turned, asked, leavers, revealed } of one.steps) {
      if (faults.length) return; // The rest would differ as well.
      const card = rules.turn(game, turned.facts[0].card);
      game = card.game;
      same(card.facts, turned);
      for (const [bot, seat, chance] of asked) {
        const mine = bots.leavingChance(bot, game.view, seat, editions[one.edition]);
        // The last digit of exp() may differ between machines, and the bots' doubt enlarges that a little.
        differ(`${bot} on seat ${seat}`, Math.abs(mine - chance) < 1e-9 ? chance : mine, chance);
        choices += 1;
      }
      if (!revealed || faults.length) continue;
      const reveal = rules.decide(game, leavers);
      game = reveal.game;
      same(reveal.facts, revealed);
    }
  });
  return { states, choices, faults };
}
