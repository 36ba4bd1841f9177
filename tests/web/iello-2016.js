// @ts-check
/** The edition IELLO 2016, as `GET api/editions` returns it. */

/** @type {import('../../src/diamant/web/js/model/types.js').Edition} */
export const EDITION = {
  id: 'iello-2016',
  name: 'Diamant, IELLO 2016',
  summary:
    'Five identical relics are in the deck from the start; the later a relic is taken, the more ' + "it's worth.",
  rounds: 5,
  players: { least: 3, most: 8 },
  treasures: [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17],
  hazards: { spider: 3, snake: 3, lava: 3, boulder: 3, ram: 3 },
  relics: { enter: 'start', worth: 'by order', points: [5, 5, 5, 10, 10], supplied: true },
  gems: [
    { name: 'ruby', worth: 1, count: 60 },
    { name: 'diamond', worth: 5, count: 40 },
  ],
  sharing: 'pooled',
  tie_break: 'shared',
  ritual: 'card',
  caves: 'barricades',
  names: { ram: 'battering ram' },
};
