// @ts-check
/**
 * The tutorial's caves: what happened, card by card and choice by choice.
 *
 * Written by tests/web/test_tutorial_script.py from the real rules, and held to them by a test. Do
 * not change it by hand.
 */

/** @type {import('../../model/types.js').Edition} */
export const EDITION = {
  id: "iello-2016",
  name: "Diamant, IELLO 2016",
  summary: "Five identical relics are in the deck from the start; the later one is taken, the more it is worth.",
  rounds: 5,
  players: {"least": 3, "most": 8},
  treasures: [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17],
  hazards: {"spider": 3, "snake": 3, "lava": 3, "boulder": 3, "ram": 3},
  relics: {"enter": "start", "worth": "by order", "points": [5, 5, 5, 10, 10], "supplied": true},
  gems: [{"name": "ruby", "worth": 1, "count": 60}, {"name": "diamond", "worth": 5, "count": 40}],
  sharing: "pooled",
  tie_break: "shared",
  ritual: "card",
  caves: "barricades",
  names: {"ram": "battering ram"},
};

/** @type {import('../../model/events.js').GameEvent[][]} */
export const SCRIPT = [
  [
    {"event": "CardTurned", "card": "9"},
    {"event": "TreasureShared", "seats": [0, 1, 2, 3], "share": 2, "remainder": 1},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [0, 1, 2, 3], "leavers": []},
  ],
  [
    {"event": "CardTurned", "card": "snake"},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [0, 1, 3], "leavers": [2]},
    {"event": "Banked", "seat": 2, "carried": 2, "share": 1},
  ],
  [
    {"event": "CardTurned", "card": "11"},
    {"event": "TreasureShared", "seats": [0, 1, 3], "share": 3, "remainder": 2},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [0, 1, 3], "leavers": []},
  ],
  [
    {"event": "CardTurned", "card": "relic"},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [3], "leavers": [0, 1]},
    {"event": "Banked", "seat": 0, "carried": 5, "share": 1},
    {"event": "Banked", "seat": 1, "carried": 5, "share": 1},
  ],
  [
    {"event": "CardTurned", "card": "boulder"},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [], "leavers": [3]},
    {"event": "RelicsTaken", "seat": 3, "relics": [{"card": "relic", "worth": 5}]},
    {"event": "Banked", "seat": 3, "carried": 5, "share": 0},
    {"event": "ExpeditionEnded", "round": 1, "bust": false, "removed": []},
    {"event": "ExpeditionBegan", "round": 2, "relic": null},
  ],
  [
    {"event": "CardTurned", "card": "15"},
    {"event": "TreasureShared", "seats": [0, 1, 2, 3], "share": 3, "remainder": 3},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [0, 1, 2, 3], "leavers": []},
  ],
  [
    {"event": "CardTurned", "card": "lava"},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [0, 2, 3], "leavers": [1]},
    {"event": "Banked", "seat": 1, "carried": 3, "share": 3},
  ],
  [
    {"event": "CardTurned", "card": "13"},
    {"event": "TreasureShared", "seats": [0, 2, 3], "share": 4, "remainder": 1},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [0, 2, 3], "leavers": []},
  ],
  [
    {"event": "CardTurned", "card": "lava"},
    {"event": "Bust", "kind": "lava", "seats": [0, 2, 3], "lost": 7},
    {"event": "ExpeditionEnded", "round": 2, "bust": true, "removed": ["lava"]},
    {"event": "ExpeditionBegan", "round": 3, "relic": null},
  ],
  [
    {"event": "CardTurned", "card": "relic"},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [0, 1, 2, 3], "leavers": []},
  ],
  [
    {"event": "CardTurned", "card": "7"},
    {"event": "TreasureShared", "seats": [0, 1, 2, 3], "share": 1, "remainder": 3},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [1, 2, 3], "leavers": [0]},
    {"event": "RelicsTaken", "seat": 0, "relics": [{"card": "relic", "worth": 5}]},
    {"event": "Banked", "seat": 0, "carried": 1, "share": 3},
  ],
];
