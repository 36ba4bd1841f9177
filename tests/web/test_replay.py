"""The replay shows the golden games, moment by moment, as computed by hand."""

import json
from pathlib import Path

import pytest

from diamant.editions import IDS
from diamant.server.worker.jobs import replay_text
from tools.node import run_node

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden"


@pytest.fixture(scope="module")
def shown():
    """Return the browser's moments of each edition's golden game."""
    records = [(GOLDEN / f"{name}.dia").read_bytes() for name in IDS]
    cases = [{"answer": replay_text(record), "text": record.decode()} for record in records]
    found = json.loads(run_node(HERE / "replay-cases.js", input=json.dumps(cases)))
    return dict(zip(IDS, (games[0] for games in found), strict=True))


def golden(name):
    lines = (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", IDS)
def test_cards_match_golden_games(shown, name):
    *rows, end = golden(name)
    turned = [moment for moment in shown[name] if "CardTurned" in moment["kinds"]]
    assert len(turned) == len(rows)
    for row, moment in zip(rows, turned, strict=True):
        place = f"{name}, round {row['round']}, card {row['step']}"
        assert moment["round"] == row["round"], place
        assert len(moment["cards"]) == row["step"], place
        assert moment["cards"][-1] == row["card"], place
        assert moment["path"] == row["path"], place
        assert moment["carried"] == max(row["carried"]), place
        assert moment["inside"] == ([] if row["bust"] else row["in_cave"]), place
    assert shown[name][-1]["chests"] == end["scores"]


@pytest.mark.parametrize("name", IDS)
def test_chests_match_golden_games(shown, name):
    rows = [row for row in golden(name)[:-1] if not row["bust"]]
    revealed = [moment for moment in shown[name] if "ChoicesRevealed" in moment["kinds"]]
    assert len(revealed) == len(rows)
    for row, moment in zip(rows, revealed, strict=True):
        inside = [seat for seat in row["in_cave"] if seat not in row["leavers"]]
        assert (moment["chests"], moment["inside"]) == (row["chests"], inside)


@pytest.mark.parametrize("name", IDS)
def test_each_cave_starts_with_its_own_moment(shown, name):
    began = [moment for moment in shown[name] if moment["kinds"] == ["ExpeditionBegan"]]
    assert [moment["round"] for moment in began] == [1, 2, 3, 4, 5]
    assert all(moment["cards"] == [] for moment in began)
