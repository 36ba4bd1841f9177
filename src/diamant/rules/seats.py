"""The letters of the seats, and the numbers of seats and others within bounds."""

from collections.abc import Iterable
from typing import Any

from diamant.errors import IllegalStepError


def is_whole(value: Any, least: int, most: int) -> bool:  # noqa: ANN401 - whatever a caller gives
    """Return whether something is a whole number within bounds; 3.0 and False are none.

    >>> is_whole(3, 0, 3), is_whole(4, 0, 3), is_whole(3.0, 0, 3), is_whole(False, 0, 3)
    (True, False, False, False)
    """
    return hasattr(value, "__index__") and not isinstance(value, bool) and least <= value <= most


SEAT_LETTERS = "ABCDEFGH"


def letters(seats: Iterable[int]) -> str:
    """Return the letters of some seats.

    >>> letters((0, 2, 3))
    'ACD'
    """
    return "".join(SEAT_LETTERS[seat] for seat in seats)


def check_seat(seat: int, players: int) -> None:
    """Refuse a seat that a game of so many players does not have."""
    if not is_whole(seat, 0, players - 1):
        raise IllegalStepError(
            "there is no seat {seat} in a game of {players} players: they count from 0",
            repr(seat),
            players,
        )
