"""All exceptions of the package, in one small tree.

DiamantError             base class; catch it to handle any of these
├── BotError             a bot can't be loaded, failed, or returned an invalid answer
├── EditionError         an edition's text is invalid or its game is unplayable
├── IllegalStepError     the rules don't allow this card or choice now
├── PositionError        a position's text is malformed or impossible, and where
├── RecordError          a record is malformed or breaks the rules, and where
├── FairnessError        a record has no valid data for verification
└── UnknownNameError     an edition, card or other name is unknown

Other packages define more subclasses: `table.refusals` (refusals of a table), `table.log`
(a log that can't be opened), `record.build` (an error before its location is known),
`store.errors`, `client.errors`, `envs.errors`, `solver.layout` (a table too large for memory),
`protocol.incoming` (a malformed message), `simulator.kernel.bot_syntax` (a bot that can't be
compiled), and in the server `server.settings`, `server.run` (it can't listen), `server.clock`
(clocks that differ too much), `server.tables.rooms` (too many tables) and `server.worker.pool` (a
worker process that doesn't start or fails).

Each exception carries a stable `code` for programs and an English `template` with its `params`,
which the terminal and the browser translate. `str(error)` is the complete sentence. Templates only
use simple placeholders such as `{name}`, because the browser fills them too. All exceptions can be
pickled and copied. Exceptions for invalid values are also `ValueError`s.

Private exceptions for control flow are outside this tree because the surrounding code always
catches them: `LostError` of the client, `TooLongError` of a bot's time limit, `NonsenseAnswerError`
of the kernel, and in the server `_BoundError`, `_WrongGuessError`, `JobError` and
`RequestRefusedError`, which carries a problem code to the client. Bugs raise `AssertionError`.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

_GAP = re.compile(r"\{(\w+)\}")


class Message(str):
    """An English sentence with its template and parameters, for translation.

    Pass parameters in the order of the placeholders or by name, formatted for display: `repr(name)`
    quotes user input. A parameter that is a `Message` or a `DiamantError` is translated too, and an
    `OSError` shows the operating system's message. A placeholder without a parameter stays as it
    is.

    >>> Message("unknown bot {name} ({hint})", name="'x'", hint=Message("available: {n}", n=3))
    "unknown bot 'x' (available: 3)"
    """

    __slots__ = ("params", "template")
    template: str
    params: Mapping[str, "str | int"]

    def __new__(cls, template: str, /, *args: object, **params: object) -> Self:
        """Create a message; parameters that are errors become messages."""
        if args:
            params |= zip(dict.fromkeys(_GAP.findall(template)), args, strict=True)
        kept = {name: _parameter(value) for name, value in params.items()}
        message = super().__new__(cls, fill(template, kept))
        message.template = str(template)
        message.params = kept
        return message

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, "str | int"]]:
        return (self.template,), dict(self.params)

    def to_json(self) -> dict[str, Any]:
        """Return the template and parameters as JSON data, including nested messages."""
        return {"template": self.template, "params": params_to_json(self.params)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Create a message from the result of `to_json`."""
        return cls(str(data.get("template")), **params_from_json(data.get("params") or {}))


def params_to_json(params: Mapping[str, "str | int"]) -> dict[str, Any]:
    """Return parameters as JSON data; each message becomes an object."""
    return {
        name: value.to_json() if isinstance(value, Message) else value
        for name, value in params.items()
    }


def params_from_json(data: Mapping[str, Any]) -> dict[str, "str | int"]:
    """Create parameters from the result of `params_to_json`."""
    return {
        name: Message.from_json(value) if isinstance(value, Mapping) else value
        for name, value in data.items()
    }


def fill(template: str, params: Mapping[str, object]) -> str:
    """Fill in a template as the browser does; unknown placeholders stay.

    >>> fill("{n} of {total}: {n:g}", {"n": 1})
    '1 of {total}: {n:g}'
    """
    return _GAP.sub(lambda gap: str(params.get(gap[1], gap[0])), template)


def as_message(template: str, /, *args: object, **params: object) -> Message:
    """Create a message from a template; return a `Message` unchanged."""
    return template if isinstance(template, Message) else Message(template, *args, **params)


def fill_sentence(sentence: str, params: Mapping[str, "str | int"]) -> str:
    """Fill in a sentence that may continue after an inserted message.

    An inserted message loses its final period.
    """
    inside = {
        name: value.rstrip("?.") if isinstance(value, Message) else value
        for name, value in params.items()
    }
    return fill(sentence, inside)


