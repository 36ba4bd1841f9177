"""The Python that a bot may be written in to be compiled, and what each piece of it becomes."""

import ast
from collections.abc import Sequence
from typing import Any

from diamant.simulator.kernel.reads import BY_SEAT, COUNTS, NEXT_SHARE, SHARED

FUNCTIONS = ("min", "max", "abs", "int", "float", "bool", "range")
MOST_TURNS = 1000
MOST_LOOPS = 2  # Loops inside each other.
MOST_CONSTANT = 2**53
# A variable of the bot's own is called so in the kernel, where other names have a meaning.
BOT_VARIABLE = "own_{}"

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
# A machine's whole numbers are shorter than Python's, and these mean nothing to single numbers.
_NOT_PLAIN = (ast.LShift, ast.MatMult, ast.In, ast.NotIn, ast.Is, ast.IsNot)


class CannotCompileError(Exception):
    """Why a bot has to be called."""


class Rewriter(ast.NodeTransformer):
    """Turns a bot's body into one that reads arguments instead of a view."""

    def __init__(
        self,
        view: str,
        parameters: Sequence[str],
        stored: set[str],
        names: dict[str, Any],
        *,
        answers_bool: bool,
    ) -> None:
        self.answers_bool = answers_bool
        self.reads: set[str] = set()
        self.extras: tuple[str, ...] = ()
        self._view = view
        self._assigned = set(parameters)  # Names that surely have a value by now.
        self._stored = stored
        self._globals = names
        self._loops = 0

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if not isinstance(node, _PLAIN) or isinstance(node, _NOT_PLAIN):
            raise CannotCompileError(f"it uses {type(node).__name__.lower()}")
        return super().generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST:
        test = self.visit(node.test)
        before = set(self._assigned)
        body, after_body = self._branch(node.body, before)
        orelse, after_orelse = self._branch(node.orelse, before)
        after = [names for names in (after_body, after_orelse) if names is not None]
        self._assigned = set.intersection(*after) if after else before
        return ast.If(test, body, orelse)

    def visit_For(self, node: ast.For) -> ast.AST:
        iterated = node.iter
        if not isinstance(iterated, ast.Call) or ast.unparse(iterated.func) != "range":
            raise CannotCompileError("it has a loop that is not over a range")
        if not all(self._is_small(argument) for argument in iterated.args):
            raise CannotCompileError("it has a loop that could be long")
        self._loops += 1
        if self._loops > MOST_LOOPS:
            raise CannotCompileError("it has loops inside loops inside loops")
        counted = self.visit(iterated)
        before = set(self._assigned)
        target = self.visit(node.target)
        body, _ = self._branch(node.body, set(self._assigned))
        self._loops -= 1
        # The loop may have been left, or not even begun.
        self._assigned = before
        orelse, _ = self._branch(node.orelse, before)
        self._assigned = before
        return ast.For(target, counted, body, orelse, lineno=0)

    def _branch(
        self, statements: list[ast.stmt], before: set[str]
    ) -> tuple[list[ast.stmt], set[str] | None]:
        """Rewrite a branch; return it, and the names that have a value if it goes on."""
        self._assigned = set(before)
        written: list[ast.stmt] = [self.visit(statement) for statement in statements]
        return written, None if _never_goes_on(statements) else self._assigned

    def _is_small(self, node: ast.expr) -> bool:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self._is_small(node.operand)
        value: object = None
        if isinstance(node, ast.Constant):
            value = node.value
        elif isinstance(node, ast.Name) and node.id not in self._assigned:
            value = self._globals.get(node.id)
        if isinstance(value, int):
            return abs(value) <= MOST_TURNS
        return ast.unparse(node) in [f"{self._view}.{name}" for name in COUNTS]

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        value = self.visit(node.value)  # Before the targets, which have no value yet.
        return ast.Assign([self.visit(target) for target in node.targets], value, lineno=0)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if not isinstance(node.target, ast.Name) or node.target.id not in self._assigned:
            raise CannotCompileError(f"it changes {ast.unparse(node.target)}")
        return super().generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        changed = self.generic_visit(node)
        if isinstance(changed, ast.BinOp) and isinstance(changed.op, ast.Pow):
            # A whole number to a negative power is a fraction.
            changed.left = _as_float(changed.left)
        return changed

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if node.value is None:
            raise CannotCompileError("it may end without an answer")
        value = self.visit(node.value)
        # A bool and a float among the answers of one function must be of one type.
        return ast.Return(value if self.answers_bool else _as_float(value))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.Pass()
        return self.visit(ast.Assign([node.target], node.value, lineno=0))  # type: ignore[no-any-return]

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not isinstance(node.value, ast.Name) or node.value.id != self._view:
            raise CannotCompileError("it uses an attribute of something else than the view")
        if not isinstance(node.ctx, ast.Load):
            raise CannotCompileError(f"it changes view.{node.attr}")
        if node.attr not in SHARED and node.attr not in BY_SEAT:
            raise CannotCompileError(f"it reads view.{node.attr}")
        self.reads.add(node.attr)
        return ast.Name(node.attr, node.ctx)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise CannotCompileError("it calls a function with named arguments")
        arguments = [self.visit(argument) for argument in node.args]
        if (
            isinstance(function, ast.Name)
            and function.id in FUNCTIONS
            and function.id not in self._assigned
            and function.id not in self._globals
        ):
            return ast.Call(function, arguments, [])
        if ast.unparse(function) == f"{self._view}.next_share" and len(arguments) == 1:
            self.extras = tuple(NEXT_SHARE)
            names: list[ast.expr] = [ast.Name(name, ast.Load()) for name in self.extras]
            return ast.Call(ast.Name("next_share", ast.Load()), [*names, *arguments], [])
        raise CannotCompileError(f"it calls {ast.unparse(function)}")

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Store):
            if node.id == self._view:
                raise CannotCompileError("it has a variable named like the view")
            self._assigned.add(node.id)
            return ast.Name(BOT_VARIABLE.format(node.id), node.ctx)
        if node.id in self._assigned:
            return ast.Name(BOT_VARIABLE.format(node.id), node.ctx)
        if node.id in self._stored:
            raise CannotCompileError(f"it may use {node.id} before it has a value")
        value = self._globals.get(node.id)
        if _is_number(value):
            return ast.Constant(value)
        raise CannotCompileError(f"it uses {node.id}")

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if not _is_number(node.value):
            raise CannotCompileError(f"it uses {node.value!r}")
        return node


def _is_number(value: object) -> bool:
    """Tell whether a kernel can hold a constant: not a number is none, nor is a very large one."""
    if isinstance(value, float):
        return value == value  # False for what is not a number.
    return isinstance(value, int) and abs(value) < MOST_CONSTANT


def _as_float(value: ast.expr) -> ast.expr:
    return ast.Call(ast.parse("np.float64", mode="eval").body, [value], [])


def _never_goes_on(body: list[ast.stmt]) -> bool:
    """Tell whether what stands after these statements is never reached through them."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return _never_goes_on(last.body) and _never_goes_on(last.orelse)
    return isinstance(last, ast.Return | ast.Break | ast.Continue)
