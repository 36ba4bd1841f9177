"""Test that a Ray cluster gives the results of one machine, even when a worker dies."""

import json
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from diamant.cli import main
from diamant.errors import BotError, DiamantError
from diamant.record import read_record
from diamant.simulator import Hooks, simulate
from diamant.simulator.cluster import simulate_on_cluster, tournament_on_cluster
from diamant.simulator.tournament import tournament
from tests.amount import TIMES, in_campaigns
from tests.simulator.differential import assert_same
from tests.simulator.line_ups import THREE

# Ray leaves its sockets and log files to the garbage collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
    pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore:.*:FutureWarning:ray.*"),
    pytest.mark.filterwarnings("ignore:.*:DeprecationWarning:ray.*"),
]

# Mostly for campaigns: the workers of each job import everything anew, which takes longer than
# their work.
BOTS = ",".join(THREE)
# Slow enough that a run lasts until the test has found and killed a worker.
SLOW = """
import time

def slow(view, cards=4):
    time.sleep(0.0003)
    return len(view.hazards) > 1 or view.step > cards
"""


@pytest.fixture(scope="module")
def cluster():
    """Return a cluster of one machine, started once; every core costs one more process."""
    cluster = started(tries=4)
    yield cluster
    cluster.shutdown()


def started(tries):
    """Start a cluster; Ray itself waits only 30 seconds, too few for a busy machine."""
    from ray.cluster_utils import Cluster

    try:
        return Cluster(
            initialize_head=True,
            head_node_args={"num_cpus": 1 if TIMES < 1 else 2, "include_dashboard": False},
        )
    except Exception as error:
        if tries == 1 or "timed out during startup" not in str(error):
            raise
    return started(tries - 1)


@pytest.fixture
def slow(tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    return f"{tmp_path}/slow.py:slow"


def workers(cluster):
    """Return the processes that are playing games in this cluster."""
    (raylet,) = cluster.head_node.all_processes["raylet"]
    found = []
    for folder in Path("/proc").iterdir():
        try:
            status = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except (OSError, NotADirectoryError):
            continue
        if int(status[1]) == raylet.process.pid and command.startswith(b"ray::_play"):
            found.append(int(folder.name))
    return found


def test_cluster_simulates_the_same_games_as_one_machine(cluster):
    seen = []
    there = simulate_on_cluster(
        cluster.address,
        "iello-2016",
        BOTS,
        100_003,
        seed=3,
        detail=True,
        hooks=Hooks(progress=seen.append),
    )
    here = simulate("iello-2016", BOTS, 100_003, seed=3, detail=True)
    assert_same(there, here)
    # Progress arrives part by part during the run.
    assert seen == sorted(seen)
    assert seen[-1] == 100_003
    assert len(seen) > 3


@in_campaigns
def test_cluster_tournament_equals_that_of_one_machine(cluster):
    seen = []
    given = ("iello-2016", BOTS, 3, 30_000)
    there = tournament_on_cluster(
        cluster.address, *given, seed=4, hooks=Hooks(progress=seen.append)
    )
    here = tournament(*given, seed=4)
    assert there.standings == here.standings
    assert (there.games, there.mixes, there.decks) == (here.games, here.mixes, here.decks)
    assert seen == sorted(seen)
    assert seen[-1] == 30_000


@in_campaigns
def test_lost_worker_is_retried_with_the_bots_file(cluster, slow):
    """Only this process can read the bot's file; workers receive its text."""
    killed, over = [], threading.Event()

    def kill():
        while not killed and not over.wait(0.05):
            for worker in workers(cluster)[:1]:
                time.sleep(0.1)
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)

    killer = threading.Thread(target=kill)
    killer.start()
    bots = [f"{slow}:cards=3", "threshold", slow]
    try:
        there = simulate_on_cluster(cluster.address, "iello-2016", bots, 250, seed=3)
    finally:
        over.set()
        killer.join()
    assert killed
    assert_same(there, simulate("iello-2016", bots, 250, seed=3))


@in_campaigns
def test_bot_failure_on_a_worker_is_reported_to_the_caller(cluster, tmp_path):
    (tmp_path / "weak.py").write_text(
        "def weak(view):\n    if view.chest > 40:\n        raise OSError(view.card)\n"
        "    return view.carried + view.path > 8\n"
    )
    weak = f"{tmp_path}/weak.py:weak"
    with pytest.raises(BotError, match=r"weak in seat A failed at game .*: OSError: ") as caught:
        simulate_on_cluster(cluster.address, "iello-2016", [weak, "random", "random"], 200)
    assert read_record(caught.value.record).players[0] == weak
    assert caught.value.result.games < 200


@in_campaigns
def test_command_line_uses_the_cluster(cluster, capsys):
    given = ["simulate", "--bots", BOTS, "--games", "5000", "--json"]
    assert main([*given, "--cluster", cluster.address]) == 0
    there = json.loads(capsys.readouterr().out)
    assert main(given) == 0
    assert there["seats"] == json.loads(capsys.readouterr().out)["seats"]


@in_campaigns
def test_interrupted_run_on_a_cluster_returns_the_partial_result(cluster):
    def stop(games):
        raise KeyboardInterrupt

    result = simulate_on_cluster(
        cluster.address, "iello-2016", BOTS, 10_000, hooks=Hooks(progress=stop)
    )
    assert result.interrupted
    assert 0 < result.games < 10_000


@in_campaigns
def test_local_cluster_is_started_and_stopped():
    there = simulate_on_cluster("local", "iello-2016", BOTS, 2_000, seed=1)
    assert_same(there, simulate("iello-2016", BOTS, 2_000, seed=1))


def test_function_without_a_file_is_refused():
    def mine(view):
        return True

    with pytest.raises(DiamantError, match="cannot send bot mine to a cluster; specify its file"):
        simulate_on_cluster("local", "iello-2016", [mine] * 3, 10)


@pytest.mark.parametrize("address", ["", "nonsense", "host:", ":1", "127.0.0.1:1", "no.such:99"])
def test_wrong_cluster_address_is_refused_at_once(address):
    started = time.monotonic()
    with pytest.raises(DiamantError, match=r"no Ray cluster found at|a cluster address must be"):
        simulate_on_cluster(address, "iello-2016", BOTS, 10)
    assert time.monotonic() - started < 60
