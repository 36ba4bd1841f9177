"""Tests that stored names are fixed: renaming a class changes no byte of a log or message.

These names are in databases, so they never change.
"""

from pathlib import Path
from typing import get_args

import pytest

from diamant.rules.events import GameEvent
from diamant.table import SPECTATOR, commands, event_for, events, read_entry, write_entry
from diamant.table.commands import COMMANDS, GuestCommand
from diamant.table.commands.base import guest_command
from diamant.table.events import EVENTS, TableEvent
from diamant.table.events.base import table_event

GAME_EVENTS = """
    Banked Bust CardTurned ChoicesRevealed ExpeditionBegan ExpeditionEnded GameEnded RelicsTaken
    StandInsNeeded TreasureShared
""".split()  # noqa: SIM905 - As lists these would be a page long.
TABLE_EVENTS = """
    BetMade BotRemoved BotSat BreakBegan CardTurned ChoiceMade ChoiceMissed ChoicesRevealed
    ClockMoved CommandRefused Connected Disconnected Emoted GameAbandoned GameFinished GameStarted
    GuestGone GuestJoined HostChanged NoncePromised NonceShown NoncesAwaited NothingChanged Paused
    PlayBegan RematchBegan Resumed ScreenSet SeatDressed SeatHandedBack SeatLeft SeatMoved
    SeatOffered SeatPromised SeatRenamed SeatTaken SeatTakenOver SettingsChanged ShuffleAbandoned
    TableClosed TableCreated Unblocked
""".split()  # noqa: SIM905

LOG = Path(__file__).parent / "golden" / "log-v1.jsonl"


def test_names_of_the_rules_events_are_fixed():
    # A list, to find a name that two events share.
    assert sorted(kind.wire_name for kind in get_args(GameEvent)) == sorted(GAME_EVENTS)


def test_names_of_a_tables_events_are_fixed():
    assert sorted(EVENTS) == sorted(TABLE_EVENTS)
    assert all(kind.wire_name == name for name, kind in EVENTS.items())


def test_every_event_and_command_can_be_imported_from_one_module():
    assert {kind.__name__ for kind in EVENTS.values()} <= set(vars(events))
    assert {kind.__name__ for kind in COMMANDS.values()} <= set(vars(commands))


def test_two_events_cannot_share_a_name():
    with pytest.raises(AssertionError, match="two events are called SeatLeft"):

        @table_event("SeatLeft", told=())
        class Another(TableEvent):
            def apply(self, table, entry):
                return table


def test_event_must_say_what_it_changes():
    with pytest.raises(AssertionError, match="Idle has no rule for its change"):

        @table_event("Idle", told=())
        class Idle(TableEvent):
            pass

    assert "Idle" not in EVENTS


def test_two_commands_cannot_share_a_name_and_each_is_decided():
    with pytest.raises(AssertionError, match="two commands are called Kick"):

        @guest_command("Kick")
        class Another(GuestCommand):
            def decide(self, draft):
                pass

    with pytest.raises(AssertionError, match="Idle has no rule for its decision"):

        @guest_command("Idle")
        class Idle(GuestCommand):
            pass

    assert "Idle" not in COMMANDS


@pytest.fixture
def renamed():
    """Give every event class another name for a while."""
    kinds = (*EVENTS.values(), *get_args(GameEvent))
    names = {kind: (kind.__name__, kind.__qualname__) for kind in kinds}
    for kind in kinds:
        kind.__name__ = kind.__qualname__ = f"Renamed{kind.__name__}"
    yield
    for kind, (name, qualname) in names.items():
        kind.__name__, kind.__qualname__ = name, qualname


@pytest.mark.usefixtures("renamed")
def test_renaming_a_class_changes_no_byte():
    lines = LOG.read_text(encoding="utf-8").splitlines()
    assert [write_entry(read_entry(line)) for line in lines] == lines
    told = [event_for(read_entry(line), SPECTATOR) for line in lines]
    names = {event["event"] for event in told if event is not None}
    facts = {fact["event"] for event in told if event for fact in event.get("facts", ())}
    assert names <= set(TABLE_EVENTS)
    assert facts <= set(GAME_EVENTS)
