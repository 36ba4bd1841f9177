"""Diamant for OpenSpiel: simultaneous moves, explicit chance, terminal rewards.

Importing this module registers the game: `pyspiel.load_game("python_diamant(players=4)")`. For
algorithms that need sequential moves, convert the game with `pyspiel.convert_to_turn_based`.

| parameter | default | |
|---|---|---|
| `edition` | `iello-2016` | the id of an edition |
| `players` | 3 | 3 to 8; from 2 on with a custom deck |
| `reward` | `win` | `win`, a player's share of the win, or `points` |
| `rounds` | 0 | expeditions; 0 means as many as in the edition |
| `treasures` | | a custom deck: gems, as in `1;5;7`, or `5;` for a single card |
| `hazards` | | a custom deck: kinds and copies, as in `snake*2;lava*2` |
| `relics` | | a custom deck: points of the first relic taken, the second …: `5;10` |

A custom deck contains only the relics that are given. At a chance node, the outcomes are the
different cards with their probabilities. Then everyone chooses 0 (stay) or 1 (leave); players
outside choose 0. The observation tensor is the one in `diamant.envs.observation`. The information
state string is the record of the game so far, because nothing is hidden.
"""

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from diamant.extras import explained

with explained("diamant.envs.openspiel"):
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

from diamant.editions import edition as find_edition
from diamant.envs.errors import ActionError, EnvironmentInputError, EpisodeOverError
from diamant.envs.kernel import Array, edition_row, kernel
from diamant.envs.observation import ACTIONS, LEAVE, STAY, feature_names
from diamant.errors import DiamantError
from diamant.rules.edition import Edition, HazardKind, Relics
from diamant.rules.edition_text import read_edition, write_edition
from diamant.rules.seats import SEAT_LETTERS
from diamant.simulator.kernel import step_layout as layout
from diamant.simulator.kernel.step_layout import EditionRow

NAME = "python_diamant"
_DEFAULTS = {
    "edition": "iello-2016",
    "players": 3,
    "reward": "win",
    "rounds": 0,
    "treasures": "",
    "hazards": "",
    "relics": "",
}
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Diamant",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(SEAT_LETTERS),
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=_DEFAULTS,
)
_LEAVERS = ["".join(SEAT_LETTERS[s] for s in range(8) if mask >> s & 1) for mask in range(256)]


def own_deck(
    base: Edition, *, rounds: int = 0, treasures: str = "", hazards: str = "", relics: str = ""
) -> Edition:
    """Return an edition with a custom deck, for 2 players or more.

    >>> small = own_deck(find_edition("schmidt-2005"), rounds=1, treasures="5;7", hazards="snake*2")
    >>> small.treasures, small.hazards, small.least_players
    ((5, 7), (HazardKind(kind='snake', copies=2),), 2)
    """
    changed = replace(base, rounds=rounds) if rounds else base
    if treasures or hazards or relics:
        points = _numbers("relics", relics)
        changed = replace(
            changed,
            id=f"{base.id}-small",
            least_players=2,
            names={},
            treasures=_numbers("treasures", treasures) or base.treasures,
            hazards=_hazards(hazards) or base.hazards,
            relics=Relics("start", "by order", points, supplied=False) if points else None,
        )
    # Reading the text again validates the edition and reports the reason if it is invalid.
    return read_edition(write_edition(changed)) if changed is not base else base


def _numbers(name: str, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.removesuffix(";").split(";")) if text else ()
    except ValueError:
        raise EnvironmentInputError(
            (
                "the {name} must be whole numbers such as '1;5;7', or '5;' for a single "
                "number, not {text}"
            ),
            name,
            repr(text),
        ) from None


def _hazards(text: str) -> tuple[HazardKind, ...]:
    try:
        pairs = [part.split("*") for part in text.removesuffix(";").split(";")] if text else []
        return tuple(HazardKind(kind, int(copies)) for kind, copies in pairs)
    except ValueError:
        raise EnvironmentInputError(
            "the hazards must be kinds with copies such as 'snake*2;lava*2', not {text}", repr(text)
        ) from None


@dataclass(frozen=True)
class Shared:
    """Immutable data that all states of a game and their copies share."""

    asked: tuple[Any, ...]
    edition: EditionRow
    kernel: Any
    by_points: bool
    features: int

    def __deepcopy__(self, memo: object) -> "Shared":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _shared, self.asked


