"""Tests of what only the host may do, and of who is the host."""

import pytest

from diamant.table import Settings, TablePhase, records_of, view_for
from diamant.table import commands as c
from diamant.table.values import MOST_BLOCKED
from tests.table.tabletop import QUICK, Tabletop, small

HOSTS = {
    c.Kick: {"guest": "g1"},
    c.Unblock: {},
    c.HandOver: {"guest": "g2"},
    c.FillWithBots: {"players": 3},
    c.RemoveBot: {"seat": 0},
    c.LetBotPlay: {"seat": 0},
    c.ChangeSettings: {"settings": Settings()},
    c.SetVisibility: {"visibility": "public"},
    c.Start: {},
    c.Pause: {},
    c.Resume: {},
    c.EndGame: {},
    c.Rematch: {},
    c.CloseTable: {},
}


@pytest.mark.parametrize("kind", HOSTS)
def test_only_the_host_may_do_this(kind):
    top = Tabletop(small()).people(2)
    assert top.refused(kind, "g2", **HOSTS[kind]) == "not-host"


def test_removed_guest_loses_their_seat_and_token():
    top = Tabletop(small()).people(3)
    top.do(c.Kick, guest="g2")
    assert top.told()[0]["why"] == "kicked"
    assert top.table.seats[1] is None
    assert top.refused(c.TakeSeat, "g2", name="Back") == "unknown-guest"
    assert top.send(c.Join(token="token-2")).refusal.code == "token-retired"
    assert top.send(c.Join(token="another")).refusal is None


def test_blocked_guest_cannot_return():
    top = Tabletop()
    guest = top.join(origin="device")
    top.do(c.Kick, guest=guest, block=True)
    assert top.send(c.Join(token="new", origin="device")).refusal.code == "blocked"
    assert top.send(c.Join(token="token-2", origin="device")).refusal.code == "blocked"
    assert top.send(c.Join(token="token-2", origin="other")).refusal.code == "token-retired"
    assert top.send(c.Join(token="new", origin="other")).refusal is None


def test_blocking_a_network_removes_all_its_guests_but_the_host():
    top = Tabletop()
    host = top.join(network="away", origin="h")
    top.do(c.HandOver, guest=host)
    strangers = [top.join(network="away", origin=f"d{number}") for number in range(3)]
    other = top.join(network="elsewhere")
    top.do(c.Kick, host, guest=strangers[0], block=True, network=True)
    assert [told["guest"] for told in top.told()] == strangers
    assert "away" not in str(top.told())
    assert {guest.id for guest in top.table.guests} == {"g1", host, other}
    assert top.send(c.Join(token="n", network="away", origin="new")).refusal.code == "blocked"
    top.do(c.Unblock, host)
    back = top.join(network="away", origin="new")
    top.do(c.Kick, host, guest=back, network=True)
    top.join(network="away", origin="new")
    unknown = [top.join(), top.join()]
    top.do(c.Kick, host, guest=unknown[0], network=True)
    assert top.table.find_guest(unknown[1]) is not None


def test_blocking_a_guest_without_an_origin_blocks_no_one_else():
    top = Tabletop()
    top.do(c.Kick, guest=top.join(), block=True)
    top.join()


def test_blocked_guests_are_named_and_can_return_after_unblocking():
    top = Tabletop().people(3)
    away = top.join(origin="family")
    top.do(c.TakeSeat, away, name="Dora")
    watcher = top.join(origin="another")
    top.do(c.Kick, guest=away, block=True)
    top.do(c.Kick, guest=watcher, block=True)
    assert view_for(top.table).to_json()["blocked"] == ("Dora", None)
    assert top.send(c.Join(token="sister", origin="family")).refusal.code == "blocked"
    assert top.refused(c.Unblock, "g2") == "not-host"
    top.do(c.Unblock)
    assert [told["event"] for told in top.told()] == ["Unblocked"]
    assert view_for(top.table).to_json()["blocked"] == ()
    assert top.send(c.Join(token="sister", origin="family")).refusal is None
    assert top.send(c.Join(token="dora", origin="family")).refusal is None


