"""What the browser makes of the events is what the server shows: random tables, every viewer."""

import json
from pathlib import Path

from diamant.editions import IDS, edition, read_own_edition
from diamant.editions.own import describe
from diamant.table import event_for, fold, view_for, viewer_of
from diamant.table.apply import apply
from tests.amount import amount
from tests.own_editions import SMALL
from tests.table.schedules import Schedule
from tools.node import run_node

HERE = Path(__file__).parent

GUESTS = (None, "g1", "g2", "g3")
SEEDS = range(amount(40))


def _case(seed: int, log: list, guest: str | None) -> dict:
    """One table's life as one guest saw it, from the moment they came in to the one they left."""
    case: dict = {"seed": seed, "guest": guest, "start": None, "steps": []}
    table = fold(log[:1])
    for entry in log[1:]:
        table = apply(table, entry)
        here = guest is None or table.find_guest(guest) is not None
        if not here:
            if case["start"] is not None:
                break
            continue
        # The server tells a batch to whoever somebody is after it; the tests look at each entry.
        viewer = viewer_of(table, guest)
        view = view_for(table, viewer).to_json()
        if case["start"] is None:
            case["start"] = view
            continue
        event = event_for(entry, viewer)
        if event is not None:
            case["steps"].append({"event": event, "expected": view})
    return case


def test_folding_the_events_gives_the_view_that_the_server_shows(tmp_path):
    cases = []
    for seed in SEEDS:
        schedule = Schedule(seed)
        schedule.run(steps=60)
        cases += [_case(seed, schedule.log, guest) for guest in GUESTS]
    own = read_own_edition(SMALL)
    known = {rules.id: describe(rules) for rules in (*map(edition, IDS), own)}
    file = tmp_path / "cases.json"
    cases = [case for case in cases if case["start"] is not None]
    file.write_text(json.dumps({"editions": known, "cases": cases}), encoding="utf-8")
    result = json.loads(run_node(HERE / "fold-cases.js", file))
    assert not result["faults"], json.dumps(result["faults"][:3], indent=1)
    assert result["compared"] > 100 * len(SEEDS)
