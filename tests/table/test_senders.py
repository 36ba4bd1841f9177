"""Tests that a command runs once: repeated, late, on another connection, or after many others."""

import pytest

from diamant.table import Answer, Sent, TablePhase
from diamant.table import commands as c
from diamant.table.senders import MOST_ANSWERS, MOST_SENDERS, Sender
from diamant.table.values import MOST_CONNECTIONS
from tests.table.tabletop import Tabletop, small


def code(answer):
    return None if answer.refusal is None else answer.refusal.code


def numbered(top, number, connection="x", screen=True):
    """Send a numbered command of the host, and return the code of the refusal."""
    return code(top.send(c.BeScreen(by="g1", sent=Sent(connection, number), screen=screen)))


def send_no_ops(top, first, count, connection="x"):
    """Send this many commands of the host that change nothing."""
    for number in range(first, first + count):
        assert numbered(top, number, connection, screen=False) is None


def sender(top, name="", guest="g1"):
    (found,) = [sender for sender in top.table.guest(guest).senders if sender.name == name]
    return found


def test_repeated_command_changes_nothing_and_gets_the_same_answer():
    top = Tabletop(small()).people(2).start()
    sent = top.by_connection("g1")
    leave = c.Choose(by="g1", sent=sent, seat=0, turn=top.table.turn, leave=True)
    answer = top.send(leave)
    top.choose(0, leave=False)
    assert top.send(leave) == answer
    assert answer.command == sent.id
    assert top.news == ()
    assert top.table.seat(0).choice is False


def test_a_refused_command_stays_refused():
    top = Tabletop(small())
    top.connect()
    early = c.Start(by="g1", sent=Sent("x", 1))
    answer = top.send(early)
    assert code(answer) == "players"
    assert code(top.send(c.FillWithBots(by="g1", sent=Sent("x", 2), players=2))) is None
    assert top.send(early) == answer
    assert top.table.phase is TablePhase.LOBBY
    assert code(top.send(c.Start(by="g1", sent=Sent("x", 3)))) is None


def test_command_needs_a_known_guest():
    top = Tabletop(small())
    assert code(top.send(c.Start(by="g9"))) == "unknown-guest"
    assert code(top.send(c.Start(by="g9", sent=Sent("x", 1)))) == "unknown-guest"
    assert top.news == ()


def test_forgotten_command_does_not_run_again():
    top = Tabletop(small()).people(2)
    rename = c.Rename(by="g1", sent=Sent("x", 1000), seat=0, name="Ann")
    assert code(top.send(rename)) is None
    assert code(top.send(c.Rename(by="g1", sent=Sent("x", 1001), seat=0, name="Bea"))) is None
    send_no_ops(top, 1002, MOST_ANSWERS)
    assert code(top.send(rename)) == "command-too-old"
    assert top.news == ()
    assert top.table.seat(0).name == "Bea"


def test_forty_commands_sent_twice_run_once():
    top = Tabletop(small()).people(2)
    commands = [
        c.Rename(by="g1", sent=Sent("x", 100 + number), seat=0, name=f"Name {number}")
        for number in range(40)
    ]
    answers = [top.send(command) for command in commands]
    assert [code(answer) for answer in answers] == [None] * 40
    before = top.table
    again = [top.send(command) for command in commands]
    assert top.table == before
    assert [code(answer) for answer in again] == ["command-too-old"] * 8 + [None] * 32
    assert again[8:] == answers[8:]


def test_skipped_command_runs_while_no_later_command_is_forgotten():
    """The database can leave such a gap if it does not report what became of a command."""
    top = Tabletop(small()).people(2)
    late = c.Rename(by="g1", sent=Sent("x", 99), seat=0, name="Late")
    send_no_ops(top, 100, 20)
    answer = top.send(late)
    assert code(answer) is None
    assert top.table.seat(0).name == "Late"
    assert top.send(late) == answer
    assert top.news == ()
    send_no_ops(top, 200, MOST_ANSWERS)
    assert numbered(top, 98, "x") == "command-too-old"


def test_number_of_remembered_commands_is_bounded():
    top = Tabletop(small())
    top.connect()
    send_no_ops(top, 1, 40)
    kept = sender(top)
    assert [answer.command for answer in kept.answers] == list(range(9, 41))
    assert (kept.forgotten, kept.last) == (8, 40)


def test_command_with_several_events_is_remembered_once():
    top = Tabletop(small()).people(2).start()
    top.choose(1, leave=False)
    sent = top.by_connection("g1")
    answer = top.send(c.Choose(by="g1", sent=sent, seat=0, turn=1, leave=False))
    assert len([entry for entry in top.news if entry.command is not None]) >= 1
    assert sender(top).answers[-1].command == sent.id
    assert [kept.command for kept in sender(top).answers].count(sent.id) == 1
    assert top.send(c.Choose(by="g1", sent=sent, seat=0, turn=1, leave=False)) == answer


