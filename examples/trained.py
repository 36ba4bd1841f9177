"""Agents that the examples trained, as bots for any table.

    diamant ladder --bot examples/trained.py:self_play
    diamant join LINK --bot examples/trained.py:self_play

`self_play` knows every edition and number of players, `ppo` the one table it was trained at.
"""

from pathlib import Path

import numpy as np

from diamant.envs.agent import Agent

WEIGHTS = Path(__file__).parent / "weights"


def load(name):
    """Return the layers' weights, which are stored in half precision."""
    with np.load(WEIGHTS / f"{name}.npz") as kept:
        return [kept[place].astype(np.float32) for place in kept.files]


def outputs(weights, inputs):
    """Pass inputs through the layers, with ReLU between them."""
    for place in range(0, len(weights), 2):
        inputs = inputs @ weights[place] + weights[place + 1]
        if place < len(weights) - 2:
            inputs = np.maximum(inputs, 0)
    return inputs


def summary(observations, edition):
    """Reduce observations to features that are alike for every edition and number of players.

    The deck enters only through three sums that observations contain already: the probability of a
    bust, the expected share, the relics. Of the others only the gaps between points matter.
    """
    seats, hazards = edition.players, len(edition.edition.hazards)
    cave, met = observations[:, :12], observations[:, 12 : 12 + hazards]
    inside, points, relics = (
        observations[:, len(observations[0]) - place * seats :][:, :seats] for place in (3, 2, 1)
    )
    gaps = points[:, 1:] - points[:, :1]
    in_cave = inside[:, 1:] > 0
    last = cave[:, 0] > 1 - 1.5 / edition.edition.rounds
    more = (
        met.sum(axis=1),
        np.full(len(gaps), seats / 8),
        last,
        last * gaps.max(axis=1),
        gaps.max(axis=1),
        np.where(in_cave, gaps, -3).max(axis=1),
        np.where(in_cave, -3, gaps).max(axis=1),
        gaps.mean(axis=1),
        (gaps > 0).mean(axis=1),
        (relics[:, 1:].max(axis=1) - relics[:, 0]),
    )
    return np.concatenate([cave, np.stack(more, axis=1)], axis=1).astype(np.float32)


def softly(worth, edge):
    """Return the probability of leaving from the values of leaving and staying; equal is 50%."""
    return 1 / (1 + np.exp(np.clip((worth[:, 0] - worth[:, 1]) / edge, -60, 60)))


EDGE = 0.05
"""How much worse an action may be, in fair shares of the win, and still be chosen now and then."""


_Q, _ACTOR = load("self-play"), load("ppo")


def self_play_chances(observations, edition):
    """Return the probability of leaving for `self_play.py`'s agent, for each observation."""
    return softly(outputs(_Q, summary(observations, edition)), EDGE)


def ppo_chances(observations, edition):
    """Return the probability of leaving for `ppo.py`'s agent, for each observation."""
    return softly(outputs(_ACTOR, observations), 1.0)


self_play = Agent(
    lambda seen, edition: self_play_chances(seen[None], edition)[0], tells_edition=True
)
ppo = Agent(lambda seen: ppo_chances(seen[None], None)[0], edition="schmidt-2005", players=4)
