"""A record played again, for those who want to watch it."""

from collections.abc import Iterator
from typing import Any

from diamant.editions.describe import describe
from diamant.errors import RecordError
from diamant.record import Record, decode, read_records, replay, to_json
from diamant.server.worker.job_error import JobError
from diamant.view import View, event_to_json

MOST_GAMES = 20
MOST_CARDS = 2_000
"""In all games together; twenty usual ones have about half as many."""


def replay_text(data: bytes) -> dict[str, Any]:
    """Return every game of a record file, step by step.

    A step's view is what a spectator saw after it, without its history: that is the facts so far.
    """
    games: list[dict[str, Any]] = []
    cards = 0
    for record in read_records(decode(data)):
        if len(games) == MOST_GAMES:
            raise JobError("too-many-games", {"most": MOST_GAMES})
        steps = []
        for step in _steps(record):
            cards += 1
            if cards > MOST_CARDS:
                raise JobError("too-many-cards", {"most": MOST_CARDS})
            steps.append(step)
        games.append(
            {
                "record": to_json(record),
                "edition": describe(record.game.edition),
                "steps": steps,
            }
        )
    if not games:
        raise RecordError.at(1, 1, "the record is empty")
    return {"games": games}


def _steps(record: Record) -> Iterator[dict[str, Any]]:
    for step in replay(record):
        yield {
            "round": step.round,
            "number": step.number,
            "card": str(step.card),
            "leavers": step.leavers,
            "facts": [event_to_json(event) for event in step.events],
            "view": View.of(step.after).present(),
        }
