"""A thousand random lives of tables, with the invariants of `schedules` checked at every step.

A failure names its seed; `Schedule(seed).run()` plays that life again.
"""

import pytest

from diamant.table import handling
from diamant.table.events import ChoiceMade
from tests.table.schedules import Schedule

CHUNKS = 20
PER_CHUNK = 50


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


def failures(seeds):
    found = set()
    for seed in seeds:
        try:
            Schedule(seed).run()
        except AssertionError as error:
            found.add(str(error).partition("\n")[0])
    return found


def test_control_the_schedules_notice_a_lost_choice(monkeypatch):
    def careless(event, table, entry):
        return rightly(event, table, entry) if entry.log_number % 3 else table

    rightly = ChoiceMade.apply
    monkeypatch.setattr(ChoiceMade, "apply", careless)
    assert "an acknowledged choice was lost" in failures(range(30))


def test_control_the_schedules_notice_a_forgotten_command(monkeypatch):
    def forgetful(table, command):
        answer = rightly(table, command)
        return answer if answer is None or answer.refusal is not None else None

    rightly = handling._earlier_answer
    monkeypatch.setattr(handling, "_earlier_answer", forgetful)
    assert "a choice was applied twice" in failures(range(60))


def test_control_the_schedules_notice_a_deadline_that_does_not_fire(monkeypatch):
    monkeypatch.setattr(handling, "_is_due", lambda coming, now: False)
    assert "a due timer was left" in failures(range(10))
