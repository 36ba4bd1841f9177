"""How the browser's scripts and styles are written: formatter, linter, and what neither knows."""

import re
from pathlib import Path

import pytest

from tests.biome import biome
from tests.node import package

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "src" / "diamant" / "web"
MOST_CHARACTERS = 120
TYPED = ("model", "cave")

SCRIPTS = [*sorted((WEB / "js").rglob("*.js")), WEB / "worker.js"]
STYLES = sorted((WEB / "css").glob("*.css"))
TESTS = sorted(HERE.glob("*.js"))


def test_scripts_and_styles_are_formatted_and_the_linter_is_content():
    package("@biomejs/biome")
    done = biome("ci")
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]


@pytest.mark.parametrize(
    ("file", "text", "rule"),
    [
        ("wrong.js", "export const n = 1 ;\n", "format"),
        ("wrong.js", "debugger;\n", "noDebugger"),
        ("wrong.css", "a {\n  colour: red;\n}\n", "noUnknownProperty"),
    ],
)
def test_what_is_badly_written_is_noticed(tmp_path, file, text, rule):
    package("@biomejs/biome")
    rules = (HERE.parents[1] / "biome.jsonc").read_text(encoding="utf-8")
    (tmp_path / "biome.jsonc").write_text(
        re.sub(r'"includes": \[.*?\]', '"includes": ["**"]', rules, flags=re.DOTALL)
    )
    (tmp_path / file).write_text(text)
    done = biome("ci", f"--config-path={tmp_path}", str(tmp_path / file))
    assert done.returncode != 0
    assert rule in done.stdout + done.stderr


def long_lines(text: str) -> list[int]:
    """Return the numbers of the lines that are too long to be read beside another file."""
    return [at for at, line in enumerate(text.split("\n"), 1) if len(line) > MOST_CHARACTERS]


def test_no_line_is_too_long():
    # A formatter breaks code, but neither a template nor a comment.
    texts = {file.name: file.read_text(encoding="utf-8") for file in [*SCRIPTS, *STYLES, *TESTS]}
    assert {name: at for name, text in texts.items() if (at := long_lines(text))} == {}


def test_a_long_line_is_noticed():
    assert long_lines("a\n" + "b" * 121 + "\n" + "c" * 120) == [2]


def types_in(text: str) -> list[str]:
    """Return every type that a comment gives, without what is said about it."""
    found = []
    for start in re.finditer(r"@(?:type|param|returns|typedef|property|template)\s*\{", text):
        depth, at = 1, start.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        found.append(text[start.end() : at - 1])
    return found


def untyped(text: str) -> list[str]:
    return [one for one in types_in(text) if re.search(r"\bany\b", one)]


@pytest.mark.parametrize("folder", TYPED)
def test_the_model_and_the_cave_have_a_type_for_everything(folder):
    for script in (WEB / "js" / folder).glob("*.js"):
        assert untyped(script.read_text(encoding="utf-8")) == [], script.name


def test_a_missing_type_is_noticed():
    text = "/** Any card. @param {string} card any */\n/** @type {Map<string, {of: any}>} */"
    assert types_in(text) == ["string", "Map<string, {of: any}>"]
    assert untyped(text) == ["Map<string, {of: any}>"]
