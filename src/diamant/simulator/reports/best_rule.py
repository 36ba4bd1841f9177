"""Find the best rule for an edition, among rules that people can follow.

All rules play with the same opponents and the same decks, so differences between rules are due to
their decisions and not to luck. The winner of the search is measured again on new decks, because
the best of many rules was also lucky.
"""

from collections.abc import Callable, Sequence

from diamant.bots import Bot, find_bot
from diamant.rules.edition import Edition
from diamant.simulator.engine import Engine
from diamant.simulator.kernel.layout import WINS
from diamant.simulator.reports.findings import BestRule, Measured
from diamant.simulator.result import WIN_PARTS

USUAL_TREASURE = 8  # The average treasure in the published editions.
MOST_GEMS = 1000  # The largest number of gems in a rule.

FAMILIES = ("threshold", "hazards", "risk", "expect", "beer-mat")
"""Rules that people can follow at a table."""

STEPS = (0.4, 0.6, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.9, 2.5, 3.5)
"""Numbers of gems to try, as multiples of the usual number for the edition."""
FINER = (0.5, 0.7, 0.85, 1.0, 1.2, 1.45, 2.0)
ROUNDS = 2


def in_size(gems: float, edition: Edition) -> int:
    """Scale a number of gems from the published editions to another edition.

    >>> from diamant.editions import find_edition
    >>> in_size(10, find_edition("iello-2016"))
    10
    """
    mean = sum(edition.treasures) / max(1, len(edition.treasures))
    return max(1, min(MOST_GEMS, round(gems * mean / USUAL_TREASURE)))


def best_rule(
    edition: Edition, company: Sequence[Bot], players: int, games: int, seed: int
) -> BestRule:
    """Find the rule that wins most often against opponents from `company`."""

    def share(names: Sequence[str], seed: int, games: int = games) -> list[Measured]:
        return _shares(edition, [find_bot(name) for name in names], company, players, games, seed)

    def best(names: Sequence[str]) -> str:
        found = share(names, seed)
        return names[max(range(len(names)), key=lambda place: found[place].mean)]

    gems = sorted({in_size(10 * step, edition) for step in STEPS})
    threshold = best([f"threshold:gems={number}" for number in gems])
    champions = [
        threshold,
        best([f"hazards:met={met}" for met in range(1, len(edition.hazards) + 1)]),
        best([f"risk:limit={limit / 100:g}" for limit in (3, 5, 7, 9, 11, 13, 15, 18, 22, 27, 35)]),
        best([f"expect:caution={part:g}" for part in (0.5, 0.7, 0.85, 1, 1.2, 1.5, 2)]),
        _beer_mat(best, int(threshold.partition("=")[2])),
    ]
    measured = share(champions, seed + 1, 4 * games)
    families = sorted(zip(champions, measured, strict=True), key=lambda pair: -pair[1].mean)
    return BestRule(*families[0], tuple(families))


def _beer_mat(best: Callable[[Sequence[str]], str], first: int) -> str:
    """Optimize the three numbers of a beer-mat rule one at a time, in rounds."""
    numbers = [first] * 3
    for _ in range(ROUNDS):
        for place in range(3):
            tried = sorted({max(1, min(MOST_GEMS, round(numbers[place] * step))) for step in FINER})
            names = {
                _named([*numbers[:place], number, *numbers[place + 1 :]]): number
                for number in tried
            }
            numbers[place] = names[best(list(names))]
    return _named(numbers)


def _named(numbers: Sequence[int]) -> str:
    one, two, three = numbers
    return f"beer-mat:one={one},two={two},three={three}"


def _shares(
    edition: Edition,
    rules: Sequence[Bot],
    company: Sequence[Bot],
    players: int,
    games: int,
    seed: int,
) -> list[Measured]:
    """Return each rule's win share, with equally many games per set of opponents."""
    # All families are always included, so one kernel serves the whole search.
    families = [find_bot(name) for name in FAMILIES]
    engine = Engine.of(edition, [*rules, *company, *families], seed=seed)
    each, circle = max(1, games // len(company)), len(company)
    shares = []
    for rule in range(len(rules)):
        wins = 0
        for turn in range(circle):
            others = [len(rules) + (turn + seat) % circle for seat in range(players - 1)]
            part = engine.seat([rule, *others]).play(turn * each, each)
            part.raise_stop()
            wins += int(part.tally.sums[WINS, 0])
        mean = wins / WIN_PARTS / (each * circle)
        shares.append(Measured(mean, (mean * (1 - mean) / (each * circle)) ** 0.5))
    return shares
