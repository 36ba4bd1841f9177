"""The rules on rows: every game that is played choice by choice, compiled.

The environments, OpenSpiel and the training's arena step their games with these functions. A game
is a row of numbers and so is an edition; `step_layout.py` names their places. `turn` and `decide`
know no chance: the caller chooses the card. `deal_card` draws it from the deck that the simulator
would deal. Tests compare all of them with `diamant.rules` step by step.
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

# None of these functions makes an array, so Numba need not count references, which costs a fifth.
row_njit = partial(inner_njit, error_model="numpy", _nrt=False)


@row_njit()
def begin_round(rows, game, ed):
    """Let everybody enter the next cave, and put every card that is in the game into the deck."""
    # Unsigned places, so that no index is looked at for its sign.
    kinds, counts = np.uint64(ed[E_KINDS]), np.uint64(COUNTS)
    starts = np.uint64(ed[E_STARTS]) + np.uint64(rows[game, ROUND]) * kinds
    # Treasures never leave the game.
    ahead = np.uint64(ed[E_ALL_SHARES])
    for sharing in range(np.uint64(9)):
        rows[game, np.uint64(AHEAD) + sharing] = ed[ahead + sharing]
    size = 0
    for kind in range(kinds):
        copies = ed[starts + kind] - rows[game, counts + kinds + kind]
        rows[game, counts + kind] = copies
        size += copies
    rows[game, SIZE] = size
    rows[game, STEP] = 0
    rows[game, INSIDE] = (1 << ed[E_PLAYERS]) - 1
    rows[game, COUNT] = ed[E_PLAYERS]
    rows[game, LEFT_BEFORE] = 0
    rows[game, BUST_CARDS] = 0
    rows[game, MET] = 0
    rows[game, CARRIED] = 0
    rows[game, PATH] = 0
    rows[game, LYING] = 0
    rows[game, PRINTED] = 0
    rows[game, PHASE] = TURN


@row_njit()
def end_round(rows, game, ed):
    """Begin the next round, or end the game and clear the cave."""
    rows[game, ROUND] += 1
    if rows[game, ROUND] < ed[E_ROUNDS]:
        begin_round(rows, game, ed)
        return
    for place in range(STEP, TAKEN):
        rows[game, place] = 0
    for sharing in range(9):
        rows[game, AHEAD + sharing] = 0
    for kind in range(ed[E_KINDS]):
        rows[game, COUNTS + kind] = 0
    rows[game, PHASE] = OVER


@row_njit()
def begin(rows, game, ed):
    """Begin a game, in which no card is turned yet."""
    rows[game, ROUND] = 0
    rows[game, TAKEN] = 0
    rows[game, PLACE] = 0
    for seat in range(8):
        rows[game, POINTS + seat] = 0
        rows[game, HELD + seat] = 0
    kinds = ed[E_KINDS]
    for kind in range(kinds):
        rows[game, COUNTS + kinds + kind] = 0
    begin_round(rows, game, ed)


@row_njit(forceinline=True)
def turn(rows, game, kind, ed):
    """Turn a card of a kind; return whether it is a bust, after which the round is over."""
    rows[game, COUNTS + kind] -= 1
    rows[game, SIZE] -= 1
    rows[game, STEP] += 1
    rows[game, PHASE] = DECIDE
    if not ed[E_POOLED]:
        rows[game, COUNTS + 2 * ed[E_KINDS] + rows[game, STEP]] = 0
    if kind < ed[E_FIRST_HAZARD]:
        shares = ed[E_SHARES] + 9 * kind
        share = ed[shares + rows[game, COUNT]]
        rest = ed[ed[E_VALUES] + kind] - share * rows[game, COUNT]
        rows[game, CARRIED] += share
        rows[game, PATH] += rest
        if not ed[E_POOLED]:
            rows[game, COUNTS + 2 * ed[E_KINDS] + rows[game, STEP]] = rest
        for sharing in range(1, 9):
            rows[game, AHEAD + sharing] -= ed[shares + sharing]
    elif kind < ed[E_FIRST_RELIC]:
        bit = 1 << (kind - ed[E_FIRST_HAZARD])
        if rows[game, MET] & bit:
            rows[game, COUNTS + ed[E_KINDS] + kind] += 1
            end_round(rows, game, ed)
            return True
        rows[game, MET] |= bit
        rows[game, BUST_CARDS] += rows[game, COUNTS + kind]
    else:
        # A relic that is turned leaves the game, taken or not.
        rows[game, COUNTS + ed[E_KINDS] + kind] += 1
        rows[game, LYING] += 1
        rows[game, PRINTED] += ed[ed[E_VALUES] + kind]
    return False


@row_njit()
def lone_prize(rows, game, ed):
    """Return what one who left alone now would get in relics."""
    if ed[E_BY_ORDER]:
        return worth_by_order(ed[ed[E_RELIC_TOTALS] :], rows[game, TAKEN], rows[game, LYING])
    return rows[game, PRINTED]


@row_njit(forceinline=True)
def decide(rows, game, leave, ed):
    """Let the seats of a mask leave, all of whom are inside; return what each brings home."""
    leavers = np.int64(count_bits(np.uint64(leave)))
    rows[game, LEFT_BEFORE] = leavers
    rows[game, PHASE] = TURN
    if leavers == 0:
        return 0
    if ed[E_POOLED]:
        part = rows[game, PATH] // leavers
    else:
        part = 0
        gems = COUNTS + 2 * ed[E_KINDS]
        for turned in range(1, rows[game, STEP] + 1):
            share = rows[game, gems + turned] // leavers
            rows[game, gems + turned] -= share * leavers
            part += share
    rows[game, PATH] -= part * leavers
    gain = rows[game, CARRIED] + part
    found = 0
    if leavers == 1 and rows[game, LYING] > 0:
        gain += lone_prize(rows, game, ed)
        found = rows[game, LYING]
        rows[game, TAKEN] += found
        rows[game, LYING] = 0
        rows[game, PRINTED] = 0
    # Nobody can guess who leaves, no processor either: whoever stays gets nothing.
    for seat in range(ed[E_PLAYERS]):
        rows[game, POINTS + seat] += gain * ((leave >> seat) & 1)
        rows[game, HELD + seat] += found * ((leave >> seat) & 1)
    rows[game, INSIDE] ^= leave
    rows[game, COUNT] -= leavers
    if rows[game, COUNT] == 0:
        end_round(rows, game, ed)
    return gain


@row_njit()
def winners(rows, game, ed):
    """Return the mask of those who have won."""
    among = (ONE << np.uint64(ed[E_PLAYERS])) - ONE
    among = best_seats(ed[E_PLAYERS], rows[game, POINTS : POINTS + 8], among)
    if ed[E_RELICS_BREAK_TIES]:
        among = best_seats(ed[E_PLAYERS], rows[game, HELD : HELD + 8], among)
    return np.int64(among)


@row_njit()
def begin_shuffled(rows, game, words, ed):
    """Begin the game that its seed and number mean, in which no card is turned yet."""
    key = mix(words[game, SEED] + words[game, NUMBER] * GAMMA)
    words[game, KEY] = key
    words[game, CHOICE_STATE] = mix(key ^ CHOICES)
    words[game, GONE] = ZERO
    begin(rows, game, ed)


@row_njit(forceinline=True)
def random_number(words, game):
    """Return a random number from 0 to 1, from a game's stream for choices."""
    state = words[game, CHOICE_STATE] + GAMMA
    words[game, CHOICE_STATE] = state
    return np.float64(mix(state) >> S11) * UNIT


