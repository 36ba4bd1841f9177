"""What the coach is told of a game: what everybody saw, and whose seat asks."""

from diamant.record import Record
from diamant.rules.seats import SEAT_LETTERS
from diamant.table.refusals import RefusalError
from diamant.table.values import Table, TablePhase


def coached_game(table: Table, guest: str, seat: int, turn: int) -> Record:
    """Return the game for the coach of a guest's own seat, or refuse.

    It is a record, which holds cards and choices that were shown and nothing else.
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