def test_answers_in_any_order_are_kept_by_number():
    kept = Sender("s", 0)
    for number in (5, 3, 9, 1, 3):
        kept = kept.with_answer(Answer(number, number))
    assert [answer.command for answer in kept.answers] == [1, 3, 5, 9]
    assert kept.earlier(4) is None
    assert kept.earlier(3) == Answer(3, 3)


# Connections.


def test_command_of_a_closed_connection_does_not_run():
    top = Tabletop(small()).people(2)
    top.connect("g1", "y")
    top.disconnect("g1", "x")
    held = c.Rename(by="g1", sent=Sent("x", 50), seat=0, name="Held")
    assert code(top.send(held)) == "connection-closed"
    assert top.news == ()
    again = c.Rename(by="g1", sent=Sent("y", 50), seat=0, name="Held")
    assert code(top.send(again)) is None
    assert top.table.seat(0).name == "Held"


def test_guest_cannot_use_the_connection_of_another():
    top = Tabletop(small()).people(2)
    top.connect("g1", "host")
    assert code(top.send(c.Start(by="g2", sent=Sent("host", 50)))) == "connection-closed"


def test_returning_sender_closes_its_old_connection():
    top = Tabletop(small())
    top.connect("g1", "first", sender="tab")
    top.connect("g1", "second", sender="tab")
    assert top.names() == ["Connected", "Disconnected"]
    assert top.told() == [], "that is nobody else's business"
    assert [opened.name for opened in top.table.guest("g1").connections] == ["second"]
    assert numbered(top, 1, "first") == "connection-closed"
    top.disconnect("g1", "first")
    assert top.table.guest("g1").present


def test_connections_without_a_sender_stay_open_together():
    top = Tabletop(small())
    top.connect("g1", "first")
    top.connect("g1", "second")
    assert len(top.table.guest("g1").connections) == 2
    send_no_ops(top, 1, 1, "first")
    assert sender(top).last == 1
    send_no_ops(top, 2, 1, "second")
    assert sender(top).last == 2


def test_sender_at_the_connection_limit_can_replace_its_own_connection():
    top = Tabletop(small())
    for number in range(MOST_CONNECTIONS):
        top.connect("g1", f"x{number}", sender=f"tab {number}")
    assert code(top.connect("g1", "more", sender="tab 3")) is None
    assert code(top.connect("g1", "too many", sender="another")) == "too-many-connections"


# Senders.


def test_each_sender_has_its_own_numbers():
    top = Tabletop(small())
    top.connect("g1", "one", sender="a")
    top.connect("g1", "two", sender="b")
    send_no_ops(top, 1, 3, "one")
    send_no_ops(top, 1, 2, "two")
    assert (sender(top, "a").last, sender(top, "b").last) == (3, 2)


def test_new_sender_starts_above_all_numbers_of_the_guest():
    top = Tabletop(small())
    top.connect("g1", "one", sender="a")
    send_no_ops(top, 1, 40, "one")
    top.connect("g1", "two", sender="b")
    assert sender(top, "b").last == 40
    assert numbered(top, 40, "two") == "command-too-old"
    assert numbered(top, 41, "two") is None


def test_forgotten_sender_cannot_repeat_its_commands():
    top = Tabletop(small())
    top.connect("g1", "first", sender="first")
    send_no_ops(top, 1, 1, "first")
    for number in range(MOST_SENDERS):
        top.connect("g1", f"x{number}", sender=f"tab {number}")
        top.disconnect("g1", f"x{number}")
    # It is connected, so another sender is forgotten.
    assert sender(top, "first").last == 1
    top.disconnect("g1", "first")
    top.connect("g1", "last", sender="one more")
    names = [kept.name for kept in top.table.guest("g1").senders]
    assert len(names) == MOST_SENDERS
    assert "first" not in names
    top.connect("g1", "again", sender="first")
    assert numbered(top, 1, "again") == "command-too-old"
    assert top.news == ()


def test_remembered_commands_are_in_the_log():
    top = Tabletop(small()).people(2)
    top.connect("g1", "tab", sender="tab")
    send_no_ops(top, 100, 40, "tab")
    assert top.reopen() == top.table


@pytest.mark.parametrize("wrong", [0, -1, 2**53])
def test_invalid_number_fails_an_assertion(wrong):
    top = Tabletop(small())
    top.connect()
    with pytest.raises(AssertionError):
        numbered(top, wrong)
