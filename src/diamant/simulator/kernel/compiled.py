"""Playing games by a kernel."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from diamant.bots import Bot
from diamant.simulator.kernel.arrays import EditionArrays
from diamant.simulator.kernel.bot_syntax import CannotCompileError
from diamant.simulator.kernel.cache import Kernel, load_kernel
from diamant.simulator.kernel.generate import FULL, Shape
from diamant.simulator.kernel.layout import pack
from diamant.simulator.kernel.line_up import LineUpArrays
from diamant.simulator.kernel.rewrite import RewrittenBot, rewrite_bot
from diamant.simulator.result import Array, Games
from diamant.simulator.shuffle import seed_word
from diamant.simulator.tally import Tally


class NonsenseAnswerError(Exception):
    """A compiled bot answered something that is no probability."""


# What a kernel raises when a bot fails in it.
FAILURES = (NonsenseAnswerError, ArithmeticError, ValueError, IndexError)


@dataclass(frozen=True)
class Transcript:
    """Every card and every leaver of a few games, as numbers of cards and masks of seats."""

    cards: Array
    leavers: Array
    lengths: Array

    @classmethod
    def empty(cls, games: int, edition: EditionArrays) -> "Transcript":
        """Return room for some games."""
        places = (games, edition.rounds * edition.cards)
        return cls(
            np.zeros(places, np.uint8),
            np.zeros(places, np.uint8),
            np.zeros((games, edition.rounds), np.int64),
        )


@dataclass(frozen=True)
class CompiledGames:
    """A kernel with a set of bots: it plays any line-up of them in an edition."""

    edition: EditionArrays
    bots: Sequence[Bot]
    rewritten: Sequence[RewrittenBot]
    in_kernel: tuple[RewrittenBot, ...]
    kernel: Kernel
    is_full: bool
    players: int  # How many sit in every line-up, or 0 for any number.

    @classmethod
    def of(
        cls,
        edition: EditionArrays,
        bots: Sequence[Bot],
        *,
        fast: bool = False,
        players: int = 0,
        compiling: Callable[[], object] = lambda: None,
    ) -> "CompiledGames":
        """Load or compile the kernel of these bots, or raise `CannotCompileError`.

        A fast one can tell only sums, scores and winners; an unusual edition has none. Where
        every line-up is known to have so many `players`, it may be made for them alone.
        """
        rewritten = [rewrite_bot(bot) for bot in bots]
        fast = fast and edition.pooled and not edition.wide
        shape = Shape.of_fast(edition, rewritten, players) if fast else FULL
        # In an order of their own, so that bots in whatever order need one kernel.
        functions = {form for form in rewritten if not form.is_coin}
        in_kernel = tuple(sorted(functions, key=lambda form: form.source))

        kernel = load_kernel(shape, in_kernel, compiling)
        games = cls(edition, bots, rewritten, in_kernel, kernel, not fast, shape.players)
        games._warm_up()
        return games

    def _warm_up(self) -> None:
        """Play no game at all: that makes Numba compile, before several threads would."""
        from numba.core.errors import NumbaError

        try:
            self.play(self.seat([0]), 0, 0, 0)
        except NumbaError as error:
            raise CannotCompileError("Numba cannot compile it") from error

    def seat(self, line_up: Sequence[int]) -> LineUpArrays:
        """Seat bots by their numbers."""
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
        """Play games first, first + 1, …; what they are depends on seed and number alone."""
        assert self.is_full or not (detail or transcript), "a fast kernel tells only sums"
        players, rounds = int(line_up.players), self.edition.rounds
        assert not games or self.players in {0, players}, "the kernel is for another table"
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
