"""Define the subset of Python that can be compiled, and translate it."""

import ast
import inspect
import math
import textwrap
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from diamant.bots import BotView
from diamant.errors import DiamantError, Message
from diamant.simulator.kernel.reads import NEXT_SHARE, READS

FUNCTIONS = ("min", "max", "abs", "int", "float", "bool", "range")
MOST_TURNS = 1000
MOST_LOOPS = 2  # Nesting depth of loops.
MOST_CONSTANT = 2**53
# Renames a bot's variables, because its names may already mean something else in the kernel.
BOT_VARIABLE = "own_{}"


# These raise errors as Python's functions do; a kernel's own would continue with infinities.
def _of_finite(function: str) -> str:
    return f"if not abs(x) < np.inf:\n        raise ValueError\n    return np.{function}(x * 1.0)"


def _of_positive(function: str) -> str:
    return f"if x <= 0:\n        raise ValueError\n    return np.{function}(np.float64(x))"


def _to_whole(function: str) -> str:
    return f"if not abs(x) < 1e15:\n        raise OverflowError\n    return int(np.{function}(x))"


_POWER = """z = np.power(np.float64(x), np.float64(y))
    if not abs(z) < np.inf:
        raise OverflowError
    return z"""
# Each function with its parameters and its body.
MATH: dict[Callable[..., Any], tuple[str, str]] = {
    math.sqrt: ("x", "if x < 0:\n        raise ValueError\n    return np.sqrt(np.float64(x))"),
    math.log: ("x", _of_positive("log")),
    math.log2: ("x", _of_positive("log2")),
    math.log10: ("x", _of_positive("log10")),
    math.exp: ("x", "if x > 709.0:\n        raise OverflowError\n    return np.exp(np.float64(x))"),
    math.floor: ("x", _to_whole("floor")),
    math.ceil: ("x", _to_whole("ceil")),
    math.trunc: ("x", _to_whole("trunc")),
    round: ("x", _to_whole("rint")),
    math.fabs: ("x", "return abs(np.float64(x))"),
    math.sin: ("x", _of_finite("sin")),
    math.cos: ("x", _of_finite("cos")),
    math.tan: ("x", _of_finite("tan")),
    math.atan: ("x", "return np.arctan(np.float64(x))"),
    math.tanh: ("x", "return np.tanh(np.float64(x))"),
    math.pow: ("x, y", _POWER),
    math.hypot: ("x, y", "return np.hypot(np.float64(x), np.float64(y))"),
}
COMPILED_ALONE = '@inner_njit(error_model="python", _nrt=False)'
# Helper functions are named after the bot, whose name is filled in later.
HELPER = "{{name}}_{}"

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
# Machine integers are shorter than Python's, and the other operators don't apply to numbers.
_NOT_PLAIN = (ast.LShift, ast.MatMult, ast.In, ast.NotIn, ast.Is, ast.IsNot)
# Everyday words for the names in Python's grammar.
_IN_WORDS = {
    "Dict": Message("a dict"),
    "GeneratorExp": Message("a generator expression"),
    "JoinedStr": Message("an f-string"),
    "LShift": "<<",
    "List": Message("a list"),
    "ListComp": Message("a list comprehension"),
    "MatMult": "@",
    "NamedExpr": ":=",
    "Set": Message("a set"),
    "Tuple": Message("a tuple"),
}


class CannotCompileError(DiamantError):
    """Raised if a bot can't be compiled, with the reason and the offending line."""

    line: int | None = None


class Helper(NamedTuple):
    """A function that a bot calls: its name, its source, and the attributes it reads."""

    name: str
    source: str
    reads: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()


