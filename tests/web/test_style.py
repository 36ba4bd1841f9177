"""The style of the browser's scripts and styles: formatter, linter, and our own rules."""

import json
import re
from pathlib import Path

import pytest

from tools.biome import biome
from tools.node import package

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "src" / "diamant" / "web"
MOST_CHARACTERS = 120
TYPED = ("model", "cave")

SCRIPTS = [*sorted((WEB / "js").rglob("*.js")), WEB / "worker.js"]
STYLES = sorted((WEB / "css").glob("*.css"))
TESTS = sorted(HERE.glob("*.js"))


def test_formatter_and_linter_pass():
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
def test_bad_style_is_reported(tmp_path, file, text, rule):
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
    """Return the numbers of the lines that are too long for two files side by side."""
    return [at for at, line in enumerate(text.split("\n"), 1) if len(line) > MOST_CHARACTERS]


def test_lines_are_short_enough():
    # The formatter breaks code, but neither templates nor comments.
    texts = {str(file): file.read_text(encoding="utf-8") for file in [*SCRIPTS, *STYLES, *TESTS]}
    assert {name: at for name, text in texts.items() if (at := long_lines(text))} == {}


def test_long_line_is_reported():
    assert long_lines("a\n" + "b" * 121 + "\n" + "c" * 120) == [2]


def types_in(text: str) -> list[str]:
    """Return every type in a comment, without its description."""
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
def test_model_and_cave_are_fully_typed(folder):
    for script in (WEB / "js" / folder).glob("*.js"):
        assert untyped(script.read_text(encoding="utf-8")) == [], script.name


def test_missing_type_is_reported():
    text = "/** Any card. @param {string} card any */\n/** @type {Map<string, {of: any}>} */"
    assert types_in(text) == ["string", "Map<string, {of: any}>"]
    assert untyped(text) == ["Map<string, {of: any}>"]


TOKENS = WEB / "css" / "tokens.css"
COLOR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(|(?<=[:\s])(?:white|black|red|gold|silver|gr[ae]y)(?=[;\s])",
    re.IGNORECASE,
)


def raw_colors(text: str) -> list[str]:
    """Return raw colors in a style sheet, ignoring comments and addresses."""
    return COLOR.findall(re.sub(r"/\*.*?\*/|#/[^'\"`\s]*", "", text, flags=re.DOTALL))


def test_only_tokens_contain_raw_colors():
    others = [file for file in [*SCRIPTS, *STYLES] if file != TOKENS]
    texts = {file.name: file.read_text(encoding="utf-8") for file in others}
    assert {name: found for name, text in texts.items() if (found := raw_colors(text))} == {}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("a { color: #fff; }", 1),
        ("fill=${'#aabbcc'}", 1),
        ("b { box-shadow: 0 0 1px rgba(0, 0, 0, 0.5); background: white; }", 2),
        ("a { color: var(--text); } /* not #fff */ <a href='#/'> white-space: nowrap", 0),
    ],
)
def test_raw_color_is_reported(text, count):
    assert len(raw_colors(text)) == count


def test_every_token_is_used_and_every_variable_is_defined():
    used, made = set(), set()
    for file in [*SCRIPTS, *STYLES]:
        text = file.read_text(encoding="utf-8")
        used |= set(re.findall(r"var\((--[\w-]+)", text))
        made |= set(re.findall(r"(--[\w-]+)['\"]?:", text))
    tokens = set(re.findall(r"(--[\w-]+):", TOKENS.read_text(encoding="utf-8")))
    # The names for explorers, gems and hazards are computed.
    named = {token for token in tokens if re.match(r"--(explorer|gem|hazard)-", token)}
    assert tokens - used - named == set()
    assert {name for name in used - made if not name.endswith("-")} == set()


def test_distances_use_tokens():
    spaces = re.findall(r"--space-\d: ([\d.]+rem)", TOKENS.read_text(encoding="utf-8"))
    assert len(spaces) > 5
    raw = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, spaces))})\b")
    for file in STYLES:
        text = file.read_text(encoding="utf-8")
        rules = re.findall(
            r"^\s*((?:row-|column-)?gap|padding[\w-]*|margin[\w-]*): ([^;]+)", text, re.M
        )
        assert not [rule for rule in rules if raw.search(rule[1])], file.name


def test_page_frame_has_background_color():
    night = re.search(r"--night: (#\w+);", TOKENS.read_text(encoding="utf-8"))
    assert night is not None
    page = (WEB / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'name="theme-color" content="(#\w+)"', page) == [night[1]]
    app = json.loads((WEB / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert {app["theme_color"], app["background_color"]} == {night[1]}
