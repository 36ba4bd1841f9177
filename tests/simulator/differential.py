"""Compare the kernel with the rules: export games, replay them and count them again.

`make differential` runs the gate's tests with a million games.
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from diamant.editions import IDS, edition
from diamant.record import read_records, replay
from diamant.rules import events
from diamant.rules.cards import Relic
from diamant.rules.edition import Edition, Gem, HazardKind, Relics
from diamant.rules.game import Game
from diamant.simulator import Result, simulate
from diamant.simulator.result import FLOWS, MOST_COUNTED, WIN_PARTS
from tests.rules.playing import small_edition
from tests.simulator.line_ups import COINS, LINE_UPS, RICH, odd

TREASURES = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)


def _own(name, hazards, relics=(), **changes):
    given = {"rounds": 5, "treasures": TREASURES, "gems": (Gem("ruby", 1, 60),)} | changes
    return small_edition(
        id=f"own-{name}",
        most_players=8,
        hazards=tuple(HazardKind(*hazard) for hazard in hazards.items()),
        relics=Relics(*relics, supplied=False) if relics else None,
        **given,
    )


@cache
def own_editions() -> dict[str, Edition]:
    """Return custom editions at the edges of what the rules allow."""
    three = dict.fromkeys(("spider", "snake", "lava"), 3)
    editions = [
        # Leavers split each card when it is revealed.
        _own("by-card", sharing="card by card", hazards=three),
        # A single round, a single treasure, and the fewest possible hazards.
        _own("one-round", rounds=1, treasures=(7,), hazards={"snake": 2}),
        # Twenty rounds, which remove at most twenty hazards.
        _own("twenty-rounds", rounds=20, treasures=(5, 9, 14), hazards={"snake": 12, "lava": 10}),
        # The most cards, rounds and points: scores far beyond 65,535.
        _own(
            "wide",
            rounds=20,
            treasures=(997,) * 74 + (1000,) * 100,
            hazards={"snake": 21},
            relics=("each round", "by order", (1000, 1, 500, 999, 7)),
        ),
        # Twenty kinds, forty hazards and four relics: all 64 bits of a word.
        _own(
            "bits",
            rounds=3,
            treasures=(1, 8, 8, 30),
            sharing="card by card",
            tie_break="relics",
            hazards={f"h{number}": 2 for number in range(20)},
            relics=("start", "printed", (3, 3, 5, 12)),
        ),
        # Every combination of relic rules that no built-in edition has.
        _own(
            "by-order-at-start",
            treasures=(3, 7),
            tie_break="relics",
            hazards=three,
            relics=("start", "by order", (9, 1, 4, 2)),
        ),
        _own("printed-at-start", hazards=three, relics=("start", "printed", (5, 7, 8))),
        # Far fewer rounds than relics, and a deck that is mostly relics.
        _own(
            "relic-hunt",
            rounds=2,
            treasures=(2,),
            hazards={"snake": 2, "lava": 2},
            relics=("each round", "by order", (1, 2, 3, 4, 5, 6)),
        ),
    ]
    return {edition.id: edition for edition in editions}


def find(name: str) -> Edition:
    """Return a built-in or a custom edition."""
    return edition(name) if name in IDS else own_editions()[name]


def bots_for(name: str, players: int, line_up: str = "coins") -> list[str]:
    """Return bots for this number of seats."""
    if line_up == "coins" and players < 3:
        # With fewer seats than kinds of bots, the set of bots and so the kernel would differ.
        return list(COINS[1:3]) if players == 2 else [odd(6)]
    pool = LINE_UPS[line_up] if name != "own-wide" or line_up != "coins" else RICH * 3
    return list(pool[:players])


@dataclass
class Counted:
    """Figures of some games by the rules, in the same arrays as a result."""

    arrays: dict[str, np.ndarray]
    flows: dict[str, int]
    cards: int


def count_again(
    games: Iterable[Game], many: int, players: int, rounds: int, cards: int, places: int
) -> Counted:
    """Count games from their events, without any of the simulator's counting code."""
    arrays = {
        "sums": np.zeros((4, 8), np.uint64),
        "detail.scores": np.zeros((players, places), np.int64),
        "detail.lengths": np.zeros((rounds, cards + 1), np.int64),
        "detail.busts": np.zeros(rounds, np.int64),
        "detail.leavers": np.zeros(9, np.int64),
        "each.scores": np.zeros((many, players), np.int64),
        "each.winners": np.zeros(many, np.int64),
        "each.lengths": np.zeros((many, rounds), np.int64),
        "each.busts": np.zeros((many, rounds), np.bool_),
    }
    sums, scores, lengths, busts, leavers, *each = arrays.values()
    each_scores, each_winners, each_lengths, each_busts = each
    flows = dict.fromkeys(FLOWS, 0)
    all_cards = 0
    for number, game in enumerate(games):
        for seat, score in enumerate(game.scores):
            won = WIN_PARTS // len(game.winners) if seat in game.winners else 0
            relics = len(game.relics[seat])
            for row, amount in enumerate((score, score * score, won, relics)):
                sums[row, seat] += np.uint64(amount)
            scores[seat, min(score, places - 1)] += 1
            each_scores[number, seat] = score
        each_winners[number] = sum(1 << seat for seat in game.winners)
        step = lying = 0
        for event in game.history:
            match event:
                case events.CardTurned(card):
                    step += 1
                    flows["relics_turned"] += isinstance(card, Relic)
                case events.TreasureShared(_, _, remainder):
                    lying += remainder
                case events.Bust(_, seats, lost):
                    flows["gems_lost_in_busts"] += lost * len(seats)
                case events.ChoicesRevealed(_, who) if who:
                    leavers[len(who)] += 1
                case events.Banked(_, carried, share):
                    flows["gems_banked_from_hand"] += carried
                    flows["gems_banked_from_path"] += share
                    lying -= share
                case events.RelicsTaken(_, taken):
                    flows["relics_taken"] += len(taken)
                case events.ExpeditionEnded(round, bust, _):
                    flows["gems_left_on_path"] += lying
                    lengths[round - 1, step] += 1
                    busts[round - 1] += bust
                    each_lengths[number, round - 1] = step
                    each_busts[number, round - 1] = bust
                    all_cards += step
                    step = lying = 0
                case _:
                    pass
    return Counted(arrays, flows, all_cards)


