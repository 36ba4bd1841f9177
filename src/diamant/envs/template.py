"""The environments' kernel: steps of many games, as machine code. A template, like the others.

`kernel.py` writes the bots at the marks, and with them a digest of the imported modules, so that a
change in one of those compiles this text again. All environments play by it: one game or thousands
at a time, with its own shuffle or with cards that are given. The rules are in `step_rules.py`, and
the shuffle is that of `diamant.simulator.called`; tests compare them.
"""

# <digest>
# </digest>
import numpy as np
from numba import njit

from diamant.simulator.kernel import step_layout as at
from diamant.simulator.kernel import step_rules as rules
from diamant.simulator.kernel.functions import ONE, ZERO, count_bits, lead, next_share
from diamant.simulator.kernel.machine_code import inner_njit
from diamant.simulator.kernel.step_layout import *

TWO, THREE, FOUR = np.uint64(2), np.uint64(3), np.uint64(4)


# <bots>
# </bots>


@rules.row_njit()
def bots_leave(rows, game, words, ed, numbers):
    """Return the mask of the bots that leave, or -1 if one answers nonsense.

    A seat draws a random word only if its bot has not made up its mind, as a called bot would.
    """
    leave = 0
    for seat in range(ed[E_PLAYERS]):
        if not (rows[game, INSIDE] >> seat) & 1:
            continue
        code, which = ed[E_BOTS + seat], seat
        # <decision>
        chance = 0.0
        # </decision>
        if chance == 1.0:
            leave |= 1 << seat
        elif chance != 0.0:
            if not 0.0 < chance < 1.0:
                return -1
            if rules.random_number(words, game) < chance:
                leave |= 1 << seat
    return leave


# OpenSpiel steps one game from Python, with cards of its own.


@njit(cache=True, error_model="numpy")
def begin(rows, game, ed):
    """Begin a game, in which no card is turned yet."""
    rules.begin(rows, game, ed)


@njit(cache=True, error_model="numpy")
def turn(rows, game, kind, ed):
    """Turn a card of a kind."""
    rules.turn(rows, game, kind, ed)


@njit(cache=True, error_model="numpy")
def decide(rows, game, leave, ed):
    """Let the seats of a mask leave, all of whom are inside."""
    rules.decide(rows, game, leave, ed)


@njit(cache=True, error_model="numpy")
def winners(rows, game, ed):
    """Return the mask of the winners."""
    return rules.winners(rows, game, ed)


@rules.row_njit(forceinline=True)
def deal(rows, game, words, decks, ed, rewards, reward, transcripts):
    """Turn cards until somebody has to choose or the game is over.

    Luck-adjusted rewards lose the luck of each card: what it changed of the gems carried, less
    what the next card of this deck could be expected to change.
    """
    while rows[game, PHASE] == TURN:
        before, inside, size = rows[game, CARRIED], rows[game, INSIDE], rows[game, SIZE]
        to_come = rows[game, AHEAD + rows[game, COUNT]] - rows[game, BUST_CARDS] * before
        card = rules.deal_card(rows, game, words, decks, ed)
        bust = rows[game, PHASE] != DECIDE
        if transcripts.size > 0:
            transcripts[game, rows[game, PLACE], 0] = card
            transcripts[game, rows[game, PLACE], 1] = 0
            rows[game, PLACE] += 1
        if reward == LUCK_ADJUSTED:
            luck = (-before if bust else rows[game, CARRIED] - before) - to_come / size
            for seat in range(ed[E_PLAYERS]):
                if (inside >> seat) & 1:
                    rewards[seat] -= np.float32(luck)


@rules.row_njit()
def deal_again(rows, game, words, decks, ed, rewards, transcripts):
    """Begin the game that its seed and number mean, and turn its first card."""
    rules.begin_shuffled(rows, game, words, ed)
    # Luck of the first card, before anybody has chosen, is nobody's. (For a plain number Numba
    # would compile `deal` once more.)
    deal(rows, game, words, decks, ed, rewards, np.int64(WIN), transcripts)


@rules.row_njit(forceinline=True)
def choose(rows, game, words, decks, ed, leave, rewards, reward, transcripts):
    """Reveal a choice, deal on, and add to the rewards."""
    if transcripts.size > 0:
        transcripts[game, rows[game, PLACE] - 1, 1] = leave
    gain = rules.decide(rows, game, leave, ed)
    if reward >= EXPEDITION and gain:
        for seat in range(ed[E_PLAYERS]):
            if (leave >> seat) & 1:
                rewards[seat] += np.float32(gain)
    deal(rows, game, words, decks, ed, rewards, reward, transcripts)
    if rows[game, PHASE] == OVER and reward < EXPEDITION:
        if reward == WIN:
            among = rules.winners(rows, game, ed)
            share = np.float32(1.0 / np.int64(count_bits(np.uint64(among))))
            for seat in range(ed[E_PLAYERS]):
                rewards[seat] = share if (among >> seat) & 1 else np.float32(0.0)
        else:
            for seat in range(ed[E_PLAYERS]):
                rewards[seat] = np.float32(rows[game, POINTS + seat])


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
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
    out[more] = np.float32(rules.lone_prize(rows, game, ed)) / unit
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
def deal_chosen(games, table, chosen, written):
    """Deal the chosen games anew; the arguments are as in `step`."""
    rows, words, decks, transcripts = games
    ed, _ = table
    out, masks, rewards, ended, _ = written
    agents, width, seat = np.uint64(out.shape[1]), np.uint64(out.shape[2]), np.int64(ed[E_SEAT])
    earned = np.zeros(8, np.float32)
    for game in range(rows.shape[0]):
        if chosen[game]:
            deal_again(rows, game, words, decks, ed, earned, transcripts)
            rewards[game, :] = 0
            ended[game, :] = False
            see(rows, game, ed, seat, out.reshape(out.size), width, agents, masks)


@njit(cache=True, nogil=True, error_model="numpy")
def step(games, table, actions, written):
    """Take every game on to its next choice.

    `games`, `table` and `written` hold what `batch.Games`, `batch.Table` and `batch.Written` name.
    Return -1, or what is wrong with the actions; then nothing has happened.
    """
    rows, words, decks, transcripts = games
    ed, numbers = table
    out, masks, rewards, ended, final = written
    seat, reward, autoreset = np.int64(ed[E_SEAT]), np.int64(ed[E_REWARD]), ed[E_AUTORESET]
    seats = actions.shape[1]
    agents, width = np.uint64(seats), np.uint64(out.shape[2])
    told, ending = out.reshape(out.size), final.reshape(final.size)
    for game in range(rows.shape[0]):
        if rows[game, PHASE] == OVER:
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
        again = rows[game, PHASE] == OVER
        if not again:
            leave = 0
            for place in range(seats):
                leave |= np.int64(actions[game, place]) << (place if seat < 0 else seat)
            while True:
                bots = bots_leave(rows, game, words, ed, numbers) if seat >= 0 else 0
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
            words[game, NUMBER] += ONE
            deal_again(rows, game, words, decks, ed, earned, transcripts)
        for place in range(seats):
            rewards[game, place] = earned[place if seat < 0 else seat]
            ended[game, place] = over
        see(rows, game, ed, seat, told, width, agents, masks)
    return -1
