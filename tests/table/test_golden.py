"""Tests that logs of earlier releases still open, fold, and end in records that verify."""

from pathlib import Path

import pytest

from diamant.dealer import verify
from diamant.record import read_records, write_records
from diamant.table import (
    SPECTATOR,
    TablePhase,
    event_for,
    fold,
    handle,
    read_entry,
    records_of,
    view_for,
    write_entry,
)
from diamant.table.commands import Tick
from diamant.table.events import EVENTS
from diamant.table.log import VERSION
from tests.table.golden_life import live

GOLDEN = Path(__file__).parent / "golden"
LOGS = sorted(GOLDEN.glob("log-*.jsonl"))


def entries(log):
    return [read_entry(line) for line in log.read_text(encoding="utf-8").splitlines()]


def test_each_log_version_has_a_golden_log():
    assert {GOLDEN / f"log-v{version}.jsonl" for version in range(1, VERSION + 1)} <= set(LOGS)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_golden_log_opens_and_its_records_verify(log):
    table = fold(entries(log))
    assert table.phase is TablePhase.CLOSED
    records = list(records_of(entries(log)))
    assert records
    assert all(verify(record) is None for record in records)
    expected = log.with_suffix(".dia").read_text(encoding="utf-8")
    assert write_records(records) == expected
    assert list(read_records(expected)) == records


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_game_can_continue_from_every_moment_of_a_golden_log(log):
    table = None
    for entry in entries(log):
        table = fold([entry], table)
        view_for(table).to_json()
        event_for(entry, SPECTATOR)
        handle(table, Tick(), table.latest)


@pytest.mark.parametrize("log", GOLDEN.glob(f"log-v{VERSION}*.jsonl"), ids=lambda log: log.stem)
def test_golden_log_of_this_version_is_written_unchanged(log):
    lines = log.read_text(encoding="utf-8").splitlines()
    assert [write_entry(read_entry(line)) for line in lines] == lines


def test_golden_logs_have_every_kind_of_event():
    kinds = {entry.event.wire_name for log in LOGS for entry in entries(log)}
    assert kinds == set(EVENTS), "see tests/table/golden_life.py for a new event"


def test_golden_life_can_still_be_played():
    top = live()
    assert top.table.phase is TablePhase.CLOSED
    assert {entry.event.wire_name for entry in top.log} == set(EVENTS)
