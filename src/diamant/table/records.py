"""Records of a table's games: public once finished, for the coach before that."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from diamant.dealer import fairness_tags
from diamant.record import Record
from diamant.rules.game import Phase
from diamant.rules.seats import SEAT_LETTERS
from diamant.table.events import Entry, GameFinished
from diamant.table.log import follow
from diamant.table.refusals import RefusalError
from diamant.table.shuffle import dealer_of
from diamant.table.values import Table, TablePhase


def record_of(table: Table) -> Record:
    """Return the record of the table's game, without the seed if it isn't finished."""
    game = table.game
    if game is None:
        raise RefusalError("not-now", phase=table.phase.value)
    tags = fairness_tags(dealer_of(table))
    if game.phase is not Phase.OVER:
        del tags["Seed"]
    day = datetime.fromtimestamp(table.began_at / 1000, UTC).date().isoformat()
    names = tuple(seat.name for _, seat in table.taken_seats())
    letters = tuple(seat.letter for _, seat in table.taken_seats())
    if letters != tuple(SEAT_LETTERS[: len(letters)]):
        tags["Letters"] = letters
    tags["Shuffle"] = (str(table.shuffle),)
    if table.restarts:
        tags["Restarts"] = (str(table.restarts),)
    return Record(names, game, {"Date": (day,), **tags})


def records_of(entries: Iterable[Entry]) -> Iterator[Record]:
    """Yield the record of every finished game in a table's log."""
    for entry, table in follow(entries):
        if isinstance(entry.event, GameFinished):
            yield record_of(table)


def coached_game(table: Table, guest: str, seat: int, turn: int) -> Record:
    """Return the record that the coach needs to advise a guest's own seat, or refuse.

    The record contains only cards and choices that have been revealed.
    """
    if not table.settings.coach:
        raise RefusalError("no-coach")
    if seat not in table.seats_of(guest):
        raise RefusalError("not-your-seat", seat=table.letter(seat))
    if table.phase is not TablePhase.CAVE or table.game is None:
        raise RefusalError("not-now", phase=table.phase.value)
    if turn != table.turn:
        raise RefusalError("turn-over")
    if seat not in table.game.expedition.in_cave:
        raise RefusalError("not-in-cave", seat=table.letter(seat))
    return Record(tuple(SEAT_LETTERS[: table.game.players]), table.game)
