"""A bot: an idea with named parameters, and how it is written down and found."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any

from diamant.bots.view import BotView
from diamant.errors import BotError

Decision = bool | float
"""What a bot returns: whether to leave, or the probability of leaving."""

Decide = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a bot can be given by name, with its bounds."""

    default: float
    least: float
    most: float

    def to_json(self) -> dict[str, float | None]:
        """Return it as JSON data, which has no infinity: a bound that is none is null."""
        return {name: n if isfinite(n) else None for name, n in asdict(self).items()}


@dataclass(frozen=True)
class Bot:
    """A bot that can be asked: an idea, and the numbers it was given.

    `function` is called with a view and the numbers by name; if it is a class, one object of it is
    made for every game and seat and called with views.

    >>> Bot("two cards", lambda view: view.step >= 2).name
    'two cards'
    """

    name: str
    function: Decide
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        """The first line of its documentation."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    def describe(self) -> dict[str, Any]:
        """Return the idea as JSON data: its id, its summary and the bounds of its numbers."""
        return {
            "id": self.name,
            "summary": self.summary,
            "parameters": {name: bounds.to_json() for name, bounds in self.parameters.items()},
        }

    def with_numbers(self, numbers: Mapping[str, float]) -> "Bot":
        """Return the same idea with these numbers, the others at their defaults."""
        for name, number in numbers.items():
            if name not in self.parameters:
                raise BotError.unknown(
                    "bot {bot} has no parameter {name} ({hint})",
                    name,
                    self.parameters,
                    bot=self.name,
                )
            bounds = self.parameters[name]
            if not bounds.least <= number <= bounds.most:
                raise BotError(
                    "bot {bot}: {name} must be between {least} and {most}, got {number}",
                    self.name,
                    name,
                    f"{bounds.least:g}",
                    f"{bounds.most:g}",
                    f"{number:g}",
                )
        defaults = {name: bounds.default for name, bounds in self.parameters.items()}
        return Bot(self.name, self.function, self.parameters, {**defaults, **numbers})

    def seat_down(self) -> Callable[[BotView], Any]:
        """Return what is asked at every decision of one seat in one game."""
        function, numbers = self.function, dict(self.numbers)
        if inspect.isclass(function):
            seated: Any = function(**numbers)
            return seated  # type: ignore[no-any-return]
        if not numbers:
            return function
        return lambda view: function(view, **numbers)

    def __str__(self) -> str:
        numbers = ",".join(f"{name}={number:g}" for name, number in self.numbers.items())
        return f"{self.name}:{numbers}" if numbers else self.name


def bot(name: str, **parameters: Parameter) -> Callable[[Decide], Bot]:
    """Declare a built-in bot: its id and the numbers it takes.

    >>> @bot("timid", cards=Parameter(3, 1, 30))
    ... def timid(view, cards):
    ...     '''Leave after a few cards.'''
    ...     return view.step >= cards
    >>> str(timid.with_numbers({"cards": 4}))
    'timid:cards=4'
    """

    def declare(function: Decide) -> Bot:
        return Bot(name, function, parameters)

    return declare


def leaving_chance(decision: object) -> float:
    """Return the probability of leaving that a bot's decision means, or refuse nonsense.

    >>> leaving_chance(True), leaving_chance(0.25)
    (1.0, 0.25)
    """
    # NumPy's numbers are not ints or floats, but are just as good.
    if isinstance(decision, bool | int | float) or hasattr(decision, "__float__"):
        chance = float(decision)
        if 0.0 <= chance <= 1.0:
            return chance
    raise BotError(
        "expected True, False, or a probability of leaving, got {answer}", repr(decision)
    )
