"""The cards that one expedition is played with, and the courses that its deck goes through."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress, product

from diamant.errors import DiamantError
from diamant.rules.cards import Card
from diamant.rules.edition import Edition


@dataclass(frozen=True)
class CaveDeck:
    """All cards of one expedition's deck, full or thinned, as far as they matter for its value.

    Kinds of hazard with equally many copies are the same to a player, so only `hazards`, the
    copies of each kind, are kept. `relics` are what the relics in the deck will be worth in the
    order of their taking or, if that is `printed` on them, what each of them is worth.

    >>> CaveDeck((5, 7), (3, 2))
    CaveDeck(treasures=(5, 7), hazards=(3, 2), relics=(), printed=False)
    """

    treasures: tuple[int, ...]
    hazards: tuple[int, ...]
    relics: tuple[int, ...] = ()
    printed: bool = False

    def __post_init__(self) -> None:
        if not any(copies > 1 for copies in self.hazards):
            raise DiamantError(
                "this deck could run out because no hazard can appear twice: at least one "
                "hazard needs two or more cards"
            )
        # One order for all decks that play alike, so that they are solved and kept once.
        object.__setattr__(self, "treasures", tuple(sorted(self.treasures)))
        object.__setattr__(self, "hazards", tuple(sorted(filter(None, self.hazards), reverse=True)))
        if self.printed:
            object.__setattr__(self, "relics", tuple(sorted(self.relics)))
            object.__setattr__(self, "printed", len(set(self.relics)) > 1)

    @property
    def faces(self) -> tuple[int, ...]:
        """What a player sees of each relic: its worth if that is printed on it, or 0."""
        return self.relics if self.printed else (0,) * len(self.relics)

    @classmethod
    def of(
        cls, edition: Edition, round: int = 1, gone: Sequence[Card] = (), taken: int = 0
    ) -> "CaveDeck":
        """Return a round's deck without the cards that are gone.

        `taken` is how many relics were taken in the rounds before, where that decides their worth.
        """
        if edition.sharing != "pooled":
            raise DiamantError(
                (
                    "{edition} cannot be solved because it shares the path card by card; only "
                    "editions with pooled sharing can be solved"
                ),
                edition.id,
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
        printed = relics is not None and relics.worth == "printed"
        if held and relics is not None:
            worth = relics.points[taken : taken + held]
            if printed:
                numbers = zip(relics.points, copies[box.relics], strict=True)
                worth = tuple(number for number, count in numbers if count)
        return cls(tuple(values), tuple(copies[box.hazards]), worth, printed)


@dataclass(frozen=True)
class Course:
    """What has been turned besides treasures: hazards by their number of copies, and relics."""

    met: tuple[int, ...]  # How many kinds have been met of each group with equally many copies.
    lying: tuple[int, ...] = ()  # Relics on the path, by what is printed on them, or 0.
    taken: tuple[int, ...] = ()  # Relics taken home by whoever left alone.


@dataclass(frozen=True)
class Courses:
    """Every course of a deck and the ways from one to another."""

    groups: tuple[tuple[int, int], ...]  # Copies, and how many kinds have so many.
    deck: CaveDeck
    all: tuple[Course, ...]

    @classmethod
    def of(cls, deck: CaveDeck) -> "Courses":
        """Return the courses of a deck, each before those that it can come from."""
        groups = tuple(sorted(Counter(deck.hazards).items()))
        # Each relic is in the deck, on the path or taken; those that look alike are the same.
        relics = {
            tuple(tuple(compress(deck.faces, (at == where for at in places))) for where in (1, 2))
            for places in product(range(3), repeat=len(deck.relics))
        }
        courses = [
            Course(met, *state)
            for met in product(*(range(kinds + 1) for _, kinds in groups))
            for state in sorted(relics)
        ]
        # A card more comes first, and of as many cards the one with more relics taken.
        courses.sort(
            key=lambda course: (
                -sum(course.met) - len(course.lying) - len(course.taken),
                -len(course.taken),
            )
        )
        return cls(groups, deck, tuple(courses))

    def harmless(self, course: Course) -> dict[Course, int]:
        """Return the courses that the next card can lead to, with how many cards lead to each."""
        found = {}
        for place, (copies, kinds) in enumerate(self.groups):
            unseen = kinds - course.met[place]
            if unseen:
                met = (*course.met[:place], course.met[place] + 1, *course.met[place + 1 :])
                found[replace(course, met=met)] = copies * unseen
        left = Counter(self.deck.faces) - Counter(course.lying + course.taken)
        for face, count in left.items():
            found[replace(course, lying=tuple(sorted((*course.lying, face))))] = count
        return found

    def fatal(self, course: Course) -> int:
        """Return how many cards would be a bust if they came next."""
        pairs = zip(self.groups, course.met, strict=True)
        return sum((copies - 1) * met for (copies, _), met in pairs)

    def after_lone_leaver(self, course: Course) -> Course:
        """Return the course once somebody has left alone."""
        return Course(course.met, (), tuple(sorted(course.taken + course.lying)))

    def prize(self, course: Course) -> int:
        """Return what the relics on the path are worth to somebody who leaves alone."""
        if self.deck.printed:
            return sum(course.lying)
        taken = len(course.taken)
        return sum(self.deck.relics[taken : taken + len(course.lying)])
