"""The supply of gems: players make change freely, and stand-ins replace gems."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diamant.rules.edition import Edition
    from diamant.rules.expedition import Expedition
    from diamant.rules.sharing import TakenRelics


@dataclass(frozen=True, slots=True)
class Gem:
    """One kind of gem in the box: its name, its worth in points, and its number."""

    name: str
    worth: int
    count: int


class Supply:
    """All gems in a box; the worth of each kind is a multiple of the one before."""

    __slots__ = ("_gems", "_holders", "_plenty", "_second", "singles")

    def __init__(self, gems: Sequence[Gem]) -> None:
        self._gems = gems
        larger = gems[1:]
        self.singles = gems[0].count  # Worth up to this can be laid out for any holders.
        # Worth up to this never needs more of any larger gem than the box has, and then each of
        # this many holdings can get its rest in single gems.
        self._plenty = min((gem.worth * (gem.count + 1) - 1 for gem in larger), default=0)
        self._second = larger[0].worth if larger else 1
        self._holders = self.singles // (self._second - 1) if larger else 0

    def ample(self, holdings: int) -> int:
        """Return the total worth up to which `holdings` holdings never need a stand-in.

        >>> box = Supply([Gem("ruby", 1, 60), Gem("diamond", 5, 40)])
        >>> box.ample(15), box.ample(16)
        (204, 60)
        """
        return max(self.singles, self._plenty) if holdings <= self._holders else self.singles

    def is_ample(self, worth: int, others: int, carried: int, inside: int) -> bool:
        """Return whether a quick check shows that no stand-in is needed.

        The `others` holdings have a combined `worth`, and each of the `inside` players has
        `carried` gems.

        >>> box = Supply([Gem("ruby", 1, 60), Gem("diamond", 5, 40)])
        >>> box.is_ample(80, 9, 8, 8), box.is_ample(80, 9, 9, 8), box.is_ample(150, 9, 10, 8)
        (True, False, False)
        """
        second = self._second
        singles = (second - 1) * others + carried % second * inside
        return singles <= self.singles and worth + carried * inside <= self._plenty

    def stand_ins(self, holdings: Sequence[int]) -> int:
        """Return the worth of the stand-ins needed to lay out these holdings in gems.

        A larger gem fits only in a holding of at least its worth, and frees smaller gems for the
        others. So as many large gems as possible are laid out first (docs/rules.md, ruling 6).

        >>> box = Supply([Gem("ruby", 1, 60), Gem("diamond", 5, 40)])
        >>> box.stand_ins([4] * 20), box.stand_ins([5] * 20)
        (20, 0)
        """
        missing = sum(holdings)
        if missing <= self.ample(len(holdings)):
            return 0
        laid = 0  # Worth already laid out in larger gems, a multiple of every smaller gem's worth.
        for gem in reversed(self._gems):
            worth = gem.worth
            places = sum([holding // worth for holding in holdings]) - laid // worth
            laid += worth * min(gem.count, places)
        return missing - laid


def missing_worth(
    edition: "Edition", cave: "Expedition", chests: tuple[int, ...], relics: "TakenRelics"
) -> int:
    """Return the worth of the stand-ins needed to lay out all of these gems."""
    others = [*chests, sum(cave.gems)]
    if edition.relics_supplied:
        others += [relic.worth for taken in relics for relic in taken]
    carried, inside, supply = cave.carried, len(cave.in_cave), edition.supply
    if supply.is_ample(sum(others), len(others), carried, inside):
        return 0
    return supply.stand_ins([*others, *[carried] * inside])
