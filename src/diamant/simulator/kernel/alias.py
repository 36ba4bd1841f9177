"""Coins of several seats in one draw: Walker's alias method."""

from collections.abc import Sequence

import numpy as np

from diamant.simulator.kernel.layout import MASKS
from diamant.simulator.result import Array

ALIAS_BITS = 24


def alias_table(chances: Sequence[float]) -> Array:
    """Return Walker's alias table over the ways in which independent coins can fall together.

    An entry's upper bits are the limit below which a random word keeps its own column, the lowest
    eight the mask taken otherwise. So a word of 32 bits gives each coin its chance to 2^-24, one in
    sixteen million, and what has no chance none.
    """
    columns = 1 << len(chances)
    weights = []
    for mask in range(columns):
        weight = float(columns)
        for seat, chance in enumerate(chances):
            weight *= chance if mask >> seat & 1 else 1.0 - chance
        weights.append(weight)
    small = [mask for mask in range(columns) if weights[mask] < 1.0]
    large = [mask for mask in range(columns) if weights[mask] >= 1.0]
    entries = [_entry(1.0, mask) for mask in range(columns)]
    while small and large:
        poor, rich = small.pop(), large[-1]
        entries[poor] = _entry(weights[poor], rich)
        weights[rich] -= 1.0 - weights[poor]
        if weights[rich] < 1.0:
            small.append(large.pop())
    return np.array(entries + [0] * (MASKS - columns), np.uint32)


def _entry(keep: float, other: int) -> int:
    limit = min(int(keep * (1 << ALIAS_BITS)), (1 << ALIAS_BITS) - 1)
    return limit << 8 | other
