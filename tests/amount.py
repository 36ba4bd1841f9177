"""Scale how much a test does: less in the gate, far more in a campaign."""

import os

import pytest

TIMES = float(os.environ.get("DIAMANT_TIMES", "1"))

in_campaigns = pytest.mark.skipif(TIMES < 1, reason="the gate tries less: make campaigns")


def amount(usual: int) -> int:
    """Return `usual`, the count in the gate, multiplied by DIAMANT_TIMES."""
    return max(1, round(usual * TIMES))
