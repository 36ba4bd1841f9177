"""Whether two engines play the same games."""

import numpy as np

from diamant.simulator.result import Games


def check_same_games(engines, line_up, first, games):
    """Play some games with both: sums, single scores and winners are the same."""
    outcomes = [Games.empty(games, len(line_up), 5) for _ in range(2)]
    sums = [
        engine.seat(line_up).play(first, games, each=each).tally.sums[:3]
        for engine, each in zip(engines, outcomes, strict=True)
    ]
    assert np.array_equal(*sums)
    assert np.array_equal(*(each.scores for each in outcomes))
    assert np.array_equal(*(each.winners for each in outcomes))
