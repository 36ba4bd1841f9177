"""Find all messages in the source: in calls, in tables of refusals, and in data.

The source is parsed and not imported, so `locales` doesn't depend on the packages that it reads.
"""

import ast
import builtins
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from babel.messages import jslexer

from diamant.locales.catalogue import REFUSAL
from diamant.locales.words import in_own_words

SOURCE = Path(__file__).parent.parent
"""The package's folder; all places are relative to it."""

REFUSALS = ("table/refusals.py", "protocol/problems.py")
"""Files with tables from codes to sentences, or to tuples that start with one."""

PARAMETER_WORDS = {
    "phase": ("lobby", "hashes", "nonces", "cave", "break", "over", "closed"),
    "what": ("reaction", "strength", "color", "shape"),
}
"""Translatable words that are parameters of refusals, by the parameter's name."""

OF_NO_EDITION = ("start.js", "daily.js", "history.js", "tutorial/")
"""Screens that are not about an edition, so they use no edition's own words."""

OF_THE_PANEL = ("bots/families.py", "bots/published.py")
"""Bots without an id, whose summaries are never listed."""

OF_AN_EDITION = (
    "web/js/",
    "cli/commands/editions.py",
    "cli/commands/odds.py",
    "cli/commands/rules.py",
    "terminal/",
    "analysis/",
)
"""Files with texts about an edition, which use the edition's own words, if any."""

FOR_PROGRAMS = (
    # Packages whose errors appear only in programs or in a server's log.
    *("bots/view.py", "bots/whole_game.py", "client/connection.py", "client/questions.py", "envs/"),
    *("locales/", "odds.py", "record/value.py", "record/write.py", "rules/choices.py", "view.py"),
    *("rules/deck.py", "rules/frozen.py", "rules/position.py", "rules/seats.py", "table/log.py"),
    *("server/tables/", "server/worker/pool.py", "simulator/kernel/functions.py", "training/"),
    *("simulator/plots/result", "solver/solution.py", "store/writer.py"),
    # Templates in packages whose other errors people see.
    *("a client needs the address", "expected an edition's id", "an expedition needs at least"),
    *("bots must be a list", "closed must be True", "column {column}", "{what} is taken"),
    *("cannot turn a card now", "cannot decide now", "expected a string or a file"),
    *("records must be an open file", "table {table}", "the client ", "this client is"),
    *("the edition's text describes", "invalid events from the server", "{id} has rounds 1 to"),
    *(
        "the store has been closed",
        "the table's events have ended",
        "expected one game, got several",
    ),
    *("advice is only available", "{name} was moved or deleted"),
)
"""Errors that stay in English, identified by a prefix of their file or template."""

_GAP = re.compile(r"\{\w+\}")
_REFUSAL_TABLES = ("MESSAGES", "PROBLEMS")
# The argument positions of a message and of its plural.
_PYTHON: Mapping[str, tuple[int, ...]] = {
    "t": (0,),
    "tn": (0, 1),
    "mark": (0,),
    "styled": (0,),
    "styled_plural": (0, 1),
    "translate": (1,),
    "translate_plural": (1, 2),
}
_CALL = re.compile(r"(?<![\w.$])(t|tn|mark)\(")
_COMPARED = ("=", "==", "===", "!=", "!==")  # A literal after one of these is never shown.
_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)


class Found(NamedTuple):
    """A message with its plural and context, if any, and its file."""

    message: str
    place: str
    plural: str | None = None
    context: str | None = None


class NotLiteralError(Exception):
    """Raised if a message can't be read from the source because it isn't a literal."""


def all_messages() -> list[Found]:
    """Return every message of the project, in a fixed order."""
    found = [one for name in REFUSALS for one in _refusals(name)]
    for context, words in PARAMETER_WORDS.items():
        found += [Found(word, REFUSALS[0], context=context) for word in words]
    for file in sorted((SOURCE / "editions").glob("*.toml")):
        found += _edition(file, f"editions/{file.name}")
    for file in sorted((SOURCE / "web" / "js").rglob("*.js")):
        place = file.relative_to(SOURCE).as_posix()
        if place != "web/js/words/i18n.js":
            found += in_javascript(file.read_text("utf-8"), place)
    for file in sorted(SOURCE.rglob("*.py")):
        found += _python(file, file.relative_to(SOURCE).as_posix())
    for file in sorted((SOURCE / "editions").glob("*.toml")):
        found += _in_own_words(found, tomllib.loads(file.read_text("utf-8")).get("names", {}))
    return found


def _in_own_words(found: list[Found], names: Mapping[str, str]) -> list[Found]:
    """Return the messages that change with an edition's own words, already reworded."""
    own = []
    for one in found:
        screen = one.place.removeprefix("web/js/screens/")
        if one.place.startswith(OF_AN_EDITION) and not screen.startswith(OF_NO_EDITION):
            plural = one.plural and in_own_words(one.plural, names)
            said = one._replace(message=in_own_words(one.message, names), plural=plural)
            own += [said] if said.message != one.message else []
    return own


def in_javascript(text: str, place: str) -> Iterator[Found]:
    """Find the calls to `t`, `tn` and `mark`, including those in template literals.

    Babel's parser fails inside template literals.

    >>> [found.message for found in in_javascript("html`<p>it's ${t('a ' + 'b')}</p>`", "x.js")]
    ['a b']
    """
    text = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    for call in _CALL.finditer(text):
        arguments = _arguments(text[call.end() :])
        if call[1] == "tn":
            if len(arguments) < 2 or not all(len(texts) == 1 for texts in arguments[:2]):
                line = text.count("\n", 0, call.start()) + 1
                raise NotLiteralError(f"{place}, line {line}: tn() needs two literal texts")
            yield Found(arguments[0][0], place, plural=arguments[1][0])
        else:
            # A conditional of literals gives several messages. A variable gives none; `mark` covers
            # it.
            for message in arguments[0] if arguments else ():
                yield Found(message, place)


