"""Tests of the examples that train agents: quick modes run, and committed agents play well."""

import re
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import exploiter
from diamant.bots import find_bot
from diamant.editions import IDS, edition
from diamant.envs.batch import Batch
from diamant.envs.kernel import edition_row
from diamant.envs.openspiel import own_deck
from diamant.errors import BotError
from diamant.rules.game import Game

EXAMPLES = Path(__file__).parents[2] / "examples"
TRAINED = runpy.run_path(str(EXAMPLES / "trained.py"))


def run(name, monkeypatch, *options):
    """Run an example's quick mode in this process, as from the command line."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setattr(sys, "argv", [name, "--quick", *map(str, options)])
    return runpy.run_path(str(EXAMPLES / name), run_name="__main__")


@pytest.mark.parametrize("name", ["ppo.py", "self_play.py"])
def test_example_trains_and_saves_an_agent(name, monkeypatch, tmp_path, capsys):
    log, weights = tmp_path / "log.csv", tmp_path / "weights.npz"
    run(name, monkeypatch, "--log", log, "--save", weights)
    told = [line.split(",") for line in log.read_text().splitlines()]
    assert told[0][-4:] == ["seconds", "wins", "error", "points"]
    assert len(told) == 4
    assert len(np.load(weights).files) == 6
    assert "wins" in capsys.readouterr().out


def test_cfr_converges_to_the_solvers_equilibrium(monkeypatch, tmp_path, capsys):
    log = tmp_path / "log.csv"
    run("small_deck.py", monkeypatch, "--log", log)
    rows = [line.split(",") for line in log.read_text().splitlines()[1:]]
    exact, *cfr, search = [(float(value), float(gap)) for _, _, value, gap in rows]
    # The solver keeps probabilities as 32-bit floats.
    assert exact == (pytest.approx(1.708333, abs=1e-6), pytest.approx(0, abs=1e-6))
    assert cfr[-1] == (pytest.approx(exact[0], abs=2e-3), pytest.approx(0, abs=5e-3))
    assert cfr[0][1] > 1
    assert search[1] > 0.1
    assert "diamant solve: 1.708333 points for each player" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["self_play", "ppo"])
def test_trained_agent_beats_expect_at_mixed_tables(name, monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    share_of_wins = runpy.run_path(str(EXAMPLES / "ppo.py"))["share_of_wins"]
    row = edition_row(edition("schmidt-2005"), 4)

    def policy(seen, masks):
        return TRAINED[f"{name}_chances"](seen, row)

    def expect(seen, masks):
        # The rule `one_step` of `bots/strategies.py`, with the indexes of an observation.
        inside, bust, carried, path, share = seen[:, [2, 5, 6, 7, 8]].T
        return bust * (carried + path / np.maximum(4 * inside, 1)) > share

    trained, error = share_of_wins(policy, "schmidt-2005", 300, 1)
    plain, _ = share_of_wins(expect, "schmidt-2005", 300, 1)
    assert trained > plain + 4 * error


def test_self_play_agent_plays_at_every_table():
    bot = find_bot(f"{EXAMPLES / 'trained.py'}:self_play")
    for players, named in zip((3, 4, 5, 6, 7, 8), IDS, strict=True):
        assert Game.play([bot, *["expect"] * (players - 1)], seed=1, edition=named).is_over
    # It also plays custom editions.
    own = own_deck(edition("iello-2016"), rounds=2, treasures="4;1;9", hazards="snake*2;lava*2")
    assert Game.play([bot, "expect"], seed=1, edition=own).is_over


def test_agent_is_refused_at_a_table_it_was_not_trained_for():
    bot = find_bot(f"{EXAMPLES / 'trained.py'}:ppo")
    with pytest.raises(BotError, match="trained for schmidt-2005 with 4 players, not for"):
        Game.play([bot, "expect", "expect"], seed=1, edition="incan-gold")
    assert Batch(edition_row(edition("schmidt-2005"), 4), 1).features == len(TRAINED["_ACTOR"][0])


@pytest.mark.parametrize("name", ["agent", "plain", "many"])
def test_exploiter_accepts_any_agent_of_a_file(name, monkeypatch, tmp_path, capsys):
    file = tmp_path / "mine.py"
    file.write_text(
        "from diamant.envs.agent import Agent\n"
        "agent = Agent(lambda seen: seen[6] > 0.4)\n"
        "def plain(view):\n"
        "    return view.carried >= 8\n"
        "def many_chances(observations, edition):\n"
        "    return observations[:, 6] > 0.4\n"
    )
    few = ("--games", "8", "--updates", "1", "--measured", "8")
    monkeypatch.setattr(sys, "path", sys.path.copy())
    monkeypatch.setattr(sys, "argv", ["exploiter.py", f"{file}:{name}", *few])
    exploiter.main()
    told = rf"mine.py:{name}: after \d+ s of processor time the exploiter wins"
    assert re.search(told, capsys.readouterr().out)


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("none.py:bot", "no such bot file: none.py"),
        ("champion", "it remembers what others did"),
        ("expects", "did you mean 'expect'?"),
    ],
)
def test_exploiter_prints_one_error_message(bot, sentence, monkeypatch, capsys):
    monkeypatch.setattr(sys, "path", sys.path.copy())
    monkeypatch.setattr(sys, "argv", ["exploiter.py", bot])
    with pytest.raises(SystemExit):
        exploiter.main()
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1
