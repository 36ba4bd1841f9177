"""A bot: a function or class with named parameters, and its name."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any

from diamant.bots.view import BotView
from diamant.errors import BotError

Decision = bool | float
"""A bot's answer: whether to leave, or the probability of leaving."""

Decide = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A numeric parameter of a bot, with its default and its bounds."""

    default: float
    least: float
    most: float

    def to_json(self) -> dict[str, float | None]:
        """Return the parameter as JSON data; a missing bound is null, not infinity."""
        return {name: n if isfinite(n) else None for name, n in asdict(self).items()}


@dataclass(frozen=True)
class Bot:
    """A bot: a function or class, and the values of its parameters.

    A function is called with a view and the numbers as keyword arguments. A class is instantiated
    for every game and seat, and the object is called with views.

    >>> Bot("two cards", lambda view: view.step >= 2).name
    'two cards'
    """

    name: str
    function: Decide
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        """The first line of the bot's docstring."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    def describe(self) -> dict[str, Any]:
        """Return the bot's id, summary and parameters as JSON data."""
        return {
            "id": self.name,
            "summary": self.summary,
            "parameters": {name: bounds.to_json() for name, bounds in self.parameters.items()},
        }

    def with_numbers(self, numbers: Mapping[str, float]) -> "Bot":
        """Return the same bot with these numbers, and defaults for all others."""
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
        """Return a callable that decides for one seat in one game."""
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
    """Declare a built-in bot with an id and parameters.

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
    """Convert a bot's decision to a probability, or raise an error if it is invalid.

    >>> leaving_chance(True), leaving_chance(0.25)
    (1.0, 0.25)
    """
    # NumPy's numbers are not ints or floats, but are also valid.
    if isinstance(decision, bool | int | float) or hasattr(decision, "__float__"):
        chance = float(decision)
        if 0.0 <= chance <= 1.0:
            return chance
    raise BotError(
        "expected True, False, or a probability of leaving, got {answer}", repr(decision)
    )
