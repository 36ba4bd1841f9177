"""Simulate millions of games, compiled where possible, and analyze the results.

- `simulation`: many games of one lineup; start here
- `engine`: validates arguments, seats lineups and plays their games; the other modules build on it
- `kernel`: plays games between compilable bots as machine code
- `called`: plays the games of all other bots by calling the bots and the rules
- `parallel`: hooks, threads, processes and early exit
- `result`: sums over games, and the result of a run
- `tournament`, `standings`: every combination of some bots, ranked and rated
- `ladder`: one bot against the public panel
- `edition_report`: how an edition plays; `reports`: the contents of such a report
- `plots`: plots of all these results
- `cluster`: the same runs on several machines
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
    # Imported on first use: listing bots, for example, must not load NumPy and Numba.
    if name not in __all__:
        raise AttributeError(f"module 'diamant.simulator' has no attribute {name!r}")
    for library in ("numpy", "numba"):
        if find_spec(library) is None:
            raise DiamantError(needs(library))
    home = {"Hooks": "parallel", "simulate": "simulation"}.get(name, "result")
    return getattr(import_module(f"diamant.simulator.{home}"), name)
