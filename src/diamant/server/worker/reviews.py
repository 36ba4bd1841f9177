"""A finished game reviewed, for those who want to know what was luck."""

from typing import Any

from diamant.bots.likely import judged
from diamant.errors import RecordError
from diamant.record import decode, read_record
from diamant.rules.events import CardTurned
from diamant.rules.game import Phase
from diamant.server.worker.job_error import JobError

MOST_CARDS = 200
"""A usual game has about fifty; one with eight players takes half a second."""


def review_text(data: bytes) -> dict[str, Any]:
    """Return the review of a record's only game."""
    record = read_record(decode(data))
    if record.game.phase is not Phase.OVER:
        raise RecordError.at(
            1, 1, "the game still goes on, and only a finished one can be reviewed"
        )
    if sum(isinstance(event, CardTurned) for event in record.game.history) > MOST_CARDS:
        raise JobError("too-many-cards", {"most": MOST_CARDS})
    return judged(record).to_json()
