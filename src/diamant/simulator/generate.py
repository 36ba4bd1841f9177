"""From bots and an edition's shape to the text of a kernel module.

A bot can be compiled if it reads only single numbers of its view and does plain arithmetic with
them. Its source is rewritten so that `view.carried` becomes an argument `carried`, and the kernel
passes just what the bot reads. All code of a kernel stands in one text: Numba's own cache looks at
one file only and would miss a change in another.
"""

import ast
import inspect
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from diamant.bots import Bot

# What a compiled bot may read of its view, and how the kernel says it.
SHARED = {
    "carried": "np.int64(carried)",
    "path": "np.int64(path)",
    "round": "np.int64(round + 1)",
    "rounds": "rounds",
    "players": "seats",
    "inside": "np.int64(inside_count)",
    "step": "step",
    "hazards_met": "np.int64(count_bits(seen & kind_bits))",
    "bust_cards": "np.int64(bust_cards)",
    "bust_chance": "np.int64(bust_cards) / deck_size",
    "deck_size": "deck_size",
    "relics_lying": "np.int64(lying & LOW_32)",
    "relics_worth": "np.int64(relics_worth(lying, taken, relic_totals))",
}
# These differ from seat to seat, so a bot that reads one is asked for each seat by itself.
OWN = {
    "seat": "np.int64(seat)",
    "chest": "points_of(seat, low, high, scores)",
    "lead": "lead_of(seat, seats, low, high, scores)",
}
FUNCTIONS = ("min", "max", "abs", "int", "float", "bool", "range")

_PLAIN = (
    ast.arguments,
    ast.arg,
    ast.Return,
    ast.If,
    ast.For,
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.BinOp,
    ast.UnaryOp,
    ast.BoolOp,
    ast.Compare,
    ast.IfExp,
    ast.operator,
    ast.unaryop,
    ast.boolop,
    ast.cmpop,
    ast.expr_context,
    ast.Pass,
    ast.Break,
    ast.Continue,
)


class CannotCompileError(Exception):
    """Why a bot has to run as plain Python."""


@dataclass(frozen=True)
class CompiledBot:
    """A bot's function as kernel text: what it reads, and its rewritten source."""

    reads: tuple[str, ...]
    parameters: tuple[str, ...]
    source: str  # With the function's name left open as {name}.

    @property
    def is_coin(self) -> bool:
        """Whether it looks at nothing, so that its answer is the same at every decision."""
        return not self.reads and "next_share" not in self.source

    @property
    def is_own(self) -> bool:
        """Whether its answer may differ between two seats at the same moment."""
        return any(name in OWN for name in self.reads)


@dataclass(frozen=True)
class Shape:
    """What of an edition and of a run is compiled in."""

    has_relics: bool
    relics_printed: bool
    relics_break_ties: bool
    pooled: bool
    wide: bool
    detail: bool
    trace: bool
    coins: bool
    danger: bool


def compile_bot(bot: Bot) -> CompiledBot:
    """Rewrite a bot for the kernel, or raise `CannotCompileError` with the reason."""
    function = bot.function
    if not inspect.isfunction(function):
        raise CannotCompileError("it is not a plain function")
    if function.__closure__:
        raise CannotCompileError("it uses variables of a function around it")
    try:
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
    rewriter = _Rewriter(names[0], names[1:], function.__globals__)
    body = [rewriter.visit(statement) for statement in _without_docstring(definition.body)]
    if not _always_returns(definition.body):
        raise CannotCompileError("it may end without an answer")
    reads = tuple(sorted(rewriter.reads))
    arguments = ", ".join((*reads, *rewriter.extras, *names[1:]))
    lines = [f"def {{name}}({arguments}):"]
    lines += [f"    {line}" for part in body for line in ast.unparse(part).splitlines()]
    return CompiledBot((*reads, *rewriter.extras), tuple(names[1:]), "\n".join(lines))


def kernel_text(shape: Shape, bots: Sequence[CompiledBot]) -> str:
    """Return the whole module for these bots, in this order; coins need no function."""
    text = files("diamant.simulator").joinpath("template.py").read_text(encoding="utf-8")
    text = _replace(
        text, "constants", [f"{name.upper()} = {value}" for name, value in vars(shape).items()]
    )
    functions: list[str] = []
    decisions: list[str] = []
    if shape.coins:
        decisions += [
            "if coin_seats & inside:",
            "    choice_state += GAMMA",
            "    word = mix(choice_state)",
            "    column = word & everybody",
            "    entry = alias[column]",
            "    leave = column if word < entry else entry & LOW_8",
        ]
    hoisted: list[str] = []
    for number, bot in enumerate(bots):
        hoisted += _hoisted(number, bot)
        functions += ["@njit", *bot.source.format(name=f"bot_{number}").splitlines(), "", ""]
        decisions += _decision(number, bot)
    text = _replace(_replace(text, "bots", functions), "hoisted", hoisted)
    return _replace(text, "decisions", decisions)


def _decision(number: int, bot: CompiledBot) -> list[str]:
    """Ask one bot, for every group of seats that have it with the same numbers.

    Mostly there is one such group, so the first one's facts are kept in variables.
    """
    first = [f"first_{number}_{place}" for place in range(len(bot.parameters))]
    other = [f"numbers[group, {place}]" for place in range(len(bot.parameters))]
    lines = _ask(number, bot, f"seats_{number}", first)
    lines.append(f"for group in range(second_{number}, stop_{number}):")
    return lines + _indent(_ask(number, bot, "group_seats[group]", other), 1)


