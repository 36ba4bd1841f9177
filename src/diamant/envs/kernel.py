"""The stepping kernel from Python: editions and bots as it reads them, and its functions."""

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from diamant.bots import Bot
from diamant.bots.registry import built_in_bots
from diamant.envs import layout
from diamant.envs.errors import EnvironmentInputError
from diamant.rules.edition import Edition
from diamant.simulator.kernel.arrays import EditionArrays
from diamant.simulator.kernel.bot_syntax import COMPILED_ALONE, CannotCompileError
from diamant.simulator.kernel.cache import load_module
from diamant.simulator.kernel.generate import replace_between
from diamant.simulator.kernel.layout import MOST_SEATS
from diamant.simulator.kernel.rewrite import RewrittenBot, rewrite_bot

Array = NDArray[Any]

# What a bot may read, as the kernel's rows hold it.
_READS = {
    "carried": "rows[game, CARRIED]",
    "path": "rows[game, PATH]",
    "round": "rows[game, ROUND] + 1",
    "rounds": "ed[E_ROUNDS]",
    "players": "ed[E_PLAYERS]",
    "inside": "rows[game, COUNT]",
    "step": "rows[game, STEP]",
    "left_before": "rows[game, LEFT_BEFORE]",
    "hazards_met": "np.int64(count_bits(np.uint64(rows[game, MET])))",
    "bust_cards": "rows[game, BUST_CARDS]",
    "bust_chance": "rows[game, BUST_CARDS] / rows[game, SIZE]",
    "deck_size": "rows[game, SIZE]",
    "relics_lying": "rows[game, LYING]",
    "relics_worth": "lone_prize(rows, game, ed)",
    "seat": "seat",
    "chest": "rows[game, POINTS + seat]",
    "lead": "lead_of(rows, game, ed, seat)",
    "_ahead": "rows[game, AHEAD : AHEAD + 9]",
    "_size": "rows[game, SIZE]",
}


class EditionRow(NamedTuple):
    """An edition for a number of players, as the kernel reads it."""

    edition: Edition
    players: int
    row: Array
    kinds: tuple[str, ...]  # Each kind of card by its word: treasures, hazards, relics.
    copies: tuple[int, ...]  # [kind]: how many of them the box holds.
    words: tuple[str, ...]  # [card]: the word of every single card.
    unit: int  # The richest treasure: gems are observed as parts of it.

    @property
    def width(self) -> int:
        """How many numbers the row of a game has."""
        path = 0 if self.row[layout.E_POOLED] else len(self.words) + 1
        return layout.COUNTS + 2 * len(self.kinds) + path

    @property
    def longest(self) -> int:
        """How many cards a game turns at most."""
        return self.edition.rounds * len(self.words)


def edition_row(edition: Edition, players: int) -> EditionRow:
    """Lay an edition out for a number of players."""
    if isinstance(players, bool) or not isinstance(players, int | np.integer):
        raise EnvironmentInputError(f"the number of players is a whole number, not {players!r}")
    players = int(players)
    edition.check_players(players)
    arrays, relics = EditionArrays.of(edition), edition.relics
    kinds = tuple(dict.fromkeys(arrays.words))
    kind_of = [kinds.index(word) for word in arrays.words]
    treasures = len(set(edition.treasures))
    first_relic = treasures + len(edition.hazards)
    values = [int(word) for word in kinds[:treasures]] + [0] * len(edition.hazards)
    printed = relics is not None and relics.worth == "printed"
    points = relics.points if relics else ()
    values += [*points] if printed else [0] * (len(kinds) - first_relic)
    shares = [
        value // inside if inside and kind < treasures else 0
        for kind, value in enumerate(values)
        for inside in range(MOST_SEATS + 1)
    ]
    starts = [
        kind_of[: int(size)].count(kind) for size in arrays.deck_sizes for kind in range(len(kinds))
    ]
    totals = [0, *accumulate(0 if printed else worth for worth in points)]
    single = {
        "E_ROUNDS": edition.rounds,
        "E_PLAYERS": players,
        "E_KINDS": len(kinds),
        "E_FIRST_HAZARD": treasures,
        "E_FIRST_RELIC": first_relic,
        "E_HAZARDS": len(edition.hazards),
        "E_BOX": len(arrays.words),
        "E_UNIT": max(edition.treasures),
        "E_POOLED": int(arrays.pooled),
        "E_BY_ORDER": int(relics is not None and not printed),
        "E_RELICS_BREAK_TIES": int(arrays.relics_break_ties),
        "E_FIRST_BIT": len(edition.treasures),
    }
    tables = {
        "E_VALUES": values,
        "E_SHARES": shares,
        "E_STARTS": starts,
        "E_RELIC_TOTALS": totals,
        "E_DECK_SIZES": arrays.deck_sizes.tolist(),
        "E_KIND_OF": kind_of,
        "E_ALL_SHARES": arrays.all_shares.tolist(),
    }
    row = [0] * layout.E_TABLES
    for name, number in single.items():
        row[getattr(layout, name)] = number
    for name, table in tables.items():
        row[getattr(layout, name)] = len(row)
        row += table
    return EditionRow(
        edition,
        players,
        np.array(row, np.int32),
        kinds,
        tuple(map(kind_of.count, range(len(kinds)))),
        arrays.words,
        max(edition.treasures),
    )


