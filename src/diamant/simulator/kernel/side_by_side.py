"""Which games can be played side by side, by `lanes_template.py`."""

import ast
from collections.abc import Sequence
from typing import Any

from diamant.simulator.kernel.arrays import EditionArrays
from diamant.simulator.kernel.layout import CARD_FACTS
from diamant.simulator.kernel.rewrite import RewrittenBot

# What bots may read, and what the kernel calls it there.
LANES_OF = {"carried": "carried", "path": "path", "inside": "inside_count"}


def suits(edition: EditionArrays, bots: Sequence[RewrittenBot]) -> bool:
    """Tell whether lanes can hold the edition, and play these bots faster than one by one.

    Coins need products of 64 bits, for which only AVX-512 has instructions; with less it is
    quicker to play such games one by one.
    """
    bits = max(edition.facts[::CARD_FACTS].tolist(), default=0)
    return (
        edition.pooled
        and not edition.wide
        and not edition.relics_break_ties
        and edition.cards < 256
        and bits < 1 << 32
        and all(bot.is_coin or compares_sums(bot) for bot in bots)
        and (has_avx512() or not any(bot.is_coin for bot in bots))
    )


def compares_sums(bot: RewrittenBot) -> bool:
    """Tell whether a bot only compares a sum of what lanes hold with a number.

    Reals of 32 bits hold such a sum exactly, and the number, which they may not hold, is rounded to
    a whole one in the direction that changes no answer.
    """
    if not set(bot.reads) <= LANES_OF.keys():
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


# A whole number passes a limit if and only if it passes the limit rounded so.
ROUNDED = {ast.GtE: "ceil", ast.Lt: "ceil", ast.Gt: "floor", ast.LtE: "floor"}


def in_lanes(bot: RewrittenBot) -> str:
    """Return the source of a bot that `compares_sums`, for lanes."""
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
    """Tell whether it is a number that the bot was given or has written down."""
    if isinstance(term, ast.Name):
        return term.id not in reads
    return isinstance(term, ast.Constant) and isinstance(term.value, int | float)


def has_avx512() -> bool:
    """Tell whether vectors of this machine multiply 64 bits, and are quick to read tables."""
    import numba
    from llvmlite import binding

    settings: Any = numba.config
    features = settings.CPU_FEATURES
    if features is None:
        features = binding.get_host_cpu_features().flatten()
    return "+avx512dq" in features
