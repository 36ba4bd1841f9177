"""Research environments: PettingZoo, Gymnasium and OpenSpiel (docs/envs.md).

All of them run on one compiled kernel and return the same observations.

- `pettingzoo`, `gymnasium`, `openspiel`: the environments; `errors`: their exceptions
- `observation`: observations, actions and rewards; `render`: a game as text or image
- `template`, `kernel`: steps of many games as machine code, and how Python calls them
- `batch`: many games side by side; `agent`: turns a trained policy into a bot

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

# The module of each name. It is imported on first use, because few users have all libraries.
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
