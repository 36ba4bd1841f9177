"""Scripts without what only people read: comments, indentation, empty lines.

Line breaks stay, since JavaScript ends statements by them. Texts stay as they are; only in markup
(`html` and `svg` templates), where a row of blanks counts as one, indentation goes too.
"""

import re
from functools import lru_cache

_TOKEN = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
  | (?P<text> '(?:\\.|[^'\\\n])*' | "(?:\\.|[^"\\\n])*" )
  | (?P<blank> \s+ )
  | (?P<word> [\w$]+ )
  | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_PATTERN = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
_PLAIN = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*", re.DOTALL)
_INDENT = re.compile(r"\s*\n\s*")
_ALONE = frozenset("{}()[];,:?=<>&|!*.")  # What needs no blank beside it.
_MARKUP = ("html", "svg")
# What a division follows; after everything else a slash begins a pattern.
_A_VALUE = ")"
_VALUE = re.compile(r"[\w$)\]}]\Z")
_BEFORE_PATTERN = ("return", "typeof", "case", "in", "of", "void", "delete", "await", "yield")


@lru_cache(maxsize=512)  # The words of every language are sorted by what modules say.
def squeeze(script: str) -> str:
    """Return a script that does the same, with fewer letters.

    >>> squeeze("let a = 1; // One.")
    'let a=1; '
    """
    done: list[str] = []
    at = _code(script, 0, done)
    assert at == len(script), "a template ends that never began"
    return "".join(done)


def _code(script: str, at: int, done: list[str]) -> int:
    """Squeeze code up to its end, or to the brace that ends it inside a template."""
    depth = 0
    before = ""  # The last thing that is neither blank nor comment.
    while at < len(script):
        found = _TOKEN.match(script, at)
        assert found is not None
        part, at = found[0], found.end()
        if found["blank"] is not None or found["comment"] is not None:
            # A comment over several lines ends a statement as a line break does.
            _blank("\n" if "\n" in part else " ", done)
            continue
        if part == "`":
            at = _template(script, at, done, _INDENT if before in _MARKUP else None)
            before = _A_VALUE
            continue
        if part == "/" and (before in _BEFORE_PATTERN or not _VALUE.search(before)):
            pattern = _PATTERN.match(script, at - 1)
            assert pattern is not None, script[at : at + 40]
            done.append(pattern[0])
            before, at = _A_VALUE, pattern.end()
            continue
        depth += (part == "{") - (part == "}")
        if depth < 0:
            return at
        if done and done[-1] == " " and (part in _ALONE or before in _ALONE):
            done.pop()
        done.append(part)
        before = part if found["text"] is None else _A_VALUE
    return at


def _blank(blank: str, done: list[str]) -> None:
    """Add a blank unless one stands there; a line break replaces a space."""
    if not done or done[-1] == "\n":
        return
    if done[-1] == " ":
        done.pop()
    done.append(blank)


def _template(script: str, at: int, done: list[str], indent: re.Pattern[str] | None) -> int:
    """Copy a template up to its end, but for indents, and squeeze the code in it."""
    done.append("`")
    while True:
        found = _PLAIN.match(script, at)
        assert found is not None
        done.append(indent.sub("\n", found[0]) if indent else found[0])
        at = found.end()
        if script[at] == "`":
            done.append("`")
            return at + 1
        done.append("${")
        at = _code(script, at + 2, done)
        done.append("}")
