"""Observations, actions and rewards: one specification for all environments.

An observation is one row of 32-bit floats, the same in PettingZoo, Gymnasium and OpenSpiel. In an
edition with H kinds of hazards and K different cards, for P players:

| place | name | value |
|---|---|---|
| 0 | `round` | rounds done / rounds: 0 in the first, 1 when the game is over |
| 1 | `step` | cards turned this round / cards in the box |
| 2 | `inside` | explorers in the cave / players |
| 3 | `left_before` | number of players who left just before this card / players |
| 4 | `deck` | cards in the deck / cards in the box |
| 5 | `bust` | the chance that the next card is a bust |
| 6 | `carried` | gems that each player inside carries / unit |
| 7 | `path` | gems on the path / unit |
| 8 | `next_share` | expected gems from the next card for each player inside / unit |
| 9 | `relics_lying` | relics on the path |
| 10 | `relics_worth` | worth of the relics to a player who leaves alone now / unit |
| 11 | `relics_taken` | relics taken by all players in the whole game |
| 12 … | `met:KIND`, H places | 1 for each kind of hazard met this round |
| … | `left:CARD`, K places | copies of each card in the deck: treasures, hazards, relics |
| … | `in_cave:N`, P places | 1 for each seat inside; N = 0 is your own seat, 1 the next one |
| … | `points:N`, P places | points so far / unit, in the same order |
| … | `relics:N`, P places | relics taken, in the same order |

The unit is the edition's richest treasure, 17 in the built-in editions. Chests are open. When the
game is over, all values about the cave are 0. An observation determines how the game can continue,
with one exception: in a custom edition that shares the path card by card, only the sum of the gems
on the path is observed.

An action is 0 (stay) or 1 (leave). The action mask contains a 1 for each legal action. For a player
outside, only 0 is legal, and it means to wait.

| reward | when | value |
|---|---|---|
| `win` | at the end | your share of the win: 1 alone, 1/2 if two share it, else 0 |
| `points` | at the end | your points |
| `expedition` | at the choice to leave | the points that this expedition brings home |
| `luck-adjusted` | at every choice | as `expedition`, minus the luck of cards turned while inside |

The luck of a card is the change in the gems that you carry, minus the expected change from the next
card of that deck, so its mean is 0. Over a game, the reward has the same mean and a smaller spread.
The luck of the first card, before anyone has chosen, does not count.
"""

from typing import TYPE_CHECKING

import numpy as np

from diamant.bots.view import BotView
from diamant.envs.errors import UnknownRewardError
from diamant.envs.kernel import Array
from diamant.simulator.kernel.step_layout import (
    AT_THE_END,
    EXPEDITION,
    LUCK_ADJUSTED,
    SCALARS,
    WIN,
    EditionRow,
)

if TYPE_CHECKING:
    from gymnasium.spaces import Box

STAY, LEAVE = 0, 1
ACTIONS = 2
REWARDS = {
    "win": WIN,
    "points": AT_THE_END,
    "expedition": EXPEDITION,
    "luck-adjusted": LUCK_ADJUSTED,
}
_CAVE = (
    *("round", "step", "inside", "left_before", "deck", "bust", "carried", "path", "next_share"),
    *("relics_lying", "relics_worth", "relics_taken"),
)
assert len(_CAVE) == SCALARS, "the kernel relies on this"


def reward_code(reward: str) -> int:
    """Return the kernel's number for a reward."""
    name = str(reward)  # Any invalid value gets the same error message.
    if name not in REWARDS:
        raise UnknownRewardError.unknown("unknown reward {name} ({hint})", reward, REWARDS)
    return REWARDS[name]


def feature_names(edition: EditionRow) -> tuple[str, ...]:
    """Return the names of all features of an observation, in order."""
    seats = range(edition.players)
    return (
        *_CAVE,
        *(f"met:{hazard.kind}" for hazard in edition.edition.hazards),
        *(f"left:{word}" for word in edition.kinds),
        *(f"{name}:{seat}" for name in ("in_cave", "points", "relics") for seat in seats),
    )


def highest(edition: EditionRow) -> Array:
    """Return the largest possible value of every feature; the smallest is 0."""
    game, seats, unit = edition.edition, edition.players, edition.unit
    points = game.relics.points if game.relics else ()
    gems, relics = sum(game.treasures), len(points)
    most = game.rounds * gems + sum(points)
    cave = (1, 1, 1, 1, 1, 1, gems / unit, gems / unit, 1, relics, sum(points) / unit, relics)
    own = [1] * seats + [most / unit] * seats + [relics] * seats
    return np.array([*cave, *[1] * len(game.hazards), *edition.copies, *own], np.float32)


def observation_space(edition: EditionRow) -> "Box":
    """Return the space of observations."""
    from gymnasium.spaces import Box

    most = highest(edition)
    return Box(np.zeros_like(most), most, dtype=np.float32)


def observe(view: BotView, edition: EditionRow) -> Array:
    """Compute the observation that the kernel would return for a view, in Python.

    Agents at a table use this function. A closed chest counts as empty.
    """
    full, seats, unit = view.full, edition.players, np.float32(edition.unit)
    box, players = np.float32(len(edition.words)), np.float32(seats)
    size = np.float32(max(view.deck_size, 1))
    shares = sum(value // view.inside for value in view.treasures_left) if view.inside else 0
    cave = [
        np.float32(view.round - 1) / np.float32(view.rounds),
        np.float32(view.step) / box,
        np.float32(view.inside) / players,
        np.float32(view.left_before) / players,
        np.float32(view.deck_size) / box,
        np.float32(view.bust_cards) / size,
        np.float32(view.carried) / unit,
        np.float32(view.path) / unit,
        np.float32(shares) / size / unit,
        view.relics_lying,
        np.float32(view.relics_worth) / unit,
        sum(map(len, full.relics_taken)),
    ]
    order = [(view.seat + turned) % seats for turned in range(seats)]
    return np.array(
        [
            *cave,
            *(hazard.kind in view.hazards for hazard in edition.edition.hazards),
            *(full.deck.get(word, 0) for word in edition.kinds),
            *(seat in view.in_cave for seat in order),
            *(np.float32(view.chests[seat] or 0) / unit for seat in order),
            *(len(full.relics_taken[seat]) for seat in order),
        ],
        np.float32,
    )
