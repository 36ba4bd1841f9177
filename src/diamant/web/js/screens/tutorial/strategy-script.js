// @ts-check
/**
 * The tutorial's caves: what happened, card by card and choice by choice.
 *
 * Written by tests/web/test_tutorial_script.py from the real rules, and held to them by a test. Do
 * not change it by hand.
 */

/** @type {import('../../model/events.js').GameEvent[][]} */
export const SCRIPT = [
  [
    {"event": "CardTurned", "card": "11"},
    {"event": "TreasureShared", "seats": [0, 1, 2, 3], "share": 2, "remainder": 3},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [0, 1, 2, 3], "leavers": []},
  ],
  [
    {"event": "CardTurned", "card": "snake"},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [0, 1, 2, 3], "leavers": []},
  ],
  [
    {"event": "CardTurned", "card": "7"},
    {"event": "TreasureShared", "seats": [0, 1, 2, 3], "share": 1, "remainder": 3},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [0, 1, 2, 3], "leavers": []},
  ],
  [
    {"event": "CardTurned", "card": "lava"},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [1, 2, 3], "leavers": [0]},
    {"event": "Banked", "seat": 0, "carried": 3, "share": 6},
  ],
  [
    {"event": "CardTurned", "card": "spider"},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [3], "leavers": [1, 2]},
    {"event": "Banked", "seat": 1, "carried": 3, "share": 0},
    {"event": "Banked", "seat": 2, "carried": 3, "share": 0},
  ],
  [
    {"event": "CardTurned", "card": "spider"},
    {"event": "Bust", "kind": "spider", "seats": [3], "lost": 3},
    {"event": "ExpeditionEnded", "round": 1, "bust": true, "removed": ["spider"]},
    {"event": "ExpeditionBegan", "round": 2, "relic": null},
  ],
  [
    {"event": "CardTurned", "card": "relic"},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [0, 1, 2, 3], "leavers": []},
  ],
  [
    {"event": "CardTurned", "card": "13"},
    {"event": "TreasureShared", "seats": [0, 1, 2, 3], "share": 3, "remainder": 1},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [0, 3], "leavers": [1, 2]},
    {"event": "Banked", "seat": 1, "carried": 3, "share": 0},
    {"event": "Banked", "seat": 2, "carried": 3, "share": 0},
  ],
  [
    {"event": "CardTurned", "card": "5"},
    {"event": "TreasureShared", "seats": [0, 3], "share": 2, "remainder": 1},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [3], "leavers": [0]},
    {"event": "RelicsTaken", "seat": 0, "relics": [{"card": "relic", "worth": 5}]},
    {"event": "Banked", "seat": 0, "carried": 5, "share": 2},
  ],
  [
    {"event": "CardTurned", "card": "boulder"},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [], "leavers": [3]},
    {"event": "Banked", "seat": 3, "carried": 5, "share": 0},
    {"event": "ExpeditionEnded", "round": 2, "bust": false, "removed": []},
    {"event": "ExpeditionBegan", "round": 3, "relic": null},
  ],
  [
    {"event": "CardTurned", "card": "1"},
    {"event": "TreasureShared", "seats": [0, 1, 2, 3], "share": 0, "remainder": 1},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [], "leavers": [0, 1, 2, 3]},
    {"event": "Banked", "seat": 0, "carried": 0, "share": 0},
    {"event": "Banked", "seat": 1, "carried": 0, "share": 0},
    {"event": "Banked", "seat": 2, "carried": 0, "share": 0},
    {"event": "Banked", "seat": 3, "carried": 0, "share": 0},
    {"event": "ExpeditionEnded", "round": 3, "bust": false, "removed": []},
    {"event": "ExpeditionBegan", "round": 4, "relic": null},
  ],
  [
    {"event": "CardTurned", "card": "1"},
    {"event": "TreasureShared", "seats": [0, 1, 2, 3], "share": 0, "remainder": 1},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [], "leavers": [0, 1, 2, 3]},
    {"event": "Banked", "seat": 0, "carried": 0, "share": 0},
    {"event": "Banked", "seat": 1, "carried": 0, "share": 0},
    {"event": "Banked", "seat": 2, "carried": 0, "share": 0},
    {"event": "Banked", "seat": 3, "carried": 0, "share": 0},
    {"event": "ExpeditionEnded", "round": 4, "bust": false, "removed": []},
    {"event": "ExpeditionBegan", "round": 5, "relic": null},
  ],
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
    {"event": "ChoicesRevealed", "stayers": [1, 2, 3], "leavers": [0]},
    {"event": "Banked", "seat": 0, "carried": 2, "share": 1},
  ],
  [
    {"event": "CardTurned", "card": "5"},
    {"event": "TreasureShared", "seats": [1, 2, 3], "share": 1, "remainder": 2},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [1, 2, 3], "leavers": []},
  ],
  [
    {"event": "CardTurned", "card": "lava"},
  ],
  [
    {"event": "ChoicesRevealed", "stayers": [1, 2, 3], "leavers": []},
  ],
  [
    {"event": "CardTurned", "card": "snake"},
    {"event": "Bust", "kind": "snake", "seats": [1, 2, 3], "lost": 3},
    {"event": "ExpeditionEnded", "round": 5, "bust": true, "removed": ["snake"]},
    {"event": "GameEnded", "scores": [24, 6, 6, 5], "winners": [0]},
  ],
];
