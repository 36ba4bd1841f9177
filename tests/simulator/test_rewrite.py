"""Test which bots are compiled, why others are called, and the compiled code."""

import functools

import pytest

from diamant.bots import Bot, built_in_bots, find_bot
from diamant.simulator import simulate
from diamant.simulator.engine import can_compile
from diamant.simulator.kernel.bot_syntax import CannotCompileError
from diamant.simulator.kernel.generate import Shape, kernel_text
from diamant.simulator.kernel.rewrite import rewrite_bot
from tests.simulator.differential import export, find

COMPILED = {
    "reads": "return view.carried + view.path >= 10",
    "docstring": '"""Say why."""\n    return view.carried > 3',
    "constant of the file": "return view.carried > LIMIT",
    "flag of the file": "return BOLD and view.carried > 3",
    "annotated": "sum: int = view.carried\n    wish: float\n    wish = 4\n    return sum > wish",
    "augmented": "sum = 1\n    sum += view.carried\n    return sum > 5",
    "branches": "if view.inside == 1:\n        return 0.5\n    else:\n        return view.path > 4",
    "chance": "return min(1.0, max(0.0, view.bust_chance))",
    "loop": "x = 0\n    for n in range(view.inside):\n        x += n\n    return x > view.path",
    "small loop": "x = 0\n    for n in range(1, 9, 2):\n        x += n\n    return x < view.path",
    "both branches assign": (
        "if view.path > 3:\n        x = 1\n    else:\n        x = 2\n    return view.carried > x"
    ),
    "branch that returns": (
        "if view.path > 3:\n        return 0\n    else:\n        x = 2\n    return view.carried > x"
    ),
    "names of the kernel": (
        "np = view.carried\n    next_share = view.next_share(view.inside)\n    deck = ONE = 1\n"
        "    leave = 1\n"
        "    carried = np + deck + ONE + leave\n    return carried > 3 + next_share"
    ),
    "names with underscores": "_size = view.carried\n    return _size > 3",
    "power": "return view.step ** -1 < 0.2",
    "comparison chain": "return 3 < view.carried <= 9",
    "lead": "return view.lead > 0 and view.carried > view.seat",
    "coin": "return 0.125",
    "row of the file": "return view.carried >= ROW[min(view.step, 3) - 1]",
    "row written here": "return view.carried >= (3, 4.5, 6)[view.step % 3]",
    "among numbers": "return view.step in (3, 5, 7) or view.carried not in ROW",
    "length of a row": "return view.step >= len(ROW)",
    "math": "return math.sqrt(view.carried) + math.exp(-view.step) > math.pi",
    "more math": "return math.floor(view.carried / 3) + ceil(view.path / 2) > math.log(9.0)",
    "overridden built-in": "return abs(view.carried) > 3",
    "rows, math and helpers": (
        "if view.carried >= ROW[min(view.step, 3) - 1] and view.step in (3, 5, 7):\n"
        "        return view.inside < len(ROW)\n"
        "    return worth(view.carried, math.floor(view.path / 2)) > 4 + math.sqrt(view.step)"
    ),
    "helper with a usual number": "return usual(view.step) > usual(y=view.path, x=3)",
    "helper of the view": "return sighted(view) > 4 or seer(view.step, view) > 9",
    "module's numbers": "return view.carried > decks.LIMIT and view.step in decks.ROW",
    "whole numbers of math": "return round(view.carried / 4) + math.trunc(view.path / 3) > 3",
    "all of math": (
        "return math.pow(view.step, 2) + math.log2(view.step) + math.log10(view.inside)"
        " + math.sin(view.step) + math.cos(view.path) + math.tan(0.1) + math.fabs(-view.path)"
        " + math.atan(view.step) + math.tanh(view.carried) + math.hypot(3, view.step) > 30"
    ),
    "views, modules and math": (
        "if sighted(view) > usual(view.step) and seer(view.step, view) > 3:\n"
        "        return True\n"
        "    return math.pow(view.path, 2) + round(view.step / 3) > decks.ROW[1] * decks.twice(3)"
    ),
    "helpers": "return worth(view.carried, view.path) > worth(7, twice(view.step))",
}

