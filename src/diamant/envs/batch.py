"""Run games side by side on the stepping kernel.

All environments use this module, except OpenSpiel's.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from diamant.envs.errors import ActionError, EnvironmentInputError, EpisodeOverError, check_whole
from diamant.envs.kernel import Array, Opponents, kernel
from diamant.envs.observation import ACTIONS, feature_names
from diamant.errors import BotError
from diamant.rules.game import Game, Phase
from diamant.simulator.called import seed_word
from diamant.simulator.kernel import step_layout as layout
from diamant.simulator.kernel.layout import MOST_SEATS
from diamant.simulator.kernel.step_layout import EditionRow

MOST_GAMES = 1 << 24
MOST_SEED = (1 << 64) - 1


@dataclass(frozen=True)
class Buffers:
    """Arrays that a batch updates in place, with one row for each agent."""

    observations: Array  # [agent, feature] float32.
    masks: Array  # [agent, action] int8.
    rewards: Array  # [agent] float32.
    ended: Array  # [agent] bool.

    @classmethod
    def of(cls, agents: int, features: int, given: Mapping[str, Any] | None = None) -> "Buffers":
        """Return buffers; the caller may provide some as NumPy or DLPack arrays."""
        shapes: dict[str, tuple[tuple[int, ...], type]] = {
            "observations": ((agents, features), np.float32),
            "masks": ((agents, ACTIONS), np.int8),
            "rewards": ((agents,), np.float32),
            "ended": ((agents,), np.bool_),
        }
        if given is not None and not isinstance(given, Mapping):
            raise EnvironmentInputError(
                "buffers must be a mapping from names to arrays, not {kind}", type(given).__name__
            )
        given = dict(given or {})
        if unknown := given.keys() - shapes.keys():
            raise EnvironmentInputError.unknown(
                "unknown buffer {name} ({hint})", unknown.pop(), shapes
            )
        theirs = {name: _buffer(name, array, *shapes[name]) for name, array in given.items()}
        for (one, first), (other, second) in combinations(theirs.items(), 2):
            if np.shares_memory(first, second):
                raise EnvironmentInputError(
                    "buffers must not share memory, but {one} and {other} do",
                    repr(one),
                    repr(other),
                )
        return cls(**{name: np.zeros(*wanted) for name, wanted in shapes.items()} | theirs)


def _buffer(name: str, given: object, shape: tuple[int, ...], dtype: type) -> Array:
    """Wrap a caller's array without copying, or raise an error if it doesn't fit."""
    if not isinstance(given, np.ndarray):
        if not hasattr(given, "__dlpack__"):
            raise EnvironmentInputError(
                "buffer {name} must be a NumPy array or support DLPack, not {kind}",
                repr(name),
                type(given).__name__,
            )
        given = np.from_dlpack(given)
    kind, found = np.dtype(dtype).name, given.dtype.name
    if given.shape != shape or given.dtype != dtype:
        swapped = " of another byte order" if given.dtype != dtype and found == kind else ""
        raise EnvironmentInputError(
            "buffer {name} must have shape {shape} and type {kind}, got {given} and {found}",
            repr(name),
            shape,
            kind,
            given.shape,
            f"{found}{swapped}",
        )
    if not given.flags.c_contiguous or not given.flags.writeable:
        raise EnvironmentInputError("buffer {name} must be contiguous and writable", repr(name))
    return given


def check_seed(seed: object) -> int:
    """Return a valid seed, or raise an error."""
    return check_whole("a seed", seed, 0, MOST_SEED)


def check_options(options: object, known: Sequence[str] | None = ()) -> Mapping[str, Any]:
    """Return the options of a reset; raise an error for names not in `known`.

    If `known` is None, all names are allowed.
    """
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise EnvironmentInputError(
            "reset options must be a mapping, not {kind}", type(options).__name__
        )
    if known is not None and (unknown := [name for name in options if name not in known]):
        raise EnvironmentInputError.unknown(
            "unknown reset option {name} ({hint})", unknown[0], known
        )
    return options


class Games(NamedTuple):
    """The state of a batch's games as the kernel reads it, with a row for each game."""

    rows: Array
    words: Array
    decks: Array  # [game, place] uint8: the shuffled cards.
    transcripts: Array  # [game, step, (card, leavers)] uint8; no steps if nothing is recorded.


