"""Reword English messages: `python -m tools.reword FILE.json`.

The English text of a message is its key. This tool replaces the text in the source, in the tests
and in every catalog, so that the translations stay. FILE.json has a list of objects with `msgid`
and `new`, for a counted message also `plural` and `new_plural`, and `context` where there is one.
Format the code and run `make strings` afterwards.
"""

import ast
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import wrap

from babel.messages.pofile import read_po

from diamant.locales.catalogue import TRANSLATED
from diamant.locales.update import FOLDER, save
from diamant.locales.words import in_own_words

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "diamant"
WIDTH = 100
CALLS = ("t", "tn", "mark", "styled", "styled_plural", "translate", "translate_plural", "Message")

Change = Callable[[str, Mapping[str, str], set[str]], str]


def main(file: str) -> int:
    """Reword everything in a file, and print the messages that are not in the source."""
    rows = json.loads(Path(file).read_text("utf-8"))
    texts = {row["msgid"]: row["new"] for row in rows}
    texts |= {row["plural"]: row["new_plural"] for row in rows if row.get("plural")}
    for old, new in texts.items():
        # The source may pass values by position, in the order of the placeholders.
        if re.findall(r"\{\w+\}", old) != re.findall(r"\{\w+\}", new):
            sys.stdout.write(f"placeholders differ, so check the values in the source: {new}\n")
    found: set[str] = set()
    for path in [*SOURCE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")]:
        _rewrite(path, in_python, texts, found)
    for path in [*(SOURCE / "web").rglob("*.js"), *(ROOT / "tests").rglob("*.js")]:
        if "vendor" not in path.parts:
            _rewrite(path, in_javascript, texts, found)
    for path in (SOURCE / "editions").glob("*.toml"):
        _rewrite(path, in_toml, texts, found)
    for language in TRANSLATED:
        _catalogue(FOLDER / f"{language}.po", language, {**_own_words(texts), **texts})
    for text in sorted(texts.keys() - found):
        sys.stdout.write(f"not found: {text}\n")
    return 0


def in_python(text: str, texts: Mapping[str, str], found: set[str]) -> str:
    r"""Replace string literals and docstrings.

    >>> in_python("x = t('a ' 'b')", {"a b": "it's"}, set())
    'x = t("it\'s")'
    """
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    starts = [sum(map(len, lines[:at])) for at in range(len(lines))]
    raw = b"".join(lines)
    module = ast.parse(text)
    said = _translated(module)
    for node in reversed(list(_constants(module))):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        value, old = str(node.value), raw[begin:end].decode()
        if old.startswith('"""'):
            new = _docstring(old, texts, found, node.col_offset)
        elif value in texts and (" " in value or id(node) in said):
            found.add(value)
            new = _python_literal(texts[value], node.col_offset)
        else:
            continue
        raw = raw[:begin] + new.encode() + raw[end:]
    return raw.decode()


def in_javascript(text: str, texts: Mapping[str, str], found: set[str]) -> str:
    r"""Replace string literals, also those that are joined with a plus sign.

    >>> in_javascript("t('a ' + 'b')", {"a b": "it's"}, set())
    't("it\'s")'
    """
    for old, new in texts.items():
        quoted = {quote: _quoted(old, quote) for quote in "'\""}
        joints = {quote: rf"(?:{quote}\s*\+\s*['\"])?" for quote in "'\""}
        for quote, said in quoted.items():
            words = [re.escape(word) for word in said.split(" ")]
            # A single word may also be a field or a code, unless it is translated there.
            before = "" if " " in old else r"(?:(?<![\w.$])(?:t|tn|mark)\([^()]*?)"
            literal = quote + f" {joints[quote]}".join(words) + quote
            pattern = re.compile(f"({before}){literal}")
            if pattern.search(text):
                found.add(old)
                said = " +\n".join(_quoted_well(part) for part in _parts(new, 90))
                text = pattern.sub(lambda match, said=said: match[1] + said, text)
    return text


def in_toml(text: str, texts: Mapping[str, str], found: set[str]) -> str:
    """Replace quoted values."""
    for old, new in texts.items():
        if f'"{old}"' in text:
            found.add(old)
            text = text.replace(f'"{old}"', f'"{new}"')
    return text


def _translated(module: ast.Module) -> set[int]:
    """Return the nodes inside the arguments of calls that translate."""
    return {
        id(part)
        for node in ast.walk(module)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2] in {*CALLS, "press"}
        for argument in node.args
        for part in ast.walk(argument)
    }


def _constants(module: ast.Module) -> Iterator[ast.Constant]:
    inside = {
        id(part)
        for node in ast.walk(module)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
    }
    constants = [
        node
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside
    ]
    return iter(sorted(constants, key=lambda node: (node.lineno, node.col_offset)))


def _docstring(old: str, texts: Mapping[str, str], found: set[str], indent: int) -> str:
    """Replace a whole docstring, or its first line, which is the summary of a bot."""
    body = old[3:-3]
    whole = " ".join(body.split())
    if whole in texts:
        found.add(whole)
        first, _, rest = texts[whole].partition(". ")
        lines = wrap(rest, WIDTH - indent)
        said = "\n".join([f"{first}.", "", *lines, ""]) if rest else texts[whole]
        return f'"""{said}"""'.replace("\n", f"\n{' ' * indent}").replace(" \n", "\n")
    first, _, rest = body.partition("\n")
    if first in texts:
        found.add(first)
        return f'"""{texts[first]}' + (f"\n{rest}" if rest else "") + '"""'
    return old


def _python_literal(text: str, indent: int) -> str:
    if len(text) + indent + 4 <= WIDTH:
        return _quoted_well(text)
    parts = _parts(text, WIDTH - min(indent + 12, 40))
    return "(\n" + "\n".join(map(_quoted_well, parts)) + "\n)"


def _parts(text: str, width: int) -> list[str]:
    """Split a text between words; the space belongs to the part before it."""
    lines = wrap(text, width, break_long_words=False, break_on_hyphens=False) or [text]
    return [*(f"{line} " for line in lines[:-1]), lines[-1]] if "\n" not in text else [text]


def _quoted_well(text: str) -> str:
    return (
        f"'{_quoted(text, chr(39))}'"
        if '"' in text and "'" not in text
        else f'"{_quoted(text, chr(34))}"'
    )


def _quoted(text: str, quote: str) -> str:
    return text.replace("\\", "\\\\").replace(quote, "\\" + quote).replace("\n", "\\n")


def _own_words(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the same changes with the names of every edition that has its own."""
    own = {}
    for file in (SOURCE / "editions").glob("*.toml"):
        names = tomllib.loads(file.read_text("utf-8")).get("names", {})
        own |= {in_own_words(old, names): in_own_words(new, names) for old, new in texts.items()}
    return own


def _catalogue(file: Path, language: str, texts: Mapping[str, str]) -> None:
    with file.open("rb") as text:
        catalogue = read_po(text, locale=language)
    messages = [message for message in catalogue if message.id]
    for message in messages:
        catalogue.delete(message.id, message.context)
    for message in messages:
        counted = isinstance(message.id, tuple | list)
        ids = [texts.get(one, one) for one in (message.id if counted else [message.id])]
        id_ = tuple(ids) if counted else ids[0]
        if catalogue.get(id_, message.context) is None:
            catalogue.add(id_, message.string, locations=message.locations, context=message.context)
    save(catalogue, file)


def _rewrite(path: Path, change: Change, texts: Mapping[str, str], found: set[str]) -> None:
    before = path.read_text("utf-8")
    after = change(before, texts, found)
    if after != before:
        path.write_text(after, "utf-8")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
