"""A kernel that is soon compiled, where it is its files that matter and not its games."""

# Takes what every kernel takes, and a tenth of the time to compile.
SMALL = """
from numba import njit

@njit(cache=True, nogil=True, error_model="numpy")
def play(first, games, seed, edition, line_up, detail, tally, each, transcript):
    return -1
"""