def test_blocked_guest_with_a_promised_seat_is_named():
    top = Tabletop(small()).people(2, bots=1).start()
    late = top.join(origin="late")
    top.do(c.TakeSeat, late, name="Late")
    top.do(c.Kick, guest=late, block=True)
    assert view_for(top.table).to_json()["blocked"] == ("Late",)


def test_unblocking_without_blocks_changes_nothing():
    top = Tabletop()
    top.do(c.Unblock)
    assert top.told() == []


def test_the_block_list_is_bounded():
    top = Tabletop()
    for number in range(MOST_BLOCKED + 2):
        top.do(c.Kick, guest=top.join(origin=f"d{number}"), block=True)
    assert len(top.table.blocked) == MOST_BLOCKED


def test_bot_plays_on_for_a_removed_guest():
    top = Tabletop(small()).people(2).start()
    top.choose(1, leave=True)
    turn = top.table.turn
    top.do(c.Kick, guest="g2")
    assert top.table.seat(1).guest is None
    assert top.table.seat(1).choice is True
    top.choose(0, leave=False)
    assert top.news[1].event.leavers == (1,)
    assert top.table.turn > turn


def test_removing_needs_another_guest():
    top = Tabletop()
    assert top.refused(c.Kick, guest="g1") == "kick-yourself"
    assert top.refused(c.Kick, guest="g9") == "no-such-guest"


def test_hosting_is_handed_over():
    top = Tabletop(small()).people(2)
    top.do(c.HandOver, guest="g1")
    assert top.names() == ["NothingChanged"]
    top.do(c.HandOver, guest="g2")
    assert top.view()["host"] == "g2"
    assert top.refused(c.HandOver, "g2", guest="g9") == "no-such-guest"


def test_hosting_passes_on_when_the_host_leaves():
    top = Tabletop(small()).people(2)
    screen = top.join(screen=True)
    watcher = top.join()
    top.do(c.LeaveTable)
    assert top.table.host == "g2"
    top.do(c.LeaveTable, "g2")
    assert top.table.host == watcher
    assert top.refused(c.CloseTable, watcher) == "hosting-lent"
    top.do(c.LeaveTable, watcher)
    assert top.table.host == screen
    top.do(c.LeaveTable, screen)
    assert top.table.host is None
    assert top.timers == ()
    assert top.join() == "g5"
    assert top.table.host == "g5"


def test_hosting_passes_on_when_the_host_is_away_for_a_minute():
    top = Tabletop(small()).people(2)
    top.disconnect()
    top.tick(59_999)
    assert top.table.host == "g1"
    top.tick(1)
    assert top.table.host == "g2"
    assert top.told() == [top.happened("HostChanged", guest="g2", lent=True)]


def test_bots_can_be_added_and_removed():
    top = Tabletop(small()).people(1)
    top.do(c.FillWithBots, players=3, level="hard")
    assert [seat["bot"] for seat in top.view()["seats"][:3]] == [None, "hard", "hard"]
    top.do(c.FillWithBots, players=2)
    assert top.names() == ["NothingChanged"]
    top.do(c.RemoveBot, seat=1)
    assert top.table.seats[1] is None
    assert top.refused(c.RemoveBot, seat=1) == "no-such-seat"
    assert top.refused(c.RemoveBot, seat=0) == "not-a-bot"
    assert top.refused(c.FillWithBots, players=5) == "players"
    assert top.refused(c.FillWithBots, players=3, level="heavy") == "no-such-word"


def test_a_game_needs_enough_players():
    top = Tabletop(QUICK).people(2)
    answer = top.ask(c.Start)
    assert answer.refusal.params == {"edition": "iello-2016", "least": 3, "most": 8, "players": 2}