CALLED = {
    "while": ("while view.carried:\n        pass\n    return True", "it uses while"),
    "list": ("return len(view.hazards) > 2", "it reads view.hazards"),
    "history": ("view.history\n    return True", "it contains the statement view.history"),
    "rng": ("return view.rng.random()", "it calls view.rng.random"),
    "unknown attribute": ("return view.wisdom", "it reads view.wisdom"),
    "attribute of another": ("return view.carried > FOLDER.size", "something other than the view"),
    "import": ("import cmath\n    return cmath.pi > 3", "it uses import"),
    "call": ("return helper(*view.carried)", "it calls a function with unpacked arguments"),
    "helper of words": (
        "return wordy(view.carried)",
        "it calls wordy, which cannot be compiled (it uses 'x'",
    ),
    "helper without end": ("return endless(view.step)", "calls endless, .* (endless calls itself"),
    "helper with too much": (
        "return usual(view.step, 1, 2)",
        "it calls usual with the wrong arguments",
    ),
    "helper without an answer": (
        "return mute(view.step)",
        "mute may end without returning a value",
    ),
    "logarithm of two": (
        "return math.log(view.step, 2) > 3",
        "it calls log with the wrong number of",
    ),
    "other math": ("return math.gamma(view.step) > 3", "it calls math.gamma"),
    "part of a row": ("return view.carried > ROW[1:]", r"it uses ROW\[1:\]"),
    "own min": ("return maxi(view.carried, 3) > 4", "it calls maxi"),
    "text": ("return view.card == 'lava'", "it reads view.card"),
    "print": ("print(view.step)\n    return True", "it calls print"),
    "f-string": ("x = f'{view.step}'\n    return True", "it uses an f-string"),
    "misspelt": ("return view.carrid > 3", "it reads view.carrid, which a view does not have"),
    "text constant": ("return 'no'", "it uses 'no'"),
    "none": ("return None", "it uses None"),
    "no answer": (
        "if view.carried > 3:\n        return True",
        ("it may end without returning a value"),
    ),
    "empty return": ("return", "it may end without returning a value"),
    "tuple": ("a, b = view.carried, 1\n    return a > b", "it uses a tuple"),
    "lambda": ("return (lambda: True)()", "it calls lambda"),
    "comprehension": ("return any([view.carried])", "it uses a list"),
    "try": (
        "try:\n        return True\n    except ValueError:\n        return False",
        "it uses try",
    ),
    "walrus": ("return (x := view.carried) > x", "it uses :="),
    "keyword arguments": (
        "return max(view.carried, 1, key=None) > 3",
        "it calls max with keyword arguments",
    ),
    "changes the view": ("view.carried = 3\n    return True", "it changes view.carried"),
    "changes the view in place": ("view.carried += 3\n    return True", "it changes view.carried"),
    "renames the view": ("view = 3\n    return True", "a variable with the same name as the view"),
    "list of the file": ("return view.carried > NUMBERS", "it uses NUMBERS"),
    "not a number": ("return view.carried > NAN", "it uses NAN"),
    "huge number": ("return view.carried > HUGE", "it uses HUGE"),
    "shift": ("return 1 << view.carried > 3", "it uses <<"),
    "membership": ("return view.carried in NUMBERS", "it uses 'in' with something"),
    "identity": ("return view.carried is 3", "it uses is"),
    "nested function": ("def inner():\n        return 1\n    return inner()", "functiondef"),
    "global": ("global LIMIT\n    LIMIT = 3\n    return True", "it uses global"),
    "before a value": (
        "if view.carried > 3:\n        x = 1\n    return x > 0",
        "it may use x before assigning it",
    ),
    "after a loop": (
        "for n in range(view.step):\n        x = n\n    return x > 0",
        "it may use x before assigning it",
    ),
    "augmented before a value": ("x += 1\n    return True", "it changes x"),
    "long loop": (
        "x = 0\n    for n in range(10**9):\n        x += n\n    return x > 0",
        "it has a loop that could run for too long",
    ),
    "loop over gems": (
        "x = 0\n    for n in range(view.carried):\n        x += n\n    return x > 0",
        "it has a loop that could run for too long",
    ),
    "loop over a list": (
        "for n in NUMBERS:\n        pass\n    return True",
        "for loop that does not use range(",
    ),
    "deep loops": (
        "for a in range(9):\n        for b in range(9):\n            for c in range(9):\n"
        "                pass\n    return True",
        "it nests loops more than two deep",
    ),
}

