"""The arena: games in which a seat is any rule of a pool or a network, with both futures tried.

A template like the simulator's kernel: `arena.py` writes the champion's mind and the rules at the
marks. At a sampled decision of the learner the rest of the expedition is played twice on the same
deck, once after leaving and once after staying; the difference of the two is what is learned.
"""

import numpy as np
from numba import njit

from diamant.simulator.kernel.machine_code import inner_njit

# isort: split
# <mind>
from diamant.bots.champion.mind import *

# </mind>

# <rules>
# </rules>

# Where a number stands in the state of an expedition.
S_CARRIED, S_PATH, S_COUNT, S_STEP, S_MET, S_BUST, S_DECK = 0, 1, 2, 3, 4, 5, 6
S_LYING, S_PRINTED, S_TAKEN, S_AT, S_BEFORE, S_SEEN, S_RELICS = 7, 8, 9, 10, 11, 12, 13
STATE = 14
RANDOM = -100  # A seat that is filled anew for every game.
# Who learns, as words of a kind: for plain numbers Numba would compile whatever takes them twice.
FIRST_SEAT, NO_SEAT = np.int64(0), np.int64(-1)


@njit(inline="always")
def draw(rng):
    """Return a random number from 0 to 1."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    word = rng[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    word ^= word >> np.uint64(31)
    return np.float64(word >> np.uint64(11)) * 2.0**-53


@inner_njit()
def relic_prize(state, edition):
    """Return what one who left alone now would get in relics."""
    if edition.by_order:
        worth = 0
        for place in range(state[S_TAKEN], state[S_TAKEN] + state[S_LYING]):
            worth += edition.relic_points[place]
        return worth
    return state[S_PRINTED]


@inner_njit()
def turn(state, ahead, deck, in_game, edition):
    """Turn a card; return whether it is a bust."""
    card = deck[state[S_AT]]
    state[S_AT] += 1
    state[S_STEP] += 1
    state[S_DECK] -= 1
    value = edition.card_value[card]
    if value > 0:
        count = state[S_COUNT]
        part = value // count
        state[S_CARRIED] += part
        state[S_PATH] += value - part * count
        for sharing in range(1, 9):
            ahead[sharing] -= edition.card_share[card, sharing]
    kind = edition.card_kind[card]
    if kind >= 0:
        if (state[S_SEEN] >> kind) & 1:
            return True
        state[S_SEEN] |= 1 << kind
        state[S_MET] += 1
        state[S_BUST] += in_game[kind] - 1
    if edition.card_relic[card] >= 0:
        state[S_LYING] += 1
        state[S_RELICS] -= 1
        state[S_PRINTED] += edition.relic_points[edition.card_relic[card]]
    return False


@inner_njit()
def resolve(state, inside, chests, held, leave, players, edition):
    """Let those leave whose bit is set."""
    leavers = 0
    for seat in range(players):
        if (leave >> seat) & 1:
            leavers += 1
    state[S_BEFORE] = leavers
    if leavers == 0:
        return
    part = state[S_PATH] // leavers
    state[S_PATH] -= part * leavers
    gain = state[S_CARRIED] + part
    found = 0
    if leavers == 1 and state[S_LYING] > 0:
        gain += relic_prize(state, edition)
        found = state[S_LYING]
        state[S_TAKEN] += found
        state[S_LYING] = 0
        state[S_PRINTED] = 0
    for seat in range(players):
        if (leave >> seat) & 1:
            chests[seat] += gain
            held[seat] += found
            inside[seat] = 0
    state[S_COUNT] -= leavers


@inner_njit()
def look(state, ahead, situation, round, players, edition):
    """Fill in the situation that everybody inside has in common."""
    situation[CARRIED] = state[S_CARRIED]
    situation[PATH] = state[S_PATH]
    situation[INSIDE] = state[S_COUNT]
    situation[PLAYERS] = players
    situation[ROUNDS_LEFT] = edition.rounds - 1 - round
    situation[STEP] = state[S_STEP]
    situation[HAZARDS_MET] = state[S_MET]
    situation[BUST_CARDS] = state[S_BUST]
    situation[DECK_SIZE] = state[S_DECK]
    situation[RELICS_LYING] = state[S_LYING]
    situation[RELICS_WORTH] = relic_prize(state, edition)
    situation[RELICS_LEFT] = state[S_RELICS]
    situation[RICHNESS] = edition.unit
    for sharing in range(1, 9):
        situation[EACH + sharing] = ahead[sharing]


@inner_njit()
def minds_inside(inside, codes, players):
    """Tell whether anybody inside has a network."""
    found = False
    for seat in range(players):
        found |= inside[seat] and codes[seat] < 0
    return found


# Only what is called once for each choice takes a whole run: sixteen arrays cost a call something.
@inner_njit()
def choose(run, codes, pool, networks, manners, round, players, edition, learner, rng):
    """Ask everybody inside; return who leaves. What the learner notices stays in run.sample."""
    state, inside, chests = run.state, run.inside, run.chests
    thinking = minds_inside(inside, codes, players)
    if thinking or learner >= 0:
        # Otherwise nobody with a mind will ever look at it.
        look(state, run.ahead, run.situation, round, players, edition)
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
    for seat in range(players):
        if not inside[seat]:
            continue
        code = codes[seat]
        if code < 0:
            which = -1 - code
            rounds_left = edition.rounds - 1 - round
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
            best = -1
            for other in range(players):
                if other != seat:
                    best = max(best, chests[other])
            chance = rule(
                pool.family[code],
                pool.numbers[code],
                state[S_CARRIED],
                state[S_PATH],
                round + 1,
                edition.rounds,
                players,
                state[S_COUNT],
                state[S_STEP],
                state[S_BEFORE],
                state[S_MET],
                state[S_BUST],
                state[S_DECK],
                state[S_LYING],
                relic_prize(state, edition),
                seat,
                chests[seat],
                chests[seat] - best,
                run.ahead,
            )
        if chance >= 1.0 or (chance > 0.0 and draw(rng) < chance):
            leave |= 1 << seat
    return leave


@inner_njit()
def worth(seat, chests, held, round, players, edition, aim):
    """Return what the end of an expedition is worth to a seat: the win and the points, weighed."""
    worth = aim.points * chests[seat]
    if aim.win > 0.0:
        worth += aim.win * win_share(seat, chests, held, round, players, edition)
    return worth


@inner_njit()
def win_share(seat, chests, held, round, players, edition):
    """Return a seat's share of the win at the end of an expedition."""
    if round + 1 < edition.rounds:
        # As `analysis.equity` reckons it.
        won = 0.0
        for number in range(2):
            weight = edition.mixes[players, round, number, 0]
            width = edition.mixes[players, round, number, 1]
            total = 0.0
            for other in range(players):
                total += exp(min(600.0, (chests[other] - chests[seat]) / width))
            won += weight / total
        return won
    best = 0
    for other in range(players):
        best = max(best, chests[other])
    if chests[seat] < best:
        return 0.0
    most = -1
    winners = 0
    for other in range(players):
        if chests[other] == best:
            relics = held[other] if edition.relics_break_ties else 0
            if relics > most:
                most = relics
                winners = 0
            if relics == most:
                winners += 1
    if edition.relics_break_ties and held[seat] < most:
        return 0.0
    return 1.0 / winners


