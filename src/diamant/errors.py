"""Every refusal of the house, in one small tree.

DiamantError             anything below, for a caller who does not care which
├── BotError             a bot cannot be loaded, or failed, or answered nonsense
├── EditionError         an edition's text is wrong or could not be played
├── IllegalStepError     the rules do not allow this card or this choice now
├── PositionError        a position's text does not parse or cannot be, and where
├── RecordError          a record does not parse or breaks the rules, and where
├── FairnessError        a record carries nothing, or nothing sound, to verify
└── UnknownNameError     no such edition, card or other named thing

Rooms above have branches of their own, each in its room: `table.refusals` (what a table refuses),
`table.log` (a log that cannot be opened), `record.build` (a fault, before it is known where),
`store.errors`, `client.errors`, `envs.errors`, `solver.layout` (a table too large for memory),
`protocol.incoming` (a message that is malformed), `simulator.kernel.bot_syntax` (a bot that cannot
be compiled), and those of a server: `server.settings`, `server.run` (it cannot listen),
`server.clock` (clocks that differ too much), `server.tables.rooms` (too many tables) and
`server.worker.pool` (a worker process that does not start or fails).

A refusal carries a stable `code` for programs, and an English `template` with its `params`, which
the terminal and the browser translate; `str(error)` is the finished sentence. Templates have plain
gaps such as `{name}`, because the browser fills them in too. Every refusal can be pickled and
copied. A refusal of a bad value is also a `ValueError`.

Private signals for control flow stay outside this tree, because the code around them always catches
them: `LostError` of the client, `TooLongError` of a bot's time limit, `NonsenseAnswerError` of the
kernel, and in the server `_BoundError`, `_WrongGuessError`, `JobError` and `RequestRefusedError`,
which carries the code of a problem to whoever asked. A bug is an assertion.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

_GAP = re.compile(r"\{(\w+)\}")


class Message(str):
    """An English sentence that remembers its template and parameters, to be translated later.

    Give parameters in the order of the gaps, or by name, as the sentence shows them: `repr(name)`
    quotes what someone typed. A parameter that is a `Message` or a `DiamantError` is translated
    too, and an `OSError` shows what the operating system says. A gap without a parameter stays.

    >>> Message("there is no bot {name}; {hint}", name="'x'", hint=Message("known are {n}", n=3))
    "there is no bot 'x'; known are 3"
    """

    __slots__ = ("params", "template")
    template: str
    params: Mapping[str, "str | int"]

    def __new__(cls, template: str, /, *args: object, **params: object) -> Self:
        """Fill in a template; an error among the parameters is kept as its message."""
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
        """Return the template and its parameters as JSON data, nested messages included."""
        return {"template": self.template, "params": params_to_json(self.params)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_json` returned."""
        return cls(str(data.get("template")), **params_from_json(data.get("params") or {}))


def params_to_json(params: Mapping[str, "str | int"]) -> dict[str, Any]:
    """Return parameters as JSON data; a message becomes an object of a template and parameters."""
    return {
        name: value.to_json() if isinstance(value, Message) else value
        for name, value in params.items()
    }


def params_from_json(data: Mapping[str, Any]) -> dict[str, "str | int"]:
    """Read what `params_to_json` returned."""
    return {
        name: Message.from_json(value) if isinstance(value, Mapping) else value
        for name, value in data.items()
    }


def fill(template: str, params: Mapping[str, object]) -> str:
    """Fill in the gaps of a template, as the browser does; an unknown gap stays.

    >>> fill("{n} of {total}: {n:g}", {"n": 1})
    '1 of {total}: {n:g}'
    """
    return _GAP.sub(lambda gap: str(params.get(gap[1], gap[0])), template)


def as_message(template: str, /, *args: object, **params: object) -> Message:
    """Fill in a template; a finished message stays as it is."""
    return template if isinstance(template, Message) else Message(template, *args, **params)


def fill_sentence(sentence: str, params: Mapping[str, "str | int"]) -> str:
    """Fill in a sentence that goes on after its reason: a message loses its own last sign."""
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
    """An expected refusal: `str(error)` is one sentence that says what would be right.

    >>> error = DiamantError("there is no bot {name}", repr("x"))
    >>> str(error), error.template, error.params
    ("there is no bot 'x'", 'there is no bot {name}', {'name': "'x'"})
    """

    code: ClassVar[str] = "error"
    prefix: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        """Name the code after the class, as "illegal-step" after `IllegalStepError`."""
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
        """Refuse an unknown word; the template has gaps for its `name` and a `hint`."""
        return cls(template, name=repr(word), hint=did_you_mean(str(word), known), **params)

    def __reduce__(self) -> tuple[object, ...]:
        # Subclasses take arguments of their own, so the attributes are restored instead.
        return _restored, (type(self), self.args), self.__dict__


def _restored(kind: type[DiamantError], args: tuple[object, ...]) -> DiamantError:
    return kind.__new__(kind, *args)


class BotError(DiamantError):
    """A bot cannot be loaded, raises, never answers, or answers nonsense.

    If it failed in a simulated game, `record` holds that game so far, and `result` the outcome of
    the games before it.
    """

    record: str | None = None
    result: object = None


class EditionError(DiamantError, ValueError):
    """An edition's text is wrong, or describes a game that could not be played."""


class IllegalStepError(DiamantError, ValueError):
    """The rules do not allow this card to be turned, or this choice to be made, now."""


class PositionError(DiamantError, ValueError):
    """A position's text does not parse, or no game can stand so; `column` counts from 1."""

    def __init__(self, reason: str, /, *args: object, column: int, **params: object) -> None:
        self.reason = as_message(reason, *args, **params)
        super().__init__("column {column}: {reason}", column, self.reason)
        self.column = column


class RecordError(DiamantError, ValueError):
    """A record does not parse or breaks the rules.

    In the text notation `line` and `column` count from 1; in the JSON form both are None and
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
        """Make a refusal of a text at a line and a column."""
        where = Message("line {line}, column {column}", line, column)
        return cls(as_message(reason, *args), where, line, column)


class FairnessError(DiamantError, ValueError):
    """A shuffle cannot be made or checked from what was given."""


class UnknownNameError(DiamantError, ValueError):
    """Nothing bears this name; the message offers the nearest one that exists."""


def kind_of(value: object) -> str:
    """Return what somebody gave instead of what was wanted, as a refusal names it.

    >>> kind_of(5), kind_of([]), kind_of(None)
    ('an int', 'a list', 'None')
    """
    name = type(value).__name__
    return "None" if value is None else f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


# What operating systems say most often, for the catalogues.
_COMMON_REASONS = (
    Message("No such file or directory"),
    Message("No space left on device"),
    Message("Is a directory"),
    Message("Not a directory"),
    Message("Permission denied"),
    Message("Read-only file system"),
)


def did_you_mean(name: str, known: Iterable[str]) -> Message:
    """Return a hint to append to a refusal: the nearest known name, else all of them.

    >>> did_you_mean("snaek", ["snake", "lava"])
    "did you mean 'snake'?"
    >>> did_you_mean("LAVA", ["snake", "lava"])
    "did you mean 'lava'?"
    >>> did_you_mean("x", ["snake", "lava"])
    'known are snake, lava'
    """
    # Imported here because only a refusal needs it and start-up time is precious.
    import difflib

    names = list(known)
    small = {each.lower(): each for each in names}
    near = difflib.get_close_matches(name.lower(), small, n=1, cutoff=0.6)
    if near:
        return Message("did you mean {name}?", repr(small[near[0]]))
    if not names:
        return Message("none available")
    return Message("available: {names}", ", ".join(names))
