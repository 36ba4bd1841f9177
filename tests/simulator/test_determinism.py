"""Test that a seed gives the same games for any number of threads and any batch size."""

import numpy as np
import pytest

from diamant.record import read_records, replay
from diamant.simulator import engine, simulate
from tests.simulator.differential import assert_same, export
from tests.simulator.line_ups import COINS

BOTS = COINS[:4]
GAMES = 1_500


def play(games=GAMES, *, bots=BOTS, seed=5, **options):
    return export("iello-2016", bots, games, seed=seed, **options)


@pytest.fixture(scope="module")
def usual():
    return play()


def assert_same_games(one, other):
    assert one[1] == other[1]
    assert_same(one[0], other[0])


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_thread_count_does_not_change_games(usual, threads):
    assert_same_games(usual, play(threads=threads))


@pytest.mark.parametrize("batch", [1, 7, 499, 10_000])
def test_batch_size_does_not_change_recorded_games(usual, batch, monkeypatch):
    monkeypatch.setattr(engine, "RECORDED_BATCH", batch)
    assert_same_games(usual, play(threads=2))


@pytest.mark.parametrize(("batch", "threads"), [(1, 1), (77, 2), (1000, 3), (10**6, 2)])
def test_batch_size_and_threads_do_not_change_sums(batch, threads, monkeypatch):
    expected = simulate("iello-2016", BOTS, 5_000, seed=5).sums
    monkeypatch.setattr(engine, "COMPILED_BATCH", batch)
    told = simulate("iello-2016", BOTS, 5_000, seed=5, threads=threads)
    assert told.games == 5_000
    assert np.array_equal(told.sums, expected)


def test_two_consecutive_runs_equal_one_run(usual):
    """A game depends on its number, not on the run."""
    first, text = play(600)
    second, more = play(GAMES - 600, first_game=600)
    assert text + more == usual[1]
    assert np.array_equal(first.sums + second.sums, usual[0].sums)
    assert np.array_equal(
        np.concatenate([first.each.scores, second.each.scores]), usual[0].each.scores
    )


def test_different_seeds_give_different_games(usual):
    texts = {usual[1], *(play(seed=seed)[1] for seed in (0, 1, -5, 10**30))}
    assert len(texts) == 5


def test_all_games_of_a_run_differ(usual):
    rounds = ["\n".join(game.splitlines()[3:]) for game in usual[1].split("[Edition")[1:]]
    assert len(rounds) == GAMES
    assert len(set(rounds)) == GAMES


def test_called_bots_repeat_the_same_games(tmp_path):
    (tmp_path / "mine.py").write_text("def mine(view):\n    return view.rng.random() < 0.2\n")
    bots = [f"{tmp_path}/mine.py:mine", "random", "threshold"]
    whole = play(40, bots=bots)
    assert_same_games(whole, play(40, bots=bots, threads=2))
    assert play(15, bots=bots)[1] + play(25, bots=bots, first_game=15)[1] == whole[1]
    assert play(40, bots=bots, seed=6)[1] != whole[1]


def test_all_line_ups_get_the_same_decks(usual):
    """The bots decide who leaves, but not which cards come."""
    other = play(bots=("random:leave=0.02", "threshold:gems=30", "vulture:haul=25"))
    compared = 0
    for one, two in zip(read_records(usual[1][:200_000]), read_records(other[1]), strict=False):
        gone = [None, None]
        for number in range(1, one.game.edition.rounds + 1):
            cards = [[s.card for s in replay(record) if s.round == number] for record in (one, two)]
            common = min(map(len, cards))
            if gone[0] != gone[1]:
                break  # From here on different cards have left the game.
            assert cards[0][:common] == cards[1][:common]
            compared += common
            gone = [left_the_game(record, number) for record in (one, two)]
        if compared > 2_000:
            return
    pytest.fail("too few cards were compared")


def left_the_game(record, rounds):
    """Return the cards that have left a game after some of its rounds, in a fixed order."""
    cards = [
        str(card)
        for event in record.game.history
        if type(event).__name__ == "ExpeditionEnded" and event.round <= rounds
        for card in event.removed
    ]
    taken = [
        str(relic.card)
        for step in replay(record)
        if step.round <= rounds
        for event in step.events
        if type(event).__name__ == "RelicsTaken"
        for relic in event.relics
    ]
    return sorted(cards + taken)
