"""What is said of a bot that failed in the middle of a game."""

import inspect
import traceback
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
    reason = why(cause, bots[seat])
    cave = game.expedition
    where = f"round {cave.round}, card {len(cave.path)}"
    if number is not None:
        where = f"game {number}, {where}"
    error = BotError(
        f"the bot {bots[seat]} at seat {SEAT_LETTERS[seat]} failed in {where}: {reason}"
    )
    error.record = write_record(Record(tuple(map(str, bots)), game))
    return error


def why(cause: BaseException, bot: Bot) -> str:
    """Return why a bot failed, with the file and line of its own where it did."""
    if isinstance(cause, BotError):
        return str(cause)
    try:
        own = inspect.getsourcefile(bot.function)
    except TypeError:
        own = None
    lines = [frame for frame in traceback.extract_tb(cause.__traceback__) if frame.filename == own]
    place = f" ({lines[-1].filename}, line {lines[-1].lineno})" if lines else ""
    return f"{type(cause).__name__}: {cause}{place}"
