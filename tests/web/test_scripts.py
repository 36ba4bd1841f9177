"""The browser's scripts: their JavaScript tests, and TypeScript's check of their types."""

import json
from pathlib import Path

import pytest

from tools.node import package, run_node

HERE = Path(__file__).parent
TESTS = sorted(HERE.glob("*.test.js"))


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.name.partition(".")[0])
def test_javascript_tests_pass(file):
    run_node("--test", file, timeout=240)


def test_types_check():
    compiler = package("typescript") / "bin" / "tsc"
    run_node(compiler, "--noEmit", "-p", HERE / "jsconfig.json")


def test_model_uses_neither_page_nor_network():
    compiler = package("typescript") / "bin" / "tsc"
    run_node(compiler, "--noEmit", "-p", HERE / "jsconfig.pure.json")


@pytest.mark.parametrize(
    "code", ["document.title", "fetch('x')", "localStorage.length", "setTimeout"]
)
def test_model_that_uses_the_page_is_reported(tmp_path, code):
    (tmp_path / "impure.js").write_text(f"// @ts-check\nexport const found = () => {code};\n")
    rules = json.loads((HERE / "jsconfig.pure.json").read_text())
    rules |= {"extends": str(HERE / "jsconfig.json"), "include": ["impure.js"]}
    (tmp_path / "jsconfig.json").write_text(json.dumps(rules))
    compiler = package("typescript") / "bin" / "tsc"
    with pytest.raises(AssertionError, match=r"TS2304|TS2584|TS2552"):
        run_node(compiler, "--noEmit", "-p", tmp_path / "jsconfig.json")


def test_wrong_type_is_reported(tmp_path):
    (tmp_path / "wrong.js").write_text(
        "// @ts-check\n/** @type {number} */\nexport const n = '';\n"
    )
    compiler = package("typescript") / "bin" / "tsc"
    with pytest.raises(AssertionError, match="TS2322"):
        run_node(compiler, "--noEmit", "--checkJs", "--allowJs", tmp_path / "wrong.js")
