"""The kernel for long runs of simple bots: one game per lane, side by side.

This template plays the same games as `template.py`, which plays them one after the other and
explains the terms. There, the processor must predict at every card whether an expedition ends, and
is often wrong. Here, all lanes play the same expedition until it has ended in each of them, so
there is nothing to predict. A lane whose expedition is over waits, and its results are masked out.

No deck is shuffled in memory. A draw takes a place (`spot`) among the remaining ones, and the last
card moves there. So a card is its place, unless an earlier draw took that place and moved another
card there.

Numbers are as small as possible, mostly bytes, so a vector holds more of them. Games that need
larger numbers are not played here (`side_by_side.py`).
"""

# <functions>
from diamant.simulator.kernel.functions import *

# </functions>
from diamant.simulator.kernel.lanes import *

# <bots>
# </bots>

SIXTEEN = np.uint64(16)
UNIT_15 = 1 << 15


@njit(inline="always")
def pick_byte(table, start, places):
    """Look up bytes in a table of sixteen; an index above 15 gives 0."""
    return pick(table, start, places) if SHUFFLES else pick_singly(table, start, places)


@njit(inline="always")
def pick_card(facts, fact, card):
    """Return one fact about each lane's card."""
    first = np.uint64(fact * CARD_ROWS) * SIXTEEN
    found = pick_byte(facts, first, card)
    for row in range(1, CARD_ROWS):
        start = np.uint64(row) * SIXTEEN
        found |= pick_byte(facts, first + start, card - start)
    return found


@njit(inline="always")
def pick_short(table, places):
    """Look up 16-bit numbers in a table that stores lower and upper bytes apart."""
    upper = to_shorts(pick_byte(table, SIXTEEN, places)) << S8
    return to_shorts(pick_byte(table, ZERO, places)) | upper


@njit(inline="always")
def whole_share(number, parts, many):
    """Return one player's share of a number, rounded down; 0 for no players.

    The number is multiplied by a reciprocal that is rounded up to a multiple of 2^-15. For numbers
    below `SHARED_EXACTLY`, the result is exact.
    """
    return upper_half(number + number, pick_short(parts, many))


@inner_njit()
def write_short(table, place, number):
    """Write a number in the format that `pick_short` reads."""
    table[place] = number & LOW_8
    table[place + 16] = number >> S8


