"""The tutorial's caves are played by the real rules.

`python tests/web/test_tutorial_script.py` writes the browser's copy again after a change here.
"""

import json
from pathlib import Path
from typing import Any

import diamant
from diamant.editions import edition
from diamant.editions.describe import describe
from diamant.record import read_record, replay
from diamant.view import event_to_json

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
 * The tutorial's caves: the edition, and what happened, card by card and choice by choice.
 *
 * Written by tests/web/test_tutorial_script.py from the real rules, and held to them by a test. Do
 * not change it by hand.
 */
"""


def literal(value: Any) -> str:
    """Write a value as JavaScript does, as short as Python can."""
    return json.dumps(value, ensure_ascii=False)


def text() -> str:
    """Return the whole of script.js."""
    record = read_record(RECORD)
    lines = [HEAD]
    lines.append("/** @type {import('../../model/types.js').Edition} */\nexport const EDITION = {\n")
    lines += [f"  {name}: {literal(value)},\n" for name, value in describe(edition("iello-2016")).items()]
    lines.append("};\n\n/** @type {import('../../model/events.js').GameEvent[][]} */\nexport const SCRIPT = [\n")
    known = len(diamant.Game.start(record.game.edition, record.game.players).history)
    for step in replay(record):
        for game in (step.turned, step.after):
            if game is None or len(game.history) == known:
                continue
            facts = [literal(event_to_json(fact)) for fact in game.history[known:]]
            lines.append("  [\n" + "".join(f"    {fact},\n" for fact in facts) + "  ],\n")
            known = len(game.history)
    return "".join(lines) + "];\n"


def test_the_browsers_copy_is_what_the_rules_say():
    assert SCRIPT.read_text(encoding="utf-8") == text()


if __name__ == "__main__":
    SCRIPT.write_text(text(), encoding="utf-8")