def _parameter(value: object) -> "str | int":
    if isinstance(value, DiamantError):
        return value.message
    if isinstance(value, OSError):
        return Message(value.strerror or str(value))
    return value if isinstance(value, str | int) else str(value)


class DiamantError(Exception):
    """Base class of expected errors; `str(error)` is one sentence for users.

    >>> error = DiamantError("unknown bot {name}", repr("x"))
    >>> str(error), error.template, error.params
    ("unknown bot 'x'", 'unknown bot {name}', {'name': "'x'"})
    """

    code: ClassVar[str] = "error"
    prefix: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        """Derive a subclass's code from its name: "illegal-step" for `IllegalStepError`."""
        if "code" not in vars(cls):
            name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__.removesuffix("Error")).lower()
            cls.code = name if name.startswith(cls.prefix.rstrip("-")) else cls.prefix + name

    def __init__(self, template: str, /, *args: object, **params: object) -> None:
        self.message = as_message(template, *args, **params)
        self.template = self.message.template
        self.params = self.message.params
        super().__init__(self.message)

    @classmethod
    def unknown(cls, template: str, word: object, known: Iterable[str], **params: object) -> Self:
        """Create an error for an unknown name; `template` contains `{name}` and `{hint}`."""
        return cls(template, name=repr(word), hint=did_you_mean(str(word), known), **params)

    def __reduce__(self) -> tuple[object, ...]:
        # Subclasses have different arguments, so restore the attributes without calling `__init__`.
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: type[DiamantError], args: tuple[object, ...]) -> DiamantError:
    return kind.__new__(kind, *args)


class BotError(DiamantError):
    """Raised if a bot can't be loaded, fails, or gives no answer or an invalid one.

    If the bot failed in a simulated game, `record` contains the game so far, and `result` contains
    the results of earlier games.
    """

    record: str | None = None
    result: object = None


class EditionError(DiamantError, ValueError):
    """Raised if an edition's text is invalid or describes an unplayable game."""


class IllegalStepError(DiamantError, ValueError):
    """Raised if the rules don't allow a card or choice now."""


class PositionError(DiamantError, ValueError):
    """Raised if a position's text is malformed or impossible; `column` counts from 1."""

    def __init__(self, reason: str, /, *args: object, column: int, **params: object) -> None:
        self.reason = as_message(reason, *args, **params)
        super().__init__("column {column}: {reason}", column, self.reason)
        self.column = column


class RecordError(DiamantError, ValueError):
    """Raised if a record is malformed or breaks the rules.

    In the text notation, `line` and `column` count from 1. In the JSON form, both are None, and
    `where` names the field.
    """

    def __init__(
        self, reason: str, where: str, line: int | None = None, column: int | None = None
    ) -> None:
        self.reason = as_message(reason)
        super().__init__("{where}: {reason}", where, self.reason)
        self.where = where
        self.line = line
        self.column = column

    @classmethod
    def at(cls, line: int, column: int, reason: str, /, *args: object) -> "RecordError":
        """Create an error at a line and column of a text."""
        where = Message("line {line}, column {column}", line, column)
        return cls(as_message(reason, *args), where, line, column)


class FairnessError(DiamantError, ValueError):
    """Raised if a shuffle can't be created or verified from the given data."""


class UnknownNameError(DiamantError, ValueError):
    """Raised for an unknown name; the message suggests the most similar known name."""


def kind_of(value: object) -> str:
    """Describe the type of an unexpected value for an error message.

    >>> kind_of(5), kind_of([]), kind_of(None)
    ('an int', 'a list', 'None')
    """
    name = type(value).__name__
    return "None" if value is None else f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


# Common error messages of operating systems, listed for the translation catalogs.
_COMMON_REASONS = (
    Message("No such file or directory"),
    Message("No space left on device"),
    Message("Is a directory"),
    Message("Not a directory"),
    Message("Permission denied"),
    Message("Read-only file system"),
)


def did_you_mean(name: str, known: Iterable[str]) -> Message:
    """Return a hint for an error message: the most similar known name, or all names.

    >>> did_you_mean("snaek", ["snake", "lava"])
    "did you mean 'snake'?"
    >>> did_you_mean("LAVA", ["snake", "lava"])
    "did you mean 'lava'?"
    >>> did_you_mean("x", ["snake", "lava"])
    'available: snake, lava'
    """
    # Imported here to keep start-up fast: only errors need it.
    import difflib

    names = list(known)
    small = {each.lower(): each for each in names}
    near = difflib.get_close_matches(name.lower(), small, n=1, cutoff=0.6)
    if near:
        return Message("did you mean {name}?", repr(small[near[0]]))
    if not names:
        return Message("none available")
    return Message("available: {names}", ", ".join(names))
