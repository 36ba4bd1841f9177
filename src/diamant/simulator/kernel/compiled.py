"""Play games with a kernel."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

import numpy as np

from diamant.bots import Bot
from diamant.bots.champion.player import champion, equilibrium
from diamant.simulator.called import seed_word
from diamant.simulator.kernel.arrays import EditionArrays, LineUpArrays
from diamant.simulator.kernel.bot_syntax import CannotCompileError
from diamant.simulator.kernel.cache import Kernel, load_bot, load_kernel
from diamant.simulator.kernel.generate import FULL, Shape
from diamant.simulator.kernel.layout import pack
from diamant.simulator.kernel.rewrite import RewrittenBot, rewrite_bot
from diamant.simulator.result import Array, Games, Tally


class NonsenseAnswerError(Exception):
    """Raised if a compiled bot returned a value that isn't a probability."""


# The exceptions that a kernel raises when one of its bots fails.
FAILURES = (NonsenseAnswerError, ArithmeticError, ValueError, IndexError)


@dataclass(frozen=True)
class Transcript:
    """The cards and leavers of some games, as card numbers and seat masks."""

    cards: Array
    leavers: Array
    lengths: Array

    @classmethod
    def empty(cls, games: int, edition: EditionArrays) -> "Transcript":
        """Return an empty transcript with room for a number of games."""
        places = (games, edition.rounds * edition.cards)
        return cls(
            np.zeros(places, np.uint8),
            np.zeros(places, np.uint8),
            np.zeros((games, edition.rounds), np.int64),
        )


def _text(form: RewrittenBot) -> str:
    return form.source


@contextmanager
def _as_refusal() -> Iterator[None]:
    from numba.core.errors import NumbaError

    try:
        yield
    except NumbaError as error:
        raise CannotCompileError("Numba cannot compile it") from error


@dataclass(frozen=True)
class CompiledGames:
    """Plays games of one edition between given bots, with a compiled kernel.

    A full kernel calls each bot at the address of its machine code. One full kernel therefore
    serves all bots, and a new bot compiles quickly. Only bots with minds are part of the kernel.
    """

    edition: EditionArrays
    bots: Sequence[Bot]
    rewritten: Sequence[RewrittenBot]
    in_kernel: Mapping[RewrittenBot, int]  # Each bot's address, or 0 if in the kernel.
    kernel: Kernel
    is_full: bool

    @classmethod
    def of(
        cls,
        edition: EditionArrays,
        bots: Sequence[Bot],
        *,
        fast: bool = False,
        long: bool = False,
        compiling: Callable[[], object] = lambda: None,
    ) -> "CompiledGames":
        """Load or compile the kernel for these bots, or raise `CannotCompileError`.

        A `fast` kernel reports only sums, scores and winners; for unusual editions, a full kernel
        is used instead. The kernel of a `long` run includes the bots. It is the fastest kind, but
        only runs with the same bots can use it.
        """
        rewritten = [rewrite_bot(bot) for bot in bots]
        fast = fast and edition.pooled and not edition.wide
        shape = Shape.of_fast(edition, rewritten) if fast else FULL
        # In a canonical order, so the same bots in any order need only one kernel.
        forms = sorted({form for form in rewritten if not form.is_coin}, key=_text)
        if fast or long:
            parts = forms
        elif any(form.has_mind for form in forms):
            house = {rewrite_bot(bot) for bot in (champion, equilibrium)}
            parts = sorted({form for form in forms if form.has_mind} | house, key=_text)
        else:
            parts = []
        # Reported once, however many pieces are compiled.
        compiling = cache(compiling)
        with _as_refusal():
            others = {form: load_bot(form, compiling) for form in forms if form not in parts}
            kernel = load_kernel(shape, parts, compiling)
            in_kernel = {**dict.fromkeys(parts, 0), **others}
            games = cls(edition, bots, rewritten, in_kernel, kernel, not fast)
            # Playing zero games makes Numba compile now, before several threads would do so.
            games.play(games.seat([0]), 0, 0, 0)
        return games

    def seat(self, line_up: Sequence[int]) -> LineUpArrays:
        """Return the arrays for a lineup, given by bot indices in seat order."""
        order = dict.fromkeys(form for form in self.rewritten if not form.is_coin)
        return LineUpArrays.of(
            [self.bots[bot] for bot in line_up],
            [self.rewritten[bot] for bot in line_up],
            self.in_kernel,
            tuple(order),
        )

    def play(
        self,
        line_up: LineUpArrays,
        seed: int,
        first: int,
        games: int,
        *,
        detail: bool = False,
        each: Games | None = None,
        transcript: Transcript | None = None,
    ) -> Tally:
        """Play games `first`, `first + 1`, …, each determined by seed and number."""
        assert self.is_full or not (detail or transcript), "a fast kernel returns only sums"
        players, rounds = int(line_up.players), self.edition.rounds
        tally = Tally(players, rounds, self.edition.cards, self.edition.counted)
        failed = self.kernel(
            first,
            games,
            np.uint64(seed_word(seed)),
            pack("edition", self.edition),
            pack("line_up", line_up),
            detail,
            pack("tally", tally),
            pack("each", each or Games.empty(0, players, rounds)),
            pack("transcript", transcript or Transcript.empty(0, self.edition)),
        )
        if failed >= 0:
            raise NonsenseAnswerError(first + failed)
        tally.games = games
        return tally
