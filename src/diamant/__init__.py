"""Diamant: the push-your-luck game, its editions, records, dealer, odds and views.

>>> import diamant
>>> game = diamant.Game.start(diamant.edition("iello-2016"), players=4)
>>> game, events = game.turn("snake")
>>> game, events = game.decide(leavers=[2])
>>> game.expedition.in_cave
(0, 1, 3)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diamant.editions import edition
    from diamant.errors import DiamantError
    from diamant.record import Record, read_record, read_records, write_record
    from diamant.rules.game import Game
    from diamant.simulator import simulate
    from diamant.view import View

__version__ = "0.1.0"

__all__ = [
    "DiamantError",
    "Game",
    "Record",
    "View",
    "edition",
    "read_record",
    "read_records",
    "simulate",
    "write_record",
]

# Where each name lives: it is imported when first asked for, so that `import diamant` stays quick.
_HOMES = {
    "DiamantError": "diamant.errors",
    "Game": "diamant.rules.game",
    "Record": "diamant.record",
    "View": "diamant.view",
    "edition": "diamant.editions",
    "read_record": "diamant.record",
    "read_records": "diamant.record",
    "simulate": "diamant.simulator",
    "write_record": "diamant.record",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'diamant' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
