"""Millions of games, compiled where the bots can be, and statistics of them.

- `simulation`: many games of one line-up, the way in
- `engine`: checks what is asked for, seats line-ups and plays their games; all others are its users
- `kernel`: games of bots that can be compiled, as machine code
- `called`: games of bots that are called, played by the rules themselves
- `parallel`: hooks, threads and processes, and ending early
- `result`: adding games up, and what was found
- `tournament`, `standings`: every mix of some bots, ranked and rated
- `ladder`: one bot among the public panel
- `edition_report`: how an edition plays; `reports`: what such a report contains and says
- `plots`: pictures of all that
- `cluster`: the same on more than one machine
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from diamant.errors import DiamantError
from diamant.extras import needs

if TYPE_CHECKING:
    from diamant.simulator.parallel import Hooks
    from diamant.simulator.result import Detail, Games, Result, SeatResult
    from diamant.simulator.simulation import simulate

__all__ = ["Detail", "Games", "Hooks", "Result", "SeatResult", "simulate"]


def __getattr__(name: str) -> object:
    # Imported when first asked for: to list bots, for example, nothing heavy is needed.
    if name not in __all__:
        raise AttributeError(f"module 'diamant.simulator' has no attribute {name!r}")
    for library in ("numpy", "numba"):
        if find_spec(library) is None:
            raise DiamantError(needs(library))
    home = {"Hooks": "parallel", "simulate": "simulation"}.get(name, "result")
    return getattr(import_module(f"diamant.simulator.{home}"), name)
