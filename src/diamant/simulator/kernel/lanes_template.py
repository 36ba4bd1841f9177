"""The kernel for long runs of simple bots: as many games side by side as there are lanes.

A template like `template.py`, which plays the same games one after the other and says what the
words mean. There the processor guesses at every card whether a cave is over, and is often wrong;
here all lanes go through the same cave until it is over in each of them, and nothing is guessed. A
lane whose cave is over waits, and what it computes meanwhile is masked out.

No deck is shuffled in memory. A draw takes the place `spot` among those left, and the last card
moves there: so a card is its place, unless an earlier draw took that place and put another one
there.
"""

# <functions>
from diamant.simulator.kernel.functions import *

# </functions>
from diamant.simulator.kernel.lanes import *

# <bots>
# </bots>


@njit(cache=True, nogil=True, error_model="numpy")
def play(first_game, games, seed, edition, line_up, detail, tally, each, transcript):
    """Play games and add up their scores; the arguments are those of `template.py`."""
    # <arguments>
    # </arguments>
    everybody = (ONE << players) - ONE
    seats = np.int64(players)
    width = np.uint64(LANES)
    cards = facts.size // np.int64(CARD_FACTS)
    # [card]: its bits, and above bit 32 its gems, and above bit 48 a relic's points or a one.
    table = np.empty(cards, np.uint64)
    for card in range(cards):
        at = card * np.int64(CARD_FACTS)
        relic = facts[at + np.int64(CARD_RELIC)]
        worth = relic & LOW_32 if RELICS_BY_ORDER else relic >> S32
        table[card] = facts[at] | (facts[at + 1] & LOW_32) << S32 | worth << (S32 + S16)
    relic_points = np.zeros(relic_totals.size - 1)  # [relic]: its worth, where order decides.
    for relic in range(relic_points.size):
        relic_points[relic] = relic_totals[relic + 1] - relic_totals[relic]
    spots = np.zeros(cards * LANES, np.uint8)  # [draw, lane]: the place that a draw took,
    moves = np.zeros(cards * LANES, np.uint8)  # and the card that was moved there.
    drawn = np.zeros(LANES, np.uint8)
    scores = np.zeros(np.int64(MOST_SEATS) * LANES, np.float32)
    winning = np.zeros(LANES, np.uint32)
    sums = np.zeros((3, np.int64(MOST_SEATS) * LANES), np.uint64)
    points, squares, wins = sums[0], sums[1], sums[2]
    lane = lane_numbers()
    for first in range(0, games, LANES):
        active = to_words(lane < np.uint64(games - first))
        game_key = mix((lane + np.uint64(first_game + first)) * GAMMA + seed)
        choice_state = mix(game_key ^ CHOICES)
        for seat in range(seats):
            store(scores, np.uint64(seat) * width, all_reals(0.0))
        gone = all_words(ZERO)
        taken = all_reals(0.0)
        paid = all_reals(0.0)  # What the relics taken have been worth, where order decides.
        for round in range(rounds):
            deck_state = game_key + np.uint64(round + 1) * CHOICES
            fraction = mix(deck_state)
            draws = DRAWS_PER_WORD
            left = deck_sizes[round]
            turned = 0
            alive = active
            inside = all_words(everybody)
            inside_count = all_reals(np.float64(players))
            gone_before = gone
            seen = gone
            lying = all_reals(0.0)
            carried = all_reals(0.0)
            path = all_reals(0.0)
            # In a lane that is over it runs ahead of `choice_state`, which `flips` puts right.
            next_state = choice_state
            flips = all_words(ZERO)
            while left != ZERO:
                if draws == 0:
                    deck_state += GAMMA
                    fraction = mix(deck_state)
                    draws = DRAWS_PER_WORD
                draws -= 1
                # The product of 96 bits in two halves. Told that a deck is small, the compiler
                # finds a quick multiplication.
                number = left & LOW_8
                lower = (fraction & LOW_32) * number
                upper = (fraction >> S32) * number + (lower >> S32)
                fraction = upper << S32 | lower & LOW_32
                left -= ONE
                spot = to_bytes(upper >> S32)
                last = all_bytes(left)
                card = spot
                moved = last
                for draw in range(turned):
                    was = load(spots, np.uint64(draw) * width)
                    now = load(moves, np.uint64(draw) * width)
                    card = choose(was == spot, now, card)
                    moved = choose(was == last, now, moved)
                store(spots, np.uint64(turned) * width, spot)
                store(moves, np.uint64(turned) * width, moved)
                turned += 1

                if GATHERS:
                    fact = gather(table, to_words(card))
                else:
                    store(drawn, ZERO, card)
                    fact = look_up(table, drawn, ZERO)
                flag = to_words(fact)
                passed = (gone_before & flag) != ZERO
                clear = (seen & flag) == ZERO
                playing = alive & clear
                bust = alive & ((clear | passed) ^ LOW_32)
                gone |= bust & flag & ~kind_bits
                alive ^= bust
                seen |= playing & flag
                brought = to_words(fact >> S32) & playing
                gems = to_reals(brought & LOW_16)
                share = whole_share(gems, inside_count)
                carried += share
                path += gems - share * inside_count
                if RELICS_FOUND:
                    lying += to_reals(brought >> S16)

                leave = all_words(ZERO)
                if COINS:
                    # What the coins would show does not depend on who is inside, so that nothing
                    # has to wait for it.
                    next_state += long_mask(passed ^ LOW_32) & GAMMA
                    word = mix(next_state)
                    column = word & everybody
                    entry = gather(alias, to_words(column))
                    leave = to_words(choose(word < entry, column, entry & LOW_8))
                    flips -= playing & ((inside & coin_seats) != ZERO)
                # <decisions>
                # </decisions>
                leave &= inside & playing
                leavers = count_seats(leave)
                part = whole_share(path, leavers)
                path -= part * leavers
                gain = carried + part
                if RELICS_FOUND:
                    found = choose(leavers == 1.0, lying, 0.0)
                    lying -= found
                    if RELICS_PRINTED:
                        gain += found
                    # Where bots reckon alike, hardly anybody leaves alone; with coins some do.
                    if RELICS_BY_ORDER and (COINS or in_some(found > 0.0)):
                        taken += found
                        worth_now = all_reals(0.0)
                        for relic in range(relic_points.size):
                            is_taken = taken > np.float64(relic)
                            worth_now += choose(is_taken, relic_points[relic], all_reals(0.0))
                        gain += worth_now - paid
                        paid = worth_now
                for seat in range(seats):
                    at = np.uint64(seat) * width
                    stays = (leave & (ONE << np.uint64(seat))) == ZERO
                    store(scores, at, load(scores, at) + choose(stays, 0.0, gain))
                inside ^= leave
                inside_count -= leavers
                alive &= inside != ZERO
                if not in_some(alive):
                    break
            if COINS:
                choice_state += to_longs(flips) * GAMMA
            if RELICS_FOUND:
                gone |= seen & relic_bits

        best = all_reals(0.0)
        for seat in range(seats):
            score = load(scores, np.uint64(seat) * width)
            best = choose(score > best, score, best)
        winners = all_words(ZERO)
        for seat in range(seats):
            wins_too = load(scores, np.uint64(seat) * width) == best
            winners |= wins_too & (ONE << np.uint64(seat))
        prizes = to_words(whole_share(all_reals(np.float64(prize[1])), count_seats(winners)))
        for seat in range(seats):
            at = np.uint64(seat) * width
            score = load(scores, at)
            whole = to_longs(to_words(score))
            store(points, at, load(points, at) + whole)
            store(squares, at, load(squares, at) + whole * whole)
            won = to_longs((score == best) & prizes & active)
            store(wins, at, load(wins, at) + won)
        if game_scores.size:
            store(winning, ZERO, winners)
            for game in range(first, min(first + LANES, games)):
                game_winners[game] = winning[game - first]
                for seat in range(seats):
                    game_scores[game, seat] = np.int64(scores[seat * LANES + game - first])
    for seat in range(seats):
        for place in range(seat * LANES, (seat + 1) * LANES):
            tally_sums[POINTS, seat] += points[place]
            tally_sums[SQUARES, seat] += squares[place]
            tally_sums[WINS, seat] += wins[place]
    return -1
