"""Tests of joining, sitting down, moving to another device, and leaving."""

from dataclasses import replace

import pytest

from diamant.table import Settings, TablePhase
from diamant.table import commands as c
from diamant.table.commands.seats import CODE_MS, MOST_WRONG_CODES
from diamant.table.settings import MOST_GUESTS
from diamant.table.values import MOST_DEPARTED
from tests.table.tabletop import Tabletop, small


def code(answer):
    return answer.refusal and answer.refusal.code


def joined_late(people, bots, seat=None):
    """Return a game with bots, and a late joiner who was promised a bot's seat."""
    top = Tabletop(small(thinking=True)).people(people, bots).start()
    late = top.join()
    top.do(c.TakeSeat, late, name="Late", seat=seat)
    return top, late


def test_joining_twice_with_one_token_joins_once():
    top = Tabletop()
    top.send(c.Join(token="a"))
    top.send(c.Join(token="a"))
    assert top.news == ()
    assert [guest.id for guest in top.table.guests] == ["g1", "g2"]
    assert top.table.guest_with_token("a").id == "g2"
    assert top.table.guest_with_token("b") is None


def test_locked_table_admits_no_one():
    top = Tabletop(small(visibility="locked"))
    assert code(top.send(c.Join(token="a"))) == "locked"
    assert top.news == ()


def test_closed_table_admits_no_one():
    top = Tabletop()
    top.do(c.CloseTable)
    assert code(top.send(c.Join(token="a"))) == "not-now"


def test_table_without_spectators_is_open_until_the_game_starts():
    top = Tabletop(small(spectators=False)).people(2)
    watcher = top.join()
    screen = top.join(screen=True)
    top.start()
    assert top.table.find_guest(watcher) is None
    assert top.table.find_guest(screen) is not None
    assert code(top.send(c.Join(token="late"))) == "no-spectators"


def test_number_of_guests_is_bounded():
    top = Tabletop()
    while len(top.table.guests) < MOST_GUESTS:
        top.join()
    assert code(top.send(c.Join(token="one more"))) == "table-full"
    # A guest who never took a seat and lost their connection makes room.
    top.disconnect("g9")
    top.tick(1)
    top.disconnect("g7")
    assert code(top.send(c.Join(token="one more"))) is None
    assert top.told()[0]["why"] == "away"
    assert top.table.find_guest("g9") is None
    assert len(top.table.guests) == MOST_GUESTS


def test_player_who_left_needs_a_new_token():
    top = Tabletop()
    guest = top.join()
    top.do(c.LeaveTable, guest)
    assert code(top.send(c.Join(token="token-2"))) == "token-retired"
    assert top.join() == "g3"


def test_commands_of_departed_guests_are_refused():
    top = Tabletop()
    top.connect()
    guest = top.join()
    leave = c.LeaveTable(by=guest, sent=top.by_connection(guest))
    assert top.send(leave).refusal is None
    assert top.send(leave).refusal.code == "unknown-guest"
    assert top.news == ()
    assert top.refused(c.LeaveTable, guest) == "unknown-guest"


def test_number_of_remembered_departures_is_bounded():
    top = Tabletop()
    for _ in range(MOST_DEPARTED + 3):
        top.do(c.LeaveTable, top.join())
    assert len(top.table.departed) == MOST_DEPARTED


def test_first_free_seat_is_taken_with_a_free_color_and_shape():
    top = Tabletop(small()).people(3)
    seats = [top.table.seat(at) for at in range(3)]
    assert [(seat.color, seat.shape) for seat in seats] == [(0, 0), (1, 1), (2, 2)]
    top.do(c.LeaveSeat, "g2", seat=1)
    top.do(c.TakeSeat, "g2", name="Bea", color=7)
    assert top.table.seat(1).name == "Bea"
    assert (top.table.seat(1).color, top.table.seat(1).shape) == (7, 1)


def test_free_shape_is_chosen_if_the_colors_shape_is_taken():
    top = Tabletop(small())
    top.do(c.TakeSeat, name="A", color=3, shape=0)
    top.do(c.TakeSeat, name="B")
    assert (top.table.seat(1).color, top.table.seat(1).shape) == (0, 1)


