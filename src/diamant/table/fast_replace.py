"""Changing a frozen value, several times quicker than `dataclasses.replace`.

A choice changes its table about eight times, and a table has many fields.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

Value = TypeVar("Value")
_Plan = tuple[Callable[[Any], tuple[Any, ...]], Mapping[str, int]]
_PLANS: dict[type[Any], _Plan] = {}


def replace(value: Value, /, **changes: object) -> Value:
    """Return a value with some fields changed; its class takes all its fields by position."""
    kind: type[Any] = type(value)
    read, places = _PLANS.get(kind) or _plan(kind)
    values = list(read(value))
    for name, new in changes.items():
        values[places[name]] = new
    changed: Value = kind(*values)
    return changed


def _plan(kind: type[Any]) -> _Plan:
    names = [field.name for field in fields(kind)]
    plan = _PLANS[kind] = (attrgetter(*names), {name: at for at, name in enumerate(names)})
    return plan
