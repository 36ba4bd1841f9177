"""A bot at the table: what it chooses, and how long it seems to think about it."""

import random
from functools import cache

from diamant.bots import Bot, BotView, find_bot, leaving_chance
from diamant.bots.characters import Character, character_named, company
from diamant.table.shuffle import chance
from diamant.table.values import Seat, Table

LEAST_THOUGHT_MS, MOST_THOUGHT_MS = 700, 3500
HURRIED_MS = 1000
"""How long bots think where it hurries: as long as screens in a hurry take for a turn."""


def bot_leaves(table: Table, at: int) -> bool:
    """Return whether the bot on a seat leaves now; asked again, it answers the same."""
    assert table.game is not None, "a bot is asked only in a game"
    bot = _bot(_bot_name(table, at))
    view = BotView(table.game, at, lambda: _source(table, at))
    return chance(table, "choice", at) < leaving_chance(bot.seat_down()(view))


def thinking_ms(table: Table, at: int) -> int:
    """Return how long the bot on a seat thinks, which must not depend on what it chooses."""
    if not table.settings.thinking:
        return 0
    if is_hurried(table):
        return HURRIED_MS
    span = MOST_THOUGHT_MS - LEAST_THOUGHT_MS
    return LEAST_THOUGHT_MS + int(span * chance(table, "thought", at))


def is_hurried(table: Table) -> bool:
    """Return whether only bots are inside, in the game of one person who plays alone.

    Several people in the camp bet on who leaves next, and talk: they are given the time for it.
    """
    assert table.game is not None, "nobody is inside before the game"
    inside = table.game.expedition.in_cave
    people = {seat.guest for _, seat in table.taken_seats() if seat.guest is not None}
    return len(people) == 1 and all(table.seat(at).bot_plays for at in inside)


def _bot_name(table: Table, at: int) -> str:
    """Return what plays a seat: its character, or what no other seat has for somebody else."""
    seats = table.taken_seats()
    present = {other: _character(seat) for other, seat in seats}
    character = present[at]
    if character is not None:
        return character.bot
    level = table.seat(at).level or table.settings.bots
    free = [one for one in company(level) if one not in present.values()]
    others = [other for other, _ in seats if present[other] is None]
    return free[others.index(at)].bot


def _character(seat: Seat) -> Character | None:
    return character_named(seat.name) if seat.guest is None else None


def _source(table: Table, at: int) -> random.Random:
    return random.Random(chance(table, "source", at))  # noqa: S311 - seeded by the table's secret


@cache
def _bot(name: str) -> Bot:
    return find_bot(name)
