"""The cards of one expedition, and the possible courses of its deck."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress, product

from diamant.errors import DiamantError
from diamant.rules.cards import Card
from diamant.rules.edition import Edition


@dataclass(frozen=True)
class CaveDeck:
    """The cards of an expedition's deck, reduced to what matters for its value.

    Hazard kinds with the same number of copies are equivalent for a player, so `hazards` contains
    only the number of copies of each kind. `relics` contains the worth of the deck's relics: in the
    order in which they will be taken, or of each relic if the worth is `printed` on it.

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
        # A canonical order, so equivalent decks are solved and stored only once.
        object.__setattr__(self, "treasures", tuple(sorted(self.treasures)))
        object.__setattr__(self, "hazards", tuple(sorted(filter(None, self.hazards), reverse=True)))
        if self.printed:
            object.__setattr__(self, "relics", tuple(sorted(self.relics)))
            object.__setattr__(self, "printed", len(set(self.relics)) > 1)

    @property
    def faces(self) -> tuple[int, ...]:
        """The visible value of each relic: its worth if that is printed on it, or 0."""
        return self.relics if self.printed else (0,) * len(self.relics)

    @classmethod
    def of(
        cls, edition: Edition, round: int = 1, gone: Sequence[Card] = (), taken: int = 0
    ) -> "CaveDeck":
        """Return a round's deck without the cards that have left the game.

        `taken` is the number of relics taken in earlier rounds. In some editions, it determines the
        worth of the next relics.
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
    """The cards turned so far, except treasures: hazards by copies, and relics."""

    met: tuple[int, ...]  # The number of kinds met in each group with the same number of copies.
    lying: tuple[int, ...] = ()  # Relics on the path, by printed worth, or 0.
    taken: tuple[int, ...] = ()  # Relics taken by players who left alone.


@dataclass(frozen=True)
class Courses:
    """All courses of a deck, and the transitions between them."""

    groups: tuple[tuple[int, int], ...]  # Copies, and the number of kinds with that many copies.
    deck: CaveDeck
    all: tuple[Course, ...]

    @classmethod
    def of(cls, deck: CaveDeck) -> "Courses":
        """Return all courses of a deck, each ahead of the courses that lead to it."""
        groups = tuple(sorted(Counter(deck.hazards).items()))
        # Each relic is in the deck, on the path, or taken; equal relics are interchangeable.
        relics = {
            tuple(tuple(compress(deck.faces, (at == where for at in places))) for where in (1, 2))
            for places in product(range(3), repeat=len(deck.relics))
        }
        courses = [
            Course(met, *state)
            for met in product(*(range(kinds + 1) for _, kinds in groups))
            for state in sorted(relics)
        ]
        # Courses with more cards first; among those, the ones with more relics taken.
        courses.sort(
            key=lambda course: (
                -sum(course.met) - len(course.lying) - len(course.taken),
                -len(course.taken),
            )
        )
        return cls(groups, deck, tuple(courses))

    def harmless(self, course: Course) -> dict[Course, int]:
        """Return the courses that harmless cards lead to, with the number of such cards."""
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
        """Return the number of cards in the deck that would be a bust."""
        pairs = zip(self.groups, course.met, strict=True)
        return sum((copies - 1) * met for (copies, _), met in pairs)

    def after_lone_leaver(self, course: Course) -> Course:
        """Return the course after one player has left alone."""
        return Course(course.met, (), tuple(sorted(course.taken + course.lying)))

    def prize(self, course: Course) -> int:
        """Return the worth of the relics on the path to a player who leaves alone."""
        if self.deck.printed:
            return sum(course.lying)
        taken = len(course.taken)
        return sum(self.deck.relics[taken : taken + len(course.lying)])
