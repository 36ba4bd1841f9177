"""Whole numbers within bounds, as callers give them."""

from typing import Any


def is_whole(value: Any, least: int, most: int) -> bool:  # noqa: ANN401 - whatever a caller gives
    """Return whether something is a whole number within bounds; 3.0 and True are none.

    >>> is_whole(3, 1, 3), is_whole(4, 1, 3), is_whole(3.0, 1, 3), is_whole(True, 1, 3)
    (True, False, False, False)
    """
    return hasattr(value, "__index__") and value is not True and least <= value <= most
