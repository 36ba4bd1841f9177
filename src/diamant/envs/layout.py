"""Where a number stands in what Python and the stepping kernel share.

The kernel's text must hold every number that it is compiled with, so `kernel.py` writes these into
it; Python imports them.
"""

# A game is one row of 32-bit numbers, which suffice for every edition that can be read and are
# observed quickly, and a row of 64-bit words for its shuffle. First those words: the last one has a
# bit for each hazard and relic that is gone.
SEED, NUMBER, KEY, DECK_STATE, CHOICE_STATE, GONE = range(6)
WORDS = 6
# Then the numbers. How many steps the transcript holds, and cards left in the shuffled deck; what
# the game waits for; the round from 0; the seats inside as a mask, and how many they are.
PLACE, LEFT, PHASE, ROUND, STEP, INSIDE, COUNT, LEFT_BEFORE = range(8)
# Cards in the deck; those that would be a bust; kinds of hazards met, as bits; gems carried and
# on the path; relics on the path, what is printed on them, and relics taken in the whole game.
SIZE, BUST_CARDS, MET, CARRIED, PATH, LYING, PRINTED, TAKEN = range(8, 16)
AHEAD = 16  # [inside], 9 numbers: what each of them would get from all treasures in the deck.
POINTS = 25  # [seat], 8 numbers.
HELD = 33  # [seat], 8 numbers: relics.
# [kind]: copies in the deck; then [kind]: copies gone for good; then, where the path is shared card
# by card, the gems on each of its cards.
COUNTS = 41

TURN, DECIDE, OVER = range(3)

# An edition is one row too. First single numbers, then where each table begins.
E_ROUNDS, E_PLAYERS, E_KINDS, E_FIRST_HAZARD, E_FIRST_RELIC, E_HAZARDS, E_BOX, E_UNIT = range(8)
E_POOLED, E_BY_ORDER, E_RELICS_BREAK_TIES, E_FIRST_BIT = range(8, 12)
E_VALUES = 12  # -> [kind]: gems of a treasure, the number printed on a relic, else 0.
E_SHARES = 13  # -> [kind, inside], 9 to a kind: each one's share.
E_STARTS = 14  # -> [round, kind]: copies in the deck if none were gone.
E_RELIC_TOTALS = 15  # -> [n]: what the first n relics taken are worth, where that goes by order.
E_DECK_SIZES = 16  # -> [round]: how many cards have entered by then.
E_KIND_OF = 17  # -> [card]: the kind of every single card, in the simulator's order.
E_ALL_SHARES = 18  # -> [inside], 9 numbers: each one's share of all treasures.
E_TABLES = 19

# Rewards.
WIN, AT_THE_END, EXPEDITION, LUCK_ADJUSTED = range(4)

# What happens to a game that is over; now, those are dealt anew that were chosen.
NEXT_STEP, SAME_STEP, DISABLED, NOW = range(4)

# What a kernel answers instead of -1, in its lowest two bits; above them, which seat of which game.
WRONG_ACTION, GAME_OVER, NONSENSE = 1, 2, 3

# The features of an observation that stand first: `observation.py` says what each is.
SCALARS = 12