class Opponents(NamedTuple):
    """Bots on their seats, compiled into a kernel of their own."""

    kernel: Any
    codes: Array  # [seat]: which of the kernel's bots sits there, or -1 for none.
    numbers: Array  # [seat, n]: what it was given.


def kernel() -> Opponents:
    """Return the kernel for a table at which nobody is a bot."""
    return kernel_with(())


@cache
def _house() -> tuple[RewrittenBot, ...]:
    """Return the house's own bots: one kernel holds them all, so that most need no other."""
    forms = [rewrite_bot(bot.with_numbers({})) for bot in built_in_bots().values()]
    return tuple(
        sorted({form for form in forms if not form.has_mind}, key=lambda form: form.source)
    )


def kernel_with(bots: Sequence[Bot | None]) -> Opponents:
    """Return a kernel that plays these bots, one for each seat; None is a seat of the caller's.

    A bot that cannot be compiled raises `CannotCompileError` with the reason.
    """
    forms = {seat: compiled_form(bot) for seat, bot in enumerate(bots) if bot is not None}
    # In an order of their own, so that bots in whatever order need one kernel.
    others = sorted(set(forms.values()) - set(_house()), key=lambda form: form.source)
    order = (*_house(), *others)
    codes = np.full(MOST_SEATS, -1)
    numbers = np.zeros((MOST_SEATS, max([1, *(len(form.parameters) for form in order)])))
    for seat, form in forms.items():
        given = bots[seat]
        assert given is not None, "only bots have a form"
        codes[seat] = order.index(form)
        numbers[seat, : len(form.parameters)] = [given.numbers[name] for name in form.parameters]
    return Opponents(_load(order), codes, numbers)


def compiled_form(bot: Bot) -> RewrittenBot:
    """Return a bot as kernel text, or raise `CannotCompileError` with the reason."""
    form = rewrite_bot(bot)
    if form.has_mind:
        raise CannotCompileError("it remembers what others did")
    return form


@cache
def _load(bots: tuple[RewrittenBot, ...]) -> Any:  # noqa: ANN401 - a module of compiled functions
    text = _read("diamant.envs", "template.py")
    below = (
        _read("diamant.envs", "layout.py"),
        _read("diamant.simulator.kernel", "functions.py"),
    )
    digest = hashlib.sha256("\0".join(below).encode()).hexdigest()
    text = replace_between(text, "stands-on", [f"# {digest}"])
    text = replace_between(text, "bots", _bots_text(bots))
    return load_module(text)


def _read(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")


def _bots_text(bots: Sequence[RewrittenBot]) -> list[str]:
    """Return every bot's function, and the one that asks all that are inside."""
    lines: list[str] = []
    asked: list[str] = []
    for code, form in enumerate(bots):
        lines += [COMPILED_ALONE, *form.source.format(name=f"bot_{code}").splitlines(), "", ""]
        given = [f"numbers[seat, {place}]" for place in range(len(form.parameters))]
        arguments = ", ".join([*(_READS[name] for name in form.reads), *given])
        asked += [
            f"        {'elif' if code else 'if'} codes[seat] == {code}:",
            f"            chance = np.float64(bot_{code}({arguments}))",
        ]
    return [*lines, *_ASK_BEGINS, *asked, *_ASK_ENDS]


_ASK_BEGINS = """\
@inner_njit(error_model="numpy")
def lead_of(rows, game, ed, seat):
    best = -1
    for other in range(ed[E_PLAYERS]):
        if other != seat:
            best = max(best, rows[game, POINTS + other])
    return rows[game, POINTS + seat] - best if best >= 0 else 0


@inner_njit(error_model="numpy")
def bots_leave(rows, game, words, ed, codes, numbers):
    leave = 0
    for seat in range(ed[E_PLAYERS]):
        if not (rows[game, INSIDE] >> seat) & 1:
            continue
        chance = 0.0""".splitlines()
# A seat draws a random word only if its bot has not made up its mind, as a called bot would.
_ASK_ENDS = """\
        if chance == 1.0:
            leave |= 1 << seat
        elif chance != 0.0:
            if not 0.0 < chance < 1.0:
                return -1
            state = words[game, CHOICE_STATE] + GAMMA
            words[game, CHOICE_STATE] = state
            if np.float64(mix(state) >> S11) * UNIT < chance:
                leave |= 1 << seat
    return leave

""".splitlines()
