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
`protocol.convert` (a message that is malformed), and those of a server: `server.settings`,
`server.run` (it cannot listen), `server.clock` (clocks that differ too much) and
`server.tables.rooms` (too many tables).

A refusal carries a stable `code` for programs and one sentence for a person. A bug is none of
these: it is an assertion.
"""

from collections.abc import Iterable
from typing import ClassVar


class DiamantError(Exception):
    """An expected refusal: `str(error)` is one sentence that says what would be right."""

    code: ClassVar[str] = "error"


class BotError(DiamantError):
    """A bot cannot be loaded, raises, never answers, or answers nonsense.

    If it failed in a simulated game, `record` holds that game so far, and `result` the outcome of
    the games before it.
    """

    code = "bot"
    record: str | None = None
    result: object = None


class EditionError(DiamantError):
    """An edition's text is wrong, or describes a game that could not be played."""

    code = "edition"


class IllegalStepError(DiamantError):
    """The rules do not allow this card to be turned, or this choice to be made, now."""

    code = "illegal-step"


class PositionError(DiamantError):
    """A position's text does not parse, or no game can stand so; `column` counts from 1."""

    code = "position"

    def __init__(self, reason: str, column: int) -> None:
        super().__init__(f"column {column}: {reason}")
        self.reason = reason
        self.column = column


class RecordError(DiamantError):
    """A record does not parse or breaks the rules.

    In the text notation `line` and `column` count from 1; in the JSON form both are None and
    `where` names the field.
    """

    code = "record"

    def __init__(
        self, reason: str, where: str, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(f"{where}: {reason}")
        self.reason = reason
        self.where = where
        self.line = line
        self.column = column

    @classmethod
    def at(cls, line: int, column: int, reason: str) -> "RecordError":
        """Make a refusal of a text at a line and a column."""
        return cls(reason, f"line {line}, column {column}", line, column)


class FairnessError(DiamantError):
    """A shuffle cannot be made or checked from what was given."""

    code = "fairness"


class UnknownNameError(DiamantError):
    """Nothing bears this name; the message offers the nearest one that exists."""

    code = "unknown-name"


def kind_of(value: object) -> str:
    """Return what somebody gave instead of what was wanted, as a refusal names it.

    >>> kind_of(5), kind_of([]), kind_of(None)
    ('an int', 'a list', 'None')
    """
    name = type(value).__name__
    return "None" if value is None else f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def did_you_mean(name: str, known: Iterable[str]) -> str:
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
    return f"did you mean {small[near[0]]!r}?" if near else f"known are {', '.join(names)}"
