"""Words that make our English sound translated, in messages, pages, docstrings and comments.

The list is a reminder, not the goal: CONTRIBUTING.md has the rules.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]

BETTER = {
    r"(?:is|are|was|were|be) told|told of": "show, report or send; 'is sent', 'receives'",
    r"[Ww]hoever|[Tt]hose who|[Nn]obody who": "players who, everyone, if you",
    r"[Ss]omebody|[Aa]nybody": "someone, anyone, a user, a caller",
    r"reckon(?:s|ed|ing)?": "compute, estimate",
    r"[Ll]acking": "missing",
    r"mend(?:s|ed|ing)?|amend(?:s|ed)?": "fix",
    r"fare[ds]?": "do, perform",
    r"(?:send|sends|sent|sending) away": "remove, block",
    r"put(?:s|ting)? off": "retry later, postpone",
    r"(?:not|nor|nothing|nobody)(?: \w+){0,6} any more": "no longer",
    r"so that one can": "to",
    r"nought|dearer|thereof|at hand": "zero, more expensive, of it, available",
    r"stands? (?:in|here) (?:a|the|this) (?:file|page|record)": "is, are",
    r"the clock stands still": "the clock is paused",
}
WORDS = re.compile(rf"\b(?:{'|'.join(f'({words})' for words in BETTER)})\b")

# Places that need a word of the list, and that word.
NEEDED = {
    ("CONTRIBUTING.md", "whoever"),  # It names the words to avoid.
    ("CONTRIBUTING.md", "those who"),
}

CODE = ("src/diamant", "tests", "tools", "benchmarks", "examples", "docs")
PASSED_OVER = {"vendor", "generated", "node_modules", "docs_site"}


def in_python(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each docstring, comment and function name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name.replace("_", " ")
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.lineno, str(node.value.value)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def in_javascript(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each comment."""
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.search(r"(?:^\s*|\s)(?://|/\*|\*(?=\s)).*", line):
            yield number, found[0]


def found_in(texts: Iterator[tuple[int, str]], name: str) -> list[str]:
    """Return a line for each listed word, with a better one."""
    return [
        f"{name}:{line}: {found[0]!r}: better {list(BETTER.values())[(found.lastindex or 1) - 1]}"
        for line, text in texts
        for found in WORDS.finditer(text)
        if (name, found[0]) not in NEEDED
    ]


def files(suffix: str) -> list[Path]:
    found = [path for folder in CODE for path in (ROOT / folder).rglob(f"*{suffix}")]
    return sorted(path for path in found if not PASSED_OVER & set(path.parts))


def found_in_files(suffix: str) -> list[str]:
    read = {".py": in_python, ".js": in_javascript}[suffix]
    return [
        found
        for path in files(suffix)
        if path != Path(__file__)
        for found in found_in(read(path.read_text("utf-8")), path.relative_to(ROOT).as_posix())
    ]


def test_messages_avoid_listed_words():
    with (ROOT / "src/diamant/locales/diamant.pot").open("rb") as file:
        messages = [str(message.id) for message in read_po(file) if message.id]
    wrong = found_in(enumerate(messages, 1), "diamant.pot")
    assert not wrong, "\n".join(wrong)


def test_pages_avoid_listed_words():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    wrong = [
        found
        for page in sorted(pages)
        for found in found_in(
            enumerate(page.read_text("utf-8").splitlines(), 1), page.relative_to(ROOT).as_posix()
        )
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("suffix", [".py", ".js"])
def test_docstrings_and_comments_avoid_listed_words(suffix):
    wrong = found_in_files(suffix)
    assert not wrong, "\n".join(wrong)


def test_control_a_listed_word_is_found():
    text = '"""Tell whoever asks."""\n\nx = "somebody"  # Nothing is mended any more.\n'
    assert [line.split(": better")[0] for line in found_in(in_python(text), "a.py")] == [
        "a.py:1: 'whoever'",
        "a.py:3: 'mended'",
    ]
    assert found_in(in_javascript("let x; // It is told so.\n"), "a.js")
