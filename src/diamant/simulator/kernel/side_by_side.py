"""Decide which games `lanes_template.py` can play side by side."""

import ast
from collections.abc import Sequence
from typing import Any

from diamant.simulator.kernel.arrays import EditionArrays
from diamant.simulator.kernel.layout import CARD_FACTS, CARD_RELIC, NO_CARD, SHARED_EXACTLY
from diamant.simulator.kernel.reads import LANES_ARGUMENT_OF
from diamant.simulator.kernel.rewrite import RewrittenBot


def suits(edition: EditionArrays, bots: Sequence[RewrittenBot]) -> bool:
    """Return whether the vectorized kernel supports an edition and these bots."""
    treasures = edition.facts[1::CARD_FACTS].tolist()
    relics = [points for points in edition.facts[CARD_RELIC::CARD_FACTS].tolist() if points]
    return (
        edition.pooled
        and not edition.wide
        and not edition.relics_break_ties
        and edition.cards < NO_CARD
        and int(edition.kind_bits) < 1 << 8
        and len(relics) <= 8
        and sum(points >> 32 for points in relics) < 1 << 8
        and max(treasures) < 1 << 8
        and sum(treasures) < SHARED_EXACTLY
        and all(bot.is_coin or compares_sums(bot) for bot in bots)
    )


def compares_sums(bot: RewrittenBot) -> bool:
    """Return whether a bot only compares a sum of lane values with a number.

    A 32-bit float represents such a sum exactly, but maybe not the number. The number is therefore
    rounded to an integer, in the direction that changes no answer.
    """
    if not set(bot.reads) <= LANES_ARGUMENT_OF.keys():
        return False
    (function, *others) = ast.parse(bot.source.format(name="bot")).body
    if others or not isinstance(function, ast.FunctionDef) or len(function.body) != 1:
        return False
    (answer,) = function.body
    return (
        isinstance(answer, ast.Return)
        and isinstance(answer.value, ast.Compare)
        and isinstance(answer.value.left, ast.Name | ast.BinOp)
        and _is_sum(answer.value.left, bot.reads)
        and len(answer.value.ops) == 1
        and type(answer.value.ops[0]) in ROUNDED
        and _is_number(answer.value.comparators[0], bot.reads)
    )


# An integer passes a limit exactly if it passes the limit rounded this way.
ROUNDED = {ast.GtE: "ceil", ast.Lt: "ceil", ast.Gt: "floor", ast.LtE: "floor"}


def in_lanes(bot: RewrittenBot) -> str:
    """Return the vectorized source of a bot that `compares_sums`."""
    (function,) = ast.parse(bot.source.format(name="bot")).body
    assert isinstance(function, ast.FunctionDef), "it has been looked at"
    (answer,) = function.body
    assert isinstance(answer, ast.Return), "it has been looked at"
    assert isinstance(answer.value, ast.Compare), "it has been looked at"
    rounding = ROUNDED[type(answer.value.ops[0])]
    limit = ast.unparse(answer.value.comparators[0])
    answer.value.comparators[0] = ast.parse(f"np.{rounding}({limit})", mode="eval").body
    return ast.unparse(function).replace("def bot(", "def {name}(")


def _is_sum(term: ast.expr, reads: Sequence[str]) -> bool:
    if isinstance(term, ast.BinOp):
        parts = (term.left, term.right)
        return isinstance(term.op, ast.Add | ast.Sub) and all(
            _is_sum(part, reads) for part in parts
        )
    return isinstance(term, ast.Name) and term.id in reads


def _is_number(term: ast.expr, reads: Sequence[str]) -> bool:
    """Return whether a term is a parameter of the bot or a constant."""
    if isinstance(term, ast.Name):
        return term.id not in reads
    return isinstance(term, ast.Constant) and isinstance(term.value, int | float)


def has(feature: str) -> bool:
    """Return whether this machine's processor has a feature, given its LLVM name."""
    import numba
    from llvmlite import binding

    settings: Any = numba.config
    features = settings.CPU_FEATURES
    if features is None:
        features = binding.get_host_cpu_features().flatten()
    return f"+{feature}" in features.split(",")
