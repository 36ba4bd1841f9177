"""Shrink scripts: remove comments, indentation and empty lines.

Line breaks stay, because JavaScript ends statements with them. Strings stay unchanged. In markup
(`html` and `svg` templates), indentation is removed too, since repeated white space counts as one.
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
_ALONE = frozenset("{}()[];,:?=<>&|!*.")  # Characters that need no space beside them.
_MARKUP = ("html", "svg")
# Represents any value: a slash after a value is a division, any other slash starts a pattern.
_A_VALUE = ")"
_VALUE = re.compile(r"[\w$)\]}]\Z")
_BEFORE_PATTERN = ("return", "typeof", "case", "in", "of", "void", "delete", "await", "yield")


# Each language's words are sorted by the modules that use them, which reads scripts repeatedly.
@lru_cache(maxsize=512)
def squeeze(script: str) -> str:
    """Return a shorter script that does the same.

    >>> squeeze("let a = 1; // One.")
    'let a=1; '
    """
    done: list[str] = []
    at = _code(script, 0, done)
    assert at == len(script), "a template ends before it begins"
    return "".join(done)


def _code(script: str, at: int, done: list[str]) -> int:
    """Shrink code up to its end or, inside a template, up to the closing brace."""
    depth = 0
    before = ""  # The last token that is neither white space nor a comment.
    while at < len(script):
        found = _TOKEN.match(script, at)
        assert found is not None
        part, at = found[0], found.end()
        if found["blank"] is not None or found["comment"] is not None:
            # A multi-line comment ends a statement, as a line break does.
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
    """Add white space unless the last part is white space; prefer line breaks."""
    if not done or done[-1] == "\n":
        return
    if done[-1] == " ":
        done.pop()
    done.append(blank)


def _template(script: str, at: int, done: list[str], indent: re.Pattern[str] | None) -> int:
    """Copy a template without its indentation, and shrink the code in it."""
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
