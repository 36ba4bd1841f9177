"""Compile one bot alone, for full kernels to call (a template).

`generate.py` inserts the bot at the marks, and the code that reads its arguments.
"""

# <functions>
# </functions>
from numba import carray

from diamant.simulator.kernel.functions import *

# <bot>
# </bot>


@inner_njit(cache=True, error_model="python")
def answer(
    now,  # Integers, at the places that `reads.PLACES` names.
    ahead,  # [inside]: each player's share of the gems of all treasures still in the deck.
    numbers,  # The bot's parameters.
):
    """Return the probability that the bot leaves."""
    # <answer>
    # </answer>