@njit(cache=True, nogil=True, error_model="numpy")
def play(first_game, games, seed, edition, line_up, detail, tally, each, transcript):
    """Play games and add up their scores; see `template.py` for the arguments."""
    # <arguments>
    # </arguments>
    everybody = (ONE << players) - ONE
    seats = np.int64(players)
    width = np.uint64(LANES)
    cards = facts.size // np.int64(CARD_FACTS)
    # [fact, card]: hazard kind as a bit, gems, relic as a bit, points (or 1).
    card_facts = np.zeros(4 * CARD_ROWS * 16, np.uint8)
    found_relics = 0
    for card in range(cards):
        at = card * np.int64(CARD_FACTS)
        relic = facts[at + np.int64(CARD_RELIC)]
        card_facts[card] = facts[at] & kind_bits
        card_facts[card + CARD_ROWS * 16] = facts[at + 1] & LOW_32
        if relic:
            card_facts[card + 2 * CARD_ROWS * 16] = 1 << found_relics
            card_facts[card + 3 * CARD_ROWS * 16] = 1 if RELICS_BY_ORDER else relic >> S32
            found_relics += 1
    parts = np.zeros(32, np.uint8)  # [many]: one player's share of a whole.
    for many in range(1, np.int64(MOST_SEATS) + 1):
        write_short(parts, many, np.uint64((UNIT_15 + many - 1) // many))
    worths = np.zeros(32, np.uint8)  # [n]: worth of the first n relics taken.
    for many in range(relic_totals.size):
        write_short(worths, many, relic_totals[many])
    spots = np.zeros(cards * LANES, np.uint8)  # [draw, lane]: the place that a draw took,
    moves = np.zeros(cards * LANES, np.uint8)  # and the card that moved there.
    gone = np.zeros(rounds * LANES, np.uint8)  # [round, lane]: the hazard that left the game.
    columns = np.zeros(LANES, np.uint32)
    scores = np.zeros(np.int64(MOST_SEATS) * LANES, np.uint16)
    winning = np.zeros(LANES, np.uint8)
    sums = np.zeros((3, np.int64(MOST_SEATS) * LANES), np.uint64)
    points, squares, wins = sums[0], sums[1], sums[2]
    lane = lane_numbers()
    for first in range(0, games, LANES):
        active = to_bytes(lane < np.uint64(games - first))
        game_key = mix((lane + np.uint64(first_game + first)) * GAMMA + seed)
        for seat in range(seats):
            store(scores, np.uint64(seat) * width, all_shorts(ZERO))
        relics_gone = all_bytes(ZERO)
        taken = all_bytes(ZERO)
        paid = all_shorts(ZERO)  # The worth of the relics taken so far, where the order decides.
        for round in range(rounds):
            deck_state = mix(game_key + np.uint64(round + 1) * CHOICES)
            coin_state = mix(game_key - np.uint64(round + 1) * CHOICES)
            left = deck_sizes[round]
            turned = 0
            alive = active
            inside = all_bytes(everybody)
            inside_count = all_bytes(players)
            seen = all_bytes(ZERO)
            relics_seen = all_bytes(ZERO)
            going = all_bytes(NO_CARD)
            lying = all_bytes(ZERO)
            carried = all_shorts(ZERO)
            path = all_shorts(ZERO)
            while left != ZERO:
                deck_state = next_state(deck_state)
                # If the deck is known to be small, the compiler finds a fast multiplication.
                spot = to_bytes(place_among(deck_state, left & LOW_8))
                left -= ONE
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

                # Cards that have left the game are skipped.
                playing = alive
                for before in range(round):
                    playing &= card != load(gone, np.uint64(before) * width)
                if RELICS_FOUND:
                    relic = pick_card(card_facts, 2, card)
                    playing &= (relics_gone & relic) == ZERO
                kind = pick_card(card_facts, 0, card)
                bust = playing & ((seen & kind) != ZERO)
                going = choose(bust, card, going)
                alive ^= bust
                playing ^= bust
                seen |= playing & kind
                gems = to_shorts(pick_card(card_facts, 1, card) & playing)
                share = whole_share(gems, parts, inside_count)
                carried += share
                path += gems - share * to_shorts(inside_count)
                if RELICS_FOUND:
                    relics_seen |= playing & relic
                    lying += pick_card(card_facts, 3, card) & playing

                leave = all_bytes(ZERO)
                if COINS:
                    coin_state = next_state(coin_state)
                    word = to_words(small_word(coin_state))
                    column = word & everybody
                    if GATHERS:
                        entry = gather(alias, column)
                    else:
                        store(columns, ZERO, column)
                        entry = look_up(alias, columns)
                    leave = to_bytes(choose(word < entry, column, entry))
                # <decisions>
                # </decisions>
                leave &= inside & playing
                leavers = count_seats(leave)
                part = whole_share(path, parts, leavers)
                path -= part * to_shorts(leavers)
                gain = carried + part
                if RELICS_FOUND:
                    found = choose(leavers == ONE, lying, ZERO)
                    lying -= found
                    if RELICS_PRINTED:
                        gain += to_shorts(found)
                    if RELICS_BY_ORDER:
                        taken += found
                        worth = pick_short(worths, taken)
                        gain += worth - paid
                        paid = worth
                leaving = to_shorts(leave)
                for seat in range(seats):
                    at = np.uint64(seat) * width
                    bit = ONE << np.uint64(seat)
                    gets = ((leaving & bit) == bit) & gain
                    store(scores, at, load(scores, at) + gets)
                inside ^= leave
                inside_count -= leavers
                alive &= inside != ZERO
                if not in_some(alive):
                    break
            store(gone, np.uint64(round) * width, going)
            relics_gone |= relics_seen

        best = all_shorts(ZERO)
        for seat in range(seats):
            score = load(scores, np.uint64(seat) * width)
            best = choose(score > best, score, best)
        winners = all_bytes(ZERO)
        for seat in range(seats):
            wins_too = to_bytes(load(scores, np.uint64(seat) * width) == best)
            winners |= wins_too & (ONE << np.uint64(seat))
        prizes = whole_share(all_shorts(prize[1]), parts, count_seats(winners & active))
        for seat in range(seats):
            at = np.uint64(seat) * width
            score = load(scores, at)
            whole = to_longs(score)
            store(points, at, load(points, at) + whole)
            store(squares, at, load(squares, at) + whole * whole)
            store(wins, at, load(wins, at) + to_longs((score == best) & prizes))
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
