"""The page about scale follows from the committed measurements and the model."""

import json

import pytest

from benchmarks import scale

MEASURED = json.loads(scale.COSTS.read_text(encoding="utf-8"))
COSTS = scale.costs_of(MEASURED)
PAGE = scale.PAGE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("row", MEASURED["postgresql"], ids=lambda row: row["nodes"])
def test_page_has_every_measurement(row):
    assert scale.measured_row(row) in PAGE


@pytest.mark.parametrize("size", scale.SIZES[:3])
def test_page_has_what_the_model_returns(size):
    assert scale.simulated_row(*size, COSTS) in PAGE


def test_choice_waits_for_a_tick_and_a_sync():
    found = scale.shard(1_000, 15.0, 1, COSTS, seconds=5.0)
    assert 1000 * COSTS["sync"] < found["p50"] < 1000 * (COSTS["sync"] + 2 * scale.PACE)


def test_control_a_node_with_too_many_people_falls_behind():
    found = scale.shard(100_000, 5.0, 1, COSTS, seconds=5.0)
    assert found["p99"] > 1_000


def test_control_commits_that_cost_more_fill_postgresql():
    size = (100_000, 15.0, 4)
    dear = scale.shard(*size, {**COSTS, "commit": 10 * COSTS["commit"]}, seconds=5.0)
    assert dear["base"] > 3 * scale.shard(*size, COSTS, seconds=5.0)["base"]
