"""What is said of a bot that failed in the middle of a game."""

import inspect
import traceback
from collections.abc import Sequence

from diamant.bots.bot import Bot
from diamant.bots.view import BotView
from diamant.errors import BotError, did_you_mean
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
        # Counted from 1, like rounds and cards, and like the games of a file in other commands.
        where = f"game {number + 1}, {where}"
    error = BotError(
        f"the bot {bots[seat]} at seat {SEAT_LETTERS[seat]} failed in {where}: {reason}"
    )
    error.record = write_record(Record(tuple(map(str, bots)), game))
    return error


def why(cause: BaseException, bot: Bot) -> str:
    """Return why a bot failed, with the file and line of its own where it did."""
    if isinstance(cause, BotError):
        return str(cause)
    said = f"{type(cause).__name__}: {cause}"
    if isinstance(cause, AttributeError) and cause.name and isinstance(cause.obj, BotView):
        known = [name for name in dir(cause.obj) if not name.startswith("_")]
        said = f"a view has no {cause.name!r}; {did_you_mean(cause.name, known)}"
    try:
        own = inspect.getsourcefile(bot.function)
    except TypeError:
        own = None
    lines = [frame for frame in traceback.extract_tb(cause.__traceback__) if frame.filename == own]
    place = f" ({lines[-1].filename}, line {lines[-1].lineno})" if lines else ""
    return f"{said}{place}"
