"""Diamant, a push-your-luck card game: editions, records, dealer, odds and views.

>>> import diamant
>>> game = diamant.Game.start("iello-2016", players=4)
>>> game, events = game.turn("snake")
>>> game, events = game.decide(leavers=[2])
>>> game.expedition.in_cave
(0, 1, 3)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diamant.bots import Bot, BotView
    from diamant.editions import find_edition as edition
    from diamant.errors import DiamantError
    from diamant.odds import (
        bust_chance,
        card_chances,
        expected_gain,
        expected_remainder,
        expected_share,
        survival_chance,
    )
    from diamant.record import Record, read_record, read_records, write_record, write_records
    from diamant.rules.cards import Card, Hazard, Relic, Treasure
    from diamant.rules.deck import Deck
    from diamant.rules.edition import Edition
    from diamant.rules.events import GameEvent
    from diamant.rules.expedition import Expedition
    from diamant.rules.game import Game, Phase, Step
    from diamant.simulator import simulate
    from diamant.view import View

__version__ = "0.1.0"

# The module of each public name. Names are imported on first use to keep `import diamant` fast.
_HOMES = {
    "Bot": "diamant.bots",
    "BotView": "diamant.bots",
    "Card": "diamant.rules.cards",
    "Deck": "diamant.rules.deck",
    "DiamantError": "diamant.errors",
    "Edition": "diamant.rules.edition",
    "Expedition": "diamant.rules.expedition",
    "Game": "diamant.rules.game",
    "GameEvent": "diamant.rules.events",
    "Hazard": "diamant.rules.cards",
    "Phase": "diamant.rules.game",
    "Record": "diamant.record",
    "Relic": "diamant.rules.cards",
    "Step": "diamant.rules.game",
    "Treasure": "diamant.rules.cards",
    "View": "diamant.view",
    "bust_chance": "diamant.odds",
    "card_chances": "diamant.odds",
    "edition": "diamant.editions",
    "expected_gain": "diamant.odds",
    "expected_remainder": "diamant.odds",
    "expected_share": "diamant.odds",
    "read_record": "diamant.record",
    "read_records": "diamant.record",
    "simulate": "diamant.simulator",
    "survival_chance": "diamant.odds",
    "write_record": "diamant.record",
    "write_records": "diamant.record",
}

__all__ = [
    "Bot",
    "BotView",
    "Card",
    "Deck",
    "DiamantError",
    "Edition",
    "Expedition",
    "Game",
    "GameEvent",
    "Hazard",
    "Phase",
    "Record",
    "Relic",
    "Step",
    "Treasure",
    "View",
    "bust_chance",
    "card_chances",
    "edition",
    "expected_gain",
    "expected_remainder",
    "expected_share",
    "read_record",
    "read_records",
    "simulate",
    "survival_chance",
    "write_record",
    "write_records",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'diamant' has no attribute {name!r}")
    # The public `edition()` accepts an id or a file. Code inside the package only looks up ids.
    return getattr(import_module(_HOMES[name]), "find_edition" if name == "edition" else name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
