"""The stepping kernel: games that wait for choices, as machine code. A template, like the others.

`kernel.py` writes the bots at the marks, and with them what the text stands on, so that it is
compiled again when that changes. All environments play by it: one game or thousands at a time,
with its own shuffle or with cards that are given. The rules are those of `diamant.rules`, and the
shuffle that of `diamant.simulator.shuffle`; tests hold them together.
"""

# <stands-on>
# </stands-on>
import numpy as np
from numba import njit

from diamant.envs.layout import *
from diamant.simulator.kernel.functions import (
    CHOICES,
    DRAWS_PER_WORD,
    GAMMA,
    ONE,
    S11,
    UNIT,
    count_bits,
    mix,
    next_share,
    times,
)


# <bots>
@njit(cache=True, error_model="numpy")
def bots_leave(row, ed, codes, numbers):
    """Return the mask of the bots that leave, or -1 if one answers nonsense."""
    return 0


# </bots>


@njit(cache=True, error_model="numpy")
def begin_round(row, ed):
    """Let everybody enter the next cave, and put every card that is in the game into the deck."""
    kinds = ed[E_KINDS]
    starts = ed[E_STARTS] + row[ROUND] * kinds
    # Treasures never leave the game.
    for sharing in range(9):
        row[AHEAD + sharing] = ed[ed[E_ALL_SHARES] + sharing]
    size = 0
    for kind in range(kinds):
        copies = ed[starts + kind] - row[COUNTS + kinds + kind]
        row[COUNTS + kind] = copies
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


@njit(cache=True, error_model="numpy")
def end_round(row, ed):
    """Begin the next round, or end the game and clear the cave."""
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


@njit(cache=True, error_model="numpy")
def begin(row, ed):
    """Begin a game, in which no card is turned yet."""
    row[ROUND] = 0
    row[TAKEN] = 0
    row[PLACE] = 0
    row[GONE] = 0
    for seat in range(8):
        row[POINTS + seat] = 0
        row[HELD + seat] = 0
    kinds = ed[E_KINDS]
    for kind in range(kinds):
        row[COUNTS + kinds + kind] = 0
    begin_round(row, ed)


@njit(cache=True, error_model="numpy")
def turn(row, kind, ed):
    """Turn a card of a kind; return whether it is a bust, after which the round is over."""
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
        # A relic that is turned leaves the game, taken or not.
        row[COUNTS + ed[E_KINDS] + kind] += 1
        row[LYING] += 1
        row[PRINTED] += ed[ed[E_VALUES] + kind]
    return False


@njit(cache=True, error_model="numpy")
def lone_prize(row, ed):
    """Return what one who left alone now would get in relics."""
    if ed[E_BY_ORDER]:
        totals = ed[E_RELIC_TOTALS] + row[TAKEN]
        return ed[totals + row[LYING]] - ed[totals]
    return row[PRINTED]


@njit(cache=True, error_model="numpy")
def decide(row, leave, ed):
    """Let the seats of a mask leave, all of whom are inside; return what each brings home."""
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
    for seat in range(ed[E_PLAYERS]):
        if (leave >> seat) & 1:
            row[POINTS + seat] += gain
            row[HELD + seat] += found
    row[INSIDE] ^= leave
    row[COUNT] -= leavers
    if row[COUNT] == 0:
        end_round(row, ed)
    return gain


@njit(cache=True, error_model="numpy")
def winners(row, ed):
    """Return the mask of those who have won."""
    best, most, among = -1, -1, 0
    for seat in range(ed[E_PLAYERS]):
        points = row[POINTS + seat]
        held = row[HELD + seat] if ed[E_RELICS_BREAK_TIES] else 0
        if points > best or (points == best and held > most):
            best, most, among = points, held, 1 << seat
        elif points == best and held == most:
            among |= 1 << seat
    return among


@njit(cache=True, error_model="numpy")
def shuffle(row, deck, ed):
    """Lay out all cards that have entered, and begin the round's own stream of random words."""
    left = ed[ed[E_DECK_SIZES] + row[ROUND]]
    for card in range(left):
        deck[card] = card
    state = np.uint64(row[KEY]) + np.uint64(row[ROUND] + 1) * CHOICES
    row[DECK_STATE] = np.int64(state)
    row[FRACTION] = np.int64(mix(state))
    row[DRAWS] = DRAWS_PER_WORD
    row[LEFT] = left


