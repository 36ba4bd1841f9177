"""Generate the text of a kernel module from rewritten bots.

All code of a kernel is in one text, because Numba's cache checks only one file and would miss a
change in another.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files

from diamant.simulator.kernel import layout
from diamant.simulator.kernel.arrays import EditionArrays
from diamant.simulator.kernel.bot_syntax import COMPILED_ALONE
from diamant.simulator.kernel.mind_text import COMPILED, IMPORTS, MIND_LINES, mind_text
from diamant.simulator.kernel.reads import (
    ARGUMENT_OF,
    BY_SEAT,
    LANES_ARGUMENT_OF,
    NEXT_SHARE,
    PLACES,
    READS,
    SHARED,
    STEP_ARGUMENT_OF,
)
from diamant.simulator.kernel.rewrite import RewrittenBot
from diamant.simulator.kernel.side_by_side import has, in_lanes, suits


@dataclass(frozen=True)
class Shape:
    """The features that a kernel supports: all, or only those that a fast run needs.

    Fast kernels compute only sums. Each omitted feature saves a few percent, because a processor
    has few registers.
    """

    full: bool = True
    relics_printed: bool = True
    relics_by_order: bool = True
    ties: bool = True
    coins: bool = True
    side_by_side: bool = False
    card_rows: int = 0  # Rows of sixteen cards, for games side by side.

    @classmethod
    def of_fast(cls, edition: EditionArrays, bots: Sequence[RewrittenBot]) -> "Shape":
        """Return the shape of a kernel that computes only sums for an edition and bots."""
        by_order = bool(edition.relic_totals.any())
        return cls(
            full=False,
            relics_printed=bool(edition.relic_bits) and not by_order,
            relics_by_order=by_order,
            ties=edition.relics_break_ties,
            coins=any(bot.is_coin for bot in bots),
            side_by_side=suits(edition, bots),
            card_rows=-(-edition.cards // 16),
        )


FULL = Shape()


def kernel_text(shape: Shape, bots: Sequence[RewrittenBot]) -> str:
    """Return the text of a kernel for these bots, which exclude coins."""
    if shape.side_by_side:
        return _lanes_text(shape, bots)
    minds = any(bot.has_mind for bot in bots)
    everything, read = shape.full or minds, {name for bot in bots for name in bot.reads}
    constants = [
        *_constants(shape),
        f"PLACES = {len(READS)}",
        f"INLINED = {len(bots)}",
        f"DANGER = {everything or bool({'bust_cards', 'bust_chance'} & read)}",
        f"HERD = {everything or 'left_before' in read}",
        f"AHEAD = {everything or bool(NEXT_SHARE.keys() & read)}",
    ]
    functions: list[str] = []
    decisions: list[str] = []
    if shape.coins:
        decisions += [
            "if coin_seats & inside:",
            "    word = small_word(coin_state)",
            "    column = word & everybody",
            "    entry = np.uint64(alias[column])",
            "    leave = column if word < entry else entry & LOW_8",
        ]
    hoisted: list[str] = []
    for number, bot in enumerate(bots):
        hoisted += _hoisted(number, bot)
        functions += _function(bot, f"bot_{number}")
    # A lone bot with probabilities draws at once; several draw in their lineup's order.
    waits = shape.full or sum(not bot.answers_bool for bot in bots) > 1
    for number, bot in enumerate(bots):
        decisions += _decision(number, bot, _WAIT if waits else _DRAW)
    lines = {
        "bots": functions,
        "hoisted": hoisted,
        "mind": [*IMPORTS, *mind_text()] if minds else [],
        **{mark: lines if minds else [] for mark, lines in MIND_LINES.items()},
        "arguments": _unpacking(),
        "decisions": decisions,
        "look": _looks(SHARED) if shape.full else [],
        "look-at-seat": _looks(BY_SEAT) if shape.full else [],
        "draws": _DRAW_IN_ORDER if waits else [],
    }
    return _filled(_with_functions("template.py", constants), lines)


def bot_text(bot: RewrittenBot) -> str:
    """Return the text of one bot's module, which full kernels call by address."""
    told = {name: f"now[{place}]" for name, place in PLACES.items()}
    size = told["deck_size"]
    told |= {"bust_chance": f"{told['bust_cards']} / {size}", "_ahead": "carray(ahead, 9)"}
    told["_size"] = size
    given = [f"numbers[{place}]" for place in range(len(bot.parameters))]
    arguments = ", ".join([*(told[name] for name in bot.reads), *given])
    lines = {"bot": _function(bot, "bot"), "answer": [f"return np.float64(bot({arguments}))"]}
    return _filled(_with_functions("bot_template.py", _constants(FULL)), lines)


