"""Tests of absent players: hosts act only after real absence, and secrets stay secret.

A player who gets a seat through the host learns neither the choice made there nor the contents of
its closed chest, and its owner gets the seat back.
"""

import json
from dataclasses import replace

import pytest

from diamant.table import TablePhase, event_for, viewer_of
from diamant.table import commands as c
from diamant.table import view as table_view
from tests.table.tabletop import Tabletop, small

MINUTE = 60_000
SECRET = bytes([1]) * 32  # Its first cave is deep enough.


def waiting_table(**settings):
    """Return a table of four with long waiting times, for people and for bots."""
    top = Tabletop(small(clock="relaxed", seconds=600, thinking=True, **settings), secret=SECRET)
    return top.people(4).start()


def offered(top):
    top.disconnect("g2")
    top.tick(MINUTE)
    top.do(c.OfferSeat, seat=1, code="h")
    return top


def with_stand_in(**settings):
    """Return a table whose host gave the seat of absent g2 to a stand-in, and the stand-in's id."""
    top = offered(waiting_table(**settings))
    stand_in = top.join()
    top.do(c.ClaimSeat, stand_in, code="h")
    return top, stand_in


# Absence is real.


def test_hosts_offer_ends_when_the_holder_returns():
    top = offered(waiting_table())
    top.connect("g2")
    assert top.refused(c.ClaimSeat, "g1", code="h") == "wrong-code"
    top.do(c.OfferSeat, "g2", seat=1, code="own")
    top.disconnect("g2")
    top.connect("g2")
    top.do(c.ClaimSeat, top.join(), code="own")


def test_bot_cannot_replace_a_present_player_before_a_minute():
    top = waiting_table()
    assert top.refused(c.LetBotPlay, seat=1) == "not-absent"
    top.tick(MINUTE - 1)
    assert top.refused(c.LetBotPlay, seat=1) == "not-absent"
    top.tick(1)
    top.do(c.LetBotPlay, seat=1)


def test_host_can_hand_their_own_seat_to_a_bot_immediately():
    top = waiting_table()
    top.do(c.LetBotPlay, seat=0)
    assert top.table.seat(0).stand_in == "host"


def test_bot_cannot_replace_a_player_whose_choice_is_not_needed():
    top = waiting_table()
    top.tick(MINUTE)
    top.choose(1, leave=True)
    assert top.refused(c.LetBotPlay, seat=1) == "nobody-waits"
    top.choose(0, leave=False)
    top.choose(2, leave=False)
    top.choose(3, leave=False)
    assert 1 not in top.inside()
    top.tick(MINUTE)
    assert top.refused(c.LetBotPlay, seat=1) == "nobody-waits"
    top.do(c.Pause)
    assert top.refused(c.LetBotPlay, seat=2) == "nobody-waits"


def test_a_pause_does_not_count_as_waiting():
    top = waiting_table()
    top.do(c.Pause)
    top.tick(MINUTE)
    top.do(c.Resume)
    assert top.refused(c.LetBotPlay, seat=1) == "not-absent"


def test_refusal_of_a_bot_does_not_show_whether_the_player_has_chosen():
    answers = []
    for chosen in (True, False):
        top = waiting_table(show_chosen=False)
        if chosen:
            top.choose(1, leave=True)
        answers.append(top.ask(c.LetBotPlay, seat=1).refusal)
        top.tick(MINUTE)
        answers.append(top.ask(c.LetBotPlay, seat=1).refusal)
    assert answers[:2] == answers[2:]
    assert answers[1] is None


# Seats that the host moves, move without their secrets.


def worlds(leave, banked):
    """Return all that the host sees after claiming the seat of g2.

    Worlds differ in what g2 banked in a closed chest, and in their choice before they left.
    """
    top = waiting_table(closed=True)
    top.table = with_chest(top.table, banked)
    top.choose(1, leave=leave)
    offered(top)
    top.do(c.ClaimSeat, code="h")
    told = [json.dumps(event_for(entry, viewer_of(top.table, "g1"))) for entry in top.news]
    return [*told, json.dumps(top.view("g1")), json.dumps(top.view())]


def with_chest(table, banked):
    chests = list(table.game.chests)
    chests[1] += banked
    return replace(table, game=replace(table.game, chests=tuple(chests)))