@row_njit(forceinline=True)
def shuffle(rows, game, words, decks, ed):
    """Lay out all cards that have entered, and begin the round's own stream of random words."""
    left = ed[ed[E_DECK_SIZES] + rows[game, ROUND]]
    for card in range(left):
        decks[game, card] = card
    words[game, DECK_STATE] = mix(words[game, KEY] + np.uint64(rows[game, ROUND] + 1) * CHOICES)
    rows[game, LEFT] = left


@row_njit(forceinline=True)
def draw(rows, game, words, decks, ed):
    """Return the next card that is in the game."""
    state = words[game, DECK_STATE]
    left = np.uint64(rows[game, LEFT])
    while True:
        state = next_state(state)
        index = place_among(state, left)
        card = np.int64(decks[game, index])
        left -= ONE
        decks[game, index] = decks[game, left]
        if card < ed[E_FIRST_BIT]:
            break
        if not (words[game, GONE] >> np.uint64(card - ed[E_FIRST_BIT])) & ONE:
            break
    words[game, DECK_STATE] = state
    rows[game, LEFT] = np.int64(left)
    return card


@row_njit(forceinline=True)
def deal_card(rows, game, words, decks, ed):
    """Turn the next card of a game's own deck, and return it."""
    if rows[game, STEP] == 0:
        shuffle(rows, game, words, decks, ed)
    card = draw(rows, game, words, decks, ed)
    kind = ed[ed[E_KIND_OF] + card]
    bust = turn(rows, game, kind, ed)
    if bust or kind >= ed[E_FIRST_RELIC]:
        words[game, GONE] |= ONE << np.uint64(card - ed[E_FIRST_BIT])
    return card
