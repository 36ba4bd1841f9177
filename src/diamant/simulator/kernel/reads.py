"""The view attributes that compiled bots may read, as kernel expressions.

Every name is an attribute of `BotView`. A bot that reads any other attribute is not compiled.
"""

from typing import NamedTuple


class Read(NamedTuple):
    """A view attribute, with the expression that each kernel uses for it."""

    whole: str  # In `template.py`, which plays whole games.
    step: str  # In a kernel that steps games; `at` is `step_layout`, `rules` is `step_rules`.
    lanes: str = ""  # In `lanes_template.py`, which supports few names.
    by_seat: bool = False  # Whether the value differs from seat to seat.
    # Whether a loop over the number ends soon; a longer loop can't be interrupted.
    is_count: bool = False


READS = {
    "carried": Read("np.int64(carried)", "row[at.CARRIED]", "to_reals(carried)"),
    "path": Read("np.int64(path)", "row[at.PATH]", "to_reals(path)"),
    "round": Read("np.int64(round + 1)", "row[at.ROUND] + 1", is_count=True),
    "rounds": Read("rounds", "ed[at.E_ROUNDS]", is_count=True),
    "players": Read("seats", "ed[at.E_PLAYERS]", is_count=True),
    "inside": Read(
        "np.int64(inside_count)", "row[at.COUNT]", "to_reals(inside_count)", is_count=True
    ),
    "step": Read("step", "row[at.STEP]", is_count=True),
    "left_before": Read("np.int64(left_before)", "row[at.LEFT_BEFORE]", is_count=True),
    "hazards_met": Read(
        "np.int64(count_bits(seen & kind_bits))",
        "np.int64(count_bits(np.uint64(row[at.MET])))",
        is_count=True,
    ),
    "bust_cards": Read("np.int64(bust_cards)", "row[at.BUST_CARDS]"),
    "bust_chance": Read("np.int64(bust_cards) / deck_size", "row[at.BUST_CARDS] / row[at.SIZE]"),
    "deck_size": Read("deck_size", "row[at.SIZE]", is_count=True),
    "relics_lying": Read("np.int64(lying & LOW_32)", "row[at.LYING]", is_count=True),
    "relics_worth": Read(
        "np.int64(relics_worth(lying, taken, relic_totals))", "rules.lone_prize(row, ed)"
    ),
    "seat": Read("np.int64(seat)", "seat", by_seat=True, is_count=True),
    "chest": Read(
        "points_of(seat, wide, low, high, scores)", "row[at.POINTS + seat]", by_seat=True
    ),
    "lead": Read(
        "lead_of(seat, seats, wide, low, high, scores)",
        "lead(row[at.POINTS : at.POINTS + 8], seat, ed[at.E_PLAYERS])",
        by_seat=True,
    ),
}
# The additional arguments of the call `view.next_share(players)`.
NEXT_SHARE = {"_ahead": Read("ahead", "row[at.AHEAD : at.AHEAD + 9]"), "_size": READS["deck_size"]}

# A mind's arguments besides its seat and parameters, as the kernel names them.
MIND = {
    f"_{name}": f"mind_{name}"
    for name in (
        *("situation", "scores", "inside", "people", "board", "noticed"),
        *("networks", "begun", "common", "first", "second"),
    )
}

# The argument that each kernel passes to a bot for a name.
ARGUMENT_OF = {name: read.whole for name, read in (READS | NEXT_SHARE).items()} | MIND
STEP_ARGUMENT_OF = {name: read.step for name, read in (READS | NEXT_SHARE).items()}
LANES_ARGUMENT_OF = {name: read.lanes for name, read in READS.items() if read.lanes}

# These are the same for every seat inside, so seats with the same bot and parameters are asked
# once. A bot that reads any other name is asked for each seat separately.
SHARED = [name for name, read in READS.items() if not read.by_seat]
BY_SEAT = [name for name, read in READS.items() if read.by_seat]

# The places of these values in the arrays for bots that are called by address.
PLACES = {name: place for place, name in enumerate((*SHARED, *BY_SEAT)) if name != "bust_chance"}
