"""What is said of a bot that failed in the middle of a game."""

from collections.abc import Sequence

from diamant.bots.bot import Bot
from diamant.errors import BotError
from diamant.record import Record, write_record
from diamant.rules.game import Game
from diamant.rules.seats import SEAT_LETTERS


def bot_failed(
    bots: Sequence[Bot], seat: int, game: Game, cause: BaseException, number: int | None = None
) -> BotError:
    """Return where a bot failed and why, with the game so far; `number` is the game's, of many."""
    reason = str(cause) if isinstance(cause, BotError) else f"{type(cause).__name__}: {cause}"
    cave = game.expedition
    where = f"round {cave.round}, card {len(cave.path)}"
    if number is not None:
        where = f"game {number}, {where}"
    error = BotError(
        f"the bot {bots[seat]} at seat {SEAT_LETTERS[seat]} failed in {where}: {reason}"
    )
    error.record = write_record(Record(tuple(map(str, bots)), game))
    return error
