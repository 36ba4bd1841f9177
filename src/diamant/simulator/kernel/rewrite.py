"""From a bot's source to kernel text.

A bot can be compiled if it reads only single numbers of its view and does plain arithmetic with
them. Its source is rewritten so that `view.carried` becomes an argument `carried`, and the kernel
passes just what the bot reads.
"""

import ast
import inspect
import textwrap
from dataclasses import dataclass

from diamant.bots import Bot
from diamant.simulator.kernel.bot_syntax import BOT_VARIABLE, CannotCompileError, Rewriter
from diamant.simulator.kernel.reads import BY_SEAT


@dataclass(frozen=True)
class RewrittenBot:
    """A bot's function as kernel text: what it reads, and its rewritten source."""

    reads: tuple[str, ...]
    parameters: tuple[str, ...]
    source: str  # With the function's name left open as {name}.
    answers_bool: bool  # Whether it always says yes or no, never a probability.

    @property
    def is_coin(self) -> bool:
        """Whether it looks at nothing, so that its answer is the same at every decision."""
        return not self.reads

    @property
    def differs_by_seat(self) -> bool:
        """Whether its answer may differ between two seats at the same moment."""
        return any(name in BY_SEAT for name in self.reads)


def rewrite_bot(bot: Bot) -> RewrittenBot:
    """Rewrite a bot for the kernel, or raise `CannotCompileError` with the reason."""
    function = bot.function
    if not inspect.isfunction(function):
        raise CannotCompileError("it is not a plain function")
    if function.__closure__:
        raise CannotCompileError("it uses variables of a function around it")
    try:
        if function.__code__.co_filename == "<string>":
            # From 3.13 on, Python would show what `python -c` was given in its place.
            raise OSError
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        raise CannotCompileError("its source cannot be read") from None
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        raise CannotCompileError("it is not written with def")
    names = [argument.arg for argument in (*definition.args.posonlyargs, *definition.args.args)]
    names += [argument.arg for argument in definition.args.kwonlyargs]
    if not names or set(names[1:]) != set(bot.numbers):
        raise CannotCompileError("it takes something else than a view and numbers")
    stored = {
        node.id
        for node in ast.walk(definition)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    answers = [node.value for node in ast.walk(definition) if isinstance(node, ast.Return)]
    answers_bool = all(_says_yes_or_no(answer) for answer in answers)
    rewriter = Rewriter(
        names[0], names[1:], stored, function.__globals__, answers_bool=answers_bool
    )
    body = [rewriter.visit(statement) for statement in _without_docstring(definition.body)]
    if not _always_returns(definition.body):
        raise CannotCompileError("it may end without an answer")
    reads = tuple(sorted(rewriter.reads))
    own = [BOT_VARIABLE.format(name) for name in names[1:]]
    arguments = ", ".join((*reads, *rewriter.extras, *own))
    lines = [f"def {{name}}({arguments}):"]
    lines += [f"    {line}" for part in body for line in ast.unparse(part).splitlines()]
    read = (*reads, *rewriter.extras)
    return RewrittenBot(read, tuple(names[1:]), "\n".join(lines), rewriter.answers_bool)


def _says_yes_or_no(answer: ast.expr | None) -> bool:
    """Tell whether an expression is a bool by its form alone."""
    if isinstance(answer, ast.BoolOp):
        return all(map(_says_yes_or_no, answer.values))
    if isinstance(answer, ast.Constant):
        return isinstance(answer.value, bool)
    is_negated = isinstance(answer, ast.UnaryOp) and isinstance(answer.op, ast.Not)
    return is_negated or isinstance(answer, ast.Compare)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return body[1:] if is_text else body


def _always_returns(body: list[ast.stmt]) -> bool:
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _always_returns(last.body) and _always_returns(last.orelse)
    return isinstance(last, ast.Return)
