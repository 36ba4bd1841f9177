"""Tests of connections, stand-in bots, and returning players."""

import pytest

from diamant.table import TablePhase
from diamant.table import commands as c
from diamant.table.values import MOST_CONNECTIONS
from tests.table.tabletop import Tabletop, small


def test_a_guest_is_present_while_one_connection_is_open():
    top = Tabletop()
    top.connect("g1", "a")
    assert top.told() == [top.happened("Connected", guest="g1")]
    top.connect("g1", "b")
    assert top.told() == []
    top.connect("g1", "b")
    assert top.news == ()
    top.disconnect("g1", "a")
    assert top.told() == []
    assert top.table.guest("g1").present
    top.disconnect("g1", "a")
    assert top.news == ()
    top.disconnect("g1", "b")
    assert not top.table.guest("g1").present
    top.disconnect("g9", "b")
    assert top.news == ()


def test_number_of_connections_is_bounded():
    top = Tabletop()
    for number in range(MOST_CONNECTIONS):
        top.connect("g1", str(number))
    assert top.connect("g1", "more").refusal.code == "too-many-connections"
    assert top.connect("g7").refusal.code == "no-such-guest"


def test_bot_stands_in_after_a_minute_with_the_clock_off():
    top = Tabletop(small()).people(2).start()
    top.disconnect("g2")
    top.tick(59_999)
    assert top.table.seat(1).stand_in is None
    top.tick(1)
    assert top.view()["seats"][1]["stand_in"] == "away"
    assert top.table.seat(1).choice is not None
    top.tick(60_000)
    assert top.news == ()


def test_returning_guest_gets_all_their_seats_back():
    top = Tabletop(small()).people(2)
    top.do(c.TakeSeat, "g2", name="Third")
    top.start()
    top.disconnect("g2")
    top.tick(60_000)
    assert [seat.stand_in for _, seat in top.table.taken_seats()] == [None, "away", "away"]
    top.connect("g2")
    assert [seat.stand_in for _, seat in top.table.taken_seats()] == [None, None, None]


def test_second_seat_is_taken_over_after_the_first():
    top = Tabletop(small()).people(2)
    top.do(c.TakeSeat, "g2", name="Third")
    top.start()
    top.tick(60_000)
    top.do(c.LetBotPlay, seat=1)
    top.disconnect("g2")
    top.tick(60_000)
    assert [seat.stand_in for _, seat in top.table.taken_seats()] == [None, "host", "away"]


def test_bot_stands_in_after_two_missed_choices_with_the_clock_on():
    top = Tabletop(small(clock="brisk", timeout="stay")).people(2).start()
    top.choose(0, leave=False)
    top.tick_next()
    assert top.table.seat(1).missed == 1
    number = top.news[0].public_number
    assert top.told()[0] == top.happened("ChoiceMissed", public_number=number, seat=1)
    assert top.table.phase is TablePhase.CAVE
    top.choose(0, leave=False)
    top.tick_next()
    assert top.names()[:3] == ["ChoiceMissed", "SeatTakenOver", "ChoicesRevealed"]
    assert top.table.seat(1).stand_in == "missed"


def test_choice_in_time_resets_missed_choices():
    top = Tabletop(small(clock="brisk", timeout="stay")).people(2).start()
    top.choose(0, leave=False)
    top.tick_next()
    assert top.table.seat(1).missed == 1
    top.choose(1, leave=False)
    assert top.table.seat(1).missed == 0


@pytest.mark.parametrize(("timeout", "leaves"), [("leave", True), ("stay", False)])
def test_clock_makes_the_choice_from_the_settings(timeout, leaves):
    top = Tabletop(small(clock="brisk", timeout=timeout)).people(2).start()
    top.choose(0, leave=False)
    top.tick_next()
    (reveal,) = [entry.event for entry in top.news if hasattr(entry.event, "leavers")]
    assert (1 in reveal.leavers) is leaves


def test_choice_within_the_grace_period_counts():
    top = Tabletop(small(clock="brisk")).people(2).start()
    top.now = top.table.deadline + 499
    top.choose(0, leave=True)
    top.now += 1
    assert top.refused(c.Choose, "g2", seat=1, turn=top.table.turn, leave=True) == "turn-over"


def test_hosts_bot_plays_until_the_player_takes_the_seat_back():
    top = Tabletop(small(thinking=True)).people(2).start()
    top.tick(60_000)
    top.do(c.LetBotPlay, seat=1)
    assert top.view()["seats"][1]["stand_in"] == "host"
    top.do(c.LetBotPlay, seat=1)
    assert top.names() == ["NothingChanged"]
    top.do(c.TakeBack, "g2", seat=1)
    assert top.table.seat(1).stand_in is None
    top.do(c.TakeBack, "g2", seat=1)
    assert top.names() == ["NothingChanged"]


def test_bot_stands_in_for_a_player_who_left_until_the_seat_is_taken_or_a_game_starts():
    top = Tabletop(small(thinking=True, break_seconds=3)).people(3).start()
    top.do(c.LeaveTable, "g2")
    top.do(c.LeaveSeat, "g3", seat=2)
    assert [seat["stand_in"] for seat in top.view()["seats"]] == [None, "left", "left"]
    assert top.reopen() == top.table
    top.do(c.TakeSeat, "g3", name="Late", seat=2)
    while top.table.seat(2).promise:
        top.all_choose(*top.inside())
        top.tick(4_000)
    assert [seat["stand_in"] for seat in top.view()["seats"]] == [None, "left", None]
    top.do(c.EndGame)
    top.do(c.Rematch)
    assert not any(seat["stand_in"] for seat in top.view()["seats"] if seat)


def test_choosing_takes_a_seat_back():
    top = Tabletop(small(thinking=True)).people(2).start()
    top.tick(60_000)
    top.do(c.LetBotPlay, seat=1)
    top.choose(1, leave=True)
    assert top.names()[0] == "SeatHandedBack"
    assert top.table.seat(1).stand_in is None


def test_the_host_cannot_have_a_bot_play_for_a_bot():
    top = Tabletop(small(thinking=True)).people(1, bots=1)
    assert top.refused(c.LetBotPlay, seat=0) == "not-now"
    top.start()
    assert top.refused(c.LetBotPlay, seat=1) == "not-a-person"


def test_deadlines_follow_a_clock_that_is_set_back():
    top = Tabletop(small(clock="brisk", thinking=True)).people(2)
    top.do(c.OfferSeat, "g2", seat=1, code="h")
    top.start()
    top.do(c.OfferSeat, "g2", seat=1, code="h")
    top.do(c.SendEmote, seat=0, emote="wave")
    top.disconnect("g2")
    before, offer = top.table.deadline, top.table.offers[0].until
    top.tick(-3_600_000)
    moved = top.happened("ClockMoved", back=3_600_000, deadline=before - 3_600_000)
    assert top.told() == [moved]
    assert top.table.offers[0].until == offer - 3_600_000
    assert top.table.guest("g2").away_since == top.now
    assert top.timers[0].at - top.now <= 15_500
    top.do(c.Pause)
    top.tick(-60_000)
    assert top.table.paused_at == top.now


def test_table_without_a_deadline_follows_the_clock():
    top = Tabletop(small())
    top.tick(-60_000)
    assert top.table.latest == top.now


def test_clocks_of_nodes_may_differ_slightly():
    top = Tabletop(small(clock="brisk")).people(2).start()
    deadline = top.table.deadline
    top.tick(-5_000)
    assert top.news == ()
    assert top.table.deadline == deadline
    top.choose(0, leave=True)
    assert top.news[0].at == top.now + 5_000