def step_kernel_text(text: str, bots: Sequence[RewrittenBot]) -> str:
    """Return the text of a kernel that steps games, from its template and bots.

    The template imports the rules, and Numba caches compiled code by the kernel's text. So the text
    contains a digest of the imported files.
    """
    imported = ("step_layout.py", "step_rules.py", "functions.py")
    digest = sha256("\0".join(map(_read, imported)).encode()).hexdigest()
    functions: list[str] = []
    decisions: list[str] = ["chance = 0.0"]
    for code, bot in enumerate(bots):
        functions += _function(bot, f"bot_{code}")
        given = [f"numbers[which, {place}]" for place in range(len(bot.parameters))]
        arguments = ", ".join([*(STEP_ARGUMENT_OF[name] for name in bot.reads), *given])
        decisions += [
            f"{'elif' if code else 'if'} code == {code}:",
            f"    chance = np.float64(bot_{code}({arguments}))",
        ]
    return _filled(text, {"digest": [f"# {digest}"], "bots": functions, "decision": decisions})


def _function(bot: RewrittenBot, name: str) -> list[str]:
    # Without an error model of its own, the bot would get the kernel's, where 1/0 is no error.
    mark = COMPILED if bot.has_mind else COMPILED_ALONE
    return [mark, *bot.source.format(name=name).splitlines(), "", ""]


def _looks(names: Iterable[str]) -> list[str]:
    return [f"now[{PLACES[name]}] = {ARGUMENT_OF[name]}" for name in names if name in PLACES]


# Decides for a seat whose bot answered with a probability.
_DRAW = [
    "choice_state += GAMMA",
    "if (mix(choice_state) >> S11) * UNIT < chance:",
    "    leave |= ONE << np.uint64(seat)",
]
_WAIT = ["undecided |= ONE << np.uint64(seat)", "chances[seat] = chance"]
_DRAW_IN_ORDER = [
    "if undecided:",
    "    for turn in range(seats):",
    "        seat = draw_order[turn]",
    "        if (undecided >> np.uint64(seat)) & ONE:",
    "            chance = chances[seat]",
    *(f"            {line}" for line in _DRAW),
]


def _lanes_text(shape: Shape, bots: Sequence[RewrittenBot]) -> str:
    """Return the text of a kernel that plays these bots' games side by side."""
    functions: list[str] = []
    decisions: list[str] = []
    for number, bot in enumerate(bots):
        functions += [
            "@inner_njit()",
            *in_lanes(bot).format(name=f"bot_{number}").splitlines(),
            "",
            "",
        ]
        numbers = [f"numbers[group, {place}]" for place in range(len(bot.parameters))]
        arguments = ", ".join([*(LANES_ARGUMENT_OF[name] for name in bot.reads), *numbers])
        decisions += [
            f"for group in range(group_from[{number}], group_from[{number + 1}]):",
            f"    leave |= to_bytes(bot_{number}({arguments})) & group_seats[group]",
        ]
    constants = [*_constants(shape), f"GATHERS = {has('avx512dq')}", f"SHUFFLES = {has('ssse3')}"]
    lines = {"bots": functions, "decisions": decisions, "arguments": _unpacking()}
    text = _filled(_with_functions("lanes_template.py", constants), lines)
    # Numba caches compiled code by the kernel's text, and this one imports another file.
    release = sha256(_read("lanes.py").encode()).hexdigest()
    return f"{text}\n# lanes.py: {release}\n"