@njit(cache=True, error_model="numpy")
def draw(row, deck, ed):
    """Return the next card that is in the game."""
    fraction = np.uint64(row[FRACTION])
    draws = row[DRAWS]
    left = np.uint64(row[LEFT])
    while True:
        if draws == 0:
            state = np.uint64(row[DECK_STATE]) + GAMMA
            row[DECK_STATE] = np.int64(state)
            fraction = mix(state)
            draws = DRAWS_PER_WORD
        draws -= 1
        index = times(fraction, left)
        fraction *= left
        card = np.int64(deck[index])
        left -= ONE
        deck[index] = deck[left]
        if card < ed[E_FIRST_BIT]:
            break
        if not (np.uint64(row[GONE]) >> np.uint64(card - ed[E_FIRST_BIT])) & ONE:
            break
    row[FRACTION] = np.int64(fraction)
    row[DRAWS] = draws
    row[LEFT] = np.int64(left)
    return card


@njit(cache=True, error_model="numpy")
def deal(row, deck, ed, rewards, reward, transcript):
    """Turn cards until somebody has to choose or the game is over.

    Luck-adjusted rewards lose the luck of each card: what it changed of the gems carried, less
    what the next card of this deck could be expected to change.
    """
    while row[PHASE] == TURN:
        if row[STEP] == 0:
            shuffle(row, deck, ed)
        card = draw(row, deck, ed)
        kind = ed[ed[E_KIND_OF] + card]
        before, inside, size = row[CARRIED], row[INSIDE], row[SIZE]
        expected = (row[AHEAD + row[COUNT]] - row[BUST_CARDS] * before) / size
        if transcript.size > 0:
            transcript[row[PLACE], 0] = card
            transcript[row[PLACE], 1] = 0
            row[PLACE] += 1
        bust = turn(row, kind, ed)
        if bust or kind >= ed[E_FIRST_RELIC]:
            bit = ONE << np.uint64(card - ed[E_FIRST_BIT])
            row[GONE] = np.int64(np.uint64(row[GONE]) | bit)
        if reward == LUCK_ADJUSTED:
            luck = (-before if bust else row[CARRIED] - before) - expected
            for seat in range(ed[E_PLAYERS]):
                if (inside >> seat) & 1:
                    rewards[seat] -= np.float32(luck)


@njit(cache=True, error_model="numpy")
def deal_again(row, deck, ed, transcript):
    """Begin the game that the row's seed and number mean, and turn its first card."""
    key = mix(np.uint64(row[SEED]) + np.uint64(row[NUMBER]) * GAMMA)
    row[KEY] = np.int64(key)
    row[CHOICE_STATE] = np.int64(mix(key ^ CHOICES))
    begin(row, ed)
    deal(row, deck, ed, np.zeros(0, np.float32), WIN, transcript)


@njit(cache=True, error_model="numpy")
def choose(row, deck, ed, leave, rewards, reward, transcript):
    """Reveal a choice, deal on, and add to the rewards."""
    if transcript.size > 0:
        transcript[row[PLACE] - 1, 1] = leave
    gain = decide(row, leave, ed)
    if reward >= EXPEDITION and gain:
        for seat in range(ed[E_PLAYERS]):
            if (leave >> seat) & 1:
                rewards[seat] += np.float32(gain)
    deal(row, deck, ed, rewards, reward, transcript)
    if row[PHASE] == OVER and reward < EXPEDITION:
        if reward == WIN:
            among = winners(row, ed)
            share = np.float32(1.0 / np.int64(count_bits(np.uint64(among))))
            for seat in range(ed[E_PLAYERS]):
                rewards[seat] = share if (among >> seat) & 1 else np.float32(0.0)
        else:
            for seat in range(ed[E_PLAYERS]):
                rewards[seat] = np.float32(row[POINTS + seat])