def test_one_device_can_hold_several_seats():
    top = Tabletop(small())
    top.connect()
    for name in ("Ana", "Ben", "Cem"):
        top.do(c.TakeSeat, name=name)
    assert top.table.seats_of("g1") == (0, 1, 2)
    top.start()
    top.choose(0, leave=True)
    hands = top.view("g1")["hands"]
    assert [hand["seat"] for hand in hands] == [0, 1, 2]
    # The next player who holds the device cannot see the choices made on it.
    assert [hand["choice"] for hand in hands] == [None, None, None]
    assert [seat["chosen"] for seat in top.view("g1")["seats"]] == [True, False, False]


def test_seat_can_be_taken_only_once():
    top = Tabletop(small()).people(2)
    assert top.refused(c.TakeSeat, name="X", seat=1) == "seat-taken"
    assert top.refused(c.TakeSeat, name="X", seat=4) == "no-such-seat"
    assert top.refused(c.TakeSeat, name="X", seat=-1) == "no-such-seat"
    top.do(c.FillWithBots, players=4)
    # People replace bots.
    top.do(c.TakeSeat, name="X")
    top.do(c.TakeSeat, name="Y")
    assert [seat["name"] for seat in top.view()["seats"]][2:] == ["X", "Y"]
    assert [seat["bot"] for seat in top.view()["seats"]][2:] == [None, None]
    assert top.refused(c.TakeSeat, name="Z") == "no-free-seat"


def test_removed_player_gets_their_seat_back_by_name():
    top = Tabletop(small()).people(3, bots=1).start()
    name = top.table.seat(1).name
    top.do(c.Kick, guest=top.table.seat(1).guest)
    top.do(c.TakeSeat, top.join(), name=name)
    assert top.view()["seats"][1]["promised"]["name"] == name


def test_bots_seat_can_be_taken_in_the_lobby():
    top = Tabletop(small()).people(1, bots=1)
    top.do(c.TakeSeat, top.join(), name="Rosa", seat=1)
    assert top.table.seat(1).guest == "g2"
    assert top.table.seat(1).level is None


def test_names_are_unique_at_a_table():
    top = Tabletop(small()).people(2)
    answer = top.ask(c.TakeSeat, name="p1")
    assert answer.refusal.params == {"name": "p1", "suggestion": "p1 2"}
    assert top.refused(c.Rename, "g2", seat=1, name="P1") == "name-taken"
    top.do(c.Rename, "g2", seat=1, name="p2")
    assert top.table.seat(1).name == "p2"
    top.do(c.Rename, "g2", seat=1, name=" p2 ")
    assert top.names() == ["NothingChanged"]


def test_host_may_rename_only_bots():
    top = Tabletop(small()).people(2, bots=1)
    top.do(c.Rename, seat=2, name="Robot")
    assert top.refused(c.Rename, seat=1, name="Fool") == "not-your-seat"
    assert top.refused(c.Rename, "g2", seat=2, name="Fool") == "not-your-seat"


def test_colors_and_shapes_are_unique_at_a_table():
    top = Tabletop(small()).people(2)
    top.do(c.Dress, seat=0, color=5, shape=6)
    assert top.refused(c.Dress, "g2", seat=1, color=5, shape=1) == "color-taken"
    assert top.refused(c.Dress, "g2", seat=1, color=1, shape=6) == "shape-taken"
    assert top.refused(c.Dress, "g2", seat=1, color=8, shape=1) == "no-such-word"
    assert top.refused(c.Dress, "g2", seat=1, color=1, shape=-1) == "no-such-word"
    top.do(c.Dress, seat=0, color=5, shape=6)
    assert top.names() == ["NothingChanged"]


def test_only_the_holder_may_act_for_a_seat():
    top = Tabletop(small()).people(2)
    for kind, fields in (
        (c.LeaveSeat, {}),
        (c.Dress, {"color": 3, "shape": 3}),
        (c.TakeBack, {}),
        (c.SendEmote, {"emote": "wave"}),
    ):
        assert top.refused(kind, "g2", seat=0, **fields) == "not-your-seat"
        assert top.refused(kind, "g2", seat=3, **fields) == "no-such-seat"


def test_guest_can_become_the_shared_screen_and_stop():
    top = Tabletop()
    top.do(c.BeScreen, screen=True)
    assert top.view()["guests"][0]["screen"] is True
    top.do(c.BeScreen, screen=True)
    assert top.names() == ["NothingChanged"]
    top.do(c.BeScreen, screen=False)
    assert top.view()["guests"][0]["screen"] is False


