"""From compiled bots and an edition's shape to the text of a kernel module.

All code of a kernel stands in one text: Numba's own cache looks at one file only and would miss a
change in another.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from diamant.simulator.rewrite import NEXT_SHARE, OWN, SHARED, CompiledBot

_ARGUMENTS = {**SHARED, **OWN, **NEXT_SHARE}


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
    ahead: bool


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
        # Without its own error model it would have the kernel's, where nothing is wrong with 1/0.
        functions += [
            '@njit(error_model="python")',
            *bot.source.format(name=f"bot_{number}").splitlines(),
            "",
            "",
        ]
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
    arguments = ", ".join([*(_ARGUMENTS[name] for name in bot.reads), *numbers])
    if bot.is_sure and not bot.is_own:
        return [
            f"asked = {seats} & inside",
            f"if asked and bot_{number}({arguments}):",
            "    leave |= asked",
        ]
    call = f"chance = np.float64(bot_{number}({arguments}))"
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


def _replace(text: str, mark: str, lines: Sequence[str]) -> str:
    """Put lines between the two marks of a name, indented as the marks are."""
    before, _, rest = text.partition(f"# <{mark}>\n")
    _, _, after = rest.partition(f"# </{mark}>\n")
    margin = before.rpartition("\n")[2]
    return before.removesuffix(margin) + "\n".join(margin + line for line in lines) + "\n" + after


def _indent(lines: Sequence[str], steps: int) -> list[str]:
    return ["    " * steps + line for line in lines]