class Rewriter(ast.NodeTransformer):
    """Rewrites a bot's body to read arguments instead of a view."""

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
        self._assigned = set(parameters)  # Names that are certain to have a value at this point.
        self._stored = stored
        self._globals = names
        self._loops = 0
        # By function, and by the index of the argument that is the view, if any.
        self.helpers: dict[tuple[Callable[..., Any], int | None], Helper] = {}

    def visit(self, node: ast.AST) -> Any:  # noqa: ANN401 - as the class above has it
        try:
            return super().visit(node)
        except CannotCompileError as error:
            if error.line is None:
                error.line = getattr(node, "lineno", None)
            raise

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if not isinstance(node, _PLAIN) or isinstance(node, _NOT_PLAIN):
            kind = type(node).__name__
            raise CannotCompileError("it uses {what}", _IN_WORDS.get(kind, kind.lower()))
        return super().generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        # A kernel has no output, and a call can't change anything there.
        if isinstance(node.value, ast.Call):
            raise CannotCompileError("it calls {name}", ast.unparse(node.value.func))
        raise CannotCompileError("it contains the statement {text}", ast.unparse(node.value))

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
            raise CannotCompileError("it has a for loop that does not use range()")
        if not all(self._is_small(argument) for argument in iterated.args):
            raise CannotCompileError("it has a loop that could run for too long")
        self._loops += 1
        if self._loops > MOST_LOOPS:
            raise CannotCompileError("it nests loops more than two deep")
        counted = self.visit(iterated)
        before = set(self._assigned)
        target = self.visit(node.target)
        body, _ = self._branch(node.body, set(self._assigned))
        self._loops -= 1
        # The loop may have been left early, or never entered.
        self._assigned = before
        orelse, _ = self._branch(node.orelse, before)
        self._assigned = before
        return ast.For(target, counted, body, orelse, lineno=0)

    def _branch(
        self, statements: list[ast.stmt], before: set[str]
    ) -> tuple[list[ast.stmt], set[str] | None]:
        """Rewrite a branch, and return it with the names that are assigned after it."""
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
        return ast.unparse(node) in [
            f"{self._view}.{name}" for name, read in READS.items() if read.is_count
        ]

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        value = self.visit(node.value)  # Visited before the targets, which have no value yet.
        return ast.Assign([self.visit(target) for target in node.targets], value, lineno=0)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if not isinstance(node.target, ast.Name) or node.target.id not in self._assigned:
            raise CannotCompileError("it changes {name}", ast.unparse(node.target))
        return super().generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        changed = self.generic_visit(node)
        if isinstance(changed, ast.BinOp) and isinstance(changed.op, ast.Pow):
            # An integer raised to a negative power is a fraction.
            changed.left = _as_float(changed.left)
        return changed

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if node.value is None:
            raise CannotCompileError("it may end without returning a value")
        value = self.visit(node.value)
        # A function's answers must all have one type, so a bool next to a float becomes a float.
        return ast.Return(value if self.answers_bool else _as_float(value))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.Pass()
        return self.visit(ast.Assign([node.target], node.value, lineno=0))  # type: ignore[no-any-return]

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        numbers = self._tuple(node.value)
        if not numbers or not isinstance(node.ctx, ast.Load) or isinstance(node.slice, ast.Slice):
            raise CannotCompileError("it uses {what}", ast.unparse(node))
        return ast.Subscript(_constant_tuple(numbers), self.visit(node.slice), node.ctx)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        # `x in (a, b)` becomes a chain of comparisons.
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            numbers = self._tuple(node.comparators[0])
            if not numbers:
                raise CannotCompileError(
                    "it uses 'in' with something other than a tuple of numbers"
                )
            left = self.visit(node.left)
            equal = [ast.Compare(left, [ast.Eq()], [ast.Constant(number)]) for number in numbers]
            among: ast.expr = ast.BoolOp(ast.Or(), [*equal, ast.Constant(value=False)])
            return among if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), among)
        return self.generic_visit(node)

    def _tuple(self, node: ast.expr) -> tuple[int | float, ...] | None:
        """Evaluate a literal or global tuple of numbers; return None for anything else."""
        value: object = None
        if isinstance(node, ast.Name | ast.Attribute):
            value = self._global(node)
        elif isinstance(node, ast.Tuple) and all(isinstance(n, ast.Constant) for n in node.elts):
            value = ast.literal_eval(node)
        if not isinstance(value, tuple) or not all(map(_is_number, value)):
            return None
        return value

    def _global(self, node: ast.expr) -> object:
        """Return the value of a global variable or module attribute, or None."""
        if isinstance(node, ast.Name) and node.id not in self._stored | self._assigned:
            return self._globals.get(node.id, round if node.id == "round" else None)
        if isinstance(node, ast.Attribute):
            module = self._global(node.value)
            if isinstance(module, ModuleType):
                return getattr(module, node.attr, None)
        return None

    def _call_math(self, function: Callable[..., Any], arguments: list[ast.expr]) -> ast.expr:
        """Build a call to the kernel's version of a Python function.

        The kernel's version raises the same errors.
        """
        taken, body = MATH[function]
        if len(arguments) != len(taken.split(", ")):
            raise CannotCompileError(
                "it calls {name} with the wrong number of arguments ({n})",
                function.__name__,
                len(arguments),
            )
        helper = self.helpers.get((function, None))
        if helper is None:
            name = HELPER.format(len(self.helpers))
            helper = Helper(name, f"def {name}({taken}):\n    {body}")
            self.helpers[function, None] = helper
        return ast.Call(ast.Name(helper.name, ast.Load()), arguments, [])

    def _call_helper(self, function: Callable[..., Any], node: ast.Call) -> ast.expr:
        """Build a call to a rewritten helper, with scalar arguments in place of a view."""
        definition = _plain_definition(function)
        given = _bound(function, definition, node)
        views = [
            place
            for place, argument in enumerate(given)
            if self._view and isinstance(argument, ast.Name) and argument.id == self._view
        ]
        if len(views) > 1:
            raise CannotCompileError("it calls {name} with more than one view", function.__name__)
        view = views[0] if views else None
        arguments = [self.visit(each) for place, each in enumerate(given) if place != view]
        helper = self._helper(function, definition, view)
        self.reads |= set(helper.reads)
        self.extras = self.extras or helper.extras
        facts = [ast.Name(name, ast.Load()) for name in (*helper.reads, *helper.extras)]
        return ast.Call(ast.Name(helper.name, ast.Load()), [*facts, *arguments], [])

    def _helper(
        self, function: Callable[..., Any], definition: ast.FunctionDef, view: int | None
    ) -> Helper:
        """Rewrite a function that the bot calls, or return the previous result."""
        known = self.helpers.get((function, view))
        if known is not None:
            if not known.source:
                raise CannotCompileError("{name} calls itself", function.__name__)
            return known
        name = HELPER.format(len(self.helpers))
        # Detects a function that calls itself.
        self.helpers[function, view] = Helper(name, "")
        names = [argument.arg for argument in definition.args.args]
        numbers = [each for place, each in enumerate(names) if place != view]
        inner = Rewriter(
            "" if view is None else names[view],
            numbers,
            stored_names(definition),
            function.__globals__,
            answers_bool=True,
        )
        inner.helpers = self.helpers
        try:
            body = [inner.visit(statement) for statement in without_docstring(definition.body)]
        except CannotCompileError as error:
            raise CannotCompileError(
                "it calls {name}, which cannot be compiled ({why})", function.__name__, error
            ) from None
        reads = tuple(sorted(inner.reads))
        own = (BOT_VARIABLE.format(number) for number in numbers)
        lines = [f"def {name}({', '.join((*reads, *inner.extras, *own))}):"]
        lines += [f"    {line}" for part in body for line in ast.unparse(part).splitlines()]
        # A function comes after the functions that it calls.
        del self.helpers[function, view]
        self.helpers[function, view] = Helper(name, "\n".join(lines), reads, inner.extras)
        return self.helpers[function, view]

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        value = self._global(node)
        if _is_number(value):  # For example, math.pi.
            return ast.Constant(value)  # type: ignore[arg-type]
        if not isinstance(node.value, ast.Name) or node.value.id != self._view:
            raise CannotCompileError("it uses an attribute of something other than the view")
        if not isinstance(node.ctx, ast.Load):
            raise CannotCompileError("it changes {name}", f"view.{node.attr}")
        if node.attr not in READS:
            name = f"view.{node.attr}"
            if hasattr(BotView, node.attr):
                raise CannotCompileError("it reads {name}", name)
            raise CannotCompileError("it reads {name}, which a view does not have", name)
        self.reads.add(node.attr)
        return ast.Name(node.attr, node.ctx)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        if ast.unparse(function) == "len" and "len" not in self._globals and len(node.args) == 1:
            numbers = self._tuple(node.args[0])
            if numbers is not None:
                return ast.Constant(len(numbers))
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            raise CannotCompileError("it calls a function with unpacked arguments (such as *args)")
        called = self._global(function)
        if inspect.isfunction(called):
            return self._call_helper(called, node)
        if node.keywords:
            raise CannotCompileError(
                "it calls {name} with keyword arguments", ast.unparse(function)
            )
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
        if callable(called) and called in MATH:
            return self._call_math(called, arguments)
        raise CannotCompileError("it calls {name}", ast.unparse(function))

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Store):
            if node.id == self._view:
                raise CannotCompileError("it has a variable with the same name as the view")
            self._assigned.add(node.id)
            return ast.Name(BOT_VARIABLE.format(node.id), node.ctx)
        if node.id in self._assigned:
            return ast.Name(BOT_VARIABLE.format(node.id), node.ctx)
        if node.id in self._stored:
            raise CannotCompileError("it may use {name} before assigning it", node.id)
        value = self._globals.get(node.id)
        if _is_number(value):
            return ast.Constant(value)
        raise CannotCompileError("it uses {what}", node.id)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if not _is_number(node.value):
            raise CannotCompileError("it uses {what}", repr(node.value))
        return node


