"""Test that coins, first cards and shuffles are fair.

All seeds are fixed, so the tests never fail at random. Each limit would be exceeded by chance about
once in a million runs.
"""

import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest

from diamant.record import read_records, replay
from diamant.rules.edition import HazardKind
from diamant.simulator.called import Shuffler, seed_word
from diamant.simulator.kernel.arrays import EditionArrays, alias_table
from diamant.simulator.kernel.layout import MASKS
from tests.rules.playing import small_edition
from tests.simulator.differential import decisions, export, find
from tests.simulator.line_ups import COINS

FIVE_SIGMA = 5


@pytest.fixture(scope="module")
def exported():
    return export(find("schmidt-2005"), list(COINS), 1_500, seed=17)[1]


@pytest.fixture(scope="module")
def chosen(exported):
    """Return the players inside at each decision, and the leavers."""
    return [(game.expedition.in_cave, leavers) for game, leavers in decisions(exported)]


def shuffled(arrays, seed, numbers):
    """Yield the shuffler of each of some games, before the first card."""
    for number in range(numbers):
        shuffler = Shuffler(arrays, seed_word(seed), number)
        shuffler.start_round(1)
        yield shuffler


@pytest.mark.parametrize(("seat", "leave"), [(0, 0.2), (3, 0.07), (6, 0.5)])
def test_coin_leaves_with_its_probability(chosen, seat, leave):
    left = [seat in leavers for inside, leavers in chosen if seat in inside]
    assert len(left) > 10_000
    assert is_fair(sum(left), len(left), leave)


def is_fair(times, tries, chance):
    return abs(times - tries * chance) < FIVE_SIGMA * math.sqrt(tries * chance * (1 - chance))


def test_coins_of_two_seats_are_independent(chosen):
    """Both coins use the same random word."""
    table = np.zeros((2, 2))
    for inside, leavers in chosen:
        if 0 in inside and 3 in inside:
            table[int(0 in leavers), int(3 in leavers)] += 1
    total = table.sum()
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / total
    assert ((table - expected) ** 2 / expected).sum() < FIVE_SIGMA**2


def test_every_card_is_equally_likely_to_come_first(exported):
    games = list(read_records(exported))
    first = Counter(str(step.card) for r in games for step in replay(r) if step.number == 1)
    box = Counter(map(str, games[0].game.edition.treasures))
    box.update(dict(games[0].game.edition.hazards))
    # Some hazards are gone from the second round on, so compare only treasures.
    treasures = sum(first[word] for word in box if word.isdigit())
    expected = {word: treasures * n / 15 for word, n in box.items() if word.isdigit()}
    assert chi_square(first, expected) < limit(len(expected) - 1)
    in_first_round = Counter(str(next(iter(replay(record))).card) for record in games)
    whole = {word: len(games) * copies / 30 for word, copies in box.items()}
    assert chi_square(in_first_round, whole) < limit(len(whole) - 1)


@pytest.mark.parametrize("probabilities", [
    [0.2],
    [0.0, 1.0],
    [0.5, 0.5, 0.5],
    [0.2, 0.9, 0.01, 0.0, 1.0],
    [0.2] * 8,
    [1e-9, 1 - 1e-9, 0.3],
    [0.0] * 4,
    [1.0] * 8,
])  # fmt: skip
def test_alias_table_gives_every_outcome_its_probability(probabilities):
    table = alias_table(probabilities).tolist()
    assert len(table) == MASKS
    columns = 1 << len(probabilities)
    masses = [0.0] * columns
    for column in range(columns):
        keep = (table[column] >> 8) / 2**24
        masses[column] += keep / columns
        masses[table[column] & 0xFF] += (1 - keep) / columns
    for mask, mass in enumerate(masses):
        expected = math.prod(
            chance if mask >> seat & 1 else 1 - chance for seat, chance in enumerate(probabilities)
        )
        assert mass == pytest.approx(expected, abs=2**-24)