def test_leaving_a_seat_in_a_game_gives_it_to_a_bot():
    top = Tabletop(small(thinking=True)).people(2).start()
    top.do(c.LeaveSeat, "g2", seat=1)
    seat = top.view()["seats"][1]
    assert (seat["guest"], seat["bot"], seat["name"]) == (None, "medium", "P2")


# A seat moves to another device.


def test_a_seat_moves_with_its_pending_choice():
    top = Tabletop(small()).people(2).start()
    top.choose(1, leave=True)
    top.do(c.OfferSeat, "g2", seat=1, code="h")
    assert top.told("g2") == []
    phone = top.join()
    top.do(c.ClaimSeat, phone, code="h")
    assert top.table.seat(1).guest == phone
    assert top.view(phone)["hands"][0]["choice"] is True
    assert top.refused(c.ClaimSeat, "g2", code="h") == "wrong-code"


def test_code_expires():
    top = Tabletop(small()).people(2)
    top.do(c.OfferSeat, "g2", seat=1, code="h")
    phone = top.join()
    top.now += CODE_MS
    assert top.refused(c.ClaimSeat, phone, code="h") == "wrong-code"


def test_new_code_replaces_the_old_one():
    top = Tabletop(small()).people(2)
    top.do(c.OfferSeat, "g2", seat=1, code="old")
    top.do(c.OfferSeat, "g2", seat=1, code="new")
    assert [offer.code for offer in top.table.offers] == ["new"]


def test_number_of_wrong_codes_is_bounded():
    top = Tabletop(small()).people(2)
    top.do(c.OfferSeat, "g2", seat=1, code="h")
    guesser = top.join()
    for _ in range(MOST_WRONG_CODES):
        assert top.refused(c.ClaimSeat, guesser, code="x") == "wrong-code"
    assert top.refused(c.ClaimSeat, guesser, code="h") == "too-many-codes"


def test_code_gives_access_to_a_locked_table():
    top = Tabletop(small(visibility="locked", spectators=False))
    top.connect()
    top.do(c.TakeSeat, name="Ana")
    top.do(c.FillWithBots, players=2)
    top.start()
    top.do(c.OfferSeat, seat=0, code="h")
    assert code(top.send(c.Join(token="a", code="x"))) == "wrong-code"
    assert top.send(c.Join(token="a", code="h")).refusal is None
    assert top.table.seat(0).guest == "g2"


def test_old_device_of_a_moved_seat_leaves_a_table_without_spectators():
    top = Tabletop(small(spectators=False)).people(2).start()
    top.do(c.OfferSeat, "g2", seat=1, code="h")
    top.send(c.Join(token="phone", code="h"))
    assert top.table.find_guest("g2") is None


def test_host_can_offer_the_seat_of_an_absent_player():
    top = Tabletop(small()).people(3).start()
    assert top.refused(c.OfferSeat, seat=1, code="h") == "guest-present"
    top.disconnect("g2")
    assert top.refused(c.OfferSeat, "g3", seat=1, code="h") == "not-your-seat"
    top.tick(59_999)
    refusal = top.ask(c.OfferSeat, seat=1, code="h").refusal
    assert (refusal.code, refusal.params) == ("not-absent", {"seat": "B", "seconds": 1})
    top.tick(1)
    assert top.table.seat(1).stand_in == "away"
    top.move_seat(1, "g1")
    assert top.table.seat(1).stand_in is None
    assert top.refused(c.OfferSeat, seat=7, code="h") == "no-such-seat"


def test_bots_seat_has_no_code():
    top = Tabletop(small()).people(1, bots=1)
    assert top.refused(c.OfferSeat, seat=1, code="h") == "not-a-person"


# Late joiners.


def test_late_joiner_takes_a_bots_seat_when_the_expedition_ends():
    top = Tabletop(small(break_seconds=3, thinking=True)).people(1, bots=2).start()
    late = top.join()
    top.do(c.TakeSeat, late, name="Late")
    assert top.names() == ["SeatPromised"]
    assert top.table.seat(1).guest is None
    assert top.view()["seats"][1]["promised"] == {"guest": late, "name": "Late"}
    assert top.refused(c.TakeSeat, top.join(), name="Other", seat=1) == "seat-taken"
    assert top.refused(c.TakeSeat, "g3", name="late", seat=2) == "name-taken"
    while top.table.phase is not TablePhase.BREAK:
        top.all_choose(*top.inside())
        top.tick(4_000)
    assert top.table.seat(1).guest == late
    assert top.table.seat(1).name == "Late"
    # During the break, a seat is taken immediately.
    top.do(c.TakeSeat, "g3", name="Later")
    assert top.names() == ["SeatTaken"]
    assert top.refused(c.TakeSeat, "g3", name="Even later") == "no-free-seat"


