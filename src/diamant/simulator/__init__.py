"""The compiled fast path: millions of games, and statistics of them.

- `simulation`: many games of one line-up, the way in
- `generate`, `template`, `kernel`: from bots to machine code, kept on disk
- `tables`, `compiled`: an edition and a line-up as arrays, and running a kernel over them
- `plain`, `watch`: games of bots that cannot be compiled, played by the rules themselves
- `traces`: simulated games as records
- `result`: what was found
- `tournament`, `rating`: every mix of some bots, ranked
- `report`: how an edition plays
- `plots`: pictures of all that
- `cluster`: the same on more than one machine
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from diamant.errors import DiamantError
from diamant.extras import needs

if TYPE_CHECKING:
    from diamant.simulator.result import Detail, Games, Result, SeatResult
    from diamant.simulator.simulation import Hooks, simulate

__all__ = ["Detail", "Games", "Hooks", "Result", "SeatResult", "simulate"]


def __getattr__(name: str) -> object:
    # Imported when first asked for: to list bots, for example, nothing heavy is needed.
    if name not in __all__:
        raise AttributeError(f"module 'diamant.simulator' has no attribute {name!r}")
    for library in ("numpy", "numba"):
        if find_spec(library) is None:
            raise DiamantError(needs(library))
    home = "simulation" if name in ("Hooks", "simulate") else "result"
    return getattr(import_module(f"diamant.simulator.{home}"), name)