def test_alias_table_never_yields_impossible_outcomes():
    """A bot that never leaves does not leave even once in 2^50 decisions."""
    for probabilities in ([0.0, 0.3], [0.1, 0.0, 0.7], [0.0] * 8):
        never = [seat for seat, chance in enumerate(probabilities) if chance == 0]
        table = alias_table(probabilities).tolist()
        for column in range(1 << len(probabilities)):
            keep, other = table[column] >> 8, table[column] & 0xFF
            for seat in never:
                assert not other >> seat & 1
                assert keep == 0 or not column >> seat & 1


def test_shuffles_of_a_small_deck_are_uniform():
    """Count all orders of four cards, with the Python twin of the kernel's shuffle."""
    tiny = small_edition(treasures=(1, 2), hazards=(HazardKind("snake", 2),), rounds=1)
    arrays = EditionArrays.of(tiny)
    assert arrays.words == ("1", "2", "snake", "snake")
    counts = Counter()
    runs = 24_000
    for shuffler in shuffled(arrays, 3, runs):
        counts[tuple(shuffler._draw() for _ in range(4))] += 1
    orders = list(itertools.permutations(range(4)))
    assert chi_square(counts, dict.fromkeys(orders, runs / 24)) < limit(23)


def test_shuffles_of_rounds_and_games_are_independent():
    arrays = EditionArrays.of(find("schmidt-2005"))
    pairs = Counter()
    for shuffler in shuffled(arrays, 8, 8_000):
        first = shuffler._draw() % 5
        shuffler.start_round(2)
        pairs[first, shuffler._draw() % 5] += 1
    assert chi_square(pairs, dict.fromkeys(itertools.product(range(5), repeat=2), 320)) < limit(24)


def test_coins_are_independent_of_cards():
    arrays = EditionArrays.of(find("schmidt-2005"))
    lower, upper = Counter(), Counter()
    for shuffler in shuffled(arrays, 9, 8_000):
        card = shuffler._draw() % 5
        lower[card, shuffler.coin_word() % 5] += 1
        upper[card, shuffler.coin_word() * 5 >> 32] += 1
    pairs = dict.fromkeys(itertools.product(range(5), repeat=2), 320)
    assert chi_square(lower, pairs) < limit(24)
    assert chi_square(upper, pairs) < limit(24)


def test_late_cards_of_a_long_deck_are_uniform():
    arrays = EditionArrays.of(find("own-wide"))
    for place in (0, 4, 5, 9, 60):
        counts = Counter()
        for shuffler in shuffled(arrays, place, 4_000):
            for _ in range(place):
                shuffler._draw()
            counts[shuffler._draw() * 8 // 197] += 1
        cards = Counter(card * 8 // 197 for card in range(int(arrays.deck_sizes[0])))
        expected = {group: 4_000 * many / 196 for group, many in cards.items()}
        assert chi_square(counts, expected) < limit(7)


def test_seed_words_are_distinct_and_balanced():
    words = [seed_word(seed) for seed in range(1000)]
    assert len(set(words)) == 1000
    assert all(0 <= word < 2**64 for word in words)
    assert is_fair(sum(word.bit_count() for word in words), 64_000, 0.5)


def test_called_bot_leaves_with_its_probability(tmp_path):
    (tmp_path / "mine.py").write_text("def mine(view):\n    view.history\n    return 0.3\n")
    _, text = export(find("schmidt-2005"), [f"{tmp_path}/mine.py:mine"] * 3, 250, seed=1)
    asked = left = 0
    for game, leavers in decisions(text):
        asked += len(game.expedition.in_cave)
        left += len(leavers)
    assert is_fair(left, asked, 0.3)


def chi_square(counts, expected):
    assert set(counts) <= set(expected) or all(key in counts for key in expected)
    return sum((counts[key] - number) ** 2 / number for key, number in expected.items())


def limit(freedom):
    """Return the chi-square that chance exceeds about once in a million (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + 4.75 * math.sqrt(part)) ** 3


def test_control_chi_square_limit_accepts_chance_and_notices_bias():
    fair, loaded = random.Random(1), random.Random(2)
    dice = Counter(fair.randrange(6) for _ in range(6_000))
    assert chi_square(dice, dict.fromkeys(range(6), 1_000)) < limit(5)
    bad = Counter(max(loaded.randrange(6), loaded.randrange(6) // 4) for _ in range(6_000))
    assert chi_square(bad, dict.fromkeys(range(6), 1_000)) > limit(5)