NAMED_LIKE_ANYTHING = "def named(view, carried=5, *, np=0):"
ODD_NAMES = "return view.carried + np >= carried"

HEAD = """
import math
from types import ModuleType
from math import ceil
from pathlib import Path
LIMIT = 7
ROW = (3, 5, 8)
BOLD = True
NUMBERS = [1, 2]
NAN = float("nan")
HUGE = 10**30
FOLDER = Path()

def helper(x):
    return x

def twice(x):
    return 2 * x

def worth(carried, path):
    'What leaving brings.'
    half = path // 2
    if carried > 9:
        return twice(half)
    return carried + half

def wordy(x):
    return "x"

def endless(x):
    return endless(x - 1)

def usual(x, y=2):
    return x + y

def mute(x):
    if x > 3:
        return 2

def sighted(seen, more=1):
    return seen.carried + seen.path // 2 + more + seen.next_share(seen.inside)

def seer(step, seen):
    return step + sighted(seen, more=2)

decks = ModuleType("decks")
exec("LIMIT = 4\\nROW = (2, 5, 7)", vars(decks))
decks.twice = twice

maxi = max

def abs(x):
    return 3

"""


@pytest.fixture
def write(tmp_path):
    def write(body, head="def mine(view):"):
        file = tmp_path / "mine.py"
        file.write_text(f"{HEAD}{head}\n    {body}\n")
        return f"{file}:mine"

    return write


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("what", COMPILED)
def test_compilable_bots_are_compiled(write, what):
    assert rewrite_bot(find_bot(write(COMPILED[what]))).source.startswith("def {name}")


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("what", CALLED)
def test_other_bots_are_called_with_a_reason(write, what):
    body, reason = CALLED[what]
    with pytest.raises(CannotCompileError, match=reason.replace("(", r"\(")):
        rewrite_bot(find_bot(write(body)))


def test_every_compiled_form_plays_like_its_function(tmp_path, monkeypatch):
    """One kernel contains the most difficult functions, including two that return probabilities.

    Each of these two has one seat, so both ways draw in the same order and play the same games.
    """
    tricky = (
        *("branches", "names of the kernel", "views, modules and math", "loop", "chance"),
        *("rows, math and helpers", "branch that returns"),
    )
    bodies = [COMPILED[what] for what in tricky]
    text = HEAD + "\n\n".join(f"def mine{n}(view):\n    {b}" for n, b in enumerate(bodies))
    text += f"\n\n{NAMED_LIKE_ANYTHING}\n    {ODD_NAMES}"
    (tmp_path / "many.py").write_text(text + "\n")
    bots = [f"{tmp_path}/many.py:mine{number}" for number in range(len(bodies))]
    bots.append(f"{tmp_path}/many.py:named:carried=4")
    assert can_compile([find_bot(bot) for bot in bots])
    texts = set()
    for order in (bots, bots[::-1]):
        _, compiled = export(find("iello-2016"), order, 25, seed=3)
        with monkeypatch.context() as patch:
            patch.setattr("diamant.simulator.engine.can_compile", lambda bots: False)
            _, called = export(find("iello-2016"), order, 25, seed=3)
        assert compiled == called
        texts.add(compiled)
    assert len(texts) == 2


def test_all_built_in_bots_are_compiled():
    for bot in built_in_bots().values():
        rewrite_bot(bot.with_numbers({}))