@cache
def _shared(edition: str, players: int, reward: str, deck: tuple[tuple[str, Any], ...]) -> Shared:
    if reward not in ("win", "points"):
        raise EnvironmentInputError(
            "the reward must be 'win' or 'points', not {reward}", repr(reward)
        )
    row = edition_row(own_deck(find_edition(edition), **dict(deck)), players)
    asked = (edition, players, reward, deck)
    return Shared(asked, row, kernel().kernel, reward == "points", len(feature_names(row)))


class DiamantGame(pyspiel.Game):
    """The game, which creates states and observers."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _DEFAULTS | (params or {})
        deck = {name: given[name] for name in ("rounds", "treasures", "hazards", "relics")}
        try:
            shared = _shared(
                given["edition"], given["players"], given["reward"], tuple(deck.items())
            )
        except DiamantError as error:
            # OpenSpiel turns every other exception into its own long error page.
            raise pyspiel.SpielError(str(error)) from error
        self.shared = shared
        edition = shared.edition.edition
        relics = edition.relics.points if edition.relics else ()
        most = edition.rounds * sum(edition.treasures) + sum(relics)
        super().__init__(
            _TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=ACTIONS,
                max_chance_outcomes=len(shared.edition.kinds),
                num_players=given["players"],
                min_utility=0.0,
                max_utility=float(most) if shared.by_points else 1.0,
                utility_sum=None,
                max_game_length=shared.edition.longest,
            ),
            given,
        )

    def new_initial_state(self) -> "DiamantState":
        """Return the state before the first card."""
        return DiamantState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the largest number of cards that a game can reveal."""
        return self.shared.edition.longest

    def make_py_observer(
        self, iig_obs_type: object = None, params: dict[str, Any] | None = None
    ) -> "DiamantObserver | IIGObserverForPublicInfoGame":
        """Return an observer of the given type."""
        kind: Any = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info:
            # There is no private information, so a private observer sees nothing.
            return IIGObserverForPublicInfoGame(kind, params)
        return DiamantObserver(kind, params, self.shared)


