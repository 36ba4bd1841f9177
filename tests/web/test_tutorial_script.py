"""The tutorial's cave is played by the real rules.

`python tests/web/test_tutorial_script.py` writes the browser's copy again after a change here.
"""

import json
from pathlib import Path

import diamant
from diamant.record import read_record, replay
from diamant.rules.events import ExpeditionBegan
from diamant.view import View, event_to_json

SCRIPT = Path(diamant.__file__).parent / "web/js/screens/tutorial/script.js"

RECORD = """
[Edition "iello-2016"]
[Players "You" "Bea" "Cem" "Dora"]

1. 9 snake/C 11 relic/AB boulder/D
2. 15 lava/B 13 lava
3. relic 7/A
"""

HEAD = """// @ts-check
/**
 * The tutorial's cave, card by card: what happened, and what your seat knew after it.
 *
 * Written by tests/web/test_tutorial_script.py from the real rules, and held to them by a test. Do
 * not change it by hand.
 * @type {{facts: import('../../model/types.js').GameEvent[], view: import('../../model/types.js').GameView}[]}
 */
export const SCRIPT = [
"""

# The steps are the history, and the tutorial does not ask what is in the deck.
LEFT_OUT = {"history": [], "deck": {}, "treasures_left": []}


def text() -> str:
    """Return the whole of script.js."""
    record = read_record(RECORD)
    games = [diamant.Game.start(record.game.edition, record.game.players)]
    facts = [list(games[0].history)]
    for step in replay(record):
        for game in (step.turned, step.after):
            if game is not None and game is not games[-1]:
                facts.append(list(game.history[len(games[-1].history) :]))
                games.append(game)
    lines = []
    for happened, game in zip(facts, games, strict=True):
        view = View.of(game, 0).to_json() | LEFT_OUT
        told = [event_to_json(fact) for fact in happened]
        assert isinstance(happened[0], ExpeditionBegan) == (game is games[0])
        lines.append(json.dumps({"facts": told, "view": view}, ensure_ascii=False))
    return HEAD + "".join(f"  {line},\n" for line in lines) + "];\n"


def test_the_browsers_copy_is_what_the_rules_say():
    assert SCRIPT.read_text(encoding="utf-8") == text()


if __name__ == "__main__":
    SCRIPT.write_text(text(), encoding="utf-8")
