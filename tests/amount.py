"""How much of something a test does: less where it must be quick, far more in a campaign."""

import os

import pytest

TIMES = float(os.environ.get("DIAMANT_TIMES", "1"))

in_campaigns = pytest.mark.skipif(TIMES < 1, reason="the gate tries less: make campaigns")


def amount(usual: int) -> int:
    """Return how many there shall be where the gate does `usual`; DIAMANT_TIMES multiplies it."""
    return max(1, round(usual * TIMES))
