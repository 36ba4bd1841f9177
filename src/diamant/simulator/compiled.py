"""Running a kernel over ranges of games."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from diamant.bots import Bot
from diamant.rules.edition import Edition
from diamant.simulator.kernel import Kernel, load_kernel
from diamant.simulator.result import Array, Games, Tally
from diamant.simulator.rewrite import CannotCompileError, CompiledBot
from diamant.simulator.tables import (
    MASK_FACTS,
    PRIZE,
    EditionTables,
    LineUp,
    shape_of,
)


def seed_word(seed: int) -> int:
    """Return the 64-bit word that a run's seed, any whole number, stands for."""
    digest = hashlib.sha256(f"diamant simulator 1\0{seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


class NonsenseAnswerError(Exception):
    """A compiled bot answered something that is no probability, in this game."""

    def __init__(self, game: int) -> None:
        super().__init__(game)
        self.game = game


# What a kernel raises when a bot fails in it.
FAILURES = (NonsenseAnswerError, ArithmeticError, ValueError)


@dataclass(frozen=True)
class Trace:
    """Every card and every leaver of a few games, as codes and masks of seats."""

    cards: Array
    leavers: Array
    lengths: Array


@dataclass(frozen=True)
class Machine:
    """A kernel for an edition and a set of bots; ready for any line-up of them."""

    edition: Edition
    tables: EditionTables
    known: tuple[CompiledBot, ...]
    kernel: Kernel
    detail: bool
    trace: bool

    @classmethod
    def build(
        cls,
        edition: Edition,
        forms: Sequence[CompiledBot],
        *,
        detail: bool = False,
        trace: bool = False,
        on_compile: Callable[[], object] = lambda: None,
    ) -> "Machine":
        """Load or compile the kernel for these bots."""
        tables = EditionTables.of(edition)
        known = tuple(dict.fromkeys(form for form in forms if not form.is_coin))
        shape = shape_of(edition, tables, forms=forms, detail=detail, trace=trace)
        kernel = load_kernel(shape, known, on_compile)
        return cls(edition, tables, known, kernel, detail, trace)

    def warm_up(self, bots: Sequence[Bot], forms: Sequence[CompiledBot]) -> None:
        """Make Numba compile, or raise `CannotCompileError` if it cannot; play no game."""
        from numba.core.errors import NumbaError

        try:
            self.run(self.line_up(bots, forms), 0, 0, 0)
        except NumbaError as error:
            raise CannotCompileError("Numba cannot compile it") from error

    def line_up(self, bots: Sequence[Bot], forms: Sequence[CompiledBot]) -> LineUp:
        """Seat bots for this machine."""
        return LineUp.of(bots, forms, self.known)

    def tally(self, line_up: LineUp) -> Tally:
        """Return an empty tally of the right size."""
        rounds, cards = self.edition.rounds, self.tables.cards
        return Tally(line_up.players, rounds, cards, detail=self.detail)

    def run(
        self, line_up: LineUp, seed: int, first: int, games: int, each: Games | None = None
    ) -> tuple[Tally, Trace]:
        """Play games first, first + 1, …; what they are depends on seed and number alone."""
        tables, tally = self.tables, self.tally(line_up)
        rounds, players = self.edition.rounds, line_up.players
        traced = games if self.trace else 0
        trace = Trace(
            np.zeros((traced, rounds * tables.cards), np.uint8),
            np.zeros((traced, rounds * tables.cards), np.uint8),
            np.zeros((traced, rounds), np.int64),
        )
        if each is None:
            each = empty_games(0, players, rounds)
        failed = self.kernel(
            first,
            games,
            np.uint64(seed_word(seed)),
            np.uint64(players),
            rounds,
            tables.in_order,
            tables.deck_sizes,
            np.uint64(tables.kind_bits),
            np.uint64(tables.relic_bits),
            tables.facts,
            tables.all_shares,
            tables.copies,
            tables.relic_totals,
            MASK_FACTS,
            PRIZE,
            np.uint64(line_up.coin_seats),
            line_up.alias,
            line_up.group_from,
            line_up.group_seats,
            line_up.numbers,
            np.zeros(tables.cards + 1, np.uint64),
            np.zeros_like(tables.all_shares),
            np.zeros_like(tables.copies),
            np.zeros(8, np.uint64),
            np.zeros(8, np.uint64),
            tally.sums,
            tally.scores,
            tally.lengths,
            tally.busts,
            tally.leavers,
            tally.flows,
            each.scores,
            each.winners,
            each.lengths,
            each.busts,
            trace.cards,
            trace.leavers,
            trace.lengths,
        )
        if failed >= 0:
            raise NonsenseAnswerError(first + failed)
        tally.games = games
        return tally, trace


def empty_games(games: int, players: int, rounds: int) -> Games:
    """Return room for the outcome of each single game."""
    return Games(
        np.zeros((games, players), np.int32),
        np.zeros(games, np.uint8),
        np.zeros((games, rounds), np.uint8),
        np.zeros((games, rounds), np.bool_),
    )
