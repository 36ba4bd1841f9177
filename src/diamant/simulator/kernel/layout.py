"""Where a number stands in the arrays that Python and the kernel share.

The kernel's text must hold every number that it is compiled with, so `generate.py` writes these
into it; Python imports them.
"""

from typing import Any

MOST_SEATS = 8
MASKS = 1 << MOST_SEATS  # Sets of seats, as masks.

# Facts about a card, so many to a card. At 0 its bits: one for a hazard's kind, and one for this
# very card if it is a hazard or a relic (first all kinds of hazard, then hazards, then relics); at
# 1 to 8 each one's share for as many inside, with the remainder << 32; a hazard's kind, for all
# others one more than the last; for a relic, 1 with the printed points << 32.
CARD_FACTS = 16
CARD_KIND = 9
CARD_RELIC = 10

# Facts about a set of seats, so many to a mask: how many they are, 2^32 divided by that and rounded
# up, and a one in the 16-bit lane of each seat, 0-3 in one word and 4-7 in the other.
SEAT_FACTS = 4
SEATS_PART = 1
SEATS_LOW = 2
SEATS_HIGH = 3

# Games side by side: what stands for no card, and below which number shares are exact there.
NO_CARD = 255
SHARED_EXACTLY = 1 << 12

# Rows of the sums, each with a place for every seat. A win is counted in 840ths.
POINTS = 0
SQUARES = 1
WINS = 2
RELICS = 3

# Where gems and relics went.
FROM_HAND = 0
FROM_PATH = 1
LOST_IN_BUSTS = 2
LEFT_ON_PATH = 3
RELICS_TURNED = 4
RELICS_TAKEN = 5

# The kernel's arguments that are tuples, and what each holds, in order.
ARGUMENTS = {
    "edition": (
        *("rounds", "in_order", "deck_sizes", "kind_bits", "relic_bits", "facts", "all_shares"),
        *("copies", "relic_totals", "pooled", "wide", "relics_break_ties"),
    ),
    "line_up": (
        *("players", "masks", "prize", "coin_seats", "alias", "group_from", "group_seats"),
        *("numbers", "addresses", "by_seat", "draw_order", "networks"),
    ),
    "tally": ("sums", "scores", "lengths", "busts", "leavers", "flows"),
    "each": ("scores", "winners", "lengths", "busts"),
    "transcript": ("cards", "leavers", "lengths"),
}
# What the kernel writes before these names, where some of them would be alike.
PREFIXES = {"tally": "tally_", "each": "game_", "transcript": "transcript_"}


def pack(argument: str, holder: object) -> tuple[Any, ...]:
    """Return one of the kernel's arguments from whatever holds its parts by their names."""
    return tuple(getattr(holder, name) for name in ARGUMENTS[argument])
