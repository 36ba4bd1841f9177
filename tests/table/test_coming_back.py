"""Tests that returning players get seats and looks back, and that seats keep their letters."""

import pytest

from diamant.record import read_record, write_record
from diamant.table import TablePhase, record_of
from diamant.table import commands as c
from tests.table.tabletop import Tabletop, small


def letters(top):
    """Return the letters of the taken seats, with the names of their players."""
    return {seat["letter"]: seat["name"] for seat in top.view()["seats"] if seat is not None}


def looks(top, at):
    seat = top.table.seat(at)
    return seat.name, seat.letter, seat.color, seat.shape


def play_to_the_end(top):
    while top.table.phase is not TablePhase.OVER:
        for at in top.inside():
            if top.table.phase is TablePhase.CAVE and at in top.inside():
                top.choose(at, leave=True)
        if top.table.phase is TablePhase.BREAK:
            top.tick_next()


def test_letters_stay_when_free_seats_are_removed_and_return_at_a_rematch():
    top = Tabletop(small()).people(4)
    top.do(c.LeaveSeat, "g2", seat=1)
    before = letters(top)
    assert before == {"A": "P1", "C": "P3", "D": "P4"}
    top.do(c.Start)
    assert letters(top) == before
    assert [seat["seat"] for seat in top.view()["seats"]] == [0, 1, 2]
    top.give_nonces()
    assert letters(top) == before
    top.do(c.EndGame)
    top.do(c.Rematch)
    assert letters(top) == before
    assert [seat is None for seat in top.view()["seats"]] == [False, True, False, False]


def test_letters_stay_when_the_shuffle_is_abandoned():
    top = Tabletop(small()).people(3)
    top.do(c.LeaveSeat, "g1", seat=0)
    top.do(c.Start)
    top.do(c.EndGame)
    assert letters(top) == {"B": "P2", "C": "P3"}


def test_refusal_names_the_seat_by_its_letter():
    top = Tabletop(small()).people(3)
    top.do(c.LeaveSeat, "g2", seat=1)
    top.start()
    refusal = top.ask(c.LeaveSeat, "g1", seat=1).refusal
    assert refusal.params == {"seat": "C"}


def test_record_has_letters_unless_they_are_the_default():
    top = Tabletop(small()).people(3)
    top.do(c.LeaveSeat, "g1", seat=0)
    top.start()
    play_to_the_end(top)
    record = record_of(top.table)
    assert record.tags["Letters"] == ("B", "C")
    assert read_record(write_record(record)).tags["Letters"] == ("B", "C")
    usual = Tabletop(small()).people(2).start()
    assert "Letters" not in record_of(usual.table).tags


@pytest.mark.parametrize("gone", [c.LeaveTable, c.LeaveSeat])
def test_returning_player_gets_name_looks_and_letter_back_in_the_lobby(gone):
    top = Tabletop(small()).people(3)
    top.do(c.Dress, "g2", seat=1, color=6, shape=5)
    top.do(c.LeaveSeat, "g1", seat=0)
    mine = looks(top, 1)
    top.do(gone, "g2", **({"seat": 1} if gone is c.LeaveSeat else {}))
    back = top.join() if gone is c.LeaveTable else "g2"
    top.do(c.TakeSeat, back, name="P2")
    assert looks(top, 1) == mine


def test_player_who_left_a_game_gets_their_seat_back_from_the_bot_in_the_lobby():
    top = Tabletop(small()).people(3)
    top.do(c.LeaveSeat, "g1", seat=0)
    top.do(c.Dress, "g3", seat=2, color=7, shape=7)
    top.start()
    mine = looks(top, 1)
    top.do(c.LeaveTable, "g3")
    top.do(c.EndGame)
    top.do(c.Rematch)
    top.do(c.TakeSeat, top.join(), name="P3")
    assert looks(top, 2) == mine
    assert letters(top) == {"B": "P2", "C": "P3"}


def test_returning_player_does_not_take_what_someone_else_has():
    top = Tabletop(small()).people(2)
    top.do(c.Dress, "g2", seat=1, color=6, shape=5)
    top.do(c.LeaveTable, "g2")
    top.do(c.TakeSeat, top.join(), name="New", seat=1, color=6, shape=3)
    top.do(c.TakeSeat, top.join(), name="P2")
    name, letter, color, shape = looks(top, 2)
    assert (name, letter, shape) == ("P2", "C", 5)
    assert color not in (6, top.table.seat(0).color)


def test_name_of_an_ordinary_bot_is_taken():
    top = Tabletop(small()).people(1, bots=1)
    bot = top.table.seat(1).name
    assert top.refused(c.TakeSeat, top.join(), name=bot) == "name-taken"
