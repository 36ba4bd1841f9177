"""The kernel for long runs of coins alone, one game after the other.

A template like `template.py`, which plays the same games with any bots and says what the words
mean. Nobody looks at anything here, so that much can be known ahead or left out:

- What all coins show is reckoned a decision ahead, so that no processor has to wait for it after
  it has guessed wrong that a cave goes on.
- A card that has left the game stays in the deck with an empty row of facts: it brings nothing and
  nobody is asked. So no branch is needed for it, which no processor could guess.
- Everything that is looked up stands in one table, and the gems of a hand and of the path in one
  word, since a processor has few registers.
- Scores are kept and settled for many games at once.
"""

# <functions>
from diamant.simulator.kernel.functions import *

# </functions>

# Where things stand in the table: how coins fall together; facts about sets of seats, as `layout`
# says, but for their number << 32; the deck after a spare word; what relics are worth; cards.
SEATS = np.uint64(256)
DECK = np.int64(SEATS) + 256 * np.int64(SEAT_FACTS)
FIRST_CARD = np.uint64(8 * (DECK + 1))  # The deck's first byte.
TOTALS = np.uint64(DECK + DECK_WORDS)
CARDS = TOTALS + np.uint64(MOST_RELICS)
# Facts about a card besides each one's share: its hazard's kind as a bit, what the coins' state
# goes on by, a mask that is empty if nobody is asked, and a relic's points or a one. A relic that
# has been turned loses all that is not in its last fact.
GOES_ON = np.uint64(12)
ASKED = np.uint64(13)
RELIC = np.uint64(14)
STAYS = np.uint64(15)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
# Cards 0 to 7 in a word, and what makes the next eight of them.
EIGHT_CARDS = np.uint64(0x0706050403020100)
EIGHT_MORE = np.uint64(0x0808080808080808)

BATCH = 256  # How many games are settled at once.
SEATS_TAKEN = np.int64(PLAYERS)
EVERYBODY = np.uint64((1 << PLAYERS) - 1)


@njit(inline="always")
def flip(state, table):
    """Return the seats whose coins say that they leave, below bits that mean nothing."""
    word = mix(state)
    column = word & EVERYBODY
    entry = table[column]
    return column if word < entry else entry


@njit(inline="always")
def score_of(seat, word):
    """Return a seat's score, from the word of its four seats, in 32 bits."""
    return np.uint32(word >> (S16 * np.uint64(seat & 3))) & np.uint32(0xFFFF)


@njit
def settle_batch(lows, highs, count, best, winners, parts, prize, sums):
    """Add the scores and wins of some games to the sums, and find their winners."""
    for game in range(count):
        best[game] = 0
        winners[game] = 0
    for seat in range(SEATS_TAKEN):
        words = lows if seat < 4 else highs
        points = ZERO
        squares = ZERO
        for game in range(count):
            score = score_of(seat, words[game])
            points += np.uint64(score)
            squares += np.uint64(np.uint32(score * score))
            best[game] = max(best[game], score)
        sums[POINTS, seat] += points
        sums[SQUARES, seat] += squares
    for seat in range(SEATS_TAKEN):
        words = lows if seat < 4 else highs
        for game in range(count):
            wins = np.uint32(score_of(seat, words[game]) == best[game])
            winners[game] |= wins << np.uint32(seat)
    for game in range(count):
        parts[game] = prize[count_bits(np.uint64(winners[game]))]
    for seat in range(SEATS_TAKEN):
        won = ZERO
        for game in range(count):
            wins = (winners[game] >> np.uint32(seat)) & np.uint32(1)
            won += np.uint64(np.uint32(parts[game] * wins))
        sums[WINS, seat] += won


@njit
def table_of(alias, masks, relic_totals, facts, kind_bits):
    """Return the table that the kernel looks everything up in."""
    cards = facts.size // np.int64(CARD_FACTS)
    table = np.zeros(np.int64(CARDS) + facts.size, np.uint64)
    for mask in range(256):
        table[mask] = alias[mask]
    for place in range(masks.size):
        table[np.int64(SEATS) + place] = masks[place]
    for mask in range(256):
        table[np.int64(SEATS) + mask * np.int64(SEAT_FACTS)] <<= S32
    for taken in range(relic_totals.size):
        table[np.int64(TOTALS) + taken] = relic_totals[taken]
    for card in range(cards):
        fact = card * np.int64(CARD_FACTS)
        row = np.int64(CARDS) + fact
        relic = facts[fact + np.int64(CARD_RELIC)]
        table[row] = facts[fact] & kind_bits
        for inside in range(1, np.int64(MOST_SEATS) + 1):
            table[row + inside] = facts[fact + inside]
        table[row + np.int64(GOES_ON)] = GAMMA
        table[row + np.int64(ASKED)] = ALL
        table[row + np.int64(RELIC)] = relic >> S32 if RELICS_PRINTED else relic
        table[row + np.int64(STAYS)] = ZERO if relic else ALL
    return table


