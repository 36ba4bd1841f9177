"""The cards that one expedition is played with, and the courses that its deck goes through."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from diamant.errors import DiamantError
from diamant.rules.cards import Card
from diamant.rules.edition import Edition


@dataclass(frozen=True)
class CaveDeck:
    """All cards of one expedition's deck, full or thinned, as far as they matter for its value.

    Kinds of hazard with equally many copies are the same to a player, so only `hazards`, the
    copies of each kind, are kept. `relics` are what the relics in the deck will be worth in the
    order of their taking.

    >>> CaveDeck((5, 7), (3, 2))
    CaveDeck(treasures=(5, 7), hazards=(3, 2), relics=())
    """

    treasures: tuple[int, ...]
    hazards: tuple[int, ...]
    relics: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not any(copies > 1 for copies in self.hazards):
            raise DiamantError(
                "no hazard of this deck can come twice, so that its cards could run out: it must"
                " hold two or more cards of some kind"
            )
        # One order for all decks that play alike, so that they are solved and kept once.
        object.__setattr__(self, "treasures", tuple(sorted(self.treasures)))
        object.__setattr__(self, "hazards", tuple(sorted(filter(None, self.hazards), reverse=True)))

    @classmethod
    def of(
        cls, edition: Edition, round: int = 1, gone: Sequence[Card] = (), taken: int = 0
    ) -> "CaveDeck":
        """Return a round's deck without the cards that are gone.

        `taken` is how many relics were taken in the rounds before, where that decides their worth.
        """
        if edition.sharing != "pooled":
            raise DiamantError(
                f"{edition.id} shares the path card by card, which cannot be solved: what lies on"
                " each card would be part of the position; pooled sharing can be solved"
            )
        deck = edition.deck(round, gone)
        copies, box, relics = deck.copies, deck.box, edition.relics
        values = [
            value
            for value, count in zip(box.values, copies[box.treasures], strict=True)
            for _ in range(count)
        ]
        held = sum(copies[box.relics])
        worth: tuple[int, ...] = ()
        if held and relics is not None:
            worth = relics.points[taken : taken + held]
            if relics.worth == "printed":
                numbers = zip(relics.points, copies[box.relics], strict=True)
                worth = tuple(number for number, count in numbers if count)
                if len(worth) > 1:
                    raise DiamantError(
                        f"the deck of {edition.id} in round {round} holds {len(worth)} relics of"
                        " different worth, which cannot be solved: a deck with at most one can"
                    )
        return cls(tuple(values), tuple(copies[box.hazards]), worth)


@dataclass(frozen=True)
class Course:
    """What has been turned besides treasures: hazards by their number of copies, and relics."""

    met: tuple[int, ...]  # How many kinds have been met of each group with equally many copies.
    lying: int  # Relics on the path.
    taken: int  # Relics taken home by whoever left alone.


@dataclass(frozen=True)
class Courses:
    """Every course of a deck and the ways from one to another."""

    groups: tuple[tuple[int, int], ...]  # Copies, and how many kinds have so many.
    relics: tuple[int, ...]
    all: tuple[Course, ...]

    @classmethod
    def of(cls, deck: CaveDeck) -> "Courses":
        """Return the courses of a deck, each before those that it can come from."""
        groups = tuple(sorted(Counter(deck.hazards).items()))
        relics = range(len(deck.relics) + 1)
        courses = [
            Course(met, lying, taken)
            for met in product(*(range(kinds + 1) for _, kinds in groups))
            for lying in relics
            for taken in relics
            if lying + taken < len(relics)
        ]
        # A card more comes first, and of as many cards the one with more relics taken.
        courses.sort(
            key=lambda course: (-sum(course.met) - course.lying - course.taken, -course.taken)
        )
        return cls(groups, deck.relics, tuple(courses))

    def harmless(self, course: Course) -> dict[Course, int]:
        """Return the courses that the next card can lead to, with how many cards lead to each."""
        found = {}
        for place, (copies, kinds) in enumerate(self.groups):
            unseen = kinds - course.met[place]
            if unseen:
                met = (*course.met[:place], course.met[place] + 1, *course.met[place + 1 :])
                found[Course(met, course.lying, course.taken)] = copies * unseen
        left = len(self.relics) - course.lying - course.taken
        if left:
            found[Course(course.met, course.lying + 1, course.taken)] = left
        return found

    def fatal(self, course: Course) -> int:
        """Return how many cards would be a bust if they came next."""
        pairs = zip(self.groups, course.met, strict=True)
        return sum((copies - 1) * met for (copies, _), met in pairs)

    def after_lone_leaver(self, course: Course) -> Course:
        """Return the course once somebody has left alone."""
        return Course(course.met, 0, course.taken + course.lying)

    def prize(self, course: Course) -> int:
        """Return what the relics on the path are worth to somebody who leaves alone."""
        return sum(self.relics[course.taken : course.taken + course.lying])
