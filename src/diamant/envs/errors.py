"""What an environment refuses. Each is also the error that Python programs expect."""

from diamant.errors import DiamantError, UnknownNameError


class EnvironmentInputError(DiamantError, ValueError):
    """A seed, a size, a buffer or an option is not what an environment takes."""

    code = "environment-input"


class ActionError(EnvironmentInputError):
    """An action is none, or is not legal now."""

    code = "action"


class EpisodeOverError(DiamantError, RuntimeError):
    """A step was asked of a game that is over or was never reset."""

    code = "episode-over"


class UnknownAgentError(UnknownNameError, LookupError):
    """No agent bears this name."""

    code = "unknown-agent"


class UnknownRewardError(UnknownNameError, ValueError):
    """No reward bears this name."""

    code = "unknown-reward"
