"""What a position and a choice are worth, and how much of a result was luck.

- `equity`: a scoreboard between two expeditions, as shares of the win
- `pack`, `value`: the reference, a value of every public position
- `choices`, `coach`: what either choice is worth to whoever has to choose, and why
- `review`, `standings`, `page`: games that are over: what was luck, over many of them, as a page
"""

from diamant.analysis.equity import REFERENCE, equity
from diamant.analysis.value import value

__all__ = ["REFERENCE", "equity", "value"]
