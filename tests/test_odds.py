"""Tests of exact chances, against cases worked out by hand and every order of a small deck."""

import random
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamant.errors import IllegalStepError
from diamant.odds import (
    bust_chance,
    card_chances,
    expected_gain,
    expected_remainder,
    expected_share,
    survival_chance,
)
from diamant.record import read_record
from diamant.view import View
from tests.strategies import editions, games_in_progress

HEAD = '[Edition "iello-2016"]\n[Players "a" "b" "c"]\n'


@dataclass
class SmallPosition:
    """Implement the fields of a view that the odds need."""

    deck: dict[str, int]
    hazards: tuple[str, ...] = ()
    hazards_left: dict[str, int] = field(init=False)
    treasures_left: tuple[int, ...] = field(init=False)
    deck_size: int = field(init=False)

    def __post_init__(self):
        cards = [word for word, copies in self.deck.items() for _ in range(copies)]
        self.deck_size = len(cards)
        self.treasures_left = tuple(int(word) for word in cards if word.isdecimal())
        self.hazards_left = {kind: self.deck.get(kind, 0) for kind in ("snake", "lava", "gas")}


def small_position(chance):
    kinds = ("snake", "lava", "gas")
    deck = {kind: chance.randint(0, 3) for kind in kinds}
    deck |= {str(chance.randint(1, 17)): 1, str(chance.randint(1, 17)): chance.randint(0, 1)}
    deck["relic"] = chance.randint(0, 1)
    while sum(deck.values()) > 7:
        word = chance.choice([word for word, copies in deck.items() if copies])
        deck[word] -= 1
    if not sum(deck.values()):
        deck["5"] = 1
    seen = tuple(kind for kind in kinds if chance.random() < 0.4)
    return SmallPosition({word: copies for word, copies in deck.items() if copies}, seen)


def orders(position):
    cards = [word for word, copies in position.deck.items() for _ in range(copies)]
    return list(permutations(cards))


def survives(position, cards):
    seen = set(position.hazards)
    for card in cards:
        if card in seen:
            return False
        if card in position.hazards_left:
            seen.add(card)
    return True


def share(part, whole):
    return Fraction(sum(part), len(whole))


@pytest.mark.parametrize("seed", range(40))
def test_chances_match_all_orders_of_a_small_deck(seed):
    position = small_position(random.Random(seed))
    every = orders(position)
    assert card_chances(position) == {
        word: share((order[0] == word for order in every), every) for word in position.deck
    }
    assert bust_chance(position) == share((order[0] in position.hazards for order in every), every)
    for ahead in range(position.deck_size + 1):
        lucky = (survives(position, order[:ahead]) for order in every)
        assert survival_chance(position, ahead) == share(lucky, every), f"{ahead} cards ahead"
    for players in (1, 2, 3, 8):
        found = [int(order[0]) if order[0].isdecimal() else 0 for order in every]
        assert expected_share(position, players) == share((v // players for v in found), every)
        assert expected_remainder(position, players) == share((v % players for v in found), every)


def test_chances_match_a_case_worked_out_by_hand():
    position = SmallPosition({"5": 2, "9": 1, "snake": 2, "lava": 3, "relic": 2}, ("snake",))
    assert card_chances(position) == {
        "5": Fraction(1, 5),
        "9": Fraction(1, 10),
        "snake": Fraction(1, 5),
        "lava": Fraction(3, 10),
        "relic": Fraction(1, 5),
    }
    assert bust_chance(position) == Fraction(1, 5)
    assert expected_share(position, 2) == Fraction(2 + 2 + 4, 10)
    assert expected_remainder(position, 2) == Fraction(3, 10)
    # Two cards: none is a snake, and not both are lava.
    assert survival_chance(position, 2) == Fraction(8 * 7 - 3 * 2, 10 * 9)
    assert expected_gain(position, 2, carried=7) == Fraction(8, 10) - 7 * Fraction(1, 5)
    assert expected_gain(position, 2, carried=0) == Fraction(8, 10)


def test_chance_of_a_bust_is_zero_before_the_first_hazard():
    position = SmallPosition({"5": 1, "snake": 3})
    assert bust_chance(position) == 0
    assert survival_chance(position, 1) == 1


def test_zero_cards_are_always_survived():
    assert survival_chance(SmallPosition({"snake": 1}, ("snake",)), 0) == 1


def test_deck_of_matching_hazards_is_never_survived():
    position = SmallPosition({"snake": 2}, ("snake",))
    assert bust_chance(position) == 1
    assert survival_chance(position, 1) == 0
    assert survival_chance(SmallPosition({"snake": 2}), 2) == 0


@pytest.mark.parametrize("cards", [-1, 5])
def test_turning_more_cards_than_the_deck_has_is_refused(cards):
    position = SmallPosition({"5": 1, "snake": 3})
    assert survival_chance(position, 4) == 0
    message = f"^cannot turn {cards} cards from a deck of 4$"
    with pytest.raises(IllegalStepError, match=message):
        survival_chance(position, cards)


def test_odds_of_a_game_equal_those_of_its_spectators():
    game = read_record(HEAD + "1. snake 9 lava").game
    seen = View.of(game)
    assert card_chances(game) == card_chances(seen)
    assert survival_chance(game, 3) == survival_chance(seen, 3)
    assert expected_remainder(game, 3) == expected_remainder(seen, 3)
    assert expected_gain(game, 3, carried=3) == expected_gain(seen, 3, carried=3)


def test_odds_match_a_real_position():
    seen = View.of(read_record(HEAD + "1. snake 9 lava").game)
    assert seen.deck_size == 32
    assert bust_chance(seen) == Fraction(4, 32)
    assert card_chances(seen)["relic"] == Fraction(5, 32)
    assert card_chances(seen)["snake"] == Fraction(2, 32)
    assert "9" not in card_chances(seen)
    assert survival_chance(seen, 1) == Fraction(28, 32)
    # 14 treasures and 5 relics are harmless; three kinds of 3 hazards may each come once.
    harmless = 19 * 18 // 2 + 19 * 9 + 3 * 3 * 3
    assert survival_chance(seen, 2) == Fraction(harmless, 32 * 31 // 2)
    gems = [1, 2, 3, 4, 5, 5, 7, 7, 11, 11, 13, 14, 15, 17]
    assert expected_share(seen, 3) == Fraction(sum(gem // 3 for gem in gems), 32)
    assert expected_remainder(seen, 3) == Fraction(sum(gem % 3 for gem in gems), 32)


@given(games_in_progress() | games_in_progress(editions()), st.integers(1, 8))
def test_chances_are_consistent_with_each_other(game, players):
    seen = View.of(game)
    assert sum(card_chances(seen).values()) == 1
    assert survival_chance(seen, 1) == 1 - bust_chance(seen)
    chances = [survival_chance(seen, ahead) for ahead in range(seen.deck_size + 1)]
    assert chances == sorted(chances, reverse=True)
    # No deck can run out, so no one survives all of it (docs/rules.md, ruling 1).
    assert chances[-1] == 0
    whole = expected_share(seen, players) * players + expected_remainder(seen, players)
    assert whole == Fraction(sum(seen.treasures_left), seen.deck_size)
