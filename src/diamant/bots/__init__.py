"""Bots: strategies, a registry, and the loading of other people's bots.

A bot is a callable `bot(view)` that says whether to leave, as a bool or as a probability. It runs
everywhere: in the simulator, in tournaments, at a table.
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
