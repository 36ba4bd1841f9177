"""The arena: games in which a seat is any rule of a pool or a network, with both futures tried.

A template like the simulator's kernel: `arena.py` writes the champion's mind and the bots at the
marks. `step_rules.py` deals and steps the games, as in the environments. At a sampled decision of
the learner the rest of the expedition is played twice on the same deck, once after leaving and once
after staying; the difference of the two is what is learned.
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

GAME = np.int64(0)  # Each run has rows of its own, with one game.
RANDOM = -100  # A seat that is filled anew for every game.
# Who learns, as words of a kind: for plain numbers Numba would compile whatever takes them twice.
FIRST_SEAT, NO_SEAT = np.int64(0), np.int64(-1)


@inner_njit()
def look(rows, ed, situation, inside):
    """Fill in the situation that everybody inside has in common, and who is inside."""
    game = GAME
    # <look>
    # </look>
    situation[ROUNDS_LEFT] = ed[at.E_ROUNDS] - 1 - rows[GAME, at.ROUND]
    relics = 0
    for kind in range(ed[at.E_FIRST_RELIC], ed[at.E_KINDS]):
        relics += rows[GAME, at.COUNTS + kind]
    situation[RELICS_LEFT] = relics
    for sharing in range(1, 9):
        situation[EACH + sharing] = rows[GAME, at.AHEAD + sharing]
    for seat in range(8):
        inside[seat] = (rows[GAME, at.INSIDE] >> seat) & 1


@inner_njit()
def minds_inside(rows, codes, ed):
    """Tell whether anybody inside has a network."""
    found = False
    for seat in range(ed[at.E_PLAYERS]):
        found |= (rows[GAME, at.INSIDE] >> seat) & 1 and codes[seat] < 0
    return found


# Only what is called once for each choice takes a whole run: fifteen arrays cost a call something.
@inner_njit()
def choose(run, codes, pool, networks, manners, ed, learner):
    """Ask everybody inside; return who leaves. What the learner notices stays in run.sample."""
    rows, inside = run.rows, run.inside
    chests = rows[GAME, at.POINTS : at.POINTS + 8]
    rounds_left = np.int64(ed[at.E_ROUNDS] - 1 - rows[GAME, at.ROUND])
    thinking = minds_inside(rows, codes, ed)
    if thinking or learner >= 0:
        # Otherwise nobody with a mind will ever look at it.
        look(rows, ed, run.situation, inside)
        expect_types(run.situation, run.chances)
    if thinking:
        survey(
            run.situation,
            chests,
            inside,
            run.chances,
            run.weights,
            run.people,
            run.board,
            run.noticed,
        )
        run.begun[:] = 0
    leave = 0
    for seat in range(ed[at.E_PLAYERS]):
        if not (rows[GAME, at.INSIDE] >> seat) & 1:
            continue
        code = codes[seat]
        if code < 0:
            which = -1 - code
            common = run.common[which]
            if not run.begun[which]:
                run.begun[which] = 1
                begin(run.noticed, rounds_left, networks[which], common)
            notice(seat, run.situation, chests, inside, run.people, run.board, run.noticed)
            better = think(run.noticed, rounds_left, networks[which], common, run.first, run.second)
            chance = leave_chance(better, manners[which, 0])
            if manners[which, 1] > 0.0:
                chance = last_round(seat, run.situation, chests, inside, chance)
            if seat == learner:
                for place in range(FEATURES):
                    run.sample[place] = run.noticed[place]
        else:
            game, which, code, numbers = GAME, code, pool.family[code], pool.numbers
            # <decision>
            # </decision>
        if chance >= 1.0 or (chance > 0.0 and rules.random_number(run.words, GAME) < chance):
            leave |= 1 << seat
    return leave


@inner_njit()
def worth(seat, rows, round, ed, mixes, aim):
    """Return what the end of an expedition is worth to a seat: the win and the points, weighed."""
    worth = aim.points * rows[GAME, at.POINTS + seat]
    if aim.win > 0.0:
        worth += aim.win * win_share(seat, rows, round, ed, mixes)
    return worth


@inner_njit()
def win_share(seat, rows, round, ed, mixes):
    """Return a seat's share of the win at the end of an expedition."""
    if round + 1 < ed[at.E_ROUNDS]:
        # As `analysis.equity` reckons it.
        won = 0.0
        for number in range(2):
            weight, width = mixes[round, number, 0], mixes[round, number, 1]
            total = 0.0
            for other in range(ed[at.E_PLAYERS]):
                behind = rows[GAME, at.POINTS + other] - rows[GAME, at.POINTS + seat]
                total += exp(min(600.0, behind / width))
            won += weight / total
        return won
    among = rules.winners(rows, GAME, ed)
    if not (among >> seat) & 1:
        return 0.0
    return 1.0 / np.int64(count_bits(np.uint64(among)))