def test_settings_change_between_games():
    top = Tabletop(QUICK).people(2)
    top.do(c.ChangeSettings, settings=small(closed=True))
    assert len(top.table.seats) == 4
    top.do(c.ChangeSettings, settings=QUICK)
    assert len(top.table.seats) == 8
    top.do(c.ChangeSettings, settings=QUICK)
    assert top.names() == ["NothingChanged"]
    top.do(c.TakeSeat, name="Far", seat=6)
    assert top.refused(c.ChangeSettings, settings=small()) == "players"
    assert top.refused(c.ChangeSettings, settings=Settings(clock="x")) == "bad-setting"
    top.start()
    assert top.refused(c.ChangeSettings, settings=small()) == "not-now"


def test_table_can_be_locked_at_any_time():
    top = Tabletop(small()).people(2).start()
    seats = top.table.seats
    top.do(c.SetVisibility, visibility="locked")
    assert top.table.settings.visibility == "locked"
    assert top.table.seats == seats
    assert top.refused(c.SetVisibility, visibility="hidden") == "bad-setting"


def test_pause_stops_the_clock_but_not_choices():
    top = Tabletop(small(clock="brisk")).people(2).start()
    top.tick(10_000)
    top.do(c.Pause)
    top.do(c.Pause)
    assert top.names() == ["NothingChanged"]
    top.tick(1_000_000)
    turn = top.table.turn
    top.all_choose()
    assert top.table.turn == turn
    assert top.view()["paused"] is True
    top.do(c.Resume)
    assert top.table.turn == turn + 1
    top.do(c.Resume)
    assert top.names() == ["NothingChanged"]


def test_remaining_time_is_the_same_after_a_pause():
    top = Tabletop(small(clock="brisk")).people(2).start()
    left = top.table.deadline - top.now
    top.tick(10_000)
    top.do(c.Pause)
    top.tick(77_777)
    top.do(c.Resume)
    assert top.table.deadline - top.now == left - 10_000
    assert top.told()[0]["deadline"] == top.table.deadline


def test_a_pause_needs_a_game():
    top = Tabletop(small()).people(2)
    assert top.refused(c.Pause) == "not-now"
    assert top.refused(c.Resume) == "not-now"
    top.setting(clock="off")
    top.start()
    top.do(c.Pause)
    top.do(c.Resume)
    assert top.table.deadline is None


def test_paused_table_gets_another_host():
    top = Tabletop(small()).people(2).start()
    top.do(c.Pause)
    top.disconnect()
    top.tick(60_000)
    top.do(c.Resume, "g2")


def test_host_can_end_a_game():
    top = Tabletop(small()).people(2).start()
    top.choose(0, leave=True)
    top.do(c.EndGame)
    assert top.table.phase is TablePhase.OVER
    assert top.view()["fairness"]["seed"] is None
    assert list(records_of(top.log)) == []
    assert top.table.seat(0).choice is None
    assert top.refused(c.EndGame) == "not-now"


def test_host_can_end_a_shuffle():
    top = Tabletop(small()).people(2)
    before = top.view()["fairness"]["commitment"]
    top.do(c.Start)
    top.do(c.EndGame)
    assert top.table.phase is TablePhase.LOBBY
    assert top.told()[0]["commitment"] == top.view()["fairness"]["commitment"] != before
    assert len(top.table.seats) == 4


def test_a_rematch_keeps_seats_and_spectators():
    top = Tabletop(small()).people(2)
    watcher = top.join()
    top.start()
    assert top.refused(c.Rematch) == "not-now"
    top.play_out()
    first = top.view()["fairness"]
    top.do(c.Rematch)
    assert top.table.phase is TablePhase.LOBBY
    assert [seat.name for _, seat in top.table.taken_seats()] == ["P1", "P2"]
    assert top.table.find_guest(watcher) is not None
    assert top.view()["fairness"]["commitment"] != first["commitment"]
    assert top.view()["fairness"]["nonces"] == [None, None]
    top.start()
    top.play_out()
    assert top.table.games == 2
    assert top.view()["fairness"]["seed"] != first["seed"]


def test_closed_table_stays_closed():
    top = Tabletop(small(clock="brisk")).people(2).start()
    top.do(c.CloseTable)
    assert top.timers == ()
    assert top.refused(c.Rematch) == "not-now"
    assert top.refused(c.LeaveTable, "g2") == "not-now"
    assert top.view()["phase"] == "closed"
