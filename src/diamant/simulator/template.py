"""The kernel: whole games as machine code. This file is a template, never imported as it stands.

`generate.py` sets the constants below, writes the bots' functions and decisions at the marks, and
saves the result as a module of its own, which Numba compiles. Constants let the compiler drop what
an edition or a run does not need.

All numbers are unsigned 64-bit words unless a comment says otherwise, because Numba turns a sum of
a signed and an unsigned word into a float. Tables take the place of branches wherever the next card
would decide them, since no processor can guess it. The rules are those of `diamant.rules`; the
differential test holds the two together.
"""

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

# <constants>
HAS_RELICS = True  # Whether the edition has relics at all.
RELICS_PRINTED = True  # Whether a relic's worth is printed, or follows the order of taking.
RELICS_BREAK_TIES = True
POOLED = True  # Whether leavers share all gems of the path at once, or card by card.
WIDE = True  # Whether a score could pass 65,535, so that it does not fit a lane.
DETAIL = True  # Whether histograms and each game's own outcome are wanted.
TRACE = True  # Whether every card and every leaver is written down.
DANGER = True  # Whether some bot wants to know how many cards would be a bust.
AHEAD = True  # Whether some bot wants to know what the treasures to come would bring.
COINS = True  # Whether some bot of the line-up flips a coin without looking.
# </constants>

ZERO = np.uint64(0)
ONE = np.uint64(1)
GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
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
# A random word is a fraction: multiplied by the number of cards left it gives an index above bit 64
# and a new fraction below. Even of a deck of 200 cards the fifth draw still has 33 good bits.
DRAWS_PER_WORD = 5
UNIT = 2.0**-53
# Facts about a card: at 1 to 8 the share for as many inside, with the remainder << 32; at 0 its
# bits: one for a hazard's kind, and one for this very card if it is a hazard or a relic (first all
# kinds of hazard, then hazards, then relics); at 9 a hazard's kind, for all others one more than
# the last; at 10, for a relic, 1 with the printed points << 32.
FACTS = np.uint64(16)
CARD_KIND = np.uint64(9)
CARD_RELIC = np.uint64(10)
# The deck's memory begins with a spare word, which is read when a card is drawn ahead of the last.
EIGHT = np.uint64(8)
# Facts about a set of seats: how many they are, 2^32 divided by that and rounded up, and a one in
# the 16-bit lane of each seat, 0-3 in one word and 4-7 in the other.
PER_MASK = np.uint64(4)
SEATS_PART = np.uint64(1)
SEATS_LOW = np.uint64(2)
SEATS_HIGH = np.uint64(3)


@intrinsic
def times(context, fraction, number):
    """Return the whole part of a fraction of 2^64 times a number."""

    def codegen(context, builder, signature, arguments):
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(argument, wide) for argument in arguments))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), codegen


@intrinsic
def count_bits(context, mask):
    """Return how many bits of a word are set."""

    def codegen(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), codegen


@njit(inline="always")
def mix(state):
    """Return a random word: the splitmix64 output function of a state."""
    word = (state ^ (state >> S30)) * MIX_1
    word = (word ^ (word >> S27)) * MIX_2
    return word ^ (word >> S31)


@njit
def next_share(ahead, deck_size, players):
    """Return the gems that each of some players may expect from the next card."""
    if players < 1 or players > 8:
        raise ValueError("the players who share a card number from 1 to 8")
    return np.int64(ahead[players]) / deck_size


@njit(inline="always")
def relics_worth(found, taken, relic_totals):
    """Return what relics are worth to one who takes them after `taken` others."""
    if RELICS_PRINTED:
        return found >> S32
    return relic_totals[taken + (found & LOW_32)] - relic_totals[taken]


@njit
def points_of(seat, low, high, scores):
    """Return a seat's points so far."""
    if WIDE:
        return np.int64(scores[seat])
    word = low if seat < 4 else high
    return np.int64((word >> (S16 * np.uint64(seat & 3))) & LOW_16)


@njit
def lead_of(seat, seats, low, high, scores):
    """Return a seat's points less the best other's, or 0 for a player who is alone."""
    best = np.int64(-1)
    for other in range(seats):
        if other != seat:
            best = max(best, points_of(other, low, high, scores))
    return points_of(seat, low, high, scores) - best if best >= 0 else np.int64(0)


@njit(inline="always")
def unpack(seats, low, high, scores):
    """Write the scores of all lanes into an array; return the best of them."""
    best = ZERO
    for seat in range(seats):
        word = low if seat < 4 else high
        scores[seat] = (word >> (S16 * np.uint64(seat & 3))) & LOW_16
        best = max(best, scores[seat])
    return best


