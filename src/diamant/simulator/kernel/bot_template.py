"""One bot by itself, compiled once and asked by every full kernel. A template, like `template.py`.

`generate.py` writes the bot at the mark, and what it reads of all that a kernel tells.
"""

# <functions>
# </functions>
from numba import carray

from diamant.simulator.kernel.functions import *

# <bot>
# </bot>


@inner_njit(cache=True, error_model="python")
def answer(
    now,  # What `reads.PLACES` names, whole numbers.
    ahead,  # [inside]: each one's gems from all treasures to come.
    numbers,  # What the bot was given.
):
    """Return the chance that the bot leaves."""
    # <answer>
    # </answer>
