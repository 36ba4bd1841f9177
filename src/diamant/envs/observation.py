"""What an agent observes, may do and earns: one specification for every environment.

An observation is one row of 32-bit floats, the same in PettingZoo, Gymnasium and OpenSpiel. In an
edition with H kinds of hazards and K different cards, for P players:

| place | name | what it is |
|---|---|---|
| 0 | `round` | rounds done / rounds: 0 in the first, 1 when the game is over |
| 1 | `step` | cards turned this round / cards in the box |
| 2 | `inside` | explorers in the cave / players |
| 3 | `left_before` | how many left at the moment before this card / players |
| 4 | `deck` | cards in the deck / cards in the box |
| 5 | `bust` | the chance that the next card is a bust |
| 6 | `carried` | gems that each one inside carries / unit |
| 7 | `path` | gems on the path / unit |
| 8 | `next_share` | gems that each one inside may expect from the next card / unit |
| 9 | `relics_lying` | relics on the path |
| 10 | `relics_worth` | what one who left alone now would get in relics / unit |
| 11 | `relics_taken` | relics taken by anybody in the whole game |
| 12 … | `met:KIND`, H places | 1 for each kind of hazard met this round |
| … | `left:CARD`, K places | copies of each card in the deck: treasures, hazards, relics |
| … | `in_cave:N`, P places | 1 for each seat inside; N = 0 is one's own, 1 the next one |
| … | `points:N`, P places | points so far / unit, in the same order |
| … | `relics:N`, P places | relics taken, in the same order |

The unit is the edition's richest treasure, 17 in those that ship. Chests are open. When the game is
over, all of the cave is 0. Nothing else decides how the game goes on, except in an edition of one's
own that shares the path card by card, where only the sum is observed.

An action is 0, stay, or 1, leave. The action mask holds a 1 for each action that is legal; whoever
is outside has nothing but 0, which then means to wait.

| reward | when | what |
|---|---|---|
| `win` | at the end | one's share of the win: 1 alone, 1/2 if two share it, else 0 |
| `points` | at the end | one's points |
| `expedition` | at the choice to leave | the points that this expedition brings home |
| `luck-adjusted` | at every choice | as `expedition`, less the luck of cards turned while inside |

The luck of a card is what it changed of the gems that one carries, less what the next card of that
deck could be expected to change, so its mean is 0: over a game the mean of the reward is the same
and its spread smaller. Luck of the very first card, before anybody has chosen, is not counted.
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
assert len(_CAVE) == SCALARS, "the kernel counts on it"


def reward_code(reward: str) -> int:
    """Return the number by which the kernel knows a reward."""
    name = str(reward)  # Whatever it is, it is refused in the same words.
    if name not in REWARDS:
        raise UnknownRewardError.unknown("there is no reward {name}; {hint}", reward, REWARDS)
    return REWARDS[name]


def feature_names(edition: EditionRow) -> tuple[str, ...]:
    """Return the name of every place of an observation."""
    seats = range(edition.players)
    return (
        *_CAVE,
        *(f"met:{hazard.kind}" for hazard in edition.edition.hazards),
        *(f"left:{word}" for word in edition.kinds),
        *(f"{name}:{seat}" for name in ("in_cave", "points", "relics") for seat in seats),
    )


def highest(edition: EditionRow) -> Array:
    """Return the most that every place of an observation may hold; the least is 0."""
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
    """Return what the seat of a view observes: the kernel's observation, worked out in Python.

    An agent at a table is asked so. What a closed chest holds counts as 0.
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
