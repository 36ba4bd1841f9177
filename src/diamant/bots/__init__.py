"""Bots: strategies, a registry, and loading bots from files and packages.

A bot is a callable `bot(view)` that returns whether to leave, as a bool or as a probability. The
same bot works in the simulator, in tournaments, and at a table.
"""

from diamant.bots.bot import Bot, Parameter, bot, leaving_chance
from diamant.bots.registry import (
    Bots,
    as_bots,
    broken_bots,
    built_in_bots,
    find_bot,
    find_bots,
    known_bots,
)
from diamant.bots.view import BotView

__all__ = [
    "Bot",
    "BotView",
    "Bots",
    "Parameter",
    "as_bots",
    "bot",
    "broken_bots",
    "built_in_bots",
    "find_bot",
    "find_bots",
    "known_bots",
    "leaving_chance",
]
