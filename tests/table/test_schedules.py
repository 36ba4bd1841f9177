"""Tests of a thousand random schedules, with the invariants of `schedules` checked at every step.

A failure names its seed; `Schedule(seed).run()` plays that schedule again.
"""

import pytest

from diamant.table import handling
from diamant.table.events import ChoiceMade, Disconnected
from diamant.table.senders import Sender
from tests.amount import amount
from tests.table.schedules import Schedule

CHUNKS = 20
PER_CHUNK = amount(50)
LONG_LIVES, LONG = 10, 300  # Enough for every phone to send more commands than a table remembers.


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_no_schedule_loses_a_choice_or_gets_stuck(chunk):
    finished = 0
    for seed in range(chunk * PER_CHUNK, (chunk + 1) * PER_CHUNK):
        schedule = Schedule(seed)
        try:
            schedule.run()
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        finished += schedule.finished
    assert finished >= PER_CHUNK // 2


def test_no_command_of_a_long_schedule_runs_twice():
    for seed in range(LONG_LIVES):
        schedule = Schedule(seed)
        try:
            schedule.run(LONG)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error


def failures(seeds, steps=45):
    found = set()
    for seed in seeds:
        try:
            Schedule(seed).run(steps)
        except AssertionError as error:
            found.add(str(error).partition("\n")[0])
    return found


def test_control_lost_choice_is_found(monkeypatch):
    def careless(event, table, entry):
        return rightly(event, table, entry) if entry.log_number % 3 else table

    rightly = ChoiceMade.apply
    monkeypatch.setattr(ChoiceMade, "apply", careless)
    assert "an acknowledged choice was lost" in failures(range(30))


def test_control_forgotten_command_is_found(monkeypatch):
    """Remember only 32 answers, as the table did before commands had numbers."""

    def only_remembered(sender, number):
        return next((answer for answer in sender.answers if answer.command == number), None)

    monkeypatch.setattr(Sender, "earlier", only_remembered)
    assert "a command was done twice" in failures(range(LONG_LIVES), LONG)


def test_control_command_of_a_closed_connection_is_found(monkeypatch):
    monkeypatch.setattr(Disconnected, "apply", lambda event, table, entry: table)
    assert "a closed connection did something" in failures(range(20))


def test_control_missed_deadline_is_found(monkeypatch):
    monkeypatch.setattr(handling, "_is_due", lambda coming, now: False)
    assert "a due timer was left" in failures(range(10))
