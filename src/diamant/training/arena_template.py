"""Play games and try both choices of sampled decisions (a template).

`arena.py` inserts the champion's mind and the bots at the marks, as in the simulator's kernel.
`step_rules.py` deals and steps the games, as in the environments. At a sampled decision of the
learner, the rest of the expedition is played twice with the same deck, once after leaving and once
after staying. The network learns the difference.
"""

# <digest>
# </digest>
import numpy as np
from numba import njit

from diamant.simulator.kernel import step_layout as at
from diamant.simulator.kernel import step_rules as rules
from diamant.simulator.kernel.functions import count_bits, lead, next_share
from diamant.simulator.kernel.machine_code import inner_njit

# isort: split
# <mind>
from diamant.bots.champion.mind import *

# </mind>

# <bots>
# </bots>

RANDOM = -100  # A seat that gets a new random player in every game.
LEARNER = np.int64(0)  # As a plain number, it would make Numba compile its users twice.


@rules.row_njit()
def look(row, ed, situation, inside):
    """Fill in the part of the situation that all players share, and who is inside."""
    # <look>
    # </look>
    situation[ROUNDS_LEFT] = ed[at.E_ROUNDS] - 1 - row[at.ROUND]
    relics = 0
    for kind in range(ed[at.E_FIRST_RELIC], ed[at.E_KINDS]):
        relics += row[at.COUNTS + kind]
    situation[RELICS_LEFT] = relics
    for sharing in range(1, 9):
        situation[EACH + sharing] = row[at.AHEAD + sharing]
    for seat in range(8):
        inside[seat] = (row[at.INSIDE] >> seat) & 1


# Only functions called once per choice take a whole run: passing fifteen arrays is slow.
@rules.row_njit()
def choose(run, codes, pool, networks, manners, ed):
    """Ask everyone inside, and return the mask of leavers.

    The learner's inputs are stored in `run.sample`.
    """
    row, inside = run.row, run.inside
    chests = row[at.POINTS : at.POINTS + 8]
    rounds_left = np.int64(ed[at.E_ROUNDS] - 1 - row[at.ROUND])
    situation, chances, people, board = run.situation, run.chances, run.people, run.board
    look(row, ed, situation, inside)
    expect_types(situation, chances)
    survey(situation, chests, inside, chances, run.weights, people, board, run.noticed)
    run.begun[:] = 0
    leave = 0
    for seat in range(ed[at.E_PLAYERS]):
        if not (row[at.INSIDE] >> seat) & 1:
            continue
        code = codes[seat]
        if code < 0:
            which = -1 - code
            common = run.common[which]
            if not run.begun[which]:
                run.begun[which] = 1
                begin(run.noticed, rounds_left, networks[which], common)
            notice(seat, situation, chests, inside, people, board, run.noticed)
            better = think(run.noticed, rounds_left, networks[which], common, run.first, run.second)
            chance = leave_chance(better, manners[which, 0])
            if manners[which, 1] > 0.0:
                chance = last_round(seat, situation, chests, inside, chance)
            if seat == LEARNER:
                for place in range(FEATURES):
                    run.sample[place] = run.noticed[place]
        else:
            which, code, numbers = code, pool.family[code], pool.numbers
            # <decision>
            # </decision>
        if chance >= 1.0 or (chance > 0.0 and rules.random_number(run.words) < chance):
            leave |= 1 << seat
    return leave


@rules.row_njit()
def worth(seat, row, round, ed, mixes, aim):
    """Return a seat's objective after an expedition: weighted win share and points."""
    worth = aim.points * row[at.POINTS + seat]
    if aim.win > 0.0:
        worth += aim.win * win_share(seat, row, round, ed, mixes)
    return worth


@rules.row_njit()
def win_share(seat, row, round, ed, mixes):
    """Return a seat's expected share of the win at the end of an expedition."""
    if round + 1 < ed[at.E_ROUNDS]:
        # As in `analysis.equity`.
        won = 0.0
        for number in range(2):
            weight, width = mixes[round, number, 0], mixes[round, number, 1]
            total = 0.0
            for other in range(ed[at.E_PLAYERS]):
                behind = row[at.POINTS + other] - row[at.POINTS + seat]
                total += exp(min(600.0, behind / width))
            won += weight / total
        return won
    among = rules.winners(row, ed)
    if not (among >> seat) & 1:
        return 0.0
    return 1.0 / np.int64(count_bits(np.uint64(among)))