def test_promised_seat_is_kept_into_the_next_game():
    top = Tabletop(small(thinking=True)).people(1, bots=2)
    top.do(c.RemoveBot, seat=1)
    top.start()
    late = top.join()
    top.do(c.TakeSeat, late, name="Late")
    promised = top.view()["seats"][1]["promised"]
    assert promised == {"guest": late, "name": "Late"}
    top.do(c.EndGame)
    assert top.view()["seats"][1]["promised"] == promised
    top.do(c.Rematch)
    assert top.names() == ["RematchBegan", "SeatTaken"]
    seat = top.table.seat(2)
    assert (seat.guest, seat.name, seat.letter, seat.promise) == (late, "Late", "C", None)


def test_promised_seat_can_be_given_up():
    top, late = joined_late(1, bots=1, seat=1)
    assert top.refused(c.LeaveSeat, seat=1) == "not-your-seat"
    top.do(c.LeaveSeat, late, seat=1)
    assert top.table.seat(1).promise is None
    assert top.table.seat(1).level is None
    assert top.refused(c.LeaveSeat, late, seat=1) == "not-your-seat"


def test_promise_ends_when_the_guest_leaves():
    top, late = joined_late(1, bots=2, seat=2)
    top.do(c.LeaveTable, late)
    assert top.table.seat(2).promise is None


@pytest.mark.parametrize("spectators", [True, False])
def test_guest_with_a_promised_seat_may_wait_at_a_table_without_spectators(spectators):
    top, late = joined_late(2, bots=1, seat=2)
    top.setting(spectators=spectators)
    top.do(c.LeaveSeat, "g2", seat=1)
    assert top.table.find_guest(late) is not None
    assert (top.table.find_guest("g2") is not None) is spectators


def test_seat_cannot_be_taken_during_the_shuffle():
    top = Tabletop(small()).people(2)
    top.do(c.Start)
    assert top.refused(c.TakeSeat, top.join(), name="Late") == "not-now"


def test_host_limits_the_guests_without_a_seat_per_network():
    top = Tabletop(Settings(guests_per_network=3))
    seated = top.join(network="home")
    top.do(c.TakeSeat, seated, name="Ana")
    watching = [top.join(network="home") for _ in range(3)]
    refused = top.send(c.Join(token="one more", network="home"))
    assert code(refused) == "network-full"
    assert refused.refusal.params == {"most": 3}
    top.join(network="elsewhere")
    top.join()
    # The guest who has been away for longest makes room; a guest with a seat code needs none.
    top.do(c.OfferSeat, seated, seat=0, code="h")
    assert code(top.send(c.Join(token="phone", network="home", code="h"))) is None
    top.disconnect(watching[1])
    assert code(top.send(c.Join(token="one more", network="home"))) is None
    assert top.table.find_guest(watching[1]) is None
    settings = replace(top.table.settings, guests_per_network=50)
    top.do(c.ChangeSettings, settings=settings)
    top.join(network="home")
    wrong = top.ask(c.ChangeSettings, settings=replace(settings, guests_per_network=0))
    assert code(wrong) == "bad-setting"


def test_invited_guest_replaces_a_spectator_at_a_full_table():
    top = Tabletop(Settings(guests_per_network=MOST_GUESTS))
    top.do(c.TakeSeat, name="Ana")
    while len(top.table.guests) < MOST_GUESTS:
        top.join(network="many")
    assert code(top.send(c.Join(token="x", network="friend"))) == "table-full"
    assert code(top.send(c.Join(token="x", network="many", invited=True))) == "table-full"
    latest = top.table.guests[-1].id
    assert code(top.send(c.Join(token="x", network="friend", invited=True))) is None
    assert top.told()[0] == {**top.told()[0], "guest": latest, "why": "table-full"}
    assert len(top.table.guests) == MOST_GUESTS