def _arguments(text: str) -> list[list[str]]:
    """Return the literal texts in each of a call's first two arguments."""
    arguments: list[list[str]] = [[]]
    depth, before = 0, ""
    for token in jslexer.tokenize(text, jsx=False, template_string=False):
        if token.type == "string":
            said = jslexer.unquote_string(token.value)
            if before == "+" and arguments[-1]:
                arguments[-1][-1] += said
            elif depth == 0 and before not in _COMPARED:
                arguments[-1].append(said)
        elif token.value in ("(", "[", "{"):
            depth += 1
        elif token.value in (")", "]", "}"):
            if depth == 0:
                break
            depth -= 1
        elif token.value == "," and depth == 0:
            if len(arguments) == 2:
                break
            arguments.append([])
            before = ""
            continue
        if token.type not in ("comment", "linecomment"):
            before = token.value
    return arguments


def _python(file: Path, place: str) -> Iterator[Found]:
    module = ast.parse(file.read_text("utf-8"))
    if place.startswith("cli/"):
        yield from _command(module, place)
    elif place.startswith("bots/") and place not in OF_THE_PANEL:
        yield from _summaries(module, place)
    if not place.startswith(FOR_PROGRAMS):
        for call in refusing_calls(module):
            template = template_of(call)
            if template is not None and not template.startswith(FOR_PROGRAMS):
                yield Found(template, place)
    yield from in_python(module, place)


def in_python(module: ast.Module, place: str) -> Iterator[Found]:
    """Find the calls to `t`, `tn` and similar functions, in source order.

    >>> list(in_python(ast.parse("t(('a ' 'b')) + words.tn('c', 'd', n)"), "x.py"))[0].message
    'a b'
    """
    calls = [node for node in ast.walk(module) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = ast.unparse(call.func).rpartition(".")[2]
        texts = [_literal(call, at) for at in _PYTHON.get(name, ())]
        if texts and texts[0] is not None:
            yield Found(texts[0], place, plural=texts[1] if len(texts) == 2 else None)


def _literal(call: ast.Call, at: int) -> str | None:
    argument = call.args[at] if len(call.args) > at else None
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return None


def refusing_calls(module: ast.Module) -> Iterator[ast.Call]:
    """Find the calls that create a `Message`, or an exception that isn't built in."""
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef) and node.name.endswith("Error"):
            yield from (
                one
                for one in ast.walk(node)
                if isinstance(one, ast.Call) and ast.unparse(one.func) == "super().__init__"
            )
        if isinstance(node, ast.Call):
            name = re.sub(r"\.(at|unknown)$", "", ast.unparse(node.func)).rpartition(".")[2]
            if name == "Message" or (name.endswith("Error") and not hasattr(builtins, name)):
                yield node


def template_of(call: ast.Call) -> str | None:
    """Return a call's message template: its first literal text, if it contains words.

    >>> call = ast.parse("RecordError.at(1, 2, 'no card {card}')", mode="eval").body
    >>> template_of(call)
    'no card {card}'
    """
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            text = argument.value
            # A single word without a placeholder is a code or a name.
            has_words = re.search(r"[A-Za-z]", _GAP.sub("", text)) and " " in text
            return text if has_words else None
    return None


def _command(module: ast.Module, place: str) -> Iterator[Found]:
    """Find the description of a command, which is its module's docstring."""
    functions = {node.name for node in module.body if isinstance(node, ast.FunctionDef)}
    if {"arguments", "run"} <= functions:
        described = ast.get_docstring(module)
        assert described is not None, "every module has a docstring"
        yield Found(" ".join(described.split()), place)


def _summaries(module: ast.Module, place: str) -> Iterator[Found]:
    """Find the summary of each bot with an id, which is its docstring's first line."""
    named = {
        ast.unparse(node.value.args[1])
        for node in module.body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func) == "Bot"
    }
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            is_bot = any(ast.unparse(mark).startswith("bot(") for mark in node.decorator_list)
            told = ast.get_docstring(node)
            if (is_bot or node.name in named) and told is not None:
                yield Found(told.partition("\n")[0], place)


def _refusals(name: str) -> Iterator[Found]:
    for node in ast.parse((SOURCE / name).read_text("utf-8")).body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) in _REFUSAL_TABLES:
            assert isinstance(node.value, ast.Dict)
            for key, value in zip(node.value.keys, node.value.values, strict=True):
                assert key is not None, "a table of refusals names every code"
                code = ast.literal_eval(key)
                message = ast.literal_eval(value.args[0] if isinstance(value, ast.Call) else value)
                yield Found(message, name, context=REFUSAL + code)


def _edition(file: Path, place: str) -> Iterator[Found]:
    data = tomllib.loads(file.read_text("utf-8"))
    names = data.get("names", {})
    yield Found(data["name"], place)
    yield Found(data["summary"], place)
    for hazard in data["hazards"]:
        yield Found(names.get(hazard, hazard), place)
    for gem in data["gems"]:
        yield Found(gem["name"], place)
    for other in ("relic", "cave"):
        yield Found(names.get(other, other), place)