@njit(cache=True, error_model="numpy")
def see_cave(row, ed, out):
    """Write the features that are the same for every seat; return how many they are."""
    players, unit = np.float32(ed[E_PLAYERS]), np.float32(ed[E_UNIT])
    box = np.float32(ed[E_BOX])
    out[0] = np.float32(row[ROUND]) / np.float32(ed[E_ROUNDS])
    out[1] = np.float32(row[STEP]) / box
    out[2] = np.float32(row[COUNT]) / players
    out[3] = np.float32(row[LEFT_BEFORE]) / players
    out[4] = np.float32(row[SIZE]) / box
    size = np.float32(max(row[SIZE], 1))
    out[5] = np.float32(row[BUST_CARDS]) / size
    out[6] = np.float32(row[CARRIED]) / unit
    out[7] = np.float32(row[PATH]) / unit
    out[8] = np.float32(row[AHEAD + row[COUNT]]) / size / unit
    out[9] = np.float32(row[LYING])
    out[10] = np.float32(lone_prize(row, ed)) / unit
    out[11] = np.float32(row[TAKEN])
    place = SCALARS
    for hazard in range(ed[E_HAZARDS]):
        out[place] = np.float32((row[MET] >> hazard) & 1)
        place += 1
    for kind in range(ed[E_KINDS]):
        out[place + kind] = np.float32(row[COUNTS + kind])
    return place + ed[E_KINDS]


@njit(cache=True, error_model="numpy")
def see(row, ed, seat, out, masks):
    """Write what a seat observes and may do; a seat of -1 stands for all seats."""
    players, unit = ed[E_PLAYERS], np.float32(ed[E_UNIT])
    shared = see_cave(row, ed, out[0])
    for place in range(out.shape[0]):
        own = out[place]
        if place > 0:
            for feature in range(shared):
                own[feature] = out[0, feature]
        other = place if seat < 0 else seat
        masks[place, 0] = 1
        masks[place, 1] = (row[INSIDE] >> other) & 1
        for turned in range(players):
            own[shared + turned] = np.float32((row[INSIDE] >> other) & 1)
            own[shared + players + turned] = np.float32(row[POINTS + other]) / unit
            own[shared + 2 * players + turned] = np.float32(row[HELD + other])
            other = other + 1 if other + 1 < players else 0


@njit(cache=True, nogil=True, error_model="numpy")
def step(
    rows,
    decks,
    ed,
    actions,
    seat,
    codes,
    numbers,
    reward,
    autoreset,
    chosen,
    transcripts,
    out,
    masks,
    rewards,
    ended,
    final,
):
    """Take every game on to its next choice, or deal the chosen ones anew.

    A seat of -1 stands for all seats. Return -1, or what is wrong with the actions; then nothing
    has happened.
    """
    seats = actions.shape[1]
    for game in range(rows.shape[0]):
        if rows[game, PHASE] == OVER or autoreset == NOW:
            if autoreset == DISABLED:
                return GAME_OVER | game << 2
            continue
        for place in range(seats):
            inside = rows[game, INSIDE] >> (place if seat < 0 else seat)
            if actions[game, place] > (inside & 1):
                return WRONG_ACTION | (game * seats + place) << 2
    earned = np.zeros(8, np.float32)
    for game in range(rows.shape[0]):
        row, deck, transcript = rows[game], decks[game], transcripts[game]
        for place in range(8):
            earned[place] = np.float32(0.0)
        over = False
        again = row[PHASE] == OVER or autoreset == NOW
        if autoreset == NOW and not chosen[game]:
            continue
        if not again:
            leave = 0
            for place in range(seats):
                leave |= np.int64(actions[game, place]) << (place if seat < 0 else seat)
            while True:
                bots = bots_leave(row, ed, codes, numbers) if seat >= 0 else 0
                if bots < 0:
                    return NONSENSE | game << 2
                choose(row, deck, ed, leave | bots, earned, reward, transcript)
                # Outside nothing is asked of a seat alone, so the others go on without it.
                if seat < 0 or row[PHASE] == OVER or (row[INSIDE] >> seat) & 1:
                    break
                leave = 0
            over = row[PHASE] == OVER
            if over and autoreset == SAME_STEP:
                see(row, ed, seat, final[game], masks[game])
                again = True
        if again:
            row[NUMBER] += autoreset != NOW
            deal_again(row, deck, ed, transcript)
        for place in range(seats):
            rewards[game, place] = earned[place if seat < 0 else seat]
            ended[game, place] = over
        see(row, ed, seat, out[game], masks[game])
    return -1
