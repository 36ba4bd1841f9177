"""Tests that a game without people waits, and asks for someone."""

import pytest

from diamant.table import TablePhase
from diamant.table import commands as c
from tests.table.tabletop import Tabletop, small

BRISK_MS = 15_500  # The clock, and how late a choice may arrive.


def brisk(people=2, bots=0, **settings):
    """Return a game in its first turn, with people and bots and with the clock on."""
    top = Tabletop(small(clock="brisk", timeout="stay", **settings))
    return top.people(people, bots).start()


def stand_ins(top):
    return [seat.stand_in for _, seat in top.table.taken_seats()]


def test_the_game_waits_when_all_people_miss_a_choice():
    top = brisk(people=2, bots=2)
    turn = top.table.turn
    top.tick(BRISK_MS)
    assert [(event["event"], event.get("asking")) for event in top.told()] == [("Paused", True)]
    assert (top.view()["paused"], top.view()["asking"]) == (True, True)
    top.tick(3_600_000)
    assert top.news == ()
    assert top.table.turn == turn
    assert stand_ins(top) == [None] * 4


def test_no_choice_is_made_for_absent_players_while_the_game_asks():
    top = brisk(people=2)
    top.tick(BRISK_MS)
    assert [(seat.choice, seat.missed) for _, seat in top.table.taken_seats()] == [(None, 0)] * 2


def test_any_player_can_resume_with_a_full_clock():
    top = brisk(people=2)
    top.tick(BRISK_MS)
    top.tick(600_000)
    top.do(c.Resume, "g2")
    assert not top.view()["asking"]
    assert top.view()["deadline"] == top.now + 15_000
    top.tick(15_000)
    assert top.news == ()


def test_choice_resumes_the_game():
    top = brisk(people=2)
    top.tick(BRISK_MS)
    top.choose(1, leave=False)
    assert top.table.paused_at is None
    assert top.table.seat(1).choice is False


def test_one_present_player_prevents_the_question():
    top = brisk(people=2)
    top.choose(0, leave=False)
    top.tick(BRISK_MS)
    assert not top.table.asking
    assert top.table.seat(1).missed == 1


def test_player_in_camp_counts_as_present_unless_away():
    for here in (True, False):
        top = brisk(people=2)
        top.choose(0, leave=True)
        top.choose(1, leave=False)
        if not here:
            top.disconnect("g1")
        top.tick(BRISK_MS)
        assert top.table.asking is not here


def test_stand_in_bot_does_not_count_as_present():
    top = brisk(people=2, bots=1)
    for _ in range(2):
        top.choose(0, leave=False)
        top.tick(BRISK_MS)
    assert stand_ins(top) == [None, "missed", None]
    top.tick(BRISK_MS)
    assert top.table.asking
    top.do(c.Resume, "g2")
    assert stand_ins(top) == [None, None, None]


def test_players_can_answer_the_question_but_only_the_host_ends_their_own_pause():
    top = brisk(people=2)
    watcher = top.join()
    top.do(c.Pause)
    assert top.refused(c.Resume, "g2") == "not-host"
    top.do(c.Resume)
    top.tick(BRISK_MS)
    assert top.refused(c.Resume, watcher) == "not-host"
    top.do(c.Resume)
    assert not top.table.asking


def test_bots_do_not_play_on_alone_when_all_are_away_with_the_clock_off():
    top = Tabletop(small()).people(2, bots=2).start()
    top.disconnect("g1")
    top.tick(30_000)
    top.disconnect("g2")
    top.tick(30_000)
    assert (stand_ins(top)[0], top.table.asking) == ("away", False)
    top.tick(30_000)
    assert (stand_ins(top)[1], top.table.asking) == ("away", True)
    turn = top.table.turn
    top.tick(3_600_000)
    assert (top.table.turn, top.table.phase) == (turn, TablePhase.CAVE)
    top.connect("g2")
    assert top.table.asking, "a telephone that wakes up is nobody yet"
    top.do(c.TakeBack, "g2", seat=1)
    assert not top.table.asking


@pytest.mark.parametrize("kind", [c.LeaveTable, c.LeaveSeat])
def test_bots_do_not_play_on_alone_when_the_last_present_player_leaves(kind):
    top = Tabletop(small()).people(2).start()
    top.disconnect("g2")
    top.tick(60_000)
    assert not top.table.asking
    top.do(kind, "g1", **({"seat": 0} if kind is c.LeaveSeat else {}))
    assert top.table.asking


def test_end_of_the_game_ends_the_question():
    top = brisk(people=2)
    top.tick(BRISK_MS)
    top.do(c.EndGame)
    assert (top.view()["paused"], top.view()["asking"]) == (False, False)


def test_present_players_take_their_seats_back_at_a_rematch():
    top = Tabletop(small(thinking=True)).people(3).start()
    top.do(c.LetBotPlay, seat=0)
    top.disconnect("g3")
    top.tick(60_000)
    top.do(c.LetBotPlay, seat=1)
    assert stand_ins(top) == ["host", "host", "away"]
    top.do(c.EndGame)
    top.do(c.Rematch)
    assert stand_ins(top) == [None, None, "away"]
    assert [event["event"] for event in top.told()] == ["RematchBegan", *["SeatHandedBack"] * 2]
    top.connect("g3")
    assert stand_ins(top) == [None, None, None]