def test_seat_claimed_by_the_host_shows_neither_choice_nor_chest():
    assert worlds(True, 3) == worlds(False, 11)


@pytest.mark.parametrize("other", [(False, 3), (True, 11)])
def test_control_leaking_claimed_seat_is_found(monkeypatch, other):
    monkeypatch.setattr(table_view, "_hand", open_hand)
    monkeypatch.setattr("diamant.table.events.seats.replace", keep_choice)
    assert worlds(True, 3) != worlds(*other)


def open_hand(table, at, *, alone):
    return {"choice": table.seat(at).choice, "chest": table.game.chests[at]}


def keep_choice(value, **changes):
    if changes.get("choice", ...) is None:
        del changes["choice"]
    return replace(value, **changes)


def test_next_holder_of_a_seat_does_not_see_the_earlier_chest():
    for way in ("kicked", "left"):
        top = waiting_table(closed=True, break_seconds=3)
        while top.table.phase is TablePhase.CAVE:
            top.all_choose(*top.inside())
        if way == "kicked":
            top.do(c.Kick, guest="g2")
        else:
            top.do(c.LeaveSeat, "g2", seat=1)
        late = top.join()
        top.do(c.TakeSeat, late, name="Late", seat=1)
        assert top.view(late)["hands"][0]["chest"] is None
        assert top.view(late)["game"]["chests"] == (None,) * 4
        assert top.view("g3")["hands"][0]["chest"] is not None


def test_new_holder_of_a_bots_seat_sees_its_chest():
    top = Tabletop(small(closed=True, break_seconds=3, thinking=True)).people(1, bots=1).start()
    while top.table.phase is TablePhase.CAVE:
        top.all_choose(*top.inside())
        top.tick(4_000)
    late = top.join()
    top.do(c.TakeSeat, late, name="Late", seat=1)
    assert top.view(late)["hands"][0]["chest"] is not None


def test_holder_sees_the_full_seat_in_the_next_game():
    top = waiting_table(closed=True)
    top.do(c.Kick, guest="g2")
    top.do(c.EndGame)
    top.do(c.Rematch)
    top.do(c.TakeSeat, "g3", name="Second", seat=1)
    top.start()
    assert [hand["chest"] for hand in top.view("g3")["hands"]] == [0, 0]


# The owner's token always reclaims the seat.


def test_returning_owner_gets_the_seat_back_from_a_stand_in():
    top, stand_in = with_stand_in(closed=True)
    top.choose(1, leave=True)
    top.connect("g2")
    assert top.names() == ["Connected", "SeatMoved"]
    assert top.told()[1] == top.happened("SeatMoved", seat=1, guest="g2", by_other=True)
    assert top.table.seat(1).guest == "g2"
    # The choice was the stand-in's, and the owner cannot see it either.
    assert top.view("g2")["hands"][0]["choice"] is None
    assert top.view("g2")["hands"][0]["chest"] == 0
    assert top.view(stand_in)["hands"] == ()


def test_owner_gets_the_seat_back_after_a_stand_in_changes_devices():
    top, first = with_stand_in()
    top.move_seat(1, first)
    top.connect("g2")
    assert top.table.seat(1).guest == "g2"


def test_player_who_moved_their_own_seat_does_not_take_it_back():
    top = waiting_table()
    phone = top.move_seat(1, "g2")
    top.disconnect("g2")
    top.connect("g2")
    assert top.table.seat(1).guest == phone
    assert top.table.seat(1).owner == phone


@pytest.mark.parametrize("kind", [c.LeaveSeat, c.LeaveTable])
def test_leaving_stand_in_returns_the_seat_to_its_absent_owner(kind):
    top, stand_in = with_stand_in()
    top.do(kind, stand_in, **({"seat": 1} if kind is c.LeaveSeat else {}))
    assert top.table.seat(1).guest == "g2"
    assert top.table.seat(1).stand_in == "away"
    top.connect("g2")
    assert top.table.seat(1).stand_in is None


def test_owner_who_leaves_for_good_gives_up_the_seat():
    top, stand_in = with_stand_in()
    top.do(c.LeaveTable, "g2")
    top.do(c.LeaveSeat, stand_in, seat=1)
    assert top.table.seat(1).guest is None


