"""The letters of the seats, as records and people write them."""

from collections.abc import Iterable

from diamant.errors import IllegalStepError

SEAT_LETTERS = "ABCDEFGH"


def letters(seats: Iterable[int]) -> str:
    """Return the letters of some seats.

    >>> letters((0, 2, 3))
    'ACD'
    """
    return "".join(SEAT_LETTERS[seat] for seat in seats)


def check_seat(seat: int, players: int) -> None:
    """Refuse a seat that a game of so many players does not have."""
    if seat not in range(players):
        raise IllegalStepError(
            f"there is no seat {seat!r} in a game of {players} players: they count from 0"
        )
