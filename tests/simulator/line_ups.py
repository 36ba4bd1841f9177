"""Line-ups for tests. Every other set of compiled bots would need one more kernel.

A kernel serves any order, number and parameters of its bots, any edition and any options.
`random` needs no code in the kernel. Use these line-ups wherever the bots do not matter.
"""

from pathlib import Path

# `random`, a bot with definite answers and a bot with probabilities; parameters differ by seat.
COINS = (
    *("random:leave=0.2", "threshold:gems=10", "vulture:haul=6"),
    *("random:leave=0.07", "threshold:gems=16", "vulture:haul=12,limit=0.3"),
    *("random:leave=0.5", "threshold:gems=5"),
)
THREE = COINS[:3]
# The same bots without randomness, so that compiled and called bots play the same games.
CERTAIN_THREE = ("threshold:gems=10", "threshold:gems=3", "vulture:haul=1000,limit=0.2")
# A single treasure can be worth hundreds of gems, so the thresholds are higher.
RICH = ("random:leave=0.02", "threshold:gems=1000", "vulture:haul=900,limit=0.3")

# All eight kinds of bots, with parameters that leave nothing to chance: each answer is 0 or 1.
CERTAIN = (
    *("random:leave=0", "threshold:gems=9", "hazards:met=2", "risk:limit=0.12"),
    *("expect", "vulture:haul=1000,limit=0.2", "wolf:nerve=0.15", "catch-up:late=4"),
)
# The same with chance, which must never reverse an answer of 0 or 1.
UNCERTAIN = (
    *("random:leave=0.15", "threshold:gems=14", "hazards:met=3", "risk:limit=0.2"),
    *("expect:caution=0.7", "vulture:haul=3", "wolf:nerve=0.25", "catch-up:caution=0.5"),
)

# Only `make differential` plays these, because they need two more kernels.
ESTIMATORS = (
    *("expect", "wolf", "catch-up"),
    *("expect:caution=0.5", "wolf:nerve=0.2", "catch-up:late=4"),
    *("expect:caution=2", "wolf:nerve=0.4,caution=0.7"),
)
COUNTERS = (
    *("risk:limit=0.1", "hazards", "random:leave=0.1"),
    *("risk:limit=0.2", "hazards:met=2", "random:leave=0.3"),
    *("risk:limit=0.3", "hazards:met=4"),
)
LINE_UPS = {"coins": COINS, "estimators": ESTIMATORS, "counters": COUNTERS}

# One function that reads everything a compiled bot can read, or fails in every way it can fail.
ODD_BOT = f"{Path(__file__).with_name('odd_bot.py')}:odd"


def odd(which: int) -> str:
    """Return the odd bot with one of the variants that `odd_bot.py` names."""
    return f"{ODD_BOT}:which={which}"


# A kernel with the parameters of every kernel, which compiles in a tenth of the time.
SMALL_KERNEL = """
from numba import njit

@njit(cache=True, nogil=True, error_model="numpy")
def play(first, games, seed, edition, line_up, detail, tally, each, transcript):
    return -1
"""
