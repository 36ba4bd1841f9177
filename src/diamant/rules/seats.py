"""The letters of the seats, as records and people write them."""

from collections.abc import Iterable

from diamant.errors import IllegalStepError
from diamant.rules.bounds import is_whole

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
            f"there is no seat {seat!r} in a game of {players} players: they count from 0"
        )
