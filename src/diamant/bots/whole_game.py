"""Play a whole game between bots, in one call."""

import hashlib
import random
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from diamant.bots.bot import Bot, leaving_chance
from diamant.bots.failure import bot_failed
from diamant.bots.registry import Bots, as_bots
from diamant.bots.view import BotView
from diamant.dealer import Dealer
from diamant.errors import DiamantError
from diamant.rules.cards import Card
from diamant.rules.game import Game, Phase

_T = TypeVar("_T")


def play_whole_game(start: Callable[[int], Game], bots: Bots, seed: int) -> Game:
    """Play a game to its end, one bot for each seat in order.

    `start` creates the game for a number of players. `seed`, any whole number, decides the order of
    the cards and all random choices of the bots.
    """
    check_seed(seed)
    seated = as_bots(bots)
    game = start(len(seated))
    line_up = _LineUp(seated, seed, game)
    dealer = Dealer(
        hashlib.sha256(f"diamant deal 1\0{seed}".encode()).digest(), [b""] * len(seated)
    )
    order: tuple[Card, ...] = ()
    while not game.is_over:
        cave = game.expedition
        if not cave.path:
            order = dealer.order(cave.deck, cave.round)
        game = game.turn(order[len(cave.path)]).game
        if game.phase is Phase.DECIDE:
            game = game.decide(line_up.leavers(game)).game
    return game


def check_seed(seed: int) -> None:
    """Raise an error for a seed that is not a whole number.

    For example, the seed None would give the same game every time.
    """
    if not hasattr(seed, "__index__"):
        raise DiamantError("a seed must be a whole number, not {seed}", repr(seed))


class _LineUp:
    """The bots of one game, each with its own state."""

    def __init__(self, bots: list[Bot], seed: int, game: Game) -> None:
        self._bots = bots
        self._coin = random.Random(f"{seed} coin")  # noqa: S311 - a game
        self._sources = [random_source(seed, seat) for seat in range(len(bots))]
        self._asked: list[Callable[[BotView], Any]] = [
            self._answer(seat, game, bot.seat_down) for seat, bot in enumerate(bots)
        ]

    def leavers(self, game: Game) -> list[int]:
        """Ask everyone in the cave, and draw for bots that answer with a probability."""
        chances = [(seat, self._ask(seat, game)) for seat in game.expedition.in_cave]
        return [seat for seat, chance in chances if self._coin.random() < chance]

    def _ask(self, seat: int, game: Game) -> float:
        view = BotView(game, seat, self._sources[seat])
        return self._answer(seat, game, lambda: leaving_chance(self._asked[seat](view)))

    def _answer(self, seat: int, game: Game, ask: Callable[[], _T]) -> _T:
        """Return a bot's answer; an error says where it failed and contains the game."""
        try:
            return ask()
        except (Exception, SystemExit) as cause:
            raise bot_failed(self._bots, seat, game, cause) from cause


def random_source(seed: int | str, seat: int) -> Callable[[], random.Random]:
    """Return a function that creates a seat's random generator on first use."""
    return cache(lambda: random.Random(f"{seed} {seat}"))  # noqa: S311 - a game
