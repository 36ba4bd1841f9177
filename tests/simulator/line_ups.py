"""The line-ups that tests play: every other set of compiled bots would be one more kernel.

A kernel serves every order, number and parameters of its bots, every edition and whatever is asked
for; coins cost none. So use these wherever it does not matter who plays.
"""

from pathlib import Path

# A coin, a bot that is sure and one that answers with chances, with other numbers at every seat.
COINS = (
    *("random:leave=0.2", "threshold:gems=10", "vulture:haul=6"),
    *("random:leave=0.07", "threshold:gems=16", "vulture:haul=12,limit=0.3"),
    *("random:leave=0.5", "threshold:gems=5"),
)
THREE = COINS[:3]
# The same ideas where no chance decides: such games are the same for compiled and for called bots.
CERTAIN_THREE = ("threshold:gems=10", "threshold:gems=3", "vulture:haul=1000,limit=0.2")
# Where a single treasure is worth hundreds, thresholds have to be higher.
RICH = ("random:leave=0.02", "threshold:gems=1000", "vulture:haul=900,limit=0.3")

# All eight ideas, with numbers that leave nothing to chance: every answer is 0 or 1.
CERTAIN = (
    *("random:leave=0", "threshold:gems=9", "hazards:met=2", "risk:limit=0.12"),
    *("expect", "vulture:haul=1000,limit=0.2", "wolf:nerve=0.15", "catch-up:late=4"),
)
# The same with chance: each answer that is 0 or 1 has to come true.
UNCERTAIN = (
    *("random:leave=0.15", "threshold:gems=14", "hazards:met=3", "risk:limit=0.2"),
    *("expect:caution=0.7", "vulture:haul=3", "wolf:nerve=0.25", "catch-up:caution=0.5"),
)

# Only `make differential` plays these: they are two more kernels.
RECKONERS = (
    *("expect", "wolf", "catch-up"),
    *("expect:caution=0.5", "wolf:nerve=0.2", "catch-up:late=4"),
    *("expect:caution=2", "wolf:nerve=0.4,caution=0.7"),
)
COUNTERS = (
    *("risk:limit=0.1", "hazards", "random:leave=0.1"),
    *("risk:limit=0.2", "hazards:met=2", "random:leave=0.3"),
    *("risk:limit=0.3", "hazards:met=4"),
)
LINE_UPS = {"coins": COINS, "reckoners": RECKONERS, "counters": COUNTERS}

# One function that reads whatever a compiled bot can, or fails in whatever way one can.
ODD_BOT = f"{Path(__file__).with_name('odd_bot.py')}:odd"


def odd(which: int) -> str:
    """Return the odd bot with one of its ways, which `odd_bot.py` names."""
    return f"{ODD_BOT}:which={which}"


# A kernel that takes what every kernel takes, and a tenth of the time to compile.
SMALL_KERNEL = """
from numba import njit

@njit(cache=True, nogil=True, error_model="numpy")
def play(first, games, seed, edition, line_up, detail, tally, each, transcript):
    return -1
"""
