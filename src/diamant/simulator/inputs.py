"""What a caller may ask to be played, and the refusal of everything else."""

from diamant.bots.deal import check_seed
from diamant.errors import DiamantError
from diamant.rules.bounds import is_whole
from diamant.rules.edition import Edition

MOST_THREADS = 1024
MOST_GAMES = 10**12
TIME_LIMIT = 10.0


def check_games(games: int, seed: int) -> None:
    """Refuse a number of games that cannot be played, and a seed that is none."""
    check_seed(seed)
    if not is_whole(games, 1, MOST_GAMES):
        raise DiamantError(
            f"the number of games must be from 1 to {MOST_GAMES:,}, not {_told(games)}"
        )


def check_bots(edition: Edition, bots: int) -> None:
    """Refuse a line-up that does not fit an edition."""
    edition.check_players(bots, f"but there {'is 1 bot' if bots == 1 else f'are {bots} bots'}")


def check_threads(threads: int | None) -> None:
    """Refuse a number of threads on which nothing would run, or that no machine could start."""
    if threads is None or is_whole(threads, 1, MOST_THREADS):
        return
    if is_whole(threads, MOST_THREADS, threads):
        raise DiamantError(f"the number of threads must be at most {MOST_THREADS}, not {threads:,}")
    raise DiamantError(f"the number of threads must be at least 1, not {_told(threads)}")


def _told(number: object) -> str:
    return f"{number:,}" if isinstance(number, int) else repr(number)


def check_time_limit(seconds: float) -> None:
    """Refuse a time limit within which nobody can answer."""
    is_number = hasattr(seconds, "__float__")
    if not is_number or not seconds > 0:
        told = f"{seconds:g}" if is_number else repr(seconds)
        raise DiamantError(f"the time limit must be more than 0 seconds, not {told}")
