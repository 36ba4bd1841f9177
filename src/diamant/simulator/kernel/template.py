"""The kernel: whole games as machine code. This file is a template.

`generate.py` inserts the functions, the bots and their decisions at the marks, and saves the result
as its own module, which Numba compiles. A full kernel plays every edition and supports all counts.
Other kernels leave out slow features, for long runs that need only sums.

All numbers are unsigned 64-bit words unless a comment says otherwise, because Numba turns the sum
of a signed and an unsigned word into a float. Arrays of facts replace branches wherever the next
card would decide the branch, because no processor can predict it. The rules are those of
`diamant.rules`; a differential test compares the two.
"""

# <functions>
from diamant.simulator.kernel.functions import *

# </functions>

# <mind>
# </mind>

# <bots>
# </bots>


@njit(cache=True, nogil=True, error_model="numpy")
def play(
    first_game,  # int64: the number of the first game, which seeds it
    games,  # int64: number of games to play
    seed,  # the run's seed
    edition,  # of EditionArrays
    line_up,  # of LineUpArrays
    detail,  # bool: whether to fill the whole tally, not only the sums
    tally,  # output, of Tally: named tally_sums and so on
    each,  # output, of Games: named game_scores and so on; or empty
    transcript,  # output, of Transcript: named transcript_cards and so on; or empty
):
    """Play games and add up their results.

    `layout.ARGUMENTS` names the parts of the tuples. Return -1, or the game in which a bot answered
    with a value that isn't a probability.
    """
    # <arguments>
    # </arguments>
    everybody = (ONE << players) - ONE
    many = players > np.uint64(4)
    seats = np.int64(players)
    deck_words = np.empty(in_order.size, np.uint64)
    deck = deck_words.view(np.uint8)
    scores = np.zeros(MOST_SEATS, np.uint64)
    relics_held = np.zeros(MOST_SEATS, np.uint64)
    in_game = np.zeros_like(copies)  # [kind]: copies still in the game, minus one.
    ahead = np.zeros_like(all_shares)  # [inside]: each share of the treasures left in the deck.
    path_gems = np.zeros(facts.size // np.int64(CARD_FACTS) + 1, np.uint64)
    chances = np.zeros(MOST_SEATS, np.float64)  # For seats whose bots answered with a probability.
    recording = transcript_cards.size > 0
    now = np.zeros(PLACES, np.int64)  # The values that bots with addresses may read.
    first_asked = group_from[INLINED]
    somebody_looks = INLINED > 0 or first_asked < group_seats.size
    # <hoisted>
    # </hoisted>
    # <minds-sit-down>
    # </minds-sit-down>
    # Keys and decks are hashed one game and one round ahead, so nothing waits for them.
    next_key = mix(seed + np.uint64(first_game) * GAMMA)
    next_deck = mix(next_key + CHOICES)
    for game in range(games):
        game_key = next_key
        next_key = mix(seed + np.uint64(first_game + game + 1) * GAMMA)
        choice_state = mix(game_key ^ CHOICES)
        if DANGER:
            for kind in range(copies.size):
                in_game[kind] = copies[kind]
        low = ZERO
        high = ZERO
        if FULL and wide:
            for seat in range(seats):
                scores[seat] = ZERO
        held = ZERO  # Relics taken, in an eight-bit lane for each seat.
        gone = ZERO
        taken = ZERO
        place = 0
        # <minds-forget>
        # </minds-forget>
        for round in range(rounds):
            for word in range(in_order.size):
                deck_words[word] = in_order[word]
            if AHEAD and somebody_looks:
                for sharing in range(9):
                    ahead[sharing] = all_shares[sharing]
            deck_state = next_state(next_deck)
            if COINS:
                coin_state = mix(game_key - np.uint64(round + 1) * CHOICES)
            if round + 1 < rounds:
                next_deck = mix(game_key + np.uint64(round + 2) * CHOICES)
            else:
                next_deck = mix(next_key + CHOICES)
            left = deck_sizes[round]
            absent = count_bits(gone)
            drawn = place_among(deck_state, left)
            left -= ONE
            deck[EIGHT + drawn] = deck[EIGHT + left]
            inside = everybody
            inside_count = players
            # Hazards that have left count as seen, so one test finds them as well as a second
            # hazard.
            seen = gone
            lying = ZERO
            bust_cards = ZERO
            carried = ZERO
            path = ZERO
            step = 0
            bust = False
            left_before = ZERO
            while True:
                # The card after this one is drawn now. It doesn't depend on anything in between,
                # and the processor need not wait for it.
                card = drawn
                deck_state = next_state(deck_state)
                index = place_among(deck_state, left)
                drawn = np.uint64(deck[EIGHT + index])
                left -= ONE
                deck[EIGHT + index] = deck[EIGHT + left]
                if COINS:
                    # One word for every card, even if nobody is asked.
                    coin_state = next_state(coin_state)
                fact = card * CARD_FACTS
                flag = facts[fact]
                if seen & flag:
                    if gone & flag:
                        # The card has left the game: continue as if it had not been drawn.
                        absent -= ONE
                        continue
                    # The second hazard of its kind: this card leaves the game.
                    bust = True
                    step += 1
                    gone |= flag & ~kind_bits
                    if DANGER:
                        in_game[facts[fact + CARD_KIND]] -= ONE
                    if FULL and detail:
                        tally_flows[LOST_IN_BUSTS] += carried * inside_count
                    if FULL and recording:
                        transcript_cards[game, place] = card
                        transcript_leavers[game, place] = 0
                        place += 1
                    break
                step += 1
                seen |= flag
                if DANGER:
                    bust_cards += in_game[facts[fact + CARD_KIND]]
                if RELICS_FOUND:
                    lying += facts[fact + CARD_RELIC]
                shares = facts[fact + inside_count]
                carried += shares & LOW_32
                path += shares >> S32
                if FULL and not pooled:
                    path_gems[step] = shares >> S32
                if AHEAD and somebody_looks:
                    for sharing in range(1, 9):
                        ahead[sharing] -= facts[fact + np.uint64(sharing)] & LOW_32
                # One card was drawn ahead, and cards that have left are still among the others.
                deck_size = np.int64(left + ONE - absent)

                leave = ZERO
                undecided = ZERO  # The seats whose bots answered with a probability.
                # <minds-look>
                # </minds-look>
                # <decisions>
                # </decisions>
                if FULL:
                    # <look>
                    # </look>
                    for group in range(first_asked, group_seats.size):
                        asked = group_seats[group] & inside
                        while asked:
                            alike = asked
                            if by_seat[group]:
                                alike = asked & (~asked + ONE)
                                seat = np.int64(count_bits(alike - ONE))
                                # <look-at-seat>
                                # </look-at-seat>
                            asked ^= alike
                            chance = ask(addresses[group], now, ahead, numbers, group)
                            if chance == 1.0:
                                leave |= alike
                            elif chance != 0.0:
                                if not 0.0 < chance < 1.0:
                                    return game
                                undecided |= alike
                                for seat in range(seats):
                                    if (alike >> np.uint64(seat)) & ONE:
                                        chances[seat] = chance
                # <draws>
                # </draws>
                leave &= inside
                # <minds-learn>
                # </minds-learn>
                if FULL and recording:
                    transcript_cards[game, place] = card
                    transcript_leavers[game, place] = leave
                    place += 1
                if HERD:
                    left_before = masks[leave * SEAT_FACTS]
                # With computing bots, usually nobody leaves; with coins, a branch here costs more
                # than it saves.
                if FULL:
                    if (coin_seats | leave) == ZERO:
                        continue
                elif not COINS and leave == ZERO:
                    continue

                who = leave * SEAT_FACTS
                leavers = masks[who]
                part = (path * masks[who + SEATS_PART]) >> S32
                if FULL and not pooled and leave:
                    part = ZERO
                    for turned in range(1, step + 1):
                        share = path_gems[turned] // leavers
                        path_gems[turned] -= share * leavers
                        part += share
                path -= part * leavers
                gain = carried + part
                if FULL and detail and leave:
                    tally_leavers[leavers] += 1
                    tally_flows[FROM_HAND] += carried * leavers
                    tally_flows[FROM_PATH] += part * leavers
                if RELICS_FOUND:
                    found = lying if leavers == ONE else ZERO
                    lying -= found
                    gain += relics_worth(found, taken, relic_totals)
                    taken += found & LOW_32
                    if TIES and found:
                        held += (found & LOW_32) << (S8 * count_bits(leave - ONE))
                if FULL and wide:
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
            if RELICS_FOUND:
                # Revealed relics leave the game, even if nobody takes them.
                turned_now = seen & relic_bits & ~gone
                if FULL and detail:
                    tally_flows[RELICS_TURNED] += count_bits(turned_now)
                gone |= turned_now
            if FULL and detail:
                tally_flows[LEFT_ON_PATH] += path
                tally_lengths[round, step] += 1
                tally_busts[round] += bust
            if FULL and game_lengths.size:
                game_lengths[game, round] = step
                game_busts[game, round] = bust
            if FULL and recording:
                transcript_lengths[game, round] = step

        # Loops over a fixed number of seats are unrolled; empty seats hold 0.
        if many:
            if not (FULL and wide):
                unpack(8, low, high, scores)
            winning = best_seats(8, scores, everybody)
        else:
            if not (FULL and wide):
                unpack(4, low, high, scores)
            winning = best_seats(4, scores, everybody)
        if TIES and relics_break_ties:
            for seat in range(seats):
                relics_held[seat] = (held >> (S8 * np.uint64(seat))) & LOW_8
            winning = best_seats(seats, relics_held, winning)
        if many:
            add_up(8, scores, winning, masks, prize, tally_sums)
        else:
            add_up(4, scores, winning, masks, prize, tally_sums)
        if FULL and detail:
            for seat in range(seats):
                score = scores[seat]
                relics = (held >> (S8 * np.uint64(seat))) & LOW_8
                tally_sums[RELICS, seat] += relics
                tally_flows[RELICS_TAKEN] += relics
                tally_scores[seat, min(score, np.uint64(tally_scores.shape[1] - 1))] += 1
        if game_scores.size:
            game_winners[game] = winning
            for seat in range(seats):
                game_scores[game, seat] = scores[seat]
    return -1
