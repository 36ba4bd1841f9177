"""Exceptions of the environments. Each is also a built-in exception type."""

import numpy as np

from diamant.errors import DiamantError, UnknownNameError


class EnvironmentInputError(DiamantError, ValueError):
    """Raised for an invalid seed, size, buffer or option."""


class ActionError(EnvironmentInputError):
    """Raised for an invalid or illegal action."""


class EpisodeOverError(DiamantError, RuntimeError):
    """Raised for a step in a game that is over or was never reset."""


class UnknownAgentError(UnknownNameError, LookupError):
    """Raised for an unknown agent."""


class UnknownRewardError(UnknownNameError, ValueError):
    """Raised for an unknown reward."""


def check_whole(what: str, value: object, least: int, most: int) -> int:
    """Return a whole number between `least` and `most`, or raise an error."""
    number = int(value) if isinstance(value, int | np.integer) else None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise EnvironmentInputError(
            "{what} must be a whole number from {least} to {most}, not {value}",
            what,
            least,
            most,
            repr(value),
        )
    return number
