"""The compiled rules, on rows of numbers, for games that are played step by step.

The environments, OpenSpiel and the training arena step their games with these functions. A game is
a row of numbers, and so is an edition; `step_layout.py` names their places. `turn` and `decide`
contain no randomness: the caller chooses the card. `deal_card` draws it from the same deck that the
simulator would deal. Tests compare all of them with `diamant.rules` step by step.
"""

from functools import partial

import numpy as np

from diamant.simulator.kernel.functions import (
    CHOICES,
    GAMMA,
    ONE,
    S11,
    UNIT,
    ZERO,
    best_seats,
    count_bits,
    mix,
    next_state,
    place_among,
    worth_by_order,
)
from diamant.simulator.kernel.machine_code import inner_njit
from diamant.simulator.kernel.step_layout import *

# These functions create no arrays, so Numba can skip reference counting, which saves a fifth.
row_njit = partial(inner_njit, error_model="numpy", _nrt=False)


@row_njit()
def begin_round(row, ed):
    """Move all players into the next cave and all remaining cards into the deck."""
    # Unsigned, so indexing doesn't check for negative numbers.
    kinds, counts = np.uint64(ed[E_KINDS]), np.uint64(COUNTS)
    starts = np.uint64(ed[E_STARTS]) + np.uint64(row[ROUND]) * kinds
    # Treasures never leave the game.
    ahead = np.uint64(ed[E_ALL_SHARES])
    for sharing in range(np.uint64(9)):
        row[np.uint64(AHEAD) + sharing] = ed[ahead + sharing]
    size = 0
    for kind in range(kinds):
        copies = ed[starts + kind] - row[counts + kinds + kind]
        row[counts + kind] = copies
        size += copies
    row[SIZE] = size
    row[STEP] = 0
    row[INSIDE] = (1 << ed[E_PLAYERS]) - 1
    row[COUNT] = ed[E_PLAYERS]
    row[LEFT_BEFORE] = 0
    row[BUST_CARDS] = 0
    row[MET] = 0
    row[CARRIED] = 0
    row[PATH] = 0
    row[LYING] = 0
    row[PRINTED] = 0
    row[PHASE] = TURN


@row_njit()
def end_round(row, ed):
    """Start the next round, or end the game and clear the cave."""
    row[ROUND] += 1
    if row[ROUND] < ed[E_ROUNDS]:
        begin_round(row, ed)
        return
    for place in range(STEP, TAKEN):
        row[place] = 0
    for sharing in range(9):
        row[AHEAD + sharing] = 0
    for kind in range(ed[E_KINDS]):
        row[COUNTS + kind] = 0
    row[PHASE] = OVER


@row_njit()
def begin(row, ed):
    """Start a game; no card has been turned yet."""
    row[ROUND] = 0
    row[TAKEN] = 0
    row[PLACE] = 0
    for seat in range(8):
        row[POINTS + seat] = 0
        row[HELD + seat] = 0
    kinds = ed[E_KINDS]
    for kind in range(kinds):
        row[COUNTS + kinds + kind] = 0
    begin_round(row, ed)


@row_njit(forceinline=True)
def turn(row, kind, ed):
    """Turn a card of the given kind; return whether it ends the round in a bust."""
    row[COUNTS + kind] -= 1
    row[SIZE] -= 1
    row[STEP] += 1
    row[PHASE] = DECIDE
    if not ed[E_POOLED]:
        row[COUNTS + 2 * ed[E_KINDS] + row[STEP]] = 0
    if kind < ed[E_FIRST_HAZARD]:
        shares = ed[E_SHARES] + 9 * kind
        share = ed[shares + row[COUNT]]
        rest = ed[ed[E_VALUES] + kind] - share * row[COUNT]
        row[CARRIED] += share
        row[PATH] += rest
        if not ed[E_POOLED]:
            row[COUNTS + 2 * ed[E_KINDS] + row[STEP]] = rest
        for sharing in range(1, 9):
            row[AHEAD + sharing] -= ed[shares + sharing]
    elif kind < ed[E_FIRST_RELIC]:
        bit = 1 << (kind - ed[E_FIRST_HAZARD])
        if row[MET] & bit:
            row[COUNTS + ed[E_KINDS] + kind] += 1
            end_round(row, ed)
            return True
        row[MET] |= bit
        row[BUST_CARDS] += row[COUNTS + kind]
    else:
        # A revealed relic leaves the game, even if nobody takes it.
        row[COUNTS + ed[E_KINDS] + kind] += 1
        row[LYING] += 1
        row[PRINTED] += ed[ed[E_VALUES] + kind]
    return False


