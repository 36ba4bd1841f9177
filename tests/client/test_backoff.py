"""How long a client waits before it comes back."""

import pytest

from diamant.client.backoff import FOR_GOOD, LONGEST, SHORTEST, WAITS, wait_before


@pytest.mark.parametrize(
    ("close", "least", "most"), [(1012, 0.2, 2), (1013, 5, 15), (4429, 60, 75)]
)
def test_the_close_code_says_how_long(close, least, most):
    waits = [wait_before(close, 0) for _ in range(200)]
    assert all(least <= wait <= most for wait in waits)
    assert max(waits) - min(waits) > (most - least) / 2, "there is no chance in it"


def test_each_attempt_may_wait_longer_up_to_a_bound():
    longest = [max(wait_before(1006, attempt) for _ in range(200)) for attempt in range(10)]
    assert longest[0] <= SHORTEST * 2
    assert longest[3] > longest[0]
    assert all(wait <= LONGEST for wait in longest)


def test_one_who_was_turned_away_is_not_told_to_wait():
    assert not FOR_GOOD & set(WAITS)
