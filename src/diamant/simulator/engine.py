"""Seat lineups of bots and play their games, compiled if possible.

`simulation`, `tournament`, `edition_report` and `cluster` all play their games here. A run has one
`Engine`, each order of bots at the table is a `LineUp`, and a `Part` is the result of some
consecutive games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from diamant.bots import Bot, leaving_chance
from diamant.bots.time_limit import DecisionTimeout
from diamant.bots.whole_game import check_seed
from diamant.errors import BotError, DiamantError
from diamant.record import Record, write_record
from diamant.record.write import edition_tags, tag_line
from diamant.rules.edition import Edition
from diamant.rules.game import Game
from diamant.rules.seats import SEAT_LETTERS, is_whole
from diamant.simulator.called import CalledGames, seed_word
from diamant.simulator.kernel.arrays import EditionArrays, LineUpArrays
from diamant.simulator.kernel.bot_syntax import CannotCompileError
from diamant.simulator.kernel.compiled import FAILURES, CompiledGames, Transcript
from diamant.simulator.kernel.layout import MASKS
from diamant.simulator.kernel.rewrite import rewrite_bot
from diamant.simulator.parallel import Parallel, cores
from diamant.simulator.result import Array, Games, Tally

MOST_THREADS = 1024
MOST_GAMES = 10**12
TIME_LIMIT = 10.0


def check_games(games: int, seed: int) -> None:
    """Raise an error for an invalid number of games or an invalid seed."""
    check_seed(seed)
    if not is_whole(games, 1, MOST_GAMES):
        raise DiamantError(
            "the number of games must be between 1 and {most}, got {games}",
            f"{MOST_GAMES:,}",
            _told(games),
        )


def check_threads(threads: int | None) -> None:
    """Raise an error for too few threads, or more than a machine can start."""
    if threads is not None and not is_whole(threads, 1, MOST_THREADS):
        raise DiamantError(
            "the number of threads must be between 1 and {most}, got {threads}",
            MOST_THREADS,
            _told(threads),
        )


def _told(number: object) -> str:
    return f"{number:,}" if isinstance(number, int) else repr(number)


def check_time_limit(seconds: float) -> None:
    """Raise an error unless the time limit is a positive number of seconds."""
    is_number = hasattr(seconds, "__float__")
    if not is_number or not seconds > 0:
        told = f"{seconds:g}" if is_number else repr(seconds)
        raise DiamantError("the time limit must be greater than 0 seconds, got {seconds}", told)


_LEAVERS = [
    "".join(letter for seat, letter in enumerate(SEAT_LETTERS) if mask >> seat & 1)
    for mask in range(MASKS)
]


def transcript_records(
    edition: Edition,
    arrays: EditionArrays,
    names: Sequence[str],
    transcript: Transcript,
    points: Array,
) -> str:
    """Return the records of games, written from a transcript without replaying them."""
    tags = [tag_line(name, values) for name, values in edition_tags(edition)]
    head = "\n".join([*tags, tag_line("Players", tuple(names))])
    texts = []
    for cards, leavers, lengths, scores in zip(
        transcript.cards.tolist(),
        transcript.leavers.tolist(),
        transcript.lengths.tolist(),
        points.tolist(),
        strict=True,
    ):
        lines = [head, tag_line("Scores", (" ".join(map(str, scores)),)), ""]
        place = 0
        for number, length in enumerate(lengths, start=1):
            words = [
                f"{arrays.words[card]}/{_LEAVERS[mask]}" if mask else arrays.words[card]
                for card, mask in zip(
                    cards[place : place + length], leavers[place : place + length], strict=True
                )
            ]
            lines.append(f"{number}. {' '.join(words)}")
            place += length
        texts.append("\n".join(lines) + "\n\n")
    return "".join(texts)


def game_record(names: Sequence[str], game: Game) -> str:
    """Return the record of a game as text."""
    return write_record(Record(tuple(names), game)) + "\n"


# Games per part: few enough that progress is reported, and Ctrl-C works, soon.
COMPILED_BATCH = 20_000
RECORDED_BATCH = 1_000
CALLED_BATCH = 20
# Shorter runs finish too soon for a kernel of their own to be worth compiling.
LONG_RUN = 1_000_000


@dataclass(frozen=True)
class Part:
    """The result of consecutive games, and the exception that stopped them, if any."""

    tally: Tally
    records: str = ""
    stop: BotError | KeyboardInterrupt | None = None

    def raise_stop(self) -> None:
        """Raise the exception that stopped the games early, if any."""
        if self.stop is not None:
            raise self.stop


@dataclass(frozen=True)
class Engine:
    """Plays games of one edition between given bots, in any lineup."""

    edition: Edition
    arrays: EditionArrays
    bots: Sequence[Bot]
    seed: int
    time_limit: float
    compiled: CompiledGames | None

    @classmethod
    def of(
        cls,
        edition: Edition,
        bots: Sequence[Bot],
        *,
        seed: int = 0,
        time_limit: float = TIME_LIMIT,
        fast: bool = False,
        long: bool = False,
        compiling: Callable[[], object] = lambda: None,
    ) -> "Engine":
        """Prepare an engine.

        With `fast`, the engine can't produce details or records. With `long`, it takes longer to
        compile but plays faster. `compiling` is called before a compilation.
        """
        arrays, compiled = EditionArrays.of(edition), None
        if can_compile(bots):
            try:
                compiled = CompiledGames.of(arrays, bots, fast=fast, long=long, compiling=compiling)
            except CannotCompileError:
                compiled = None  # Numba can't compile these bots: they are called instead.
        return cls(edition, arrays, bots, seed, time_limit, compiled)

    @property
    def is_compiled(self) -> bool:
        """Whether a kernel plays the games."""
        return self.compiled is not None

    @property
    def batch(self) -> int:
        """The number of games in a part."""
        return COMPILED_BATCH if self.is_compiled else CALLED_BATCH

    def workers(self, asked: int | None = None) -> Parallel:
        """Return how many threads or processes play the parts.

        If several cores are requested, called bots play in processes: Python runs only one thread
        at a time, and can interrupt a sleeping bot only in the main thread.
        """
        if self.is_compiled:
            return Parallel(asked or cores())
        return Parallel(asked or 1, processes=True)

    def tally(self, players: int) -> Tally:
        """Return an empty tally for a game with this many players."""
        return Tally(players, self.edition.rounds, self.arrays.cards, self.arrays.counted)

    def seat(self, line_up: Sequence[int]) -> "LineUp":
        """Return a lineup of bots, given by their indices in seat order."""
        arrays = self.compiled.seat(line_up) if self.compiled is not None else None
        return LineUp(self, tuple(self.bots[bot] for bot in line_up), arrays)


@dataclass(frozen=True)
class LineUp:
    """Bots in their seats. Their games don't depend on how they are split into parts."""

    engine: Engine
    bots: tuple[Bot, ...]
    arrays: LineUpArrays | None

    def play(
        self,
        first: int,
        games: int,
        *,
        detail: bool = False,
        each: Games | None = None,
        records: bool = False,
    ) -> Part:
        """Play games `first`, `first + 1`, …, and write their outcomes to `each`.

        If a bot fails, the part ends, but the games before the failure count.
        """
        if self.arrays is None:
            return self._call(first, games, each, records=records)
        try:
            return self._run(first, games, detail, each, records)
        except FAILURES as error:
            failed = self._first_failure(range(first, first + games))
            before = self._run(first, failed - first, detail, each, records)
            return replace(before, stop=self._explain(failed, error))

    def _run(
        self,
        first: int,
        games: int,
        detail: bool,  # noqa: FBT001 - passed on as it was given
        each: Games | None,
        records: bool,  # noqa: FBT001 - passed on as it was given
    ) -> Part:
        engine = self.engine
        assert engine.compiled is not None, "arrays exist only with a kernel"
        assert self.arrays is not None, "arrays exist only with a kernel"
        transcript = None
        if records:
            transcript = Transcript.empty(games, engine.arrays)
            each = each or Games.empty(games, len(self.bots), engine.edition.rounds)
        tally = engine.compiled.play(
            self.arrays, engine.seed, first, games, detail=detail, each=each, transcript=transcript
        )
        if transcript is None or each is None:
            return Part(tally)
        names, scores = tuple(map(str, self.bots)), each.scores[:games]
        text = transcript_records(engine.edition, engine.arrays, names, transcript, scores)
        return Part(tally, text)

    def _call(self, first: int, games: int, each: Games | None, *, records: bool) -> Part:
        tally, texts, names = self.engine.tally(len(self.bots)), [], tuple(map(str, self.bots))
        called, stop = self._called(), None
        with DecisionTimeout(self.engine.time_limit) as timeout:
            try:
                for place in range(games):
                    game = called.play(first + place, timeout)
                    tally.add_game(game, each, place)
                    if records:
                        texts.append(game_record(names, game))
            except (BotError, KeyboardInterrupt) as error:
                stop = error
        return Part(tally, "".join(texts), stop)

    def _called(self) -> CalledGames:
        engine = self.engine
        seed, limit = seed_word(engine.seed), engine.time_limit
        return CalledGames(engine.edition, self.bots, engine.arrays, seed, limit, self.arrays)

    def _first_failure(self, games: range) -> int:
        """Return the first of `games` in which a compiled bot fails."""
        while len(games) > 1:
            half = games[: len(games) // 2]
            try:
                self._run(half.start, len(half), False, None, False)
            except FAILURES:
                games = half
            else:
                games = games[len(half) :]
        return games.start

    def _explain(self, game: int, cause: Exception) -> BotError:
        """Replay a game by calling the bots, and return the error that they raise."""
        try:
            with DecisionTimeout(self.engine.time_limit) as timeout:
                self._called().play(game, timeout)
        except BotError as error:
            return error
        reason = f"{type(cause).__name__}: {cause}"
        untold = BotError("a compiled bot failed in game {number}: {error}", game + 1, reason)
        untold.__cause__ = cause
        return untold


def can_compile(bots: Sequence[Bot]) -> bool:
    """Return whether a kernel can compile all of the bots."""
    try:
        for bot in bots:
            if rewrite_bot(bot).is_coin:
                leaving_chance(bot.function(None, **bot.numbers))
    except (CannotCompileError, BotError, ArithmeticError, ValueError):
        # A coin with an invalid answer is called, so its error is reported like any other.
        return False
    return True