def _constants(shape: Shape) -> list[str]:
    places = {name: value for name, value in vars(layout).items() if isinstance(value, int)}
    return [
        *(f"{name} = np.uint64({value})" for name, value in places.items()),
        *(f"{name.upper()} = {value}" for name, value in vars(shape).items()),
    ]


def _with_functions(template: str, constants: Sequence[str]) -> str:
    common = replace_between(_read("functions.py"), "constants", constants)
    return replace_between(_read(template), "functions", common.splitlines())


def _unpacking() -> list[str]:
    """Return lines that unpack the kernel's tuple arguments.

    The lines name every part, so a change in the order changes the kernel's text.
    """
    return [
        f"{', '.join(layout.PREFIXES.get(argument, '') + name for name in names)} = {argument}"
        for argument, names in layout.ARGUMENTS.items()
    ]


def _decision(number: int, bot: RewrittenBot, by_chance: Sequence[str]) -> list[str]:
    """Return lines that ask one bot for each group of seats with the same parameters.

    There is usually only one group, so the first group's facts are kept in variables.
    """
    first = [f"first_{number}_{place}" for place in range(len(bot.parameters))]
    other = [f"numbers[group, {place}]" for place in range(len(bot.parameters))]
    lines = _ask(number, bot, f"seats_{number}", first, by_chance)
    lines.append(f"for group in range(second_{number}, stop_{number}):")
    return lines + _indent(_ask(number, bot, "group_seats[group]", other, by_chance), 1)


def _hoisted(number: int, bot: RewrittenBot) -> list[str]:
    """Return lines that read the facts of a bot's first group before the games start.

    If the bot is not in the lineup, the group is empty.
    """
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


def _ask(
    number: int, bot: RewrittenBot, seats: str, numbers: Sequence[str], by_chance: Sequence[str]
) -> list[str]:
    arguments = ", ".join([*(ARGUMENT_OF[name] for name in bot.reads), *numbers])
    if bot.answers_bool and not bot.differs_by_seat:
        return [
            f"asked = {seats} & inside",
            f"if asked and bot_{number}({arguments}):",
            "    leave |= asked",
        ]
    each = ["for seat in range(seats):", f"    if ({seats} & inside) >> np.uint64(seat) & ONE:"]
    if bot.answers_bool:
        answer = [f"if bot_{number}({arguments}):", "    leave |= ONE << np.uint64(seat)"]
        return [*each, *_indent(answer, 2)]
    answer = [
        f"chance = np.float64(bot_{number}({arguments}))",
        "if chance == 1.0:",
        "    leave |= asked",
        "elif chance != 0.0:",
        "    if not 0.0 < chance < 1.0:",
        "        return game",
    ]
    if bot.differs_by_seat:
        answer = ["asked = ONE << np.uint64(seat)", *answer, *_indent(by_chance, 1)]
        return [*each, *_indent(answer, 2)]
    answer += _indent([*each, *_indent(by_chance, 2)], 1)
    return [f"asked = {seats} & inside", "if asked:", *_indent(answer, 1)]


def _read(name: str) -> str:
    return files("diamant.simulator.kernel").joinpath(name).read_text(encoding="utf-8")


def replace_between(text: str, mark: str, lines: Sequence[str]) -> str:
    """Replace the text between two marks with lines, indented like the marks."""
    before, _, rest = text.partition(f"# <{mark}>\n")
    _, _, after = rest.partition(f"# </{mark}>\n")
    margin = before.rpartition("\n")[2]
    return before.removesuffix(margin) + "\n".join(margin + line for line in lines) + "\n" + after


def _filled(text: str, lines: Mapping[str, Sequence[str]]) -> str:
    """Return a text with lines inserted at each of several marks."""
    for mark, written in lines.items():
        text = replace_between(text, mark, written)
    return text


def _indent(lines: Sequence[str], steps: int) -> list[str]:
    return ["    " * steps + line for line in lines]
