"""Tests of the coach's view: only one's own seat with a choice to make, and only public facts."""

import pytest

from diamant.record import read_record, write_record
from diamant.table.records import coached_game
from diamant.table.refusals import RefusalError
from tests.table.tabletop import Tabletop, small


def refusal(top, guest, seat, turn):
    with pytest.raises(RefusalError) as refused:
        coached_game(top.table, guest, seat, turn)
    return refused.value.refusal.code


def test_player_in_the_cave_is_coached_only_on_their_own_seat():
    top = Tabletop(small()).people(3).start()
    turn = top.table.turn
    record = coached_game(top.table, "g2", 1, turn)
    assert read_record(write_record(record)).game == top.table.game
    # No name, no seed, no commitment: only cards and choices.
    assert (record.players, record.tags) == (("A", "B", "C"), {})
    assert refusal(top, "g2", 0, turn) == "not-your-seat"
    assert refusal(top, "g2", 7, turn) == "not-your-seat"
    assert refusal(top, "g2", 1, turn + 1) == "turn-over"


def test_hidden_choices_do_not_change_the_coachs_view():
    top = Tabletop(small()).people(3).start()
    before = write_record(coached_game(top.table, "g2", 1, top.table.turn))
    top.choose(0, leave=True)
    assert write_record(coached_game(top.table, "g2", 1, top.table.turn)) == before


def test_no_coach_in_the_lobby_in_camp_or_when_the_host_forbids_it():
    top = Tabletop(small()).people(3)
    assert refusal(top, "g2", 1, 0) == "not-now"
    top.start()
    top.all_choose(1)
    assert refusal(top, "g2", 1, top.table.turn) == "not-in-cave"
    forbidden = Tabletop(small(coach=False)).people(2).start()
    assert refusal(forbidden, "g1", 0, forbidden.table.turn) == "no-coach"
