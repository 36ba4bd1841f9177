"""Games of bots that are called, played by the rules themselves: slower, but any bot will do."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from diamant.bots import Bot, BotView, leaving_chance
from diamant.bots.failure import bot_failed, own_line, unanswered
from diamant.bots.time_limit import TooLongError
from diamant.errors import BotError
from diamant.rules.edition import Edition
from diamant.rules.game import Game, Phase
from diamant.simulator.kernel.arrays import EditionArrays
from diamant.simulator.kernel.line_up import LineUpArrays
from diamant.simulator.shuffle import Shuffler
from diamant.simulator.timeout import DecisionTimeout


@dataclass(frozen=True)
class CalledGames:
    """Plays a line-up of any bots by calling them.

    With a `line_up` for a kernel it is that kernel's twin: coins fall together and bots are asked
    in the kernel's order, so that the games are the same even where chance decides.
    """

    edition: Edition
    bots: Sequence[Bot]
    arrays: EditionArrays
    seed: int  # The word that stands for it.
    limit: float  # Seconds that one decision may take.
    line_up: LineUpArrays | None = None

    def play(self, number: int, timeout: DecisionTimeout) -> Game:
        """Play the game of this number to its end."""
        shuffler = Shuffler(self.arrays, self.seed, number)
        game = Game.start(self.edition, len(self.bots))
        asked = [self._seat_down(seat, game, number, timeout) for seat in range(len(self.bots))]
        sources = [self._source(number, seat) for seat in range(len(self.bots))]
        cards = self.edition.cards
        for round in range(1, self.edition.rounds + 1):
            shuffler.start_round(round)
            inside, bust = True, False
            while inside and not bust:
                game = game.turn(cards[shuffler.draw()]).game
                bust = game.phase is not Phase.DECIDE
                if not bust:
                    leavers = self._ask(game, number, asked, sources, shuffler, timeout)
                    inside = len(leavers) < len(game.expedition.in_cave)
                    game = game.decide(leavers).game
            shuffler.end_round(bust=bust)
        return game

    def _ask(
        self,
        game: Game,
        number: int,
        asked: Sequence[Callable[[BotView], Any]],
        sources: Sequence[Callable[[], random.Random]],
        shuffler: Shuffler,
        timeout: DecisionTimeout,
    ) -> list[int]:
        leavers = []
        inside: Iterable[int] = game.expedition.in_cave
        if self.line_up is not None:
            leavers = _flip_coins(self.line_up, inside, shuffler)
            inside = self.line_up.asked(inside)
        for seat in inside:
            try:
                timeout.begin()
                answer = asked[seat](BotView(game, seat, sources[seat]))
                timeout.end()
                if answer is False:
                    continue
                chance = leaving_chance(answer)
            except (Exception, SystemExit, TooLongError) as error:
                raise self._failed(seat, game, number, error) from error
            if chance == 1.0 or (chance > 0.0 and shuffler.choice() < chance):
                leavers.append(seat)
        return leavers

    def _seat_down(
        self, seat: int, game: Game, number: int, timeout: DecisionTimeout
    ) -> Callable[[BotView], Any]:
        try:
            timeout.begin()
            seated = self.bots[seat].seat_down()
            timeout.end()
        except (Exception, SystemExit, TooLongError) as error:
            raise self._failed(seat, game, number, error) from error
        return seated

    def _source(self, number: int, seat: int) -> Callable[[], random.Random]:
        """Return what gives a seat its random source: one for a game, made when first used."""
        made: list[random.Random] = []

        def source() -> random.Random:
            if not made:
                made.append(random.Random(f"{self.seed} {number} {seat}"))  # noqa: S311 - a game
            return made[0]

        return source

    def _failed(self, seat: int, game: Game, number: int, cause: BaseException) -> BotError:
        if isinstance(cause, TooLongError):
            bot = self.bots[seat]
            cause = unanswered(self.limit, bot, own_line(cause, bot))
        return bot_failed(self.bots, seat, game, cause, number)


def _flip_coins(line_up: LineUpArrays, inside: Iterable[int], shuffler: Shuffler) -> list[int]:
    """Return who leaves of those who flip a coin, as the kernel finds it."""
    coins = line_up.coins(inside)
    if not coins:
        return []
    word = shuffler.coin_word()
    column = word & ((1 << int(line_up.players)) - 1)
    entry = int(line_up.alias[column])
    leave = column if word < entry else entry & 0xFF
    return [seat for seat in coins if leave >> seat & 1]
