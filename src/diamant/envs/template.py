"""The stepping kernel: games that wait for choices, as machine code. A template, like the others.

`kernel.py` writes the bots at the marks, and with them what the text stands on, so that it is
compiled again when that changes. All environments play by it: one game or thousands at a time,
with its own shuffle or with cards that are given. The rules are those of `diamant.rules`, and the
shuffle that of `diamant.simulator.called`; tests hold them together.
"""

# <stands-on>
# </stands-on>
import numpy as np
from numba import njit

from diamant.envs.layout import *
from diamant.simulator.kernel.functions import (
    CHOICES,
    GAMMA,
    ONE,
    S11,
    UNIT,
    ZERO,
    count_bits,
    mix,
    next_share,
    next_state,
    place_among,
)
from diamant.simulator.kernel.machine_code import inner_njit

TWO, THREE, FOUR = np.uint64(2), np.uint64(3), np.uint64(4)


# <bots>
@inner_njit(error_model="numpy")
def bots_leave(rows, game, words, ed, codes, numbers):
    """Return the mask of the bots that leave, or -1 if one answers nonsense."""
    return 0


# </bots>


@inner_njit(error_model="numpy")
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


@inner_njit(error_model="numpy")
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


@njit(cache=True, error_model="numpy")
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


@njit(cache=True, error_model="numpy", forceinline=True)
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
        for sharing in range(1, ed[E_PLAYERS] + 1):
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


@inner_njit(error_model="numpy")
def lone_prize(rows, game, ed):
    """Return what one who left alone now would get in relics."""
    if ed[E_BY_ORDER]:
        totals = ed[E_RELIC_TOTALS] + rows[game, TAKEN]
        return ed[totals + rows[game, LYING]] - ed[totals]
    return rows[game, PRINTED]


@njit(cache=True, error_model="numpy", forceinline=True)
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


@njit(cache=True, error_model="numpy")
def winners(rows, game, ed):
    """Return the mask of those who have won."""
    best, most, among = -1, -1, 0
    for seat in range(ed[E_PLAYERS]):
        points = rows[game, POINTS + seat]
        held = rows[game, HELD + seat] if ed[E_RELICS_BREAK_TIES] else 0
        if points > best or (points == best and held > most):
            best, most, among = points, held, 1 << seat
        elif points == best and held == most:
            among |= 1 << seat
    return among


@inner_njit(error_model="numpy", forceinline=True)
def shuffle(rows, game, words, decks, ed):
    """Lay out all cards that have entered, and begin the round's own stream of random words."""
    left = ed[ed[E_DECK_SIZES] + rows[game, ROUND]]
    for card in range(left):
        decks[game, card] = card
    words[game, DECK_STATE] = mix(words[game, KEY] + np.uint64(rows[game, ROUND] + 1) * CHOICES)
    rows[game, LEFT] = left


@inner_njit(error_model="numpy", forceinline=True)
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


@inner_njit(error_model="numpy", forceinline=True)
def deal(rows, game, words, decks, ed, rewards, reward, transcripts):
    """Turn cards until somebody has to choose or the game is over.

    Luck-adjusted rewards lose the luck of each card: what it changed of the gems carried, less
    what the next card of this deck could be expected to change.
    """
    while rows[game, PHASE] == TURN:
        if rows[game, STEP] == 0:
            shuffle(rows, game, words, decks, ed)
        card = draw(rows, game, words, decks, ed)
        kind = ed[ed[E_KIND_OF] + card]
        before, inside, size = rows[game, CARRIED], rows[game, INSIDE], rows[game, SIZE]
        to_come = rows[game, AHEAD + rows[game, COUNT]] - rows[game, BUST_CARDS] * before
        if transcripts.size > 0:
            transcripts[game, rows[game, PLACE], 0] = card
            transcripts[game, rows[game, PLACE], 1] = 0
            rows[game, PLACE] += 1
        bust = turn(rows, game, kind, ed)
        if bust or kind >= ed[E_FIRST_RELIC]:
            words[game, GONE] |= ONE << np.uint64(card - ed[E_FIRST_BIT])
        if reward == LUCK_ADJUSTED:
            luck = (-before if bust else rows[game, CARRIED] - before) - to_come / size
            for seat in range(ed[E_PLAYERS]):
                if (inside >> seat) & 1:
                    rewards[seat] -= np.float32(luck)


@inner_njit(error_model="numpy")
def deal_again(rows, game, words, decks, ed, rewards, transcripts):
    """Begin the game that its seed and number mean, and turn its first card."""
    key = mix(words[game, SEED] + words[game, NUMBER] * GAMMA)
    words[game, KEY] = key
    words[game, CHOICE_STATE] = mix(key ^ CHOICES)
    words[game, GONE] = ZERO
    begin(rows, game, ed)
    # Luck of the first card, before anybody has chosen, is nobody's. (For a plain number Numba
    # would compile `deal` once more.)
    deal(rows, game, words, decks, ed, rewards, np.int64(WIN), transcripts)


