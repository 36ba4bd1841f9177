"""Seat letters, and range checks for whole numbers."""

from collections.abc import Iterable
from typing import Any

from diamant.errors import IllegalStepError


def is_whole(value: Any, least: int, most: int) -> bool:  # noqa: ANN401 - whatever a caller gives
    """Return whether a value is an int within bounds; 3.0 and False don't qualify.

    >>> is_whole(3, 0, 3), is_whole(4, 0, 3), is_whole(3.0, 0, 3), is_whole(False, 0, 3)
    (True, False, False, False)
    """
    return hasattr(value, "__index__") and not isinstance(value, bool) and least <= value <= most


SEAT_LETTERS = "ABCDEFGH"


def letters(seats: Iterable[int]) -> str:
    """Return the letters of some seats as one string.

    >>> letters((0, 2, 3))
    'ACD'
    """
    return "".join(SEAT_LETTERS[seat] for seat in seats)


def check_seat(seat: int, players: int) -> None:
    """Raise an error for a seat that doesn't exist with this number of players."""
    if not is_whole(seat, 0, players - 1):
        raise IllegalStepError(
            "no seat {seat} in a game with {players} players: seats count from 0",
            repr(seat),
            players,
        )
