"""The environments' kernel: steps of many games, as machine code (a template).

`kernel.py` inserts the bots at the marks, and a digest of the imported modules, so a change in one
of those modules recompiles this text. All environments use this kernel: with one game or thousands,
with its own shuffle or with given cards. The rules are in `step_rules.py`, and the shuffle is the
one in `diamant.simulator.called`; tests compare them.
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

# <bots>
# </bots>


@rules.row_njit()
def bots_leave(row, words, ed, numbers):
    """Return the mask of the bots that leave, or -1 if one returns an invalid answer.

    As with called bots, a seat draws a random word only if its bot returned a probability.
    """
    leave = 0
    for seat in range(ed[E_PLAYERS]):
        if not (row[INSIDE] >> seat) & 1:
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
            if rules.random_number(words) < chance:
                leave |= 1 << seat
    return leave


# OpenSpiel steps one game from Python, with its own cards.


@njit(cache=True, error_model="numpy")
def begin(row, ed):
    """Start a game; no card has been turned yet."""
    rules.begin(row, ed)


@njit(cache=True, error_model="numpy")
def turn(row, kind, ed):
    """Turn a card of the given kind."""
    rules.turn(row, kind, ed)


@njit(cache=True, error_model="numpy")
def decide(row, leave, ed):
    """Let the seats in a mask leave; all of them must be inside."""
    rules.decide(row, leave, ed)


@njit(cache=True, error_model="numpy")
def winners(row, ed):
    """Return the mask of the winners."""
    return rules.winners(row, ed)


@rules.row_njit(forceinline=True)
def deal(row, words, deck, ed, rewards, reward, transcript):
    """Turn cards until someone has to choose or the game is over.

    Luck-adjusted rewards subtract the luck of each card: the change in the gems carried, minus the
    expected change from the next card of this deck.
    """
    while row[PHASE] == TURN:
        before, inside, size = row[CARRIED], row[INSIDE], row[SIZE]
        to_come = row[AHEAD + row[COUNT]] - row[BUST_CARDS] * before
        card = rules.deal_card(row, words, deck, ed)
        bust = row[PHASE] != DECIDE
        if transcript.size > 0:
            transcript[row[PLACE], 0] = card
            transcript[row[PLACE], 1] = 0
            row[PLACE] += 1
        if reward == LUCK_ADJUSTED:
            luck = (-before if bust else row[CARRIED] - before) - to_come / size
            for seat in range(ed[E_PLAYERS]):
                if (inside >> seat) & 1:
                    rewards[seat] -= np.float32(luck)


@rules.row_njit()
def deal_again(row, words, deck, ed, rewards, transcript):
    """Start the game with a seed and a number, and turn its first card."""
    rules.begin_shuffled(row, words, ed)
    # The luck of the first card, before anyone has chosen, belongs to nobody. (With a plain number,
    # Numba would compile `deal` a second time.)
    deal(row, words, deck, ed, rewards, np.int64(WIN), transcript)


@rules.row_njit(forceinline=True)
def choose(row, words, deck, ed, leave, rewards, reward, transcript):
    """Reveal the choices, deal until the next decision, and add to the rewards."""
    if transcript.size > 0:
        transcript[row[PLACE] - 1, 1] = leave
    gain = rules.decide(row, leave, ed)
    if reward >= EXPEDITION and gain:
        for seat in range(ed[E_PLAYERS]):
            if (leave >> seat) & 1:
                rewards[seat] += np.float32(gain)
    deal(row, words, deck, ed, rewards, reward, transcript)
    if row[PHASE] == OVER and reward < EXPEDITION:
        among = rules.winners(row, ed)
        share = np.float32(1.0 / np.int64(count_bits(np.uint64(among))))
        for seat in range(ed[E_PLAYERS]):
            won = share if (among >> seat) & 1 else np.float32(0.0)
            rewards[seat] = won if reward == WIN else np.float32(row[POINTS + seat])


@njit(cache=True, error_model="numpy", forceinline=True, _nrt=False)
def see(row, ed, seat, out, masks):
    """Write the observations and masks of a game's agents; seat -1 means all seats.

    The part that is the same for all agents is written once and then copied, many numbers at a
    time. Places are unsigned, so indexing doesn't check for negative numbers.
    """
    box, players, unit = np.float32(ed[E_BOX]), np.float32(ed[E_PLAYERS]), np.float32(ed[E_UNIT])
    size = np.float32(max(row[SIZE], 1))
    scalars = (
        np.float32(row[ROUND]) / np.float32(ed[E_ROUNDS]),
        np.float32(row[STEP]) / box,
        np.float32(row[COUNT]) / players,
        np.float32(row[LEFT_BEFORE]) / players,
        np.float32(row[SIZE]) / box,
        np.float32(row[BUST_CARDS]) / size,
        np.float32(row[CARRIED]) / unit,
        np.float32(row[PATH]) / unit,
        np.float32(row[AHEAD + row[COUNT]]) / size / unit,
        np.float32(row[LYING]),
        np.float32(rules.lone_prize(row, ed)) / unit,
        np.float32(row[TAKEN]),
    )
    for place in range(np.uint64(SCALARS)):
        out[ZERO, place] = scalars[place]
    met, inside = np.uint64(row[MET]), np.uint64(row[INSIDE])
    done = np.uint64(SCALARS)
    for hazard in range(np.uint64(ed[E_HAZARDS])):
        out[ZERO, done + hazard] = np.float32((met >> hazard) & ONE)
    done += np.uint64(ed[E_HAZARDS])
    for kind in range(np.uint64(ed[E_KINDS])):
        out[ZERO, done + kind] = np.float32(row[np.uint64(COUNTS) + kind])
    done += np.uint64(ed[E_KINDS])
    agents, seats = np.uint64(len(out)), np.uint64(ed[E_PLAYERS])
    for agent in range(agents):
        own = agent if seat < 0 else np.uint64(seat)
        if agent > ZERO:
            for feature in range(done):
                out[agent, feature] = out[ZERO, feature]
        for turned in range(seats):
            # Seats are numbered from one's own, which comes first.
            other = own + turned
            other = other - seats if other >= seats else other
            out[agent, done + turned] = np.float32((inside >> other) & ONE)
            out[agent, done + seats + turned] = np.float32(row[np.uint64(POINTS) + other]) / unit
            out[agent, done + seats + seats + turned] = np.float32(row[np.uint64(HELD) + other])
        masks[agent, ZERO] = 1
        masks[agent, ONE] = (inside >> own) & ONE


@rules.row_njit(forceinline=True)
def step_game(game, games, ed, numbers, actions, written, earned):
    """Advance one game to its next choice; return whether all bot answers were valid."""
    row, words, deck, transcript = games[0][game], games[1][game], games[2][game], games[3][game]
    out, masks = written[0][game], written[1][game]
    seat, reward, autoreset = np.int64(ed[E_SEAT]), np.int64(ed[E_REWARD]), ed[E_AUTORESET]
    for place in range(8):
        earned[place] = np.float32(0.0)
    over = False
    again = row[PHASE] == OVER
    if not again:
        leave = 0
        for place in range(actions.shape[1]):
            leave |= np.int64(actions[game, place]) << (place if seat < 0 else seat)
        while True:
            bots = bots_leave(row, words, ed, numbers) if seat >= 0 else 0
            if bots < 0:
                return False
            choose(row, words, deck, ed, leave | bots, earned, reward, transcript)
            # A lone agent outside has no choice, so the others continue without it.
            if seat < 0 or row[PHASE] == OVER or (row[INSIDE] >> seat) & 1:
                break
            leave = 0
        over = row[PHASE] == OVER
        if over and autoreset == SAME_STEP:
            see(row, ed, seat, written[4][game], masks)
            again = True
    if again:
        words[NUMBER] += ONE
        deal_again(row, words, deck, ed, earned, transcript)
    for place in range(actions.shape[1]):
        written[2][game, place] = earned[place if seat < 0 else seat]
        written[3][game, place] = over
    see(row, ed, seat, out, masks)
    return True


@njit(cache=True, nogil=True, error_model="numpy")
def step(games, table, actions, written):
    """Advance every game to its next choice.

    The fields of `games`, `table` and `written` are those of `batch.Games`, `batch.Table` and
    `batch.Written`. Return -1, or an error code for the actions; then nothing has changed.
    """
    rows, (ed, numbers), seats = games[0], table, actions.shape[1]
    for game in range(rows.shape[0]):
        if rows[game, PHASE] == OVER:
            if ed[E_AUTORESET] == DISABLED:
                return GAME_OVER | game << 2
            continue
        for place in range(seats):
            inside = rows[game, INSIDE] >> (place if ed[E_SEAT] < 0 else ed[E_SEAT])
            if actions[game, place] > (inside & 1):
                return WRONG_ACTION | (game * seats + place) << 2
    earned = np.zeros(8, np.float32)
    for game in range(rows.shape[0]):
        if not step_game(game, games, ed, numbers, actions, written, earned):
            return NONSENSE | game << 2
    return -1


@njit(cache=True, nogil=True, error_model="numpy")
def deal_chosen(games, table, chosen, written):
    """Reset the chosen games; the arguments are as in `step`."""
    (rows, words, decks, transcripts), ed = games, table[0]
    out, masks, rewards, ended, _ = written
    earned = np.zeros(8, np.float32)
    for game in range(rows.shape[0]):
        if chosen[game]:
            deal_again(rows[game], words[game], decks[game], ed, earned, transcripts[game])
            rewards[game, :] = 0
            ended[game, :] = False
            see(rows[game], ed, np.int64(ed[E_SEAT]), out[game], masks[game])
