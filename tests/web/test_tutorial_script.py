"""The tutorial's caves are played by the real rules.

`python tests/web/test_tutorial_script.py` writes the browser's copy again after a change here.
"""

import json
from pathlib import Path

import pytest

import diamant
from diamant.editions.own import describe
from diamant.record import read_record, replay
from diamant.view import event_to_json

FOLDER = Path(diamant.__file__).parent / "web/js/screens/tutorial"

RECORDS = {
    "script.js": """
[Edition "iello-2016"]
[Players "You" "Bea" "Cem" "Dora"]

1. 9 snake/C 11 relic/AB boulder/D
2. 15 lava/B 13 lava
3. relic 7/A
""",
    "strategy-script.js": """
[Edition "iello-2016"]
[Players "You" "Bea" "Cem" "Dora"]

1. 11 snake 7 lava/A spider/BC spider
2. relic 13/BC 5/A boulder/D
3. 1/ABCD
4. 1/ABCD
5. 9 snake/A 5 lava snake
""",
}

HEAD = """// @ts-check
/**
 * The tutorial's caves: what happened, card by card and choice by choice.
 *
 * Written by tests/web/test_tutorial_script.py from the real rules, and held to them by a test. Do
 * not change it by hand.
 */

"""

EDITION = """/** @type {import('../../model/types.js').Edition} */
export const EDITION = {
"""

SCRIPT = """/** @type {import('../../model/events.js').GameEvent[][]} */
export const SCRIPT = [
"""


def text(name: str) -> str:
    """Return the whole of a script."""
    record = read_record(RECORDS[name])
    lines = [HEAD]
    if name == "script.js":
        told = describe(record.game.edition).items()
        lines += [EDITION, *(f"  {field}: {_literal(value)},\n" for field, value in told), "};\n\n"]
    lines.append(SCRIPT)
    known = len(diamant.Game.start(record.game.edition, record.game.players).history)
    for step in replay(record):
        for game in (step.turned, step.after):
            if game is None or len(game.history) == known:
                continue
            facts = [_literal(event_to_json(fact)) for fact in game.history[known:]]
            lines.append("  [\n" + "".join(f"    {fact},\n" for fact in facts) + "  ],\n")
            known = len(game.history)
    return "".join(lines) + "];\n"


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("name", RECORDS)
def test_the_browsers_copy_is_what_the_rules_say(name):
    assert (FOLDER / name).read_text(encoding="utf-8") == text(name)


def test_all_caves_are_of_one_edition():
    assert len({read_record(record).game.edition for record in RECORDS.values()}) == 1


if __name__ == "__main__":
    for script in RECORDS:
        (FOLDER / script).write_text(text(script), encoding="utf-8")
