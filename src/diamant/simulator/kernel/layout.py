"""The positions of all numbers in the arrays that Python and the kernel share.

A kernel's text must contain every number that it is compiled with. `generate.py` writes these
constants into it; Python imports them.
"""

from typing import Any

MOST_SEATS = 8
MASKS = 1 << MOST_SEATS  # Sets of seats, as masks.

# CARD_FACTS facts per card. At 0 its bits: one for a hazard's kind, and one for the card itself if
# it is a hazard or a relic (first all hazard kinds, then hazards, then relics). At 1 to 8 each
# player's share with that many players inside, plus the remainder << 32. Then a hazard's kind (for
# other cards, the last kind plus one), and for a relic 1 plus its printed points << 32.
CARD_FACTS = 16
CARD_KIND = 9
CARD_RELIC = 10

# SEAT_FACTS facts per mask of seats: their number; 2^32 divided by that number, rounded up; and a 1
# in the 16-bit lane of each seat, with seats 0-3 in one word and 4-7 in the other.
SEAT_FACTS = 4
SEATS_PART = 1
SEATS_LOW = 2
SEATS_HIGH = 3

# Games side by side: the number for "no card", and the limit below which shares are exact.
NO_CARD = 255
SHARED_EXACTLY = 1 << 12

# Rows of the sums, each with an entry for every seat. A win counts 840.
POINTS = 0
SQUARES = 1
WINS = 2
RELICS = 3

# Where gems and relics ended up.
FROM_HAND = 0
FROM_PATH = 1
LOST_IN_BUSTS = 2
LEFT_ON_PATH = 3
RELICS_TURNED = 4
RELICS_TAKEN = 5

# The tuples among the kernel's arguments, and their parts in order.
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
# Prefixes of these names in the kernel, to avoid clashes.
PREFIXES = {"tally": "tally_", "each": "game_", "transcript": "transcript_"}


def pack(argument: str, holder: object) -> tuple[Any, ...]:
    """Build a kernel argument from an object's attributes."""
    return tuple(getattr(holder, name) for name in ARGUMENTS[argument])
