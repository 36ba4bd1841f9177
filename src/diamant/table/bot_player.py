"""The bots at a table: their choices, and how long they appear to think."""

import random
from functools import cache

from diamant.bots import Bot, BotView, find_bot, leaving_chance
from diamant.bots.characters import Character, character_named, company
from diamant.table.shuffle import chance
from diamant.table.values import Seat, Table

LEAST_THOUGHT_MS, MOST_THOUGHT_MS = 700, 3500
HURRIED_MS = 1000
"""The bots' thinking time in a hurried game, which matches the pace of hurried screens."""


def bot_leaves(table: Table, at: int) -> bool:
    """Return whether the bot at seat `at` leaves; the answer is deterministic."""
    assert table.game is not None, "a bot is asked only in a game"
    bot = _bot(_bot_name(table, at))
    view = BotView(table.game, at, lambda: _source(table, at))
    return chance(table, "choice", at) < leaving_chance(bot.seat_down()(view))


def thinking_ms(table: Table, at: int) -> int:
    """Return a bot's thinking time in milliseconds, regardless of its choice."""
    if not table.settings.thinking:
        return 0
    if is_hurried(table):
        return HURRIED_MS
    span = MOST_THOUGHT_MS - LEAST_THOUGHT_MS
    return LEAST_THOUGHT_MS + int(span * chance(table, "thought", at))


def is_hurried(table: Table) -> bool:
    """Return whether only bots are in the cave and the table has only one person.

    If several people are in the camp, bots take their normal time, because people bet and talk.
    """
    assert table.game is not None, "no game is in progress"
    inside = table.game.expedition.in_cave
    people = {seat.guest for _, seat in table.taken_seats() if seat.guest is not None}
    return len(people) == 1 and all(table.seat(at).bot_plays for at in inside)


def _bot_name(table: Table, at: int) -> str:
    """Return the name of the bot that plays seat `at`.

    A character's seat has the character's bot. A stand-in gets a bot that no other seat uses.
    """
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
