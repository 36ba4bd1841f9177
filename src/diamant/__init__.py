"""Diamant: the push-your-luck game, its editions, records, dealer, odds and views.

>>> import diamant
>>> game = diamant.Game.start(diamant.edition("iello-2016"), players=4)
>>> game, events = game.turn("snake")
>>> game, events = game.decide(leavers=[2])
>>> game.expedition.in_cave
(0, 1, 3)
"""

from diamant.editions import edition
from diamant.record import Record, read_record, read_records, write_record
from diamant.rules.game import Game

__version__ = "0.1.0"

__all__ = ["Game", "Record", "edition", "read_record", "read_records", "write_record"]