def test_returning_owner_is_not_removed_as_a_spectator():
    top = offered(waiting_table(spectators=False))
    top.send(c.Join(token="stand-in", code="h"))
    assert top.table.seat(1).guest == "g5"
    top.connect("g2")
    assert top.table.seat(1).guest == "g2"
    assert top.table.find_guest("g5") is None


# Hosting is lent, and returns.


def test_hosting_returns_to_the_player_who_opened_the_table():
    top = Tabletop(small()).people(3)
    top.disconnect("g1")
    top.tick(MINUTE)
    assert (top.table.host, top.table.keeper) == ("g2", "g1")
    top.do(c.HandOver, "g2", guest="g3")
    assert (top.table.host, top.table.keeper) == ("g3", "g1")
    top.connect("g1")
    assert top.table.host == "g1"


def test_hosting_that_was_handed_over_does_not_return():
    top = Tabletop(small()).people(3)
    top.do(c.HandOver, guest="g2")
    top.disconnect("g1")
    top.connect("g1")
    assert (top.table.host, top.table.keeper) == ("g2", "g2")
    top.do(c.CloseTable, "g2")


def test_lent_host_cannot_close_the_table_or_remove_its_keeper():
    top = Tabletop(small()).people(2)
    top.disconnect("g1")
    top.tick(MINUTE)
    assert top.refused(c.CloseTable, "g2") == "hosting-lent"
    assert top.refused(c.Kick, "g2", guest="g1") == "hosting-lent"
    top.do(c.LeaveTable, "g1")
    assert (top.table.host, top.table.keeper) == ("g2", "g2")
    top.do(c.CloseTable, "g2")


def test_spectator_does_not_become_host_while_a_player_is_absent():
    top = Tabletop(small(thinking=True)).people(1, bots=1).start()
    watcher = top.join()
    top.disconnect("g1")
    top.tick(10 * MINUTE)
    assert top.table.host == "g1"
    assert top.refused(c.OfferSeat, watcher, seat=0, code="h") == "not-your-seat"
    assert top.refused(c.CloseTable, watcher) == "not-host"


def test_spectator_hosts_an_empty_table_but_cannot_close_it():
    top = Tabletop(small()).people(1)
    watcher = top.join()
    top.do(c.LeaveTable)
    assert (top.table.host, top.table.keeper) == (watcher, None)
    assert top.refused(c.CloseTable, watcher) == "hosting-lent"
    top.do(c.TakeSeat, watcher, name="Now a player")
    top.do(c.CloseTable, watcher)


# Several players share a phone.


def passed_phone():
    """Return a table where g1 holds seats A and B, and g2 holds C; A has chosen."""
    top = Tabletop(small(clock="off"))
    top.connect()
    for name in ("Ana", "Ben"):
        top.do(c.TakeSeat, name=name)
    top.do(c.TakeSeat, top.join(), name="Cem")
    top.start()
    return top


def test_leaving_one_seat_does_not_show_the_choice_of_the_other():
    shown = []
    for leave in (True, False):
        top = passed_phone()
        top.choose(0, leave=leave)
        top.do(c.LeaveSeat, seat=1)
        shown.append(json.dumps([top.told("g1"), top.view("g1")["hands"]]))
    assert shown[0] == shown[1]
    assert top.table.seat(0).choice is False, "the choice itself stands"


@pytest.mark.parametrize("moved", [0, 1])
def test_moving_one_seat_does_not_show_choices_made_on_the_phone(moved):
    shown = []
    for leave in (True, False):
        top = passed_phone()
        top.choose(0, leave=leave)
        phone = top.move_seat(moved, "g1")
        told = [top.told("g1"), top.told(phone), top.view("g1"), top.view(phone)]
        shown.append(json.dumps(told))
    assert shown[0] == shown[1]
    assert top.view(phone)["seats"][0]["chosen"] is True


def test_seat_that_visits_a_phone_does_not_show_the_other_seats_choice():
    top = passed_phone()
    phone = top.move_seat(1, "g1")
    top.choose(0, leave=True)
    assert top.view("g1")["hands"][0]["choice"] is True
    top.do(c.OfferSeat, phone, seat=1, code="back")
    top.do(c.ClaimSeat, "g1", code="back")
    top.do(c.LeaveSeat, seat=1)
    assert top.view("g1")["hands"][0]["choice"] is None
    top.choose(0, leave=False)
    # The only player left on the phone sees their own choice.
    assert top.view("g1")["hands"][0]["choice"] is False
