"""The browser's scripts: their own tests, and TypeScript's opinion of their types."""

from pathlib import Path

import pytest

from tests.node import package, run_node

HERE = Path(__file__).parent
TESTS = sorted(HERE.glob("*.test.js"))


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.name.partition(".")[0])
def test_what_is_tested_in_javascript_passes(file):
    run_node("--test", file, timeout=240)


def test_the_types_are_right():
    compiler = package("typescript") / "bin" / "tsc"
    run_node(compiler, "--noEmit", "-p", HERE / "jsconfig.json")


def test_a_wrong_type_is_noticed(tmp_path):
    (tmp_path / "wrong.js").write_text(
        "// @ts-check\n/** @type {number} */\nexport const n = '';\n"
    )
    compiler = package("typescript") / "bin" / "tsc"
    with pytest.raises(AssertionError, match="TS2322"):
        run_node(compiler, "--noEmit", "--checkJs", "--allowJs", tmp_path / "wrong.js")
