"""The letters of the seats, as records and people write them."""

from collections.abc import Iterable

SEAT_LETTERS = "ABCDEFGH"


def letters(seats: Iterable[int]) -> str:
    """Return the letters of some seats.

    >>> letters((0, 2, 3))
    'ACD'
    """
    return "".join(SEAT_LETTERS[seat] for seat in seats)
