"""A refusal as something to raise, wherever a request or a message is dealt with."""

from diamant.protocol.outgoing import Refused
from diamant.protocol.problems import refused


class RequestRefusedError(Exception):
    """A request that is refused."""

    def __init__(self, why: Refused) -> None:
        super().__init__(why.code)
        self.why = why


def refuse(code: str, **params: str | int) -> RequestRefusedError:
    """Return a refusal to be raised."""
    return RequestRefusedError(refused(code, **params))
