"""Colours and shapes at a table: no two seats have the same."""

from diamant.table.refusals import RefusalError
from diamant.table.values import EXPLORERS, Former, Table


def free_looks(table: Table, at: int, former: Former | None = None) -> tuple[int, int]:
    """Return a colour and a shape that no other seat has, the same of both if possible.

    Whoever comes back wears what they wore, as far as nobody else does.
    """
    others = [seat for other, seat in table.taken_seats() if other != at]
    colours = {seat.colour for seat in others}
    shapes = {seat.shape for seat in others}
    colour = min(set(range(EXPLORERS)) - colours)
    if former is not None and former.colour not in colours:
        colour = former.colour
    shape = colour if colour not in shapes else min(set(range(EXPLORERS)) - shapes)
    if former is not None and former.shape not in shapes:
        shape = former.shape
    return colour, shape


def check_looks(table: Table, at: int, colour: int, shape: int) -> None:
    """Refuse a colour or a shape that there is not, or that another seat has."""
    for what, number in (("colour", colour), ("shape", shape)):
        if not 0 <= number < EXPLORERS:
            raise RefusalError("no-such-word", what=what, word=number)
    for other, seat in table.taken_seats():
        if other != at and seat.colour == colour:
            raise RefusalError("colour-taken")
        if other != at and seat.shape == shape:
            raise RefusalError("shape-taken")