@inner_njit()
def finish(run, codes, pool, networks, manners, round, players, edition, deck, in_game, rng):
    """Play an expedition to its end."""
    while run.state[S_COUNT] > 0:
        if turn(run.state, run.ahead, deck, in_game, edition):
            return
        thinking = minds_inside(run.inside, codes, players)
        leave = choose(run, codes, pool, networks, manners, round, players, edition, NO_SEAT, rng)
        if thinking:
            learn_all(run.inside, leave, run.chances, run.weights)
        resolve(run.state, run.inside, run.chests, run.held, leave, players, edition)


@inner_njit()
def copy_run(run, copy):
    """Copy how an expedition stands; what is reckoned from it is reckoned anew."""
    for place in range(STATE):
        copy.state[place] = run.state[place]
    for place in range(9):
        copy.ahead[place] = run.ahead[place]
    for seat in range(8):
        copy.inside[seat] = run.inside[seat]
        copy.chests[seat] = run.chests[seat]
        copy.held[seat] = run.held[seat]
    # Of a whole array at once Numba would compile five seconds' worth of words for an error.
    for seat in range(8):
        for kind in range(TYPES):
            copy.weights[seat, kind] = run.weights[seat, kind]


@inner_njit()
def begin_expedition(run, round, taken, gone, deck, players, edition, rng):
    """Shuffle what is left of the cards for a round, and let everybody in."""
    size = 0
    relics = 0
    for card in range(len(gone)):
        relic = edition.card_relic[card]
        if not gone[card] and (relic < 0 or relic < edition.relics_in[round]):
            deck[size] = card
            size += 1
            relics += relic >= 0
    for place in range(size - 1, 0, -1):
        other = np.int64(draw(rng) * (place + 1))
        card = deck[place]
        deck[place] = deck[other]
        deck[other] = card
    for place in range(STATE):
        run.state[place] = 0
    run.state[S_COUNT] = players
    run.state[S_DECK] = size
    run.state[S_TAKEN] = taken
    run.state[S_RELICS] = relics
    for sharing in range(9):
        run.ahead[sharing] = edition.all_shares[sharing]
    for seat in range(8):
        run.inside[seat] = seat < players


