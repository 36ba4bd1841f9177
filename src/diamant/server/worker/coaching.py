"""The coach of a table, for one of those inside."""

from typing import Any

import msgspec

from diamant.bots.likely import coach
from diamant.locales.words import Words
from diamant.record import read_record


class CoachQuestion(msgspec.Struct, frozen=True):
    """A game up to now as a record, the seat that asks, and the language to answer in."""

    record: str
    seat: int
    language: str


def coach_text(question: CoachQuestion) -> dict[str, Any]:
    """Return what `GET api/tables/ID/coach` answers."""
    game = read_record(question.record).game
    told = coach(game, question.seat)
    words = Words(question.language, dict(game.edition.names))
    return told.to_json() | {"says": told.sentence(words), "others": told.others_say(words)}
