"""The daily cave: one deck per day for everyone, and one attempt per player.

All players play against the same bots. The server supplies the date and the seeds, and stores the
attempts. An attempt is stored as the list of players who left after each card, so a later release
that changes a bot doesn't change games in progress. docs/daily.md lists the guarantees.
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
"""The opponents of every player, and their strategies. They have seats B to E."""

PLAYERS = 1 + len(COMPANY)
YOU = 0
AHEAD_DAYS = 14
"""The number of future days for which deck commitments are published."""

NOBODY = "-"
Course = tuple[str, ...]
"""For each decision, the letters of the players who left, or `-` if no one left."""


@dataclass(frozen=True, slots=True)
class Happening:
    """A turned card or a reveal of choices, with the resulting events."""

    facts: tuple[GameEvent, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """Return the events as JSON data for the browser."""
        return [event_to_json(fact) for fact in self.facts]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A player's progress up to their next choice or the end of the game."""

    seed: bytes = field(repr=False)
    course: Course
    game: Game = field(repr=False)
    happened: tuple[Happening, ...] = field(repr=False)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.is_over

    @property
    def points(self) -> int | None:
        """The final score, or None before the game is over."""
        return self.game.scores[YOU] if self.over else None

    @property
    def choices(self) -> int:
        """The number of choices the player has made, without the bots' choices."""
        facts = (fact for happening in self.happened for fact in happening.facts)
        return sum(
            YOU in (*fact.stayers, *fact.leavers)
            for fact in facts
            if isinstance(fact, ChoicesRevealed)
        )

    def choose(self, *, leave: bool) -> "Attempt":
        """Return the attempt after this choice, advanced to the player's next choice."""
        assert not self.over, "there is nothing left to choose"
        return _play(self.seed, (*self.course, _leavers(self.seed, self.game, leave=leave)))


def attempt(seed: bytes, course: Iterable[str] = ()) -> Attempt:
    """Return the attempt with this `course` so far, or a new attempt by default."""
    return _play(seed, tuple(course))


def next_days(today: date) -> Iterator[date]:
    """Yield the days with published commitments: today and the next `AHEAD_DAYS`."""
    return (today + timedelta(days=ahead) for ahead in range(AHEAD_DAYS + 1))


def streak(days: Iterable[str], today: date) -> int:
    """Return the number of consecutive days played, up to today or yesterday.

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
    """Replay `course`, then let the bots play until the player's next choice."""
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
    """Return the letters of the seats that leave, including the player's if `leave`."""
    left = [YOU] if leave and YOU in game.expedition.in_cave else []
    for seat, name in enumerate(COMPANY.values(), start=1):
        if seat in game.expedition.in_cave:
            # A bot's random numbers must not depend on earlier events or on the player.
            where = f"{game.expedition.round} {len(game.expedition.path)} {seat}"
            chance = random.Random(f"{seed.hex()} {where}")  # noqa: S311 - a game
            if chance.random() < _chance(find_bot(name), BotView(game, seat, lambda: chance)):  # noqa: B023
                left.append(seat)
    return "".join(SEAT_LETTERS[seat] for seat in left) or NOBODY


def _chance(bot: Bot, view: BotView) -> float:
    return leaving_chance(bot.seat_down()(view))
