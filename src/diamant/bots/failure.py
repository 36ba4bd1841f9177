"""Errors about bots that fail during a game."""

import inspect
import traceback
from collections.abc import Sequence

from diamant.bots.bot import Bot
from diamant.bots.view import BotView
from diamant.errors import BotError, Message, did_you_mean
from diamant.record import Record, write_record
from diamant.rules.game import Game
from diamant.rules.seats import SEAT_LETTERS


def bot_failed(
    bots: Sequence[Bot], seat: int, game: Game, cause: BaseException, number: int | None = None
) -> BotError:
    """Return an error with the place and reason of a failure, and the game so far.

    `number` is the number of the game, if there are several.
    """
    reason = why(cause, bots[seat])
    cave = game.expedition
    place = {"round": cave.round, "card": len(cave.path)}
    if number is None:
        where = Message("round {round}, card {card}", **place)
    else:
        # Counted from 1, like rounds and cards, and like the games of a file in other commands.
        where = Message("game {number}, round {round}, card {card}", number=number + 1, **place)
    error = BotError(
        "bot {bot} in seat {seat} failed at {where}: {error}",
        bots[seat],
        SEAT_LETTERS[seat],
        where,
        reason,
    )
    error.record = write_record(Record(tuple(map(str, bots)), game))
    return error


def why(cause: BaseException, bot: Bot) -> Message:
    """Return why a bot failed, with the line number in the bot's file if known."""
    if isinstance(cause, BotError):
        return cause.message
    said = Message(f"{type(cause).__name__}: {cause}")
    if isinstance(cause, AttributeError) and cause.name and isinstance(cause.obj, BotView):
        known = [name for name in dir(cause.obj) if not name.startswith("_")]
        said = Message(
            "a view has no attribute {name} ({hint})",
            repr(cause.name),
            did_you_mean(cause.name, known),
        )
    return _placed(said, bot, own_line(cause, bot))


class LateError(BotError):
    """Raised if a bot does not answer within its time limit."""

    code = "bot-late"


def unanswered(seconds: float, bot: Bot, line: int | None) -> LateError:
    """Return the error for a bot that doesn't answer, with the line it is running."""
    late = Message("no answer after {seconds} seconds", f"{seconds:g}")
    if seconds == 1:
        late = Message("no answer after 1 second")
    return LateError(_placed(late, bot, line))


def own_file(bot: Bot) -> str | None:
    """Return the file in which a bot is defined."""
    try:
        return inspect.getsourcefile(bot.function)
    except TypeError:
        return None


def own_line(cause: BaseException, bot: Bot) -> int | None:
    """Return the last line number in a bot's own file in an error's traceback."""
    own = own_file(bot)
    frames = traceback.extract_tb(cause.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == own), None)


def _placed(reason: Message, bot: Bot, line: int | None) -> Message:
    if line is None:
        return reason
    return Message("{error} ({file}, line {line})", reason, own_file(bot), line)