@row_njit()
def lone_prize(row, ed):
    """Return the worth of the relics to a player who leaves alone now."""
    if ed[E_BY_ORDER]:
        return worth_by_order(ed[ed[E_RELIC_TOTALS] :], row[TAKEN], row[LYING])
    return row[PRINTED]


@row_njit(forceinline=True)
def decide(row, leave, ed):
    """Let the seats in a mask leave; return the points that each of them gains.

    All of these seats must be inside.
    """
    leavers = np.int64(count_bits(np.uint64(leave)))
    row[LEFT_BEFORE] = leavers
    row[PHASE] = TURN
    if leavers == 0:
        return 0
    if ed[E_POOLED]:
        part = row[PATH] // leavers
    else:
        part = 0
        gems = COUNTS + 2 * ed[E_KINDS]
        for turned in range(1, row[STEP] + 1):
            share = row[gems + turned] // leavers
            row[gems + turned] -= share * leavers
            part += share
    row[PATH] -= part * leavers
    gain = row[CARRIED] + part
    found = 0
    if leavers == 1 and row[LYING] > 0:
        gain += lone_prize(row, ed)
        found = row[LYING]
        row[TAKEN] += found
        row[LYING] = 0
        row[PRINTED] = 0
    # No branch, because leaving is unpredictable; players who stay get nothing.
    for seat in range(ed[E_PLAYERS]):
        row[POINTS + seat] += gain * ((leave >> seat) & 1)
        row[HELD + seat] += found * ((leave >> seat) & 1)
    row[INSIDE] ^= leave
    row[COUNT] -= leavers
    if row[COUNT] == 0:
        end_round(row, ed)
    return gain


@row_njit()
def winners(row, ed):
    """Return the mask of the winners."""
    among = (ONE << np.uint64(ed[E_PLAYERS])) - ONE
    among = best_seats(ed[E_PLAYERS], row[POINTS : POINTS + 8], among)
    if ed[E_RELICS_BREAK_TIES]:
        among = best_seats(ed[E_PLAYERS], row[HELD : HELD + 8], among)
    return np.int64(among)


@row_njit()
def begin_shuffled(row, words, ed):
    """Start the game with a seed and a number; no card has been turned yet."""
    key = mix(words[SEED] + words[NUMBER] * GAMMA)
    words[KEY] = key
    words[CHOICE_STATE] = mix(key ^ CHOICES)
    words[GONE] = ZERO
    begin(row, ed)


@row_njit(forceinline=True)
def random_number(words):
    """Return a random number in [0, 1) from a game's random stream for choices."""
    state = words[CHOICE_STATE] + GAMMA
    words[CHOICE_STATE] = state
    return np.float64(mix(state) >> S11) * UNIT


@row_njit(forceinline=True)
def shuffle(row, words, deck, ed):
    """Lay out the cards that have entered the deck, and start the random stream."""
    left = ed[ed[E_DECK_SIZES] + row[ROUND]]
    for card in range(left):
        deck[card] = card
    words[DECK_STATE] = mix(words[KEY] + np.uint64(row[ROUND] + 1) * CHOICES)
    row[LEFT] = left


@row_njit(forceinline=True)
def draw(row, words, deck, ed):
    """Draw the next card that is still in the game, and return it."""
    state = words[DECK_STATE]
    left = np.uint64(row[LEFT])
    while True:
        state = next_state(state)
        index = place_among(state, left)
        card = np.int64(deck[index])
        left -= ONE
        deck[index] = deck[left]
        if card < ed[E_FIRST_BIT]:
            break
        if not (words[GONE] >> np.uint64(card - ed[E_FIRST_BIT])) & ONE:
            break
    words[DECK_STATE] = state
    row[LEFT] = np.int64(left)
    return card


@row_njit(forceinline=True)
def deal_card(row, words, deck, ed):
    """Turn the next card of a game's own deck, and return it."""
    if row[STEP] == 0:
        shuffle(row, words, deck, ed)
    card = draw(row, words, deck, ed)
    kind = ed[ed[E_KIND_OF] + card]
    bust = turn(row, kind, ed)
    if bust or kind >= ed[E_FIRST_RELIC]:
        words[GONE] |= ONE << np.uint64(card - ed[E_FIRST_BIT])
    return card
