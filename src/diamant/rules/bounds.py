"""Whole numbers within bounds, as callers give them."""

from typing import Any


def is_whole(value: Any, least: int, most: int) -> bool:  # noqa: ANN401 - whatever a caller gives
    """Return whether something is a whole number within bounds; 3.0 and False are none.

    >>> is_whole(3, 0, 3), is_whole(4, 0, 3), is_whole(3.0, 0, 3), is_whole(False, 0, 3)
    (True, False, False, False)
    """
    return hasattr(value, "__index__") and not isinstance(value, bool) and least <= value <= most
