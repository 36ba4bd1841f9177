"""The browser's copy of the characters is what the bots' own file says.

`python tests/web/test_characters.py` writes it again after a change there.
"""

import json
from dataclasses import asdict
from pathlib import Path

import diamant
from diamant.bots.characters import CHARACTERS, LEVELS

COPY = Path(diamant.__file__).parent / "web/js/words/characters.js"

HEAD = """// @ts-check
/**
 * The characters whom one meets at a table, with what they say.
 *
 * Written by tests/web/test_characters.py from bots/characters.toml, and held to it by a test. Do
 * not change it by hand.
 */
import { mark } from './i18n.js';

/**
 * @typedef {{name: string, level: string, bot: string, habit: string, hello: string, won: string,
 *   lost: string, glad: string, sad: string}} Character
 */

"""
SAID = ("habit", "hello", "won", "lost")


def text() -> str:
    """Return the whole of characters.js."""
    levels = ", ".join(f"'{level}'" for level in LEVELS)
    lines = [HEAD, f"export const LEVELS = [{levels}];\n\n"]
    lines.append("/** @type {readonly Character[]} */\nexport const CHARACTERS = [\n")
    for one in CHARACTERS:
        lines.append("  {\n")
        for name, value in asdict(one).items():
            literal = json.dumps(value, ensure_ascii=False)
            if "'" not in value:
                literal = "'" + literal[1:-1] + "'"
            lines.append(f"    {name}: {f'mark({literal})' if name in SAID else literal},\n")
        lines.append("  },\n")
    return "".join(lines) + "];\n"


def test_the_browsers_copy_is_what_the_bots_file_says():
    assert COPY.read_text(encoding="utf-8") == text()


if __name__ == "__main__":
    COPY.write_text(text(), encoding="utf-8")