@inner_njit(error_model="numpy", forceinline=True)
def choose(rows, game, words, decks, ed, leave, rewards, reward, transcripts):
    """Reveal a choice, deal on, and add to the rewards."""
    if transcripts.size > 0:
        transcripts[game, rows[game, PLACE] - 1, 1] = leave
    gain = decide(rows, game, leave, ed)
    if reward >= EXPEDITION and gain:
        for seat in range(ed[E_PLAYERS]):
            if (leave >> seat) & 1:
                rewards[seat] += np.float32(gain)
    deal(rows, game, words, decks, ed, rewards, reward, transcripts)
    if rows[game, PHASE] == OVER and reward < EXPEDITION:
        if reward == WIN:
            among = winners(rows, game, ed)
            share = np.float32(1.0 / np.int64(count_bits(np.uint64(among))))
            for seat in range(ed[E_PLAYERS]):
                rewards[seat] = share if (among >> seat) & 1 else np.float32(0.0)
        else:
            for seat in range(ed[E_PLAYERS]):
                rewards[seat] = np.float32(rows[game, POINTS + seat])


@njit(cache=True, error_model="numpy", forceinline=True)
def see(rows, game, ed, seat, out, width, agents, masks):
    """Write what a game's agents observe and may do; a seat of -1 stands for all seats.

    All games' observations are one row of numbers here. Places are unsigned, so that no index is
    looked at for its sign. What all agents see alike is written once and then copied, many numbers
    at a time.
    """
    place = np.uint64(game) * agents * width
    players, unit, box = np.float32(ed[E_PLAYERS]), np.float32(ed[E_UNIT]), np.float32(ed[E_BOX])
    size = np.float32(max(rows[game, SIZE], 1))
    out[place] = np.float32(rows[game, ROUND]) / np.float32(ed[E_ROUNDS])
    out[place + ONE] = np.float32(rows[game, STEP]) / box
    out[place + TWO] = np.float32(rows[game, COUNT]) / players
    out[place + THREE] = np.float32(rows[game, LEFT_BEFORE]) / players
    out[place + FOUR] = np.float32(rows[game, SIZE]) / box
    more = place + np.uint64(5)
    to_come = np.float32(rows[game, AHEAD + rows[game, COUNT]])
    out[more] = np.float32(rows[game, BUST_CARDS]) / size
    out[more + ONE] = np.float32(rows[game, CARRIED]) / unit
    out[more + TWO] = np.float32(rows[game, PATH]) / unit
    out[more + THREE] = to_come / size / unit
    out[more + FOUR] = np.float32(rows[game, LYING])
    more += np.uint64(5)
    out[more] = np.float32(lone_prize(rows, game, ed)) / unit
    out[more + ONE] = np.float32(rows[game, TAKEN])
    more += TWO
    met, inside = np.uint64(rows[game, MET]), np.uint64(rows[game, INSIDE])
    for hazard in range(np.uint64(ed[E_HAZARDS])):
        out[more + hazard] = np.float32((met >> hazard) & ONE)
    more += np.uint64(ed[E_HAZARDS])
    for kind in range(np.uint64(ed[E_KINDS])):
        out[more + kind] = np.float32(rows[game, np.uint64(COUNTS) + kind])
    more += np.uint64(ed[E_KINDS])
    copied = more - place
    for agent in range(ONE, agents):
        start = place + agent * width
        for feature in range(copied):
            out[start + feature] = out[place + feature]
    seats = np.uint64(ed[E_PLAYERS])
    first = ZERO if seat < 0 else np.uint64(seat)
    for other in range(seats):
        in_cave = np.float32((inside >> other) & ONE)
        points = np.float32(rows[game, np.uint64(POINTS) + other]) / unit
        relics = np.float32(rows[game, np.uint64(HELD) + other])
        # How many seats after one's own this one sits; one's own comes first.
        turned = other + seats - first
        turned = turned - seats if turned >= seats else turned
        own = more
        for _ in range(agents):
            out[own + turned] = in_cave
            out[own + turned + seats] = points
            out[own + turned + seats + seats] = relics
            own += width
            turned = turned - ONE if turned > ZERO else seats - ONE
    for agent in range(agents):
        masks[game, agent, 0] = 1
        masks[game, agent, 1] = (inside >> (first + agent)) & ONE


@njit(cache=True, nogil=True, error_model="numpy")
def step(
    rows,
    words,
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
    agents, width = np.uint64(seats), np.uint64(out.shape[2])
    told, ending = out.reshape(out.size), final.reshape(final.size)
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
        for place in range(8):
            earned[place] = np.float32(0.0)
        over = False
        again = rows[game, PHASE] == OVER or autoreset == NOW
        if autoreset == NOW and not chosen[game]:
            continue
        if not again:
            leave = 0
            for place in range(seats):
                leave |= np.int64(actions[game, place]) << (place if seat < 0 else seat)
            while True:
                bots = bots_leave(rows, game, words, ed, codes, numbers) if seat >= 0 else 0
                if bots < 0:
                    return NONSENSE | game << 2
                choose(rows, game, words, decks, ed, leave | bots, earned, reward, transcripts)
                # Outside nothing is asked of a seat alone, so the others go on without it.
                if seat < 0 or rows[game, PHASE] == OVER or (rows[game, INSIDE] >> seat) & 1:
                    break
                leave = 0
            over = rows[game, PHASE] == OVER
            if over and autoreset == SAME_STEP:
                see(rows, game, ed, seat, ending, width, agents, masks)
                again = True
        if again:
            if autoreset != NOW:
                words[game, NUMBER] += ONE
            deal_again(rows, game, words, decks, ed, earned, transcripts)
        for place in range(seats):
            rewards[game, place] = earned[place if seat < 0 else seat]
            ended[game, place] = over
        see(rows, game, ed, seat, told, width, agents, masks)
    return -1