@njit(inline="always")
def settle(seats, scores, best, among, masks, prize, sums):
    """Add a game's scores and wins to the sums; return the mask of its winners."""
    winning = ZERO
    for seat in range(seats):
        winning |= np.uint64(scores[seat] == best) << np.uint64(seat)
    winning &= among
    part = prize[masks[winning * PER_MASK]]
    for seat in range(seats):
        score = scores[seat]
        sums[0, seat] += score
        sums[1, seat] += score * score
        sums[2, seat] += part * ((winning >> np.uint64(seat)) & ONE)
    return winning


# <bots>
# </bots>


@njit(cache=True, nogil=True, error_model="numpy")
def play(
    first_game,  # int64: the number of the first game, which seeds it
    games,  # int64: how many to play
    seed,  # the run's seed
    players,
    rounds,  # int64
    in_order,  # the cards in order, eight to a word, after a spare word
    deck_sizes,  # [round]: how many cards have entered by then; relics are the last ones
    kind_bits,  # the bits of hazards' kinds
    relic_bits,  # the bits of relics
    facts,  # [card * 16 + fact]: what a card is, as FACTS says
    all_shares,  # [inside]: each one's gems from all treasures together
    copies,  # [kind]: copies in the box less one; 0 at the end, for what is no hazard
    relic_totals,  # [n]: what the first n relics taken are worth together
    masks,  # [mask * 4 + fact]: about a set of seats, as PER_MASK says
    prize,  # [winners]: each one's part of a win, in 840ths
    coin_seats,  # the seats whose bots flip a coin without looking
    alias,  # [mask]: how those coins fall together, as an alias table
    group_from,  # [bot] int64: the first group of each compiled bot, and one more
    group_seats,  # [group]: mask of the seats that share a bot and its numbers
    numbers,  # [group, n] float: what the bot was given
    path_gems,  # scratch: gems on each card of the path
    ahead,  # scratch [inside]: each one's gems from all treasures still to come
    in_game,  # scratch [kind]: copies still in the game less one
    scores,  # scratch [8]
    relics_held,  # scratch [8]
    sums,  # out [4, 8]: each seat's points, their squares, wins in 840ths, relics
    score_counts,  # out [seat, points]
    length_counts,  # out [round, cards]
    bust_counts,  # out [round]
    leaver_counts,  # out [leavers at once]
    flows,  # out: gems banked from hand and from the path, lost, left; relics turned, taken
    game_scores,  # out [game, seat], or empty
    game_winners,  # out [game], or empty
    game_lengths,  # out [game, round], or empty
    game_busts,  # out [game, round], or empty
    trace_cards,  # out [game, place]
    trace_leavers,  # out [game, place]
    trace_lengths,  # out [game, round]
):
    """Play games and add up what comes of them.

    Return -1, or the game in which a bot answered something that is no probability.
    """
    everybody = (ONE << players) - ONE
    many = players > np.uint64(4)
    seats = np.int64(players)
    deck_words = np.empty(in_order.size, np.uint64)
    deck = deck_words.view(np.uint8)
    # <hoisted>
    # </hoisted>
    # Keys and first words are hashed one game and one round ahead, so that nothing waits for them.
    next_key = mix(seed + np.uint64(first_game) * GAMMA)
    next_fraction = mix(next_key + CHOICES)
    for game in range(games):
        game_key = next_key
        next_key = mix(seed + np.uint64(first_game + game + 1) * GAMMA)
        choice_state = mix(game_key ^ CHOICES)
        if DANGER:
            for kind in range(copies.size):
                in_game[kind] = copies[kind]
        low = ZERO
        high = ZERO
        if WIDE or DETAIL or RELICS_BREAK_TIES:
            for seat in range(seats):
                scores[seat] = ZERO
                relics_held[seat] = ZERO
        gone = ZERO
        taken = ZERO
        place = 0
        for round in range(rounds):
            for word in range(in_order.size):
                deck_words[word] = in_order[word]
            if AHEAD:
                for sharing in range(9):
                    ahead[sharing] = all_shares[sharing]
            deck_state = game_key + np.uint64(round + 1) * CHOICES
            fraction = next_fraction
            if round + 1 < rounds:
                next_fraction = mix(deck_state + CHOICES)
            else:
                next_fraction = mix(next_key + CHOICES)
            draws = DRAWS_PER_WORD - 1
            left = deck_sizes[round]
            absent = count_bits(gone)
            drawn = times(fraction, left)
            fraction *= left
            left -= ONE
            deck[EIGHT + drawn] = deck[EIGHT + left]
            inside = everybody
            inside_count = players
            # What is gone counts as seen, so that one test finds it as well as a second hazard.
            seen = gone
            lying = ZERO
            bust_cards = ZERO
            carried = ZERO
            path = ZERO
            step = 0
            bust = False
            while True:
                # The card after this one is drawn now: what it is does not depend on anything that
                # happens in between, and the processor need not wait for it.
                card = drawn
                if draws == 0:
                    deck_state += GAMMA
                    fraction = mix(deck_state)
                    draws = DRAWS_PER_WORD
                draws -= 1
                index = times(fraction, left)
                fraction *= left
                drawn = np.uint64(deck[EIGHT + index])
                left -= ONE
                deck[EIGHT + index] = deck[EIGHT + left]
                fact = card * FACTS
                flag = facts[fact]
                if seen & flag:
                    if gone & flag:
                        # It is no longer in the game: as if it had not been there.
                        absent -= ONE
                        continue
                    # The second hazard of its kind: this card leaves the game.
                    bust = True
                    step += 1
                    gone |= flag & ~kind_bits
                    if DANGER:
                        in_game[facts[fact + CARD_KIND]] -= ONE
                    if DETAIL:
                        flows[2] += carried * inside_count
                    if TRACE:
                        trace_cards[game, place] = card
                        trace_leavers[game, place] = 0
                        place += 1
                    break
                step += 1
                seen |= flag
                if DANGER:
                    bust_cards += in_game[facts[fact + CARD_KIND]]
                if HAS_RELICS:
                    lying += facts[fact + CARD_RELIC]
                shares = facts[fact + inside_count]
                carried += shares & LOW_32
                path += shares >> S32
                if not POOLED:
                    path_gems[step] = shares >> S32
                if AHEAD:
                    for sharing in range(1, 9):
                        ahead[sharing] -= facts[fact + np.uint64(sharing)] & LOW_32
                # One card was drawn ahead, and cards that are gone still lie among the others.
                deck_size = np.int64(left + ONE - absent)

                leave = ZERO
                # <decisions>
                # </decisions>
                leave &= inside
                # Where bots reckon, mostly nobody leaves; where they flip coins, a branch on it
                # costs more than it saves.
                if TRACE:
                    trace_cards[game, place] = card
                    trace_leavers[game, place] = leave
                    place += 1
                if not COINS and leave == ZERO:
                    continue

                who = leave * PER_MASK
                leavers = masks[who]
                if POOLED:
                    part = (path * masks[who + SEATS_PART]) >> S32
                    path -= part * leavers
                else:
                    part = ZERO
                    if leave:
                        for turned in range(1, step + 1):
                            each = path_gems[turned] // leavers
                            path_gems[turned] -= each * leavers
                            part += each
                        path -= part * leavers
                gain = carried + part
                if DETAIL and leave:
                    leaver_counts[leavers] += 1
                    flows[0] += carried * leavers
                    flows[1] += part * leavers
                if HAS_RELICS:
                    found = lying if leavers == ONE else ZERO
                    lying -= found
                    gain += relics_worth(found, taken, relic_totals)
                    taken += found & LOW_32
                    if (DETAIL or RELICS_BREAK_TIES) and found:
                        for seat in range(seats):
                            if (leave >> np.uint64(seat)) & ONE:
                                relics_held[seat] += found & LOW_32
                if WIDE:
                    for seat in range(seats):
                        if (leave >> np.uint64(seat)) & ONE:
                            scores[seat] += gain
                else:
                    low += masks[who + SEATS_LOW] * gain
                    if many:
                        high += masks[who + SEATS_HIGH] * gain
                inside ^= leave
                inside_count -= leavers
                if inside == ZERO:
                    break
            if HAS_RELICS:
                # Relics that were turned leave the game, taken or not.
                if DETAIL:
                    flows[4] += count_bits(seen & relic_bits) - count_bits(gone & relic_bits)
                gone |= seen & relic_bits
            if DETAIL:
                flows[3] += path
                length_counts[round, step] += 1
                if bust:
                    bust_counts[round] += 1
                if game_lengths.size:
                    game_lengths[game, round] = step
                    game_busts[game, round] = bust
            if TRACE:
                trace_lengths[game, round] = step

        # Loops over a fixed number of seats are unrolled; seats that nobody sits on hold 0.
        if WIDE:
            best = ZERO
            for seat in range(seats):
                best = max(best, scores[seat])
        elif many:
            best = unpack(8, low, high, scores)
        else:
            best = unpack(4, low, high, scores)
        if RELICS_BREAK_TIES:
            most = ZERO
            for seat in range(seats):
                if scores[seat] == best:
                    most = max(most, relics_held[seat])
            among = ZERO
            for seat in range(seats):
                if relics_held[seat] == most:
                    among |= ONE << np.uint64(seat)
        else:
            among = everybody
        if many:
            winning = settle(8, scores, best, among, masks, prize, sums)
        else:
            winning = settle(4, scores, best, among, masks, prize, sums)
        if DETAIL:
            for seat in range(seats):
                score = scores[seat]
                sums[3, seat] += relics_held[seat]
                flows[5] += relics_held[seat]
                score_counts[seat, min(score, np.uint64(score_counts.shape[1] - 1))] += 1
        if game_scores.size:
            game_winners[game] = winning
            for seat in range(seats):
                game_scores[game, seat] = scores[seat]
    return -1
