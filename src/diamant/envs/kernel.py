"""Call the stepping kernel from Python, with editions and bots in its format."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from diamant.bots import Bot
from diamant.bots.registry import built_in_bots
from diamant.rules.edition import Edition
from diamant.simulator.kernel.bot_syntax import CannotCompileError
from diamant.simulator.kernel.cache import load_module
from diamant.simulator.kernel.generate import step_kernel_text
from diamant.simulator.kernel.layout import MOST_SEATS
from diamant.simulator.kernel.rewrite import RewrittenBot, rewrite_bot
from diamant.simulator.kernel.step_layout import EditionRow

Array = NDArray[Any]


def edition_row(edition: Edition, players: int) -> EditionRow:
    """Check the number of players, and lay out the edition for it."""
    edition.check_players(players)
    return EditionRow.of(edition, int(players))


class Opponents(NamedTuple):
    """Bots in their seats, compiled into a kernel."""

    kernel: Any
    codes: Array  # [seat]: the index of the seat's bot in the kernel, or -1 for none.
    numbers: Array  # [seat, n]: the bot's parameters.


def kernel() -> Opponents:
    """Return the kernel for a table without bots."""
    return kernel_with(())


@cache
def _house() -> tuple[RewrittenBot, ...]:
    """Return the built-in bots without networks; most tables need only their kernel."""
    forms = [rewrite_bot(bot.with_numbers({})) for bot in built_in_bots().values()]
    return tuple(
        sorted({form for form in forms if not form.has_mind}, key=lambda form: form.source)
    )


def kernel_with(bots: Sequence[Bot | None]) -> Opponents:
    """Return a kernel with these bots, one for each seat.

    None marks a seat that the caller plays. A bot that can't be compiled raises
    `CannotCompileError` with the reason.
    """
    forms = {seat: compiled_form(bot) for seat, bot in enumerate(bots) if bot is not None}
    # In a canonical order, so the same bots in any order need only one kernel.
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
    """Rewrite a bot as kernel text, or raise `CannotCompileError` with the reason."""
    form = rewrite_bot(bot)
    if form.has_mind:
        raise CannotCompileError("it remembers what others did")
    return form


@cache
def _load(bots: tuple[RewrittenBot, ...]) -> Any:  # noqa: ANN401 - a module of compiled functions
    text = files(__package__).joinpath("template.py").read_text(encoding="utf-8")
    return load_module(step_kernel_text(text, bots))
