"""Evaluate positions and choices, and measure the luck in a result.

- `equity`: the value of a scoreboard between two expeditions, as shares of the win
- `pack`, `value`: the reference, a value for every public position
- `choices`, `coach`: the value of each choice for a player who decides, and the reasons
- `review`, `standings`, `page`: luck in one finished game, in many games, and as an HTML page
"""

from diamant.analysis.equity import REFERENCE, equity
from diamant.analysis.value import value

__all__ = ["REFERENCE", "equity", "value"]
