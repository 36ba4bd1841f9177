"""Waiting before coming back, with chance in it."""

import random

from diamant.protocol.close_codes import wait_seconds


def wait_before(close: int, attempt: int) -> float:
    """Return the seconds to wait before an attempt, counted from 0, after a close code."""
    return wait_seconds(close, attempt, random.random())  # noqa: S311 - no secret
