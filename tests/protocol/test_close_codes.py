"""Tests that close codes mean the same to the server, to every client, and in the documentation."""

import json
import re
from pathlib import Path

import pytest

from diamant.client.connection import Connection
from diamant.protocol import PROTOCOL, close_codes
from diamant.protocol.close_codes import CLOSE_CODES, LONGEST_WAIT, is_final, wait_seconds
from diamant.protocol.incoming import MOST_BYTES
from diamant.protocol.problems import PROBLEMS, refused
from tools.node import run_node

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
BOT = (ROOT / "examples" / "javascript-bot" / "bot.mjs").read_text(encoding="utf-8")
SCRIPTS = ROOT / "src" / "diamant" / "web" / "js"
NOT_OURS = (1003, 1008, 1014, 4999)


@pytest.mark.parametrize(
    ("close", "least", "most"),
    [(1012, 0.2, 2), (1013, 5, 15), (4410, 0.5, 2), (4429, 60, 75), (4430, 0.1, 0.5)],
)
def test_close_code_sets_the_wait_at_every_attempt(close, least, most):
    for attempt in (0, 1, 20):
        assert wait_seconds(close, attempt, 0.0) == least
        assert wait_seconds(close, attempt, 1.0) == most
    waits = [Connection.wait_before(close, 0) for _ in range(200)]
    assert all(least <= wait <= most for wait in waits)
    assert max(waits) - min(waits) > (most - least) / 2, "there is no chance in it"


def test_other_waits_grow_up_to_a_limit():
    longest = [wait_seconds(1006, attempt, 1.0) for attempt in range(2_000)]
    assert longest[:5] == [0.3, 0.6, 1.2, 2.4, 4.8]
    assert set(longest[5:]) == {LONGEST_WAIT}
    assert [wait_seconds(1006, attempt, 0.0) for attempt in range(9)] == [
        wait / 2 for wait in longest[:9]
    ]


def test_final_close_codes_have_no_wait():
    assert not [code for code, meant in CLOSE_CODES.items() if meant.final and meant.wait]


def test_every_problem_that_ends_a_connection_has_a_known_close_code():
    named = {value for name, value in vars(close_codes).items() if isinstance(value, int)}
    assert named <= set(CLOSE_CODES)
    assert {meant.close for meant in PROBLEMS.values()} - {None} <= set(CLOSE_CODES)


def _script(name: str) -> Path:
    (found,) = SCRIPTS.rglob(name)
    return found


def test_browser_handles_every_close_code_as_in_the_table():
    codes, attempts, chances = [*CLOSE_CODES, *NOT_OURS], range(9), (0.0, 0.25, 1.0)
    module = _script("connection.js").as_uri()
    script = f"""
        import {{ FINAL, MOST_BYTES, tooLarge, waitAfter }} from {module!r};
        const all = (list, make) => list.map(make);
        console.log(JSON.stringify({{
          final: [...FINAL],
          waits: all({codes}, (code) => all({[*attempts]}, (attempt) =>
            all({[*chances]}, (chance) => waitAfter(code, attempt, chance)))),
          most: MOST_BYTES,
          tooLarge: tooLarge(MOST_BYTES),
        }}));
    """
    told = json.loads(run_node("--input-type=module", "--eval", script))
    assert set(told["final"]) == {code for code in codes if is_final(code)}
    for code, by_attempt in zip(codes, told["waits"], strict=True):
        for attempt, waits in zip(attempts, by_attempt, strict=True):
            wanted = [1000 * wait_seconds(code, attempt, chance) for chance in chances]
            assert waits == pytest.approx(wanted), (code, attempt)
    assert told["most"] == MOST_BYTES
    too_large = refused("too-large", most=MOST_BYTES)
    assert told["tooLarge"] == {
        "code": too_large.code, "params": too_large.params, "text": too_large.text
    }  # fmt: skip


def test_browser_has_close_codes_in_one_module_with_the_same_names():
    own = _script("connection.js")
    named = re.findall(r"export const ([A-Z_]+) = (\d{4});", own.read_text(encoding="utf-8"))
    assert named
    assert [(name, getattr(close_codes, name)) for name, _ in named] == [
        (name, int(code)) for name, code in named
    ]
    for script in SCRIPTS.rglob("*.js"):
        found = re.findall(r"\b(?:1006|44[0-9]{2})\b", script.read_text(encoding="utf-8"))
        assert script == own or not found, script
    assert f"PROTOCOL = {PROTOCOL};" in own.read_text(encoding="utf-8")


def test_javascript_bot_handles_every_close_code_as_in_the_table():
    final = re.search(r"FINAL = new Set\((\[.*?\])\)", BOT)
    assert set(json.loads(final[1])) == {code for code in CLOSE_CODES if is_final(code)}
    waits = re.search(r"WAITS = \{(.*?)\};", BOT, re.DOTALL)
    found = {
        int(code): (int(least), int(most))
        for code, least, most in re.findall(r"(\d+): \[(\d+), (\d+)\]", waits[1])
    }
    assert found == {
        code: (round(1000 * meant.wait[0]), round(1000 * meant.wait[1]))
        for code, meant in CLOSE_CODES.items()
        if meant.wait is not None
    }
    assert "Math.min(8000, 300 * 2 ** next)" in BOT
    assert (close_codes.FIRST_WAIT, LONGEST_WAIT) == (0.3, 8.0)


def _rows(heading: str) -> list[list[str]]:
    """Return the rows of the table below a heading of the page."""
    part = PAGE.partition(f"### {heading}\n")[2].partition("\n#")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_page_lists_every_close_code_as_in_the_table():
    rows = {int(code): (why, do) for code, why, do in _rows("Close codes")}
    assert {code: why for code, (why, _) in rows.items()} == {
        code: meant.why for code, meant in CLOSE_CODES.items()
    }
    for code, (_, do) in rows.items():
        meant = CLOSE_CODES[code]
        if meant.final:
            wanted = "do not reconnect"
        elif meant.wait is None:
            wanted = "reconnect"
        else:
            wanted = f"reconnect after {meant.wait[0]:g} to {meant.wait[1]:g} s"
        assert re.split("[,;:] ", do)[0] == wanted, code


def test_page_lists_every_problem_as_in_the_table():
    rows = {code.strip("`"): cells for code, *cells in _rows("Problems")}
    assert set(rows) == set(PROBLEMS)
    for code, (status_and_close, notes) in rows.items():
        meant = PROBLEMS[code]
        named = re.findall(r"{(\w+)}", meant.text)
        extra = ["line", "column"] if code == "record" else []
        params = re.findall(r"`(\w+)`", notes.partition("Parameter")[2])
        assert params == named + extra, code
        codes = [str(each) for each in (meant.status, meant.close) if each is not None]
        assert status_and_close == (", ".join(codes) or "none"), code


def test_every_problem_is_an_answer_of_some_kind():
    """A problem without a status or a close code answers a message."""
    silent = {code for code, meant in PROBLEMS.items() if meant.status is meant.close is None}
    assert silent == {"not-a-screen", "too-much-written", "unexpected-hello"}
