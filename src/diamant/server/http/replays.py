"""A record played again, for those who want to watch it."""

from collections.abc import Iterator
from typing import Any

from diamant.editions.describe import describe
from diamant.errors import RecordError
from diamant.protocol.incoming import MOST_BYTES
from diamant.record import Record, decode, read_records, replay, to_json
from diamant.server.http.bodies import refuse
from diamant.view import View, event_to_json

MOST_RECORD_BYTES = 4 * MOST_BYTES
MOST_GAMES = 20


def replay_text(data: bytes) -> dict[str, Any]:
    """Return every game of a record file, step by step.

    A step's view is what a spectator saw after it, without its history: that is the facts so far.
    """
    games: list[dict[str, Any]] = []
    for record in read_records(decode(data)):
        if len(games) == MOST_GAMES:
            raise refuse("too-many-games", most=MOST_GAMES)
        games.append(
            {
                "record": to_json(record),
                "edition": describe(record.game.edition),
                "steps": list(_steps(record)),
            }
        )
    if not games:
        raise RecordError.at(1, 1, "the record is empty")
    return {"games": games}


def _steps(record: Record) -> Iterator[dict[str, Any]]:
    for step in replay(record):
        view = View.of(step.after).to_json()
        del view["history"]
        yield {
            "round": step.round,
            "number": step.number,
            "card": str(step.card),
            "leavers": step.leavers,
            "facts": [event_to_json(event) for event in step.events],
            "view": view,
        }
