"""Check the choices of the players inside, and reveal who leaves."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from diamant.errors import IllegalStepError
from diamant.rules.events import ChoicesRevealed

Choice = Literal["stay", "leave"]


def as_seats(leavers: Iterable[int]) -> tuple[int, ...]:
    """Return a caller's leavers as seats, or raise an error if they are invalid."""
    try:
        seats = tuple(leavers)
    except TypeError:
        raise IllegalStepError(
            "leavers must be a list of seats such as [0, 2], not {leavers}",
            repr(leavers),
        ) from None
    for seat in seats:
        if type(seat) is not int:
            _check_number(seat, seats)
    return seats


def _check_number(seat: object, seats: tuple[object, ...]) -> None:
    # True equals 1 in Python: a list of everyone's choices would make the wrong seats leave.
    if isinstance(seat, bool):
        raise IllegalStepError("leavers must be seat numbers, got {seats}", seats)
    if not hasattr(seat, "__index__"):
        raise IllegalStepError(
            "a seat must be a whole number, counted from 0, not {seat}", repr(seat)
        )


@lru_cache(maxsize=8192)
def reveal(in_cave: tuple[int, ...], leavers: tuple[int, ...]) -> ChoicesRevealed:
    """Return who stays and who leaves, or raise an error for seats that can't leave."""
    for seat in leavers:
        if seat not in in_cave:
            raise IllegalStepError("seat {seat} cannot leave: it is not in the cave", repr(seat))
    if len(set(leavers)) < len(leavers):
        named = tuple(sorted(leavers))
        raise IllegalStepError("each seat can leave only once, got leavers {named}", named)
    stayers = tuple(seat for seat in in_cave if seat not in leavers)
    return ChoicesRevealed(stayers, tuple(seat for seat in in_cave if seat in leavers))
