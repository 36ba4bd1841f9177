"""What an environment refuses. Each is also the error that Python programs expect."""

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
