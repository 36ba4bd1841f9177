"""What a caller may ask to be played, and the refusal of everything else."""

from collections.abc import Callable, Sequence
from typing import Any

from diamant.bots import Bot, as_bot, find_bots
from diamant.editions import find_edition
from diamant.errors import DiamantError
from diamant.rules.edition import Edition

MOST_GAMES = 10**12
TIME_LIMIT = 10.0

BotLike = Bot | str | Callable[..., Any]
"""A bot, its name, or a plain function or class that is one."""


def as_bots(bots: Sequence[BotLike] | str) -> list[Bot]:
    """Return bots from a list in one text, or from bots, single names, functions and classes."""
    return find_bots(bots) if isinstance(bots, str) else [as_bot(bot) for bot in bots]


def as_edition(edition: Edition | str) -> Edition:
    """Return an edition from itself, its id or its file."""
    return find_edition(edition) if isinstance(edition, str) else edition


def check_games(games: int) -> None:
    """Refuse a number of games that cannot be played."""
    if not 1 <= games <= MOST_GAMES:
        raise DiamantError(f"the number of games must be from 1 to {MOST_GAMES:,}, not {games:,}")


def check_bots(edition: Edition, bots: int) -> None:
    """Refuse a line-up that does not fit an edition."""
    _check_seats(edition, bots, f" but there {'is 1 bot' if bots == 1 else f'are {bots} bots'}")


def check_players(edition: Edition, players: int) -> None:
    """Refuse a number of players that an edition is not for."""
    _check_seats(edition, players, f" not {players}")


def _check_seats(edition: Edition, seats: int, instead: str) -> None:
    least, most = edition.least_players, edition.most_players
    if not least <= seats <= most:
        raise DiamantError(f"{edition.id} is for {least} to {most} players,{instead}")


def check_threads(threads: int | None) -> None:
    """Refuse a number of threads on which nothing would run."""
    if threads is not None and threads < 1:
        raise DiamantError(f"the number of threads must be at least 1, not {threads}")


def check_time_limit(seconds: float) -> None:
    """Refuse a time limit within which nobody can answer."""
    if not seconds > 0:
        raise DiamantError(f"the time limit must be more than 0 seconds, not {seconds:g}")
