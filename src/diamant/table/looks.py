"""Colors and shapes at a table: no two seats have the same."""

from diamant.table.refusals import RefusalError
from diamant.table.values import EXPLORERS, Former, Table


def free_looks(table: Table, at: int, former: Former | None = None) -> tuple[int, int]:
    """Return a color and a shape that no other seat has, the same of both if possible.

    Whoever comes back wears what they wore, as far as nobody else does.
    """
    others = [seat for other, seat in table.taken_seats() if other != at]
    colors = {seat.color for seat in others}
    shapes = {seat.shape for seat in others}
    color = min(set(range(EXPLORERS)) - colors)
    if former is not None and former.color not in colors:
        color = former.color
    shape = color if color not in shapes else min(set(range(EXPLORERS)) - shapes)
    if former is not None and former.shape not in shapes:
        shape = former.shape
    return color, shape


def check_looks(table: Table, at: int, color: int, shape: int) -> None:
    """Refuse a color or a shape that there is not, or that another seat has."""
    for what, number in (("color", color), ("shape", shape)):
        if not 0 <= number < EXPLORERS:
            raise RefusalError("no-such-word", what=what, word=number)
    for other, seat in table.taken_seats():
        if other != at and seat.color == color:
            raise RefusalError("color-taken")
        if other != at and seat.shape == shape:
            raise RefusalError("shape-taken")