class DiamantState(pyspiel.State):
    """A game at one moment, as a row of the stepping kernel."""

    def __init__(self, game: DiamantGame) -> None:
        super().__init__(game)
        self._shared = game.shared
        self._row = np.zeros(self._shared.edition.width, np.int32)
        self._shared.kernel.begin(self._row, self._shared.edition.row)
        self._phase = layout.TURN
        self._inside = self._row.item(layout.INSIDE)
        self._told = ""

    def current_player(self) -> int:
        """Return the player to move: chance, all players at once, or terminal."""
        mover: int = _MOVES[self._phase]
        return mover

    def _legal_actions(self, player: int) -> list[int]:
        return [STAY, LEAVE] if self._inside >> player & 1 else [STAY]

    # Python programs get these three answers here. The detour through OpenSpiel's bindings, which
    # returns the same for C++, would take most of a game's time.

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of a player, or of the current player by default."""
        if player is not None and player >= 0 and self._phase == layout.DECIDE:
            if self._inside >> player & 1:
                return [STAY, LEAVE]
            if player < self._shared.edition.players:
                return [STAY]
            last = self._shared.edition.players - 1
            raise EnvironmentInputError(
                "a player must be from 0 to {last}, not {player}", last, player
            )
        told: list[int] = super().legal_actions(*(() if player is None else (player,)))
        return told

    def is_chance_node(self) -> bool:
        """Return whether a card is turned next."""
        return self._phase == layout.TURN

    def is_simultaneous_node(self) -> bool:
        """Return whether all players choose next."""
        return self._phase == layout.DECIDE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each distinct card of the deck with its probability."""
        if self._phase != layout.TURN:
            raise self._not_now("a card")
        stop = layout.COUNTS + len(self._shared.edition.kinds)
        return _outcomes(self._row[layout.COUNTS : stop].tobytes())

    def _apply_action(self, action: int) -> None:
        shared, row = self._shared, self._row
        if self._phase != layout.TURN:
            raise self._not_now("a card")
        if not 0 <= action < len(shared.edition.kinds) or row.item(layout.COUNTS + action) < 1:
            raise ActionError("the deck has no card {action} left", action)
        shared.kernel.turn(row, action, shared.edition.row)
        self._told += f" {shared.edition.kinds[action]}"
        self._phase = row.item(layout.PHASE)
        if self._phase != layout.DECIDE:
            self._told += ";"
            self._inside = row.item(layout.INSIDE)

    def _apply_actions(self, actions: list[int]) -> None:
        shared, row = self._shared, self._row
        leave = 0
        if self._phase != layout.DECIDE:
            raise self._not_now("everyone's choices")
        if len(actions) != shared.edition.players:
            raise ActionError(
                "a joint action must have one action for each of {players} players, not {n}",
                shared.edition.players,
                len(actions),
            )
        for seat, action in enumerate(actions):
            if action:
                leave |= action << seat
        if leave & ~self._inside or max(actions) > LEAVE or min(actions) < STAY:
            raise ActionError("an action must be 0 (stay) or 1 (leave), and 0 outside the cave")
        shared.kernel.decide(row, leave, shared.edition.row)
        self._phase = row.item(layout.PHASE)
        if leave:
            self._inside = row.item(layout.INSIDE)
            self._told += f"/{_LEAVERS[leave]}"
            if not row.item(layout.STEP):
                self._told += ";"

    def _not_now(self, asked: str) -> DiamantError:
        """Return an error that says why a call is invalid now, and what to call instead."""
        if self._phase == layout.OVER:
            return EpisodeOverError("the game is over: start from a new initial state")
        due = "a card" if self._phase == layout.TURN else "everyone's choices"
        return ActionError("expected {due} now, not {asked}", due, asked)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._shared.edition.kinds[action]
        return ("stay", "leave")[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._phase == layout.OVER

    def returns(self) -> list[float]:
        """Return each player's reward; 0 before the end."""
        players = self._shared.edition.players
        if self._phase != layout.OVER:
            return [0.0] * players
        if self._shared.by_points:
            points: list[int] = self.points
            return [float(one) for one in points]
        among = int(self._shared.kernel.winners(self._row, self._shared.edition.row))
        share = 1.0 / among.bit_count()
        return [share if among >> seat & 1 else 0.0 for seat in range(players)]

    @property
    def points(self) -> list[int]:
        """Each player's points so far."""
        own = self._row[layout.POINTS :][: self._shared.edition.players]
        return [int(one) for one in own]

    def __str__(self) -> str:
        return self._told.strip() or "-"

    def see(self, player: int) -> Array:
        """Return a player's observation."""
        seen: Array = np.zeros(self._shared.features, np.float32)
        masks = np.zeros((1, ACTIONS), np.int8)
        self._shared.kernel.see(self._row, self._shared.edition.row, player, seen[None], masks)
        return seen

    def tell(self, player: int) -> str:
        """Describe the current position in one line of text."""
        edition, row = self._shared.edition, self._row
        counts = row[layout.COUNTS :][: len(edition.kinds)].tolist()
        deck = " ".join(
            f"{word}*{copies}" for word, copies in zip(edition.kinds, counts, strict=True) if copies
        )
        return (
            f"{SEAT_LETTERS[player]} {('turn', 'decide', 'over')[self._phase]}"
            f" round {row[layout.ROUND] + 1} inside {_LEAVERS[row[layout.INSIDE]]}"
            f" carried {row[layout.CARRIED]} path {row[layout.PATH]} relics {row[layout.LYING]}"
            f" met {row[layout.MET]:b} points {self.points} deck {deck}"
        )


@lru_cache(maxsize=1 << 16)
def _outcomes(counts: bytes) -> list[tuple[int, float]]:
    """Return the probability of each kind of card in a deck, cached across games."""
    copies = np.frombuffer(counts, np.int32).tolist()
    size = sum(copies)
    return [(kind, count / size) for kind, count in enumerate(copies) if count]


# In Python, because looking up OpenSpiel's attributes at every step is slow.
_MOVES = (pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.SIMULTANEOUS, pyspiel.PlayerId.TERMINAL)


class DiamantObserver:
    """A player's observation, in the form that OpenSpiel expects."""

    def __init__(self, kind: Any, params: dict[str, Any] | None, shared: Shared) -> None:  # noqa: ANN401 - OpenSpiel's
        if params:
            raise EnvironmentInputError(
                "an observer of {name} takes no parameters, not {params}", NAME, params
            )
        self._recalls = kind.perfect_recall
        self.tensor = np.zeros(shared.features, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: DiamantState, player: int) -> None:
        """Fill the tensor with a player's observation."""
        self.tensor[:] = state.see(player)

    def string_from(self, state: DiamantState, player: int) -> str:
        """Return the record so far if the observer has perfect recall, else the position."""
        return f"{SEAT_LETTERS[player]} {state}" if self._recalls else state.tell(player)


pyspiel.register_game(_TYPE, DiamantGame)