@inner_njit()
def seat_players(codes, line_up, players, pool, mixing, networks, fixed, rng):
    """Fill the seats that are left open; the learner's seat is the one of code -1 at the start."""
    same = draw(rng) < mixing.alike
    strong = draw(rng) < mixing.strong
    chosen = RANDOM
    for seat in range(players):
        codes[seat] = line_up[seat]
        if codes[seat] == RANDOM:
            if not same or chosen == RANDOM:
                luck = draw(rng)
                if strong:
                    if luck < 0.3 and fixed > 0:
                        chosen = -2 - np.int64(draw(rng) * fixed)
                    else:
                        chosen = np.int64(draw(rng) * pool.strong)
                elif luck < mixing.itself:
                    chosen = -1
                elif luck < mixing.itself + mixing.past and len(networks) > 1 + fixed:
                    chosen = -2 - fixed - np.int64(draw(rng) * (len(networks) - 1 - fixed))
                else:
                    chosen = np.int64(draw(rng) * len(pool.family))
            codes[seat] = chosen


@njit(cache=True, nogil=True, error_model="numpy")
def play(
    seed,
    games,
    players,
    line_up,
    edition,
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
    rng = np.empty(1, np.uint64)
    saved = np.empty(1, np.uint64)
    codes = np.empty(8, np.int64)
    samples = 0
    cards = len(edition.card_value)
    inside, chests, held = run.inside, run.chests, run.held
    deck = np.empty(cards, np.int64)
    in_game = np.empty(len(edition.copies), np.int64)
    gone = np.zeros(cards, np.int64)
    for game in range(games):
        rng[0] = np.uint64(seed) + np.uint64(game) * np.uint64(0xD1B54A32D192ED03)
        draw(rng)
        seat_players(codes, line_up, players, pool, mixing, networks, fixed, rng)
        for kind in range(len(in_game)):
            in_game[kind] = edition.copies[kind]
        for card in range(cards):
            gone[card] = 0
        for seat in range(8):
            chests[seat] = 0
            held[seat] = 0
        run.weights[:] = 1.0 / TYPES
        taken = np.int64(0)
        for round in range(edition.rounds):
            begin_expedition(run, round, taken, gone, deck, players, edition, rng)
            while run.state[S_COUNT] > 0:
                if turn(run.state, run.ahead, deck, in_game, edition):
                    # One of the two hazards leaves the game.
                    card = deck[run.state[S_AT] - 1]
                    gone[card] = 1
                    in_game[edition.card_kind[card]] -= 1
                    break
                leave = choose(
                    run, codes, pool, networks, manners, round, players, edition, FIRST_SEAT, rng
                )
                if inside[0] and rate > 0.0 and draw(rng) < rate and samples < len(out.wanted):
                    for place in range(FEATURES):
                        out.noticed[samples, place] = run.sample[place]
                    out.rounds_left[samples] = edition.rounds - 1 - round
                    learn_all(inside, leave, run.chances, run.weights)
                    saved[0] = rng[0]
                    wanted = 0.0
                    for left in range(2):
                        rng[0] = saved[0]
                        copy_run(run, copy)
                        then = (leave & ~1) | left
                        resolve(
                            copy.state, copy.inside, copy.chests, copy.held, then, players, edition
                        )
                        finish(
                            copy,
                            codes,
                            pool,
                            networks,
                            manners,
                            round,
                            players,
                            edition,
                            deck,
                            in_game,
                            rng,
                        )
                        value = worth(
                            FIRST_SEAT, copy.chests, copy.held, round, players, edition, aim
                        )
                        wanted += -value if left else value
                    out.wanted[samples] = wanted * players / 4.0
                    samples += 1
                else:
                    learn_all(inside, leave, run.chances, run.weights)
                resolve(run.state, run.inside, run.chests, run.held, leave, players, edition)
            taken = run.state[S_TAKEN]
            # Relics that were turned leave the game.
            for place in range(run.state[S_AT]):
                if edition.card_relic[deck[place]] >= 0:
                    gone[deck[place]] = 1
            if len(out.boards):
                for seat in range(players):
                    out.boards[game, round, seat] = chests[seat]
        for seat in range(players):
            out.wins[game, seat] = win_share(
                seat, chests, held, edition.rounds - 1, players, edition
            )
            out.points[game, seat] = chests[seat]
    return samples
