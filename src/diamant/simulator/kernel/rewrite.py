"""Rewrite a bot's source as kernel text.

A bot can be compiled if it reads only scalar attributes of its view and uses plain arithmetic. In
its rewritten source, `view.carried` becomes an argument `carried`, and the kernel passes only the
values that the bot reads.
"""

import ast
import inspect
import textwrap
from dataclasses import dataclass
from threading import Lock

from diamant.bots import Bot
from diamant.bots.champion.player import Champion
from diamant.simulator.kernel.bot_syntax import (
    BOT_VARIABLE,
    COMPILED_ALONE,
    CannotCompileError,
    Rewriter,
    always_returns,
    stored_names,
    without_docstring,
)
from diamant.simulator.kernel.mind_text import mind_source
from diamant.simulator.kernel.reads import BY_SEAT, MIND


@dataclass(frozen=True)
class RewrittenBot:
    """A bot's function as kernel text, and the view attributes that it reads."""

    reads: tuple[str, ...]
    parameters: tuple[str, ...]
    source: str  # The function's name is left open as {name}.
    answers_bool: bool  # Whether the bot always returns a bool, never a probability.

    @property
    def is_coin(self) -> bool:
        """Whether the bot reads nothing, so it gives the same answer at every decision."""
        return not self.reads

    @property
    def has_mind(self) -> bool:
        """Whether the bot decides with a network, like the champion."""
        return bool(MIND.keys() & set(self.reads))

    @property
    def differs_by_seat(self) -> bool:
        """Whether the bot's answer may differ between two seats at the same moment."""
        return any(name in BY_SEAT for name in self.reads)


# Before 3.13, Python may raise a SystemError when several threads parse at once.
_parsing = Lock()


def rewrite_bot(bot: Bot) -> RewrittenBot:
    """Rewrite a bot for the kernel, or raise `CannotCompileError` with the reason."""
    with _parsing:
        return _rewrite(bot)


def _rewrite(bot: Bot) -> RewrittenBot:
    function = bot.function
    if inspect.isclass(function) and issubclass(function, Champion):
        source = mind_source(function.network, last="last" in bot.parameters)
        return RewrittenBot(("seat", *MIND), tuple(bot.parameters), source, answers_bool=False)
    if not inspect.isfunction(function):
        raise CannotCompileError("it is not a plain function")
    if function.__closure__:
        raise CannotCompileError("it uses variables of an enclosing function")
    try:
        if function.__code__.co_filename == "<string>":
            # From 3.13 on, Python would return the source of `python -c` instead.
            raise OSError
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        raise CannotCompileError("its source code is not available") from None
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        raise CannotCompileError("it is not defined with def")
    names = [argument.arg for argument in (*definition.args.posonlyargs, *definition.args.args)]
    names += [argument.arg for argument in definition.args.kwonlyargs]
    if not names or set(names[1:]) != set(bot.numbers):
        raise CannotCompileError("its parameters must be a view and numbers")
    answers = [node.value for node in ast.walk(definition) if isinstance(node, ast.Return)]
    answers_bool = all(_says_yes_or_no(answer) for answer in answers)
    rewriter = Rewriter(
        names[0],
        names[1:],
        stored_names(definition),
        function.__globals__,
        answers_bool=answers_bool,
    )
    try:
        body = [rewriter.visit(statement) for statement in without_docstring(definition.body)]
    except CannotCompileError as error:
        if error.line is None:
            raise
        line = function.__code__.co_firstlineno + error.line - 1
        raise CannotCompileError("{why} (line {line})", error, line) from None
    if not always_returns(definition.body):
        raise CannotCompileError("it may end without returning a value")
    reads = tuple(sorted(rewriter.reads))
    own = [BOT_VARIABLE.format(name) for name in names[1:]]
    arguments = ", ".join((*reads, *rewriter.extras, *own))
    # The functions that the bot calls come before it; the caller adds a decorator to the first.
    lines = []
    for helper in rewriter.helpers.values():
        lines += [*helper.source.splitlines(), "", "", COMPILED_ALONE]
    lines.append(f"def {{name}}({arguments}):")
    lines += [f"    {line}" for part in body for line in ast.unparse(part).splitlines()]
    read = (*reads, *rewriter.extras)
    return RewrittenBot(read, tuple(names[1:]), "\n".join(lines), rewriter.answers_bool)


def _says_yes_or_no(answer: ast.expr | None) -> bool:
    """Return whether an expression always gives a bool, judging by its syntax."""
    if isinstance(answer, ast.BoolOp):
        return all(map(_says_yes_or_no, answer.values))
    if isinstance(answer, ast.Constant):
        return isinstance(answer.value, bool)
    is_negated = isinstance(answer, ast.UnaryOp) and isinstance(answer.op, ast.Not)
    return is_negated or isinstance(answer, ast.Compare)