@inner_njit()
def finish(run, codes, pool, networks, manners, round, ed):
    """Play an expedition to its end."""
    while run.rows[GAME, at.ROUND] == round:
        rules.deal_card(run.rows, GAME, run.words, run.decks, ed)
        if run.rows[GAME, at.PHASE] != at.DECIDE:
            return
        thinking = minds_inside(run.rows, codes, ed)
        leave = choose(run, codes, pool, networks, manners, ed, NO_SEAT)
        if thinking:
            learn_all(run.inside, leave, run.chances, run.weights)
        rules.decide(run.rows, GAME, leave, ed)


@inner_njit()
def copy_run(run, copy):
    """Copy how an expedition stands; what is reckoned from it is reckoned anew."""
    for place in range(run.rows.shape[1]):
        copy.rows[GAME, place] = run.rows[GAME, place]
    for place in range(at.WORDS):
        copy.words[GAME, place] = run.words[GAME, place]
    for place in range(run.rows[GAME, at.LEFT]):
        copy.decks[GAME, place] = run.decks[GAME, place]
    # Of a whole array at once Numba would compile five seconds' worth of words for an error.
    for seat in range(8):
        for kind in range(TYPES):
            copy.weights[seat, kind] = run.weights[seat, kind]


@inner_njit()
def draw(words, count):
    """Return a random number below a count."""
    return np.int64(rules.random_number(words, GAME) * count)


@inner_njit()
def seat_players(codes, line_up, players, pool, mixing, networks, fixed, words):
    """Fill the seats that are left open; the learner's seat is the one of code -1 at the start."""
    same = rules.random_number(words, GAME) < mixing.alike
    strong = rules.random_number(words, GAME) < mixing.strong
    chosen = RANDOM
    for seat in range(players):
        codes[seat] = line_up[seat]
        if codes[seat] == RANDOM:
            if not same or chosen == RANDOM:
                luck = rules.random_number(words, GAME)
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
    """Play games; return how many decisions were sampled.

    `line_up` holds -1 for the network that learns, -2 and so on for others, the number of a rule,
    or RANDOM. Seat 0 of it is the learner; seats do not matter to the rules, so none is rotated.
    """
    codes = np.empty(8, np.int64)
    players, rounds = np.int64(ed[at.E_PLAYERS]), np.int64(ed[at.E_ROUNDS])
    rows, words = run.rows, run.words
    samples, steps = 0, 0
    for game in range(games):
        words[GAME, at.SEED], words[GAME, at.NUMBER] = np.uint64(seed), np.uint64(game)
        rules.begin_shuffled(rows, GAME, words, ed)
        seat_players(codes, line_up, players, pool, mixing, networks, fixed, words)
        run.weights[:] = 1.0 / TYPES
        while rows[GAME, at.PHASE] != at.OVER:
            round = np.int64(rows[GAME, at.ROUND])
            card = rules.deal_card(rows, GAME, words, run.decks, ed)
            leave = 0
            if len(out.steps):
                out.steps[steps, 0], out.steps[steps, 1] = game, card
                for place in range(rows.shape[1]):
                    out.steps[steps, 3 + place] = rows[GAME, place]
            if rows[GAME, at.PHASE] == at.DECIDE:
                leave = choose(run, codes, pool, networks, manners, ed, FIRST_SEAT)
                learn_all(run.inside, leave, run.chances, run.weights)
                learning = run.inside[0] and rate > 0.0 and samples < len(out.wanted)
                if learning and rules.random_number(words, GAME) < rate:
                    for place in range(FEATURES):
                        out.noticed[samples, place] = run.sample[place]
                    out.rounds_left[samples] = rounds - 1 - round
                    wanted = 0.0
                    for left in range(2):
                        copy_run(run, copy)
                        rules.decide(copy.rows, GAME, (leave & ~1) | left, ed)
                        finish(copy, codes, pool, networks, manners, round, ed)
                        value = worth(FIRST_SEAT, copy.rows, round, ed, mixes, aim)
                        wanted += -value if left else value
                    out.wanted[samples] = wanted * players / 4.0
                    samples += 1
                rules.decide(rows, GAME, leave, ed)
            if len(out.steps):
                out.steps[steps, 2] = leave
                steps += 1
            if len(out.boards) and rows[GAME, at.ROUND] != round:
                for seat in range(players):
                    out.boards[game, round, seat] = rows[GAME, at.POINTS + seat]
        for seat in range(players):
            out.wins[game, seat] = win_share(seat, rows, rounds - 1, ed, mixes)
            out.points[game, seat] = rows[GAME, at.POINTS + seat]
    return samples
