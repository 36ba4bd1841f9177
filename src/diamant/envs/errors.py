"""What an environment refuses. Each is also the error that Python programs expect."""

import numpy as np

from diamant.errors import DiamantError, UnknownNameError


class EnvironmentInputError(DiamantError, ValueError):
    """A seed, a size, a buffer or an option is not what an environment takes."""


class ActionError(EnvironmentInputError):
    """An action is none, or is not legal now."""


class EpisodeOverError(DiamantError, RuntimeError):
    """A step was asked of a game that is over or was never reset."""


class UnknownAgentError(UnknownNameError, LookupError):
    """No agent bears this name."""


class UnknownRewardError(UnknownNameError, ValueError):
    """No reward bears this name."""


def check_whole(what: str, value: object, least: int, most: int) -> int:
    """Return a whole number within bounds, or refuse what is none."""
    number = int(value) if isinstance(value, int | np.integer) else None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise EnvironmentInputError(
            "{what} is a whole number from {least} to {most}, not {value}",
            what,
            least,
            most,
            repr(value),
        )
    return number
