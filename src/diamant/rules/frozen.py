"""Frozen values that are created as fast as mutable ones.

Creating a frozen dataclass takes several times as long as creating a plain object, because each
field is set through `object.__setattr__`, and a search creates millions of games. Here, a value is
filled in as an object of a mutable class with the same slots, and then frozen by changing its
class.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from functools import wraps
from operator import attrgetter
from typing import Any, NoReturn, ParamSpec, TypeVar, dataclass_transform

from diamant.errors import DiamantError

_T = TypeVar("_T")
_P = ParamSpec("_P")
_Plan = tuple[Callable[[Any], tuple[Any, ...]], Mapping[str, int]]
_PLANS: dict[type[Any], _Plan] = {}


@dataclass_transform(frozen_default=True)
def frozen(kind: type[_T]) -> type[_T]:
    """Make a class a frozen dataclass with slots; subclasses can't add fields.

    >>> @frozen
    ... class Chamber:
    ...     gems: int
    ...     relics: int = 0
    >>> Chamber(5)
    Chamber(gems=5, relics=0)
    """
    value: Any = dataclass(frozen=True, slots=True, init=False)(kind)
    value.__new__ = _write(value, "cls")
    # Before Python 3.12, a dataclass with slots fails for a name that is not a field.
    value.__setattr__ = value.__delattr__ = _refuse_change
    if "__reduce__" not in vars(value):
        value.__reduce__ = _reduce
    return value  # type: ignore[no-any-return]


def made_by(how: str) -> Callable[[type[_T]], type[_T]]:
    """Return a decorator that names a frozen class's factory in an error message.

    The error is raised if the class is called with missing or additional fields.

    >>> @made_by("Chamber.of(gems)")
    ... @frozen
    ... class Chamber:
    ...     gems: int
    >>> Chamber()
    Traceback (most recent call last):
    diamant.errors.DiamantError: create a Chamber with Chamber.of(gems)
    """

    def telling(kind: type[_T]) -> type[_T]:
        value: Any = kind
        make = value.__new__

        @wraps(make)
        def new(*given: Any, **named: Any) -> _T:  # noqa: ANN401 - any arguments
            try:
                return make(*given, **named)  # type: ignore[no-any-return]
            except TypeError:  # The constructor only fills in fields: too few or too many.
                raise DiamantError("create a {kind} with {how}", kind.__name__, how) from None

        value.__new__ = new
        return kind

    return telling


def quick(kind: Callable[_P, _T]) -> Callable[_P, _T]:
    """Return a function that creates values of a frozen class faster than a call.

    >>> @frozen
    ... class Chamber:
    ...     gems: int
    >>> quick(Chamber)(5)
    Chamber(gems=5)
    """
    return _write(kind)  # type: ignore[no-any-return]


def replace(value: _T, /, **changes: object) -> _T:
    """Return a value with some fields changed, faster than `dataclasses.replace`.

    The value's class must accept all its fields by position.

    >>> @frozen
    ... class Chamber:
    ...     gems: int
    ...     relics: int
    >>> replace(Chamber(5, 1), gems=6)
    Chamber(gems=6, relics=1)
    """
    kind: type[Any] = type(value)
    read, places = _PLANS.get(kind) or _plan(kind)
    values = list(read(value))
    for name, new in changes.items():
        values[places[name]] = new
    changed: _T = kind(*values)
    return changed


def _plan(kind: type[Any]) -> _Plan:
    names = [each.name for each in fields(kind)]
    plan = _PLANS[kind] = (attrgetter(*names), {name: at for at, name in enumerate(names)})
    return plan


def _write(kind: Any, *first: str) -> Any:  # noqa: ANN401 - a class and a function, of any kind
    """Generate the function that fills in a mutable object and freezes it."""
    names = [each.name for each in fields(kind)]
    lines = [
        f"def __new__({', '.join([*first, *names])}):",
        "    _made = _opened()",
        *(f"    _made.{name} = {name}" for name in names),
        "    _made.__class__ = _kind",
        "    return _made",
    ]
    opened = type(f"Open{kind.__name__}", (), {"__slots__": names})
    space = {"_opened": opened, "_kind": kind, "__name__": kind.__module__}
    exec("\n".join(lines), space)  # noqa: S102 - nothing but the names of fields, as in dataclasses
    function: Any = space["__new__"]
    function.__qualname__ = f"{kind.__qualname__}.__new__"
    function.__defaults__ = tuple(
        each.default for each in fields(kind) if each.default is not MISSING
    )
    function.__annotations__ = {each.name: each.type for each in fields(kind)}
    return function


def _refuse_change(self: Any, name: str, _value: object = None) -> NoReturn:  # noqa: ANN401
    raise FrozenInstanceError(f"a {type(self).__name__} is frozen: its {name} cannot be changed")


def _reduce(self: Any) -> tuple[type, tuple[object, ...]]:  # noqa: ANN401 - a value of any class
    """Support copying and pickling: create the value again, because it is frozen."""
    return type(self), tuple(getattr(self, each.name) for each in fields(self))