@njit(cache=True, nogil=True, error_model="numpy")
def play(first_game, games, seed, edition, line_up, detail, tally, each, transcript):
    """Play games and add up their scores; the arguments are those of `template.py`."""
    # <arguments>
    # </arguments>
    table = table_of(alias, masks, relic_totals, facts, kind_bits)
    whole = table.copy()
    deck = table.view(np.uint8)
    gone = np.full(rounds, CARDS)  # [round]: the row of the hazard that left the game, or any.
    lows = np.zeros(BATCH, np.uint64)
    highs = np.zeros(BATCH, np.uint64)
    best = np.zeros(BATCH, np.uint32)
    winners = np.zeros(BATCH, np.uint32)
    parts = np.zeros(BATCH, np.uint32)
    kept = 0
    next_key = mix(seed + np.uint64(first_game) * GAMMA)
    next_fraction = mix(next_key + CHOICES)
    next_state = mix(next_key ^ CHOICES) + GAMMA
    for game in range(games):
        round_key = next_key
        next_key = mix(seed + np.uint64(first_game + game + 1) * GAMMA)
        choice_state = next_state
        coins = flip(choice_state, table)
        next_state = mix(next_key ^ CHOICES) + GAMMA
        low = ZERO
        high = ZERO
        taken = ZERO
        for round in range(rounds):
            for word in range(1, DECK_WORDS):
                table[DECK + word] = EIGHT_CARDS + np.uint64(word - 1) * EIGHT_MORE
            round_key += CHOICES
            fraction = next_fraction
            if round + 1 < rounds:
                next_fraction = mix(round_key + CHOICES)
            else:
                next_fraction = mix(next_key + CHOICES)
            deck_state = round_key + GAMMA
            fraction_after = mix(deck_state)
            draws = DRAWS_PER_WORD - 1
            left = deck_sizes[round]
            drawn = times(fraction, left)
            fraction *= left
            left -= ONE
            deck[FIRST_CARD + drawn] = deck[FIRST_CARD + left]
            inside = EVERYBODY
            inside_count = np.uint64(PLAYERS)
            seen = ZERO
            lying = ZERO
            gems = ZERO  # What each one carries, and above bit 32 what lies on the path.
            while True:
                row = CARDS + drawn * CARD_FACTS
                if draws == 0:
                    fraction = fraction_after
                    deck_state += GAMMA
                    fraction_after = mix(deck_state)
                    draws = DRAWS_PER_WORD
                draws -= 1
                index = times(fraction, left)
                fraction *= left
                drawn = np.uint64(deck[FIRST_CARD + index])
                left -= ONE
                deck[FIRST_CARD + index] = deck[FIRST_CARD + left]
                flag = table[row]
                if seen & flag:
                    # The second hazard of its kind: this card leaves the game.
                    gone[round] = row
                    table[row] = ZERO
                    table[row + GOES_ON] = ZERO
                    table[row + ASKED] = ZERO
                    break
                seen |= flag
                gems += table[row + inside_count]
                leave = coins & inside & table[row + ASKED]
                choice_state += table[row + GOES_ON]
                coins = flip(choice_state, table)
                if RELICS_FOUND:
                    lying += table[row + RELIC]
                    stays = table[row + STAYS]
                    table[row + GOES_ON] &= stays
                    table[row + ASKED] &= stays
                    table[row + RELIC] &= stays
                who = SEATS + leave * SEAT_FACTS
                # Above bit 64 of the product: what is carried is too little to change it.
                part = times(gems, table[who + SEATS_PART])
                gain = (gems & LOW_32) + part
                gems -= part * table[who]
                if RELICS_FOUND:
                    found = lying if table[who] == ONE << S32 else ZERO
                    lying -= found
                    if RELICS_PRINTED:
                        gain += found
                    if RELICS_BY_ORDER:
                        paid = table[TOTALS + taken]
                        taken += found
                        gain += table[TOTALS + taken] - paid
                low += table[who + SEATS_LOW] * gain
                if PLAYERS > 4:
                    high += table[who + SEATS_HIGH] * gain
                inside ^= leave
                inside_count = count_bits(inside)
                if inside == ZERO:
                    break

        for round in range(rounds):
            row = gone[round]
            table[row] = whole[row]
            table[row + GOES_ON] = GAMMA
            table[row + ASKED] = ALL
        if RELICS_FOUND:
            for relic in range(relic_totals.size - 1):
                row = np.uint64(table.size) - np.uint64(relic + 1) * CARD_FACTS
                table[row + GOES_ON] = GAMMA
                table[row + ASKED] = ALL
                table[row + RELIC] = whole[row + RELIC]
        lows[kept] = low
        highs[kept] = high
        kept += 1
        if kept == BATCH or game + 1 == games:
            settle_batch(lows, highs, kept, best, winners, parts, prize, tally_sums)
            if game_scores.size:
                for place in range(kept):
                    settled = game + 1 - kept + place
                    game_winners[settled] = winners[place]
                    for seat in range(SEATS_TAKEN):
                        words = lows if seat < 4 else highs
                        game_scores[settled, seat] = score_of(seat, words[place])
            kept = 0
    return -1