def differences(result: Result, counted: Counted) -> list[str]:
    """Return the parts of a result that differ from the count."""
    assert result.detail is not None
    assert result.each is not None
    told = {
        "sums": result.sums,
        **{f"detail.{name}": getattr(result.detail, name) for name in _DETAIL},
        **{f"each.{name}": getattr(result.each, name) for name in _EACH},
    }
    wrong = [
        name for name, array in counted.arrays.items() if not np.array_equal(told[name], array)
    ]
    return wrong + [
        f"flows.{name}" for name in FLOWS if result.detail.flows[name] != counted.flows[name]
    ]


_DETAIL = ("scores", "lengths", "busts", "leavers")
_EACH = ("scores", "winners", "lengths", "busts")


def assert_same(one: Result, other: Result) -> None:
    """Check that two results are equal, except for their durations."""
    assert (one.games, one.seats) == (other.games, other.seats)
    assert np.array_equal(one.sums, other.sums)
    for part, names in (("detail", _DETAIL), ("each", _EACH)):
        first, second = getattr(one, part), getattr(other, part)
        assert (first is None) == (second is None)
        for name in names if first is not None else ():
            assert np.array_equal(getattr(first, name), getattr(second, name)), (part, name)
    if one.detail is not None:
        assert one.detail.flows == other.detail.flows


def decisions(text: str) -> Iterator[tuple[Game, Sequence[int]]]:
    """Yield each position at which players chose, with the players who then left."""
    for record in read_records(text):
        for step in replay(record):
            if step.leavers is not None:
                yield step.turned, step.leavers


def export(edition: Edition, bots: list[str], games: int, **options) -> tuple[Result, str]:
    """Simulate with every option, and return the result and the text of the records."""
    output = io.StringIO()
    result = simulate(edition, bots, games, detail=True, each=True, records=output, **options)
    return result, output.getvalue()


def compare(
    name: str, players: int, games: int, *, line_up: str = "coins", seed: int = 0, first: int = 0
) -> tuple[Result, Counted, list[str]]:
    """Play games, replay their records, and return the differences.

    The reader refuses cards that are not in the deck, and wrong scores.
    """
    edition, bots = find(name), bots_for(name, players, line_up)
    result, text = export(edition, bots, games, seed=seed, first_game=first, threads=1)
    records = list(read_records(text))
    cards = len(edition.treasures) + sum(kind.copies for kind in edition.hazards)
    cards += len(edition.relics.points) if edition.relics else 0
    # A histogram has a place for each score up to half of all points, within bounds.
    most = edition.rounds * sum(edition.treasures)
    most += sum(edition.relics.points) if edition.relics else 0
    places = min(65_536, max(MOST_COUNTED, most // 2))
    counted = count_again(
        (record.game for record in records), len(records), players, edition.rounds, cards, places
    )
    wrong = differences(result, counted)
    if len(records) != games or result.games != games:
        wrong.append("games")
    if any(record.game.edition != edition for record in records):
        wrong.append("edition")
    if any(record.players != tuple(seat.bot for seat in result.seats) for record in records):
        wrong.append("players")
    return result, counted, wrong
