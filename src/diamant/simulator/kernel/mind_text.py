"""Turn the champion's mind, as it runs at a table, into kernel text.

A kernel with minds stores the inputs of all minds, and updates them after every decision.
`template.py` has a mark for each of these steps.
"""

import ast
import inspect
from importlib.resources import files

from diamant.bots.champion import mind
from diamant.bots.champion.player import LOOKED_AT
from diamant.simulator.kernel.reads import MIND, READS

# Nothing here divides by zero or is infinite, so sums may be taken in any order.
IN_VECTORS = ("begin", "think", "add_rows")  # Implemented in `layers.py`.
COMPILED = '@inner_njit(error_model="numpy", fastmath=True, _nrt=False)'


def mind_text() -> list[str]:
    """Return the mind's constants and functions, with decorators that compile them."""
    lines: list[str] = []
    for part in ast.parse(inspect.getsource(mind)).body:
        if isinstance(part, ast.Assign):
            lines += ast.unparse(part).splitlines()
    text = files(__package__).joinpath("layers.py").read_text(encoding="utf-8")
    before, _, rest = text.partition("# <constants>\n")
    lines += before.splitlines() + rest.partition("# </constants>\n")[2].splitlines()
    for part in ast.parse(inspect.getsource(mind)).body:
        if isinstance(part, ast.FunctionDef) and part.name not in IN_VECTORS:
            lines += [COMPILED, *ast.unparse(part).splitlines(), "", ""]
    return lines


IMPORTS = ["from math import exp", ""]

# The kernel's lines, by the name of their mark.
MIND_LINES = {
    "minds-sit-down": [
        "mind_situation = np.zeros(SITUATION)",
        "mind_scores = np.zeros(MOST_SEATS, np.int64)",
        "mind_inside = np.zeros(MOST_SEATS, np.int64)",
        "mind_chances = np.zeros((3, TYPES))",
        "mind_weights = np.zeros((np.int64(MOST_SEATS), TYPES))",
        "mind_people = np.zeros((np.int64(MOST_SEATS) + 1, PERSON))",
        "mind_board = np.zeros(BOARD)",
        "mind_begun = np.zeros(len(networks), np.int64)",
        "mind_common = np.zeros((len(networks), HIDDEN), np.float32)",
        "mind_noticed = np.zeros(FEATURES, np.float32)",
        "mind_first = np.zeros(HIDDEN, np.float32)",
        "mind_second = np.zeros(SECOND, np.float32)",
        "mind_networks = networks",
        "all_relics = count_bits(relic_bits)",
        "plain_cards = np.uint64(facts.size) // CARD_FACTS - all_relics",
        "mind_situation[RICHNESS] = unit_of(np.int64(all_shares[1]))",
    ],
    "minds-forget": ["mind_weights[:] = 1.0 / TYPES"],
    "minds-look": [
        *(f"mind_situation[{name.upper()}] = {READS[name].whole}" for name in LOOKED_AT),
        "mind_situation[ROUNDS_LEFT] = rounds - 1 - round",
        "mind_situation[RELICS_LEFT] = np.int64("
        "deck_sizes[round] - plain_cards - count_bits(seen & relic_bits))",
        "for sharing in range(1, 9):",
        "    mind_situation[EACH + sharing] = np.int64(ahead[sharing])",
        "for seat in range(seats):",
        "    mind_inside[seat] = np.int64((inside >> np.uint64(seat)) & ONE)",
        "    mind_scores[seat] = points_of(seat, wide, low, high, scores)",
        "expect_types(mind_situation, mind_chances)",
        "survey(mind_situation, mind_scores, mind_inside, mind_chances, mind_weights,"
        " mind_people, mind_board, mind_noticed)",
        "mind_begun[:] = 0",
    ],
    "minds-learn": ["learn_all(mind_inside, np.int64(leave), mind_chances, mind_weights)"],
}

# Inserted in a kernel that steps games, where `situation` belongs to the mind.
STEP_LOOK = [f"situation[{name.upper()}] = {READS[name].step}" for name in LOOKED_AT]

_LAST = (
    "    if own_last != 0.0:",
    "        return last_round(seat, _situation, _scores, _inside, chance)",
)


def mind_source(network: int, *, last: bool) -> str:
    """Return the source of a kernel bot that decides with one of the networks.

    With `last`, the bot has an additional parameter, which enables the last-expedition rules.
    """
    names = ", ".join(MIND)
    return "\n".join(
        [
            f"def {{name}}(seat, {names}, own_nerve, own_doubt{', own_last' if last else ''}):",
            "    left = int(_situation[ROUNDS_LEFT])",
            f"    network, common = _networks[{network}], _common[{network}]",
            f"    if not _begun[{network}]:",
            f"        _begun[{network}] = 1",
            "        begin(_noticed, left, network, common)",
            "    notice(seat, _situation, _scores, _inside, _people, _board, _noticed)",
            "    better = think(_noticed, left, network, common, _first, _second)",
            "    doubt = blur(own_doubt, _situation[PLAYERS])",
            "    chance = leave_chance(better + own_nerve, doubt)",
            *(_LAST if last else ()),
            "    return chance",
        ]
    )
