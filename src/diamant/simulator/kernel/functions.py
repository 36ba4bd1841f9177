"""The building blocks of kernels: random words, relics, scores (a template).

`generate.py` replaces the constants below, so the compiler drops the code that a run doesn't need.
"""

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from diamant.simulator.kernel.machine_code import inner_njit

# isort: split
# <constants>
from diamant.simulator.kernel.layout import (
    CARD_FACTS,
    CARD_KIND,
    CARD_RELIC,
    FROM_HAND,
    FROM_PATH,
    LEFT_ON_PATH,
    LOST_IN_BUSTS,
    MOST_SEATS,
    POINTS,
    RELICS,
    RELICS_TAKEN,
    RELICS_TURNED,
    SEAT_FACTS,
    SEATS_HIGH,
    SEATS_LOW,
    SEATS_PART,
    SQUARES,
    WINS,
)

FULL = True  # Whether the kernel plays every edition and supports all counts and records.
RELICS_PRINTED = True  # Whether there may be relics with a printed worth.
RELICS_BY_ORDER = True  # Whether there may be relics whose worth depends on the order of taking.
TIES = True  # Whether relics may break ties.
COINS = True  # Whether any seat may flip a coin without looking at the game.
DANGER = True  # Whether any bot reads how many cards would be a bust.
INLINED = 0  # How many bots are part of the kernel; a full kernel calls all others by address.
HERD = True  # Whether any bot reads how many players left a moment ago.
AHEAD = True  # Whether any bot reads the gems expected from the treasures still in the deck.
# </constants>
RELICS_FOUND = RELICS_PRINTED or RELICS_BY_ORDER

ZERO = np.uint64(0)
ONE = np.uint64(1)
GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
MULTIPLIER = np.uint64(4294883355)
CHOICES = np.uint64(0xD1B54A32D192ED03)
S8 = np.uint64(8)
S11 = np.uint64(11)
S16 = np.uint64(16)
S27 = np.uint64(27)
S30 = np.uint64(30)
S31 = np.uint64(31)
S32 = np.uint64(32)
LOW_8 = np.uint64(0xFF)
LOW_16 = np.uint64(0xFFFF)
LOW_32 = np.uint64(0xFFFFFFFF)
UNIT = 2.0**-53
# The deck begins with a spare word, which is read when a card is drawn beyond the last one.
EIGHT = np.uint64(8)


@intrinsic
def count_bits(context, mask):
    """Return the number of bits set in a word."""

    def codegen(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), codegen


@intrinsic
def ask(context, address, now, ahead, numbers, group):
    """Return the answer of the bot at an address; fail if the bot fails.

    A bot's own module (`bot_template.py`) follows Numba's calling convention, in which a status
    reports an exception.
    """

    def codegen(context, builder, signature, arguments):
        kinds = (types.CPointer(types.int64), types.CPointer(types.uint64))
        kinds = (*kinds, types.CPointer(types.float64))
        call = context.call_conv.get_function_type(types.float64, kinds)
        bot = builder.inttoptr(arguments[0], call.as_pointer())
        _, *arrays, _ = signature.args
        given = [
            context.make_array(kind)(context, builder, array).data
            for kind, array in zip(arrays, arguments[1:4], strict=True)
        ]
        row = context.make_array(numbers)(context, builder, arguments[3])
        width = builder.extract_value(row.shape, 1)
        given[2] = builder.gep(given[2], [builder.mul(width, arguments[4])])
        status, answer = context.call_conv.call_function(builder, bot, types.float64, kinds, given)
        with builder.if_then(status.is_error, likely=False):
            context.call_conv.return_status_propagate(builder, status)
        return answer

    return types.float64(types.int64, now, ahead, numbers, types.int64), codegen


@njit(inline="always")
def mix(state):
    """Return the random word for a state, computed by splitmix64's output function."""
    word = (state ^ (state >> S30)) * MIX_1
    word = (word ^ (word >> S27)) * MIX_2
    return word ^ (word >> S31)


@njit(inline="always")
def next_state(state):
    """Return the next state of a stream of small words (MWC64X, which vectorizes)."""
    return (state & LOW_32) * MULTIPLIER + (state >> S32)


@njit(inline="always")
def small_word(state):
    """Return the 32-bit random word of a stream's state."""
    return (state ^ (state >> S32)) & LOW_32


@njit(inline="always")
def place_among(state, left):
    """Return a random index below `left`; all are equally likely to within 2^-32."""
    return (small_word(state) * left) >> S32


@inner_njit(_nrt=False)
def next_share(ahead, deck_size, players):
    """Return the gems that each of `players` players can expect from the next card."""
    if players < 1 or players > 8:
        raise ValueError("the players who share a card number from 1 to 8")
    return np.int64(ahead[players]) / deck_size


@njit(inline="always")
def worth_by_order(relic_totals, taken, found):
    """Return the worth of the next `found` relics after `taken` have been taken."""
    return relic_totals[taken + found] - relic_totals[taken]


@njit(inline="always")
def relics_worth(found, taken, relic_totals):
    """Return the worth of the relics in `found` after `taken` others have been taken.

    `found` is the sum of the relics' printed points, shifted left by 32 bits, plus their number. If
    the worth is printed, `relic_totals` is all 0; otherwise no points are printed.
    """
    worth = ZERO
    if RELICS_PRINTED:
        worth += found >> S32
    if RELICS_BY_ORDER:
        worth += worth_by_order(relic_totals, taken, found & LOW_32)
    return worth


@inner_njit(_nrt=False)
def lead(points, seat, seats):
    """Return a seat's points minus the best other seat's, or 0 for a lone player."""
    best = np.int64(-1)
    for other in range(seats):
        if other != seat:
            best = max(best, np.int64(points[other]))
    return np.int64(points[seat]) - best if best >= 0 else np.int64(0)


@njit(inline="always")
def best_seats(seats, numbers, among):
    """Return the mask of the seats in `among` with the highest value in `numbers`."""
    best = ZERO
    for seat in range(seats):
        best = max(best, np.uint64(numbers[seat]) * ((among >> np.uint64(seat)) & ONE))
    found = ZERO
    for seat in range(seats):
        found |= np.uint64(np.uint64(numbers[seat]) == best) << np.uint64(seat)
    return found & among


@inner_njit()
def points_of(seat, wide, low, high, scores):
    """Return a seat's points so far."""
    if FULL and wide:
        return np.int64(scores[seat])
    word = low if seat < 4 else high
    return np.int64((word >> (S16 * np.uint64(seat & 3))) & LOW_16)


@inner_njit()
def lead_of(seat, seats, wide, low, high, scores):
    """Return a seat's lead, unpacking the scores first if they are packed."""
    if not (FULL and wide):
        unpack(8, low, high, scores)
    return lead(scores, seat, seats)


@njit(inline="always")
def unpack(seats, low, high, scores):
    """Unpack all seats' scores, which are stored in 16-bit lanes, into an array."""
    for seat in range(seats):
        word = low if seat < 4 else high
        scores[seat] = (word >> (S16 * np.uint64(seat & 3))) & LOW_16


@njit(inline="always")
def add_up(seats, scores, winning, masks, prize, sums):
    """Add a game's scores and wins to the sums."""
    part = prize[masks[winning * SEAT_FACTS]]
    for seat in range(seats):
        score = scores[seat]
        sums[POINTS, seat] += score
        sums[SQUARES, seat] += score * score
        sums[WINS, seat] += part * ((winning >> np.uint64(seat)) & ONE)
