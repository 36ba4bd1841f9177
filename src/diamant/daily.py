"""The daily cave: every day one deck for everybody, the same bots, one attempt that counts.

Nothing here knows what day it is, draws a seed or keeps anything: that is the server's part. An
attempt is told by who left after each card, so that a bot that changes in a later release changes
no game that has begun. docs/daily.md says what is promised and what is not.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from diamant.bots import Bot, BotView, find_bot, leaving_chance
from diamant.dealer import Dealer
from diamant.editions import edition
from diamant.rules.cards import Card
from diamant.rules.events import ChoicesRevealed, GameEvent
from diamant.rules.game import Game, Phase
from diamant.rules.seats import SEAT_LETTERS
from diamant.view import event_to_json

EDITION = "iello-2016"
COMPANY = {"Rosa": "threshold:gems=10", "Otto": "vulture", "Ines": "catch-up", "Emil": "expect"}
"""Who goes into the cave with everybody, and how they think; they sit on B to E."""

PLAYERS = 1 + len(COMPANY)
YOU = 0
AHEAD_DAYS = 14
"""How many days before its day a deck is committed to."""

NOBODY = "-"
Course = tuple[str, ...]
"""Who left after each card that was decided about, by their letters; `-` if nobody did."""


@dataclass(frozen=True, slots=True)
class Happening:
    """A card turned, or the choices revealed, and what came of it."""

    facts: tuple[GameEvent, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """Return the facts as a page reads them."""
        return [event_to_json(fact) for fact in self.facts]


@dataclass(frozen=True, slots=True)
class Attempt:
    """How far somebody has come: it always stands before a choice of theirs, or at the end."""

    seed: bytes = field(repr=False)
    course: Course
    game: Game = field(repr=False)
    happened: tuple[Happening, ...] = field(repr=False)

    @property
    def over(self) -> bool:
        """Whether the game is."""
        return self.game.is_over

    @property
    def points(self) -> int | None:
        """What it came to, once it is over."""
        return self.game.scores[YOU] if self.over else None

    @property
    def choices(self) -> int:
        """How often the player has chosen; the bots' choices without them are not counted."""
        facts = (fact for happening in self.happened for fact in happening.facts)
        return sum(
            YOU in (*fact.stayers, *fact.leavers)
            for fact in facts
            if isinstance(fact, ChoicesRevealed)
        )

    def choose(self, *, leave: bool) -> "Attempt":
        """Return the attempt after a choice, and after all that happens before the next one."""
        assert not self.over, "there is nothing left to choose"
        return _play(self.seed, (*self.course, _leavers(self.seed, self.game, leave=leave)))


def attempt(seed: bytes, course: Iterable[str] = ()) -> Attempt:
    """Return an attempt that has come so far, or begin one."""
    return _play(seed, tuple(course))


def next_days(today: date) -> Iterator[date]:
    """Give the days whose decks are committed to: today's and those ahead."""
    return (today + timedelta(days=ahead) for ahead in range(AHEAD_DAYS + 1))


def streak(days: Iterable[str], today: date) -> int:
    """Return how many days in a row were played up to today, or up to yesterday so far.

    >>> streak(["2026-11-15", "2026-11-14", "2026-11-12"], date(2026, 11, 16))
    2
    """
    played = set(days)
    day = today if today.isoformat() in played else today - timedelta(days=1)
    count = 0
    while day.isoformat() in played:
        count += 1
        day -= timedelta(days=1)
    return count


def _play(seed: bytes, course: Course) -> Attempt:
    """Deal and decide as the course says, then go on by the bots until it is the player's turn."""
    dealer = Dealer(seed, [b""] * PLAYERS)
    game = Game.start(edition(EDITION), PLAYERS)
    happened: list[Happening] = []
    decided: list[str] = []
    order: tuple[Card, ...] = ()
    while not game.is_over:
        cave = game.expedition
        if game.phase is Phase.TURN:
            if not cave.path:
                order = dealer.order(cave.deck, cave.round)
            step = game.turn(order[len(cave.path)])
        else:
            if len(decided) < len(course):
                left = course[len(decided)]
            elif YOU in cave.in_cave:
                break
            else:
                left = _leavers(seed, game, leave=False)
            decided.append(left)
            step = game.decide([SEAT_LETTERS.index(letter) for letter in left.strip(NOBODY)])
        game = step.game
        happened.append(Happening(step.events))
    return Attempt(seed, tuple(decided), game, tuple(happened))


def _leavers(seed: bytes, game: Game, *, leave: bool) -> str:
    """Return who leaves now, the player among them if they do."""
    left = [YOU] if leave and YOU in game.expedition.in_cave else []
    for seat, name in enumerate(COMPANY.values(), start=1):
        if seat in game.expedition.in_cave:
            # Chance has to be the same for everybody, whatever they did before.
            where = f"{game.expedition.round} {len(game.expedition.path)} {seat}"
            chance = random.Random(f"{seed.hex()} {where}")  # noqa: S311 - a game
            if chance.random() < _chance(find_bot(name), BotView(game, seat, lambda: chance)):  # noqa: B023
                left.append(seat)
    return "".join(SEAT_LETTERS[seat] for seat in left) or NOBODY


def _chance(bot: Bot, view: BotView) -> float:
    return leaving_chance(bot.seat_down()(view))
