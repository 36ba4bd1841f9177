"""The browser's model computes the server's view, for random tables and every viewer."""

import json
from pathlib import Path

import pytest

from diamant.editions import IDS, edition
from diamant.editions.own import describe
from diamant.table import event_for, fold, view_for, viewer_of
from diamant.table.draft import apply
from tests.amount import amount
from tests.table.schedules import Schedule
from tools.node import run_node

HERE = Path(__file__).parent

GUESTS = (None, "g1", "g2", "g3")
SEEDS = range(amount(40))


def _case(seed: int, log: list, guest: str | None) -> dict:
    """Return one table as one guest saw it, from joining to leaving."""
    case: dict = {"seed": seed, "guest": guest, "start": None, "steps": []}
    table = fold(log[:1])
    for entry in log[1:]:
        table = apply(table, entry)
        here = guest is None or table.find_guest(guest) is not None
        if not here:
            if case["start"] is not None:
                break
            continue
        # The server sends the view after a whole batch; the tests check it after each entry.
        viewer = viewer_of(table, guest)
        view = view_for(table, viewer).to_json()
        if case["start"] is None:
            case["start"] = view
            continue
        event = event_for(entry, viewer)
        if event is not None:
            case["steps"].append({"event": event, "expected": view})
    return case


def _life(seed: int) -> Schedule:
    """Return the events of a table, alternately with a custom and a built-in edition."""
    if seed % 2:
        schedule = Schedule(seed)
        schedule.run(steps=60)
        return schedule
    name = IDS[seed // 2 % len(IDS)]
    schedule = Schedule(seed, edition=name, edition_text=None, odds=seed % 3 > 0, clock="off")
    schedule.run(steps=200)
    return schedule


@pytest.fixture(scope="module")
def folded(tmp_path_factory) -> dict:
    cases = []
    for seed in SEEDS:
        log = _life(seed).log
        cases += [_case(seed, log, guest) for guest in GUESTS]
    # The view contains the rules of a table's custom edition.
    known = {rules.id: describe(rules) for rules in map(edition, IDS)}
    file = tmp_path_factory.mktemp("fold") / "cases.json"
    cases = [case for case in cases if case["start"] is not None]
    file.write_text(json.dumps({"editions": known, "cases": cases}), encoding="utf-8")
    return json.loads(run_node(HERE / "fold-cases.js", file))


def test_folded_events_match_server_view(folded):
    assert not folded["faults"], json.dumps(folded["faults"][:3], indent=1)
    assert folded["compared"] > 100 * len(SEEDS)


def test_pages_look_again_only_when_events_are_incomplete(folded):
    assert folded["looks"].keys() <= {
        "a table's own edition",
        "another level of bots",
        "end of a game with closed chests",
        "own seats changed",
    }