def _hoisted(number: int, bot: CompiledBot) -> list[str]:
    """Read the facts of a bot's first group once; a bot that nobody has has an empty group."""
    lines = [
        f"stop_{number} = group_from[{number + 1}]",
        f"second_{number} = group_from[{number}] + 1",
        f"seats_{number} = ZERO",
        *(f"first_{number}_{place} = 0.0" for place in range(len(bot.parameters))),
        f"if second_{number} <= stop_{number}:",
        f"    seats_{number} = group_seats[second_{number} - 1]",
    ]
    return lines + [
        f"    first_{number}_{place} = numbers[second_{number} - 1, {place}]"
        for place in range(len(bot.parameters))
    ]


def _ask(number: int, bot: CompiledBot, seats: str, numbers: Sequence[str]) -> list[str]:
    call = (
        f"chance = bot_{number}({', '.join([*(_ARGUMENTS[name] for name in bot.reads), *numbers])})"
    )
    answer = [
        "if chance == 1.0:",
        "    leave |= asked",
        "elif chance != 0.0:",
        "    if not 0.0 < chance < 1.0:",
        "        return game",
    ]
    one = [
        "choice_state += GAMMA",
        "if (mix(choice_state) >> S11) * UNIT < chance:",
        "    leave |= ONE << np.uint64(seat)",
    ]
    each = ["for seat in range(seats):", f"    if ({seats} & inside) >> np.uint64(seat) & ONE:"]
    if bot.is_own:
        asked = ["asked = ONE << np.uint64(seat)", call, *answer, *_indent(one, 1)]
        return [*each, *_indent(asked, 2)]
    return [
        f"asked = {seats} & inside",
        "if asked:",
        *_indent([call, *answer, *_indent([*each, *_indent(one, 2)], 1)], 1),
    ]


# What `view.next_share` needs besides: a card was drawn ahead, so it is put back for the reckoning.
_NEXT_SHARE = {
    "_deck": "deck",
    "_left": "left",
    "_drawn": "drawn",
    "_size": "deck_size",
    "_facts": "facts",
}
_ARGUMENTS = {**SHARED, **OWN, **_NEXT_SHARE}


class _Rewriter(ast.NodeTransformer):
    """Turns a bot's body into one that reads arguments instead of a view."""

    def __init__(self, view: str, parameters: Sequence[str], names: dict[str, Any]) -> None:
        self.reads: set[str] = set()
        self.extras: tuple[str, ...] = ()
        self._view = view
        self._locals = set(parameters)
        self._globals = names

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if not isinstance(node, _PLAIN):
            raise CannotCompileError(f"it uses {type(node).__name__.lower()}")
        return super().generic_visit(node)

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if node.value is None:
            raise CannotCompileError("it may end without an answer")
        value = self.visit(node.value)
        # A bool and a float among the answers of one function must be of one type.
        return ast.Return(ast.Call(ast.parse("np.float64", mode="eval").body, [value], []))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.Pass()
        return self.visit(ast.Assign([node.target], node.value, lineno=0))  # type: ignore[no-any-return]

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not isinstance(node.value, ast.Name) or node.value.id != self._view:
            raise CannotCompileError("it uses an attribute of something else than the view")
        if node.attr not in SHARED and node.attr not in OWN:
            raise CannotCompileError(f"it reads view.{node.attr}")
        self.reads.add(node.attr)
        return ast.Name(node.attr, node.ctx)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise CannotCompileError("it calls a function with named arguments")
        arguments = [self.visit(argument) for argument in node.args]
        if isinstance(function, ast.Name) and function.id in FUNCTIONS:
            return ast.Call(function, arguments, [])
        if ast.unparse(function) == f"{self._view}.next_share" and len(arguments) == 1:
            self.extras = tuple(_NEXT_SHARE)
            names: list[ast.expr] = [ast.Name(name, ast.Load()) for name in self.extras]
            return ast.Call(ast.Name("next_share", ast.Load()), [*names, *arguments], [])
        raise CannotCompileError(f"it calls {ast.unparse(function)}")

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Store):
            if node.id in SHARED or node.id in OWN or node.id.startswith("_"):
                raise CannotCompileError(f"it has a variable of its own named {node.id}")
            self._locals.add(node.id)
            return node
        if node.id in self._locals:
            return node
        value = self._globals.get(node.id)
        if isinstance(value, bool | int | float):
            return ast.Constant(value)
        raise CannotCompileError(f"it uses {node.id}")

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if not isinstance(node.value, bool | int | float):
            raise CannotCompileError(f"it uses {node.value!r}")
        return node


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return body[1:] if is_text else body


def _always_returns(body: list[ast.stmt]) -> bool:
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _always_returns(last.body) and _always_returns(last.orelse)
    return isinstance(last, ast.Return)


def _replace(text: str, mark: str, lines: Sequence[str]) -> str:
    """Put lines between the two marks of a name, indented as the marks are."""
    before, _, rest = text.partition(f"# <{mark}>\n")
    _, _, after = rest.partition(f"# </{mark}>\n")
    margin = before.rpartition("\n")[2]
    return before.removesuffix(margin) + "\n".join(margin + line for line in lines) + "\n" + after


def _indent(lines: Sequence[str], steps: int) -> list[str]:
    return ["    " * steps + line for line in lines]
