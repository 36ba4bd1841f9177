"""Asking the bots at a table, each within a limit of time."""

import asyncio
import random
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from diamant.bots import Bot, BotView, leaving_chance
from diamant.bots.failure import why
from diamant.errors import BotError, DiamantError
from diamant.rules.game import Game
from diamant.simulator.timeout import DecisionTimeout, TooLongError

TIME_LIMIT = 10.0  # Seconds that a bot may think.

T = TypeVar("T")


class Opponents:
    """The bots at seats B and on."""

    def __init__(self, bots: Sequence[Bot], seed: bytes) -> None:
        self._bots = bots
        # Their chances come from the seed too: it, the luck and the choices make the whole game.
        self._rng = random.Random(b"bots" + seed)  # noqa: S311 - a game
        self._asked: list[Callable[[BotView], Any]] = [bot.seat_down() for bot in bots]

    def leavers(self, game: Game, timeout: DecisionTimeout) -> list[int]:
        """Ask all bots inside, here and now; one that never answers is interrupted."""
        leavers = []
        for seat in self._inside(game):
            timeout.begin()
            try:
                chance = self._ask(game, seat)
            except TooLongError:
                raise self._late(seat) from None
            timeout.end()
            leavers += [seat] * self._leaves(chance)
        return leavers

    async def leavers_apart(self, game: Game) -> list[int]:
        """Ask all bots inside while the screen lives on; one that never answers is left behind."""
        leavers = []
        for seat in self._inside(game):
            try:
                asked = apart(partial(self._ask, game, seat))
                chance = await asyncio.wait_for(asked, TIME_LIMIT)
            except TimeoutError:
                raise self._late(seat) from None
            leavers += [seat] * self._leaves(chance)
        return leavers

    def _inside(self, game: Game) -> list[int]:
        return [seat for seat in game.expedition.in_cave if seat > 0]

    def _ask(self, game: Game, seat: int) -> float:
        try:
            return leaving_chance(self._asked[seat - 1](BotView(game, seat, lambda: self._rng)))
        except Exception as error:
            bot = self._bots[seat - 1]
            raise BotError(f"the bot {bot} failed: {why(error, bot)}") from error

    def _leaves(self, chance: float) -> bool:
        return self._rng.random() < chance

    def _late(self, seat: int) -> DiamantError:
        late = f"it has not answered for {TIME_LIMIT:g} seconds"
        return BotError(f"the bot {self._bots[seat - 1]} failed: {late}")


async def apart(call: Callable[[], T]) -> T:
    """Call something in a thread that nobody waits for when the program ends."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if answer.done():
            return  # Nobody waits for it any more.
        if error is None:
            answer.set_result(result)  # type: ignore[arg-type]
        else:
            answer.set_exception(error)

    def run() -> None:
        result: T | None = None
        problem: BaseException | None = None
        try:
            result = call()
        except Exception as error:
            problem = error
        # Where the program has ended meanwhile, there is nobody to tell.
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, problem)

    threading.Thread(target=run, daemon=True).start()
    return await answer