@rules.row_njit()
def finish(run, codes, pool, networks, manners, round, ed):
    """Play an expedition to its end."""
    while run.row[at.ROUND] == round:
        rules.deal_card(run.row, run.words, run.deck, ed)
        if run.row[at.PHASE] != at.DECIDE:
            return
        leave = choose(run, codes, pool, networks, manners, ed)
        learn_all(run.inside, leave, run.chances, run.weights)
        rules.decide(run.row, leave, ed)


@rules.row_njit()
def copy_run(run, copy):
    """Copy the state of an expedition; derived values are computed again."""
    for place in range(len(run.row)):
        copy.row[place] = run.row[place]
    for place in range(at.WORDS):
        copy.words[place] = run.words[place]
    for place in range(run.row[at.LEFT]):
        copy.deck[place] = run.deck[place]
    # For a whole array, Numba would compile an error message for five seconds.
    for seat in range(8):
        for kind in range(TYPES):
            copy.weights[seat, kind] = run.weights[seat, kind]


@rules.row_njit()
def draw(words, count):
    """Return a random number below `count`."""
    return np.int64(rules.random_number(words) * count)


@rules.row_njit()
def seat_players(codes, line_up, players, pool, mixing, networks, fixed, words):
    """Assign a network or rule to every seat, and draw those of the open seats."""
    same = rules.random_number(words) < mixing.alike
    strong = rules.random_number(words) < mixing.strong
    chosen = RANDOM
    for seat in range(players):
        codes[seat] = line_up[seat]
        if codes[seat] == RANDOM:
            if not same or chosen == RANDOM:
                luck = rules.random_number(words)
                if strong:
                    if luck < 0.3 and fixed > 0:
                        chosen = -2 - draw(words, fixed)
                    else:
                        chosen = draw(words, pool.strong)
                elif luck < mixing.itself:
                    chosen = -1
                elif luck < mixing.itself + mixing.past and len(networks) > 1 + fixed:
                    chosen = -2 - fixed - draw(words, len(networks) - 1 - fixed)
                else:
                    chosen = draw(words, len(pool.family))
            codes[seat] = chosen


@njit(cache=True, nogil=True, error_model="numpy")
def play(
    seed,
    games,
    line_up,
    ed,
    mixes,
    pool,
    networks,
    manners,
    mixing,
    fixed,
    aim,
    rate,
    run,
    copy,
    out,
):
    """Play games, and return the number of sampled decisions.

    Each entry of `line_up` is -1 for the network in training, -2, -3, … for other networks, the
    number of a rule, or RANDOM. Seat 0 is the learner. The seating doesn't affect the game, so
    seats are not rotated.
    """
    codes = np.empty(8, np.int64)
    players, rounds = np.int64(ed[at.E_PLAYERS]), np.int64(ed[at.E_ROUNDS])
    row, words = run.row, run.words
    samples, steps = 0, 0
    for game in range(games):
        words[at.SEED], words[at.NUMBER] = np.uint64(seed), np.uint64(game)
        rules.begin_shuffled(row, words, ed)
        seat_players(codes, line_up, players, pool, mixing, networks, fixed, words)
        run.weights[:] = 1.0 / TYPES
        while row[at.PHASE] != at.OVER:
            round = np.int64(row[at.ROUND])
            card = rules.deal_card(row, words, run.deck, ed)
            leave = 0
            if len(out.steps):
                out.steps[steps, 0], out.steps[steps, 1] = game, card
                for place in range(len(row)):
                    out.steps[steps, 3 + place] = row[place]
            if row[at.PHASE] == at.DECIDE:
                leave = choose(run, codes, pool, networks, manners, ed)
                learn_all(run.inside, leave, run.chances, run.weights)
                learning = run.inside[0] and rate > 0.0 and samples < len(out.wanted)
                if learning and rules.random_number(words) < rate:
                    for place in range(FEATURES):
                        out.noticed[samples, place] = run.sample[place]
                    out.rounds_left[samples] = rounds - 1 - round
                    wanted = 0.0
                    for left in range(2):
                        copy_run(run, copy)
                        rules.decide(copy.row, (leave & ~1) | left, ed)
                        finish(copy, codes, pool, networks, manners, round, ed)
                        value = worth(LEARNER, copy.row, round, ed, mixes, aim)
                        wanted += -value if left else value
                    out.wanted[samples] = wanted * players / 4.0
                    samples += 1
                rules.decide(row, leave, ed)
            if len(out.steps):
                out.steps[steps, 2] = leave
                steps += 1
            if len(out.boards) and row[at.ROUND] != round:
                for seat in range(players):
                    out.boards[game, round, seat] = row[at.POINTS + seat]
        for seat in range(players):
            out.wins[game, seat] = win_share(seat, row, rounds - 1, ed, mixes)
            out.points[game, seat] = row[at.POINTS + seat]
    return samples