def test_only_bots_that_read_nothing_are_coins():
    coins = [
        name for name, bot in built_in_bots().items() if rewrite_bot(bot.with_numbers({})).is_coin
    ]
    assert coins == ["random"]


def test_only_values_that_differ_by_seat_are_computed_per_seat(write):
    assert not rewrite_bot(find_bot("expect")).differs_by_seat
    assert rewrite_bot(find_bot("catch-up")).differs_by_seat
    for own in ("seat", "chest", "lead"):
        assert rewrite_bot(find_bot(write(f"return view.{own} > 3"))).differs_by_seat


def test_parameters_may_have_any_name(write):
    """These bots play together with the other difficult ones."""
    name = write(ODD_NAMES, NAMED_LIKE_ANYTHING.replace("named", "mine"))
    assert rewrite_bot(find_bot(name)).parameters == ("carried", "np")


def closure():
    limit = 4

    def mine(view):
        return view.carried > limit

    return mine


def without_source():
    scope = {}
    exec("def mine(view):\n    return True", scope)
    return scope["mine"]


class Mine:
    def __call__(self, view):
        return True


@pytest.mark.parametrize(
    ("thing", "why"),
    [
        (closure(), "variables of an enclosing function"),
        *((Mine, "not a plain function"), (Mine(), "not a plain function")),
        *((Mine().__call__, "not a plain function"), (bool, "not a plain function")),
        (functools.partial(max, 1), "not a plain function"),
        (without_source(), "source code is not available"),
        (lambda view: True, "not defined with def"),
    ],
)
def test_anything_but_a_plain_function_is_called(thing, why):
    with pytest.raises(CannotCompileError, match=why):
        rewrite_bot(Bot("mine", thing))


def test_parameter_without_a_number_is_called(write):
    with pytest.raises(CannotCompileError, match="its parameters must be a view and numbers"):
        rewrite_bot(find_bot(write("return True", "def mine(view, wisdom='owl'):")))


def test_bot_that_numba_refuses_is_called(write):
    """The bot looks compilable; its errors are reported like those of any other bot."""
    name = write("return ~view.bust_chance > 3")
    rewrite_bot(find_bot(name))
    with pytest.raises(Exception, match="seat A failed at game 1, round 1, card 1: TypeError"):
        simulate("iello-2016", [name, "threshold", "random"], 50)


def test_bot_that_numba_refuses_still_plays(write):
    """In the kernel, numbers are floats, which `range` refuses; in Python they are integers."""
    name = write(
        "x = 0\n    for n in range(most, view.step):\n        x += n\n    return x > 6",
        "def mine(view, most=2):",
    )
    assert simulate("iello-2016", [name, "threshold", "random"], 20).games == 20


def test_kernel_contains_only_the_code_its_line_up_needs():
    shape = Shape(*[False] * len(Shape.__dataclass_fields__))
    bare = kernel_text(shape, [])
    assert "bot_0" not in bare
    assert "RELICS_PRINTED = False" in bare
    assert "# <" not in bare
    text = kernel_text(shape, [rewrite_bot(find_bot("threshold"))])
    assert "bot_0(np.int64(carried), np.int64(path), first_0_0)" in text
    compile(text, "kernel", "exec")


def test_decorated_function_plays_as_decorated(tmp_path):
    """The source shows the inner function; calls reach the wrapper."""
    (tmp_path / "mine.py").write_text(
        "import functools\n\n"
        "def contrary(bot):\n"
        "    @functools.wraps(bot)\n"
        "    def turned(view):\n"
        "        return not bot(view)\n"
        "    return turned\n\n"
        "@contrary\n"
        "def mine(view):\n"
        "    return view.step < 3\n"
    )
    assert not can_compile([find_bot(f"{tmp_path}/mine.py:mine")])
    result = simulate("schmidt-2005", [f"{tmp_path}/mine.py:mine"] * 3, 20, each=True)
    assert result.each.lengths.max() <= 3
