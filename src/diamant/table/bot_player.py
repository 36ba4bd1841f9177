"""A bot at the table: what it chooses, and how long it seems to think about it."""

import random
from functools import cache

from diamant.bots import Bot, BotView, find_bot, leaving_chance
from diamant.table.settings import BOT_LEVELS
from diamant.table.shuffle import chance
from diamant.table.values import Table

LEAST_THOUGHT_MS, MOST_THOUGHT_MS = 700, 3500


def bot_leaves(table: Table, at: int) -> bool:
    """Return whether the bot on a seat leaves now; asked again, it answers the same."""
    assert table.game is not None, "a bot is asked only in a game"
    names = BOT_LEVELS[table.seat(at).level or table.settings.bots]
    bot = _bot(names[at % len(names)])
    view = BotView(table.game, at, lambda: _source(table, at))
    return chance(table, "choice", at) < leaving_chance(bot.seat_down()(view))


def thinking_ms(table: Table, at: int) -> int:
    """Return how long the bot on a seat thinks, which must not depend on what it chooses."""
    if not table.settings.thinking:
        return 0
    span = MOST_THOUGHT_MS - LEAST_THOUGHT_MS
    return LEAST_THOUGHT_MS + int(span * chance(table, "thought", at))


def _source(table: Table, at: int) -> random.Random:
    return random.Random(chance(table, "source", at))  # noqa: S311 - seeded by the table's secret


@cache
def _bot(name: str) -> Bot:
    return find_bot(name)