class Written(NamedTuple):
    """The arrays that the kernel writes, with a row of agents for each game."""

    observations: Array
    masks: Array
    rewards: Array
    ended: Array
    final: Array  # The last observations of games that were reset in the same step.


class Batch:
    """Games side by side, each with its own shuffle.

    A seed gives the same games as in `simulate`: game 0 after a reset, then game 1, and so on. With
    a `seat`, the `opponents` play the other seats; without one, all seats are agents.
    """

    def __init__(
        self,
        edition: EditionRow,
        games: int,
        *,
        seat: int | None = None,
        opponents: Opponents | None = None,
        reward: int = layout.WIN,
        autoreset: int = layout.DISABLED,
        recorded: bool = False,
        buffers: Mapping[str, Any] | None = None,
    ) -> None:
        self.edition = edition
        self.games = check_whole("the number of games", games, 1, MOST_GAMES)
        self.seats = edition.players if seat is None else 1
        self.features = len(feature_names(edition))
        self._seat = -1 if seat is None else seat
        opponents = opponents or kernel()
        row = edition.row.copy()
        row[layout.E_SEAT], row[layout.E_REWARD] = self._seat, reward
        row[layout.E_AUTORESET] = autoreset
        row[layout.E_BOTS : layout.E_BOTS + MOST_SEATS] = opponents.codes
        self._kernel = opponents.kernel
        self.buffers = Buffers.of(self.agents, self.features, buffers)
        shape = (self.games, self.seats)
        own = self.buffers
        same = self.games if autoreset == layout.SAME_STEP else 0
        self._written = Written(
            own.observations.reshape(*shape, self.features),
            own.masks.reshape(*shape, ACTIONS),
            own.rewards.reshape(shape),
            own.ended.reshape(shape),
            np.zeros((same, self.seats, self.features), np.float32),
        )
        self.rows = np.zeros((self.games, edition.width), np.int32)
        self.words = np.zeros((self.games, layout.WORDS), np.uint64)
        self.rows[:, layout.PHASE] = layout.OVER
        places = edition.longest if recorded else 0
        self._states = Games(
            self.rows,
            self.words,
            np.zeros((self.games, len(edition.words)), np.uint8),
            np.zeros((self.games, places, 2), np.uint8),
        )
        # Plain tuples, which Numba converts in half the time of named ones. The second has the
        # edition's row, and the bot in each seat as an index into the kernel's bots.
        self._given = (tuple(self._states), (row, opponents.numbers))
        self._taken = tuple(self._written)
        self._seeded = np.zeros(self.games, np.bool_)
        # The last replayed game: its key, its number of cards, and its state then. Most callers ask
        # for the same game again, a few cards later.
        self._replayed: tuple[tuple[int, int, int], int, Game] | None = None

    @property
    def agents(self) -> int:
        """The number of agents: all seats of all games, or one per game."""
        return self.games * self.seats

    @property
    def final(self) -> Array:
        """The final observations of games that ended and were reset in the same step."""
        return self._written.final.reshape(-1, self.features)

    @property
    def points(self) -> Array:
        """The points so far, by game and seat."""
        return self.rows[:, layout.POINTS : layout.POINTS + self.edition.players]

    @property
    def over(self) -> Array:
        """A mask of the games that are over."""
        over: Array = self.rows[:, layout.PHASE] == layout.OVER
        return over

    @property
    def dealt(self) -> bool:
        """Whether every game has been dealt at least once."""
        return bool(self._seeded.all())

    def reset(self, seeds: Sequence[int | None] | None = None, chosen: Array | None = None) -> None:
        """Reset games: to a seed's first game if given, otherwise to the next game."""
        if seeds is not None and len(seeds) != self.games:
            raise EnvironmentInputError(
                "expected {games} seeds, one for each game, got {n}", self.games, len(seeds)
            )
        given = [None if seed is None else check_seed(seed) for seed in seeds or ()]
        if chosen is None:
            chosen = np.ones(self.games, np.bool_)
        elif chosen.shape != (self.games,) or chosen.dtype != np.bool_:
            raise EnvironmentInputError(
                "a mask of games must have shape {shape} and type bool, got {given} and {kind}",
                (self.games,),
                chosen.shape,
                chosen.dtype.name,
            )
        self._replayed = None
        self.words[:, layout.NUMBER] += chosen
        words: dict[int, int] = {
            game: seed_word(seed)
            for game, seed in enumerate(given)
            if seed is not None and chosen[game]
        }
        for game in np.flatnonzero(chosen & ~self._seeded).tolist():
            words.setdefault(game, secrets.randbits(64))
        for game, word in words.items():
            self.words[game, layout.SEED] = word
            self.words[game, layout.NUMBER] = 0
            self._seeded[game] = True
        self._kernel.deal_chosen(*self._given, chosen, self._taken)

    def step(self, actions: object) -> None:
        """Apply every agent's action, and advance each game to its next choice."""
        code = self._kernel.step(*self._given, self._actions(actions), self._taken)
        if code >= 0:
            self._refuse(code & 3, code >> 2)

    def _actions(self, actions: object) -> Array:
        """Convert actions to the kernel's format; the kernel checks their legality."""
        try:
            given = np.asarray(actions)
        except ValueError:  # Rows mixed with scalars.
            raise ActionError(
                "each action must be one whole number, 0 (stay) or 1 (leave), not a list"
            ) from None
        if given.size != self.agents or given.dtype.kind not in "biu":
            are = f"the actions must be {self.agents} whole numbers"
            raise ActionError(
                "{what}, 0 (stay) or 1 (leave), not {size} of type {kind}",
                "an action must be a whole number" if self.agents == 1 else are,
                given.size,
                given.dtype.name,
            )
        if given.ndim > 1 and given.shape != (self.games, self.seats):
            raise ActionError(
                "the actions must have shape ({agents},), not {shape}", self.agents, given.shape
            )
        if given.dtype != np.uint8:
            # Only 0 and 1 have no higher bits, and one test is faster than two comparisons.
            if given.dtype.kind != "b" and (given >> 1).any():
                wrong = given[(given < 0) | (given > 1)][0]
                raise ActionError("an action must be 0 (stay) or 1 (leave), not {wrong}", wrong)
            given = given.astype(np.uint8)
        return np.ascontiguousarray(given).reshape(self.games, self.seats)

    def _refuse(self, wrong: int, where: int) -> None:
        if wrong == layout.WRONG_ACTION:
            game, place = divmod(where, self.seats)
            seat = place if self._seat < 0 else self._seat
            raise ActionError(
                (
                    "in game {game}, the action of seat {seat} must be 0 (stay) or 1 (leave), "
                    "and 0 outside the cave"
                ),
                game,
                seat,
            )
        if wrong == layout.GAME_OVER:
            raise EpisodeOverError("game {where} is over: reset it before another step", where)
        raise BotError("an opponent in game {where} returned an invalid chance of leaving", where)

    def replay(self, game: int = 0) -> Game:
        """Replay a game as a `Game`; the batch must be recorded."""
        if not self._states.transcripts.shape[1]:
            raise EnvironmentInputError(
                "these games are not recorded: make the environment with recorded=True"
            )
        check_whole("the number of a game", game, 0, self.games - 1)
        if not self._seeded[game]:
            raise EpisodeOverError("reset the environment before you look at its game")
        words = self.words[game]
        key = (game, int(words[layout.SEED]), int(words[layout.NUMBER]))
        if self._replayed is None or self._replayed[0] != key:
            self._replayed = (key, 0, Game.start(self.edition.edition, self.edition.players))
        _, turned, told = self._replayed
        transcript, steps = self._states.transcripts[game], int(self.rows[game, layout.PLACE])
        for place in range(turned, steps):
            if told.phase is Phase.DECIDE:
                told = told.decide(_seats(transcript[place - 1, 1])).game
            told = told.turn(self.edition.words[transcript[place, 0]]).game
        if told.phase is Phase.DECIDE and self.rows[game, layout.PHASE] == layout.OVER:
            told = told.decide(_seats(transcript[steps - 1, 1])).game
        self._replayed = (key, steps, told)
        return told


def _seats(mask: int) -> list[int]:
    """Return the seats in a mask."""
    return [seat for seat in range(MOST_SEATS) if mask >> seat & 1]