def _is_number(value: object) -> bool:
    """Return whether a value is a number that a kernel supports as a constant."""
    if isinstance(value, float):
        return value == value  # False for NaN.
    return isinstance(value, int) and abs(value) < MOST_CONSTANT


def _as_float(value: ast.expr) -> ast.expr:
    return ast.Call(ast.parse("np.float64", mode="eval").body, [value], [])


def _never_goes_on(body: list[ast.stmt]) -> bool:
    """Return whether execution can never continue past these statements."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return _never_goes_on(last.body) and _never_goes_on(last.orelse)
    return isinstance(last, ast.Return | ast.Break | ast.Continue)


def _plain_definition(function: Callable[..., Any]) -> ast.FunctionDef:
    """Return the syntax tree of a plain function, or raise `CannotCompileError`."""
    refusal = CannotCompileError(
        "it calls {name}, which cannot be compiled ({why})",
        function.__name__,
        Message("it is not a plain function"),
    )
    try:
        definition = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError):
        raise refusal from None
    if not isinstance(definition, ast.FunctionDef) or definition.decorator_list:
        raise refusal
    taken = definition.args
    if any(
        (*taken.posonlyargs, *taken.kwonlyargs, taken.vararg, taken.kwarg, function.__closure__)
    ):
        raise refusal
    if not always_returns(definition.body):
        raise CannotCompileError("{name} may end without returning a value", function.__name__)
    return definition


def _bound(
    function: Callable[..., Any], definition: ast.FunctionDef, node: ast.Call
) -> list[ast.expr]:
    """Return a call's arguments in parameter order, with defaults filled in."""
    names = [argument.arg for argument in definition.args.args]
    given: dict[str | None, ast.expr] = dict(zip(names, node.args, strict=False))
    given |= {keyword.arg: keyword.value for keyword in node.keywords}
    usual = function.__defaults__ or ()
    for name, value in zip(names[len(names) - len(usual) :], usual, strict=True):
        if name not in given and _is_number(value):
            given[name] = ast.Constant(value)
    if set(given) != set(names) or len(node.args) + len(node.keywords) > len(names):
        raise CannotCompileError("it calls {name} with the wrong arguments", function.__name__)
    return [given[name] for name in names]


def _constant_tuple(numbers: Sequence[int | float]) -> ast.expr:
    """Build a tuple of numbers, all converted to one type as kernels require."""
    kind = int if all(isinstance(number, int) for number in numbers) else float
    return ast.Tuple([ast.Constant(kind(number)) for number in numbers], ast.Load())


def stored_names(definition: ast.FunctionDef) -> set[str]:
    """Return the names of the variables that a function assigns."""
    return {
        node.id
        for node in ast.walk(definition)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return a function's statements without its docstring."""
    first = body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return body[1:] if is_text else body


def always_returns(body: list[ast.stmt]) -> bool:
    """Return whether every path through a function's body returns a value."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and always_returns(last.body) and always_returns(last.orelse)
    return isinstance(last, ast.Return)
