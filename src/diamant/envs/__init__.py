"""Standard environments for research: PettingZoo, Gymnasium, OpenSpiel (docs/envs.md).

All of them play by one compiled kernel and tell the same observation.

- `pettingzoo`, `gymnasium`, `openspiel`: the environments; `errors`: what they refuse
- `observation`: what an agent observes and earns; `render`: a game to look at
- `template`, `kernel`: steps of many games as machine code, and how Python calls them
- `batch`: games side by side on it; `agent`: an agent at a table, as a bot

>>> from diamant import envs
>>> env = envs.parallel_env(edition="schmidt-2005", players=3)
>>> env.possible_agents
['player_0', 'player_1', 'player_2']
"""

from importlib import import_module
from typing import TYPE_CHECKING

from diamant.extras import explained

if TYPE_CHECKING:
    from diamant.envs.gymnasium import DiamantEnv, DiamantVectorEnv
    from diamant.envs.pettingzoo import aec_env, parallel_env

# Where each name lives: it is imported when first asked for, since few have all the libraries.
_HOMES = {
    "DiamantEnv": "diamant.envs.gymnasium",
    "DiamantVectorEnv": "diamant.envs.gymnasium",
    "aec_env": "diamant.envs.pettingzoo",
    "parallel_env": "diamant.envs.pettingzoo",
}

__all__ = ["DiamantEnv", "DiamantVectorEnv", "aec_env", "parallel_env"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'diamant.envs' has no attribute {name!r}")
    with explained(f"envs.{name}"):
        return getattr(import_module(_HOMES[name]), name)
