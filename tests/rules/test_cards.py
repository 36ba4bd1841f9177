"""Tests of cards, their words in the notation, and the deck as a multiset."""

import copy
import pickle
from collections.abc import Collection
from dataclasses import FrozenInstanceError

import pytest

from diamant.errors import IllegalStepError
from diamant.rules.cards import Hazard, Relic, Treasure
from diamant.rules.deck import Deck

FIVE, SNAKE, RELIC = Treasure(5), Hazard("snake"), Relic()


@pytest.mark.parametrize(
    ("card", "word"),
    [
        (Treasure(11), "11"),
        (Hazard("gas"), "gas"),
        (Relic(), "relic"),
        (Relic(7), "relic7"),
        (Relic(0), "relic0"),
    ],
)
def test_str_of_a_card_is_its_notation_word(card, word):
    assert str(card) == word


def test_relics_are_identical_unless_numbered():
    assert Relic() == Relic(None)
    assert Relic(5) != Relic(7)


@pytest.mark.parametrize(("card", "field"), [(FIVE, "value"), (SNAKE, "kind"), (RELIC, "number")])
def test_cards_are_frozen(card, field):
    with pytest.raises(FrozenInstanceError):
        setattr(card, field, 1)


def test_drawing_removes_one_copy_and_does_not_change_the_old_deck():
    deck = Deck.of({FIVE: 2, SNAKE: 3})
    rest = deck.draw(FIVE)
    assert (deck.size, deck[FIVE], deck[SNAKE]) == (5, 2, 3)
    assert (rest.size, rest[FIVE], rest[SNAKE]) == (4, 1, 3)
    assert (rest.draw(SNAKE).size, rest.draw(FIVE)[FIVE]) == (3, 0)


def test_drawing_a_card_with_no_copies_left_is_refused():
    with pytest.raises(IllegalStepError, match=r"^the deck has no 5 left$"):
        Deck.of({FIVE: 1}).draw(FIVE).draw(FIVE)


def test_deck_has_zero_copies_of_an_unknown_card():
    assert Deck.of({FIVE: 2})[RELIC] == 0


def test_cards_with_no_copies_left_are_not_listed():
    deck = Deck.of({FIVE: 1, SNAKE: 2, RELIC: 1}).draw(FIVE)
    assert list(deck.items()) == [(SNAKE, 2), (RELIC, 1)]
    assert list(deck) == [SNAKE, SNAKE, RELIC]


def test_decks_with_the_same_remaining_cards_are_equal():
    drawn, made = Deck.of({FIVE: 1, SNAKE: 2, RELIC: 1}).draw(RELIC), Deck.of({SNAKE: 2, FIVE: 1})
    assert drawn == made
    assert hash(drawn) == hash(made)
    assert drawn != made.draw(SNAKE)
    assert drawn != {SNAKE: 2, FIVE: 1}


def test_decks_with_different_cards_have_different_hashes():
    assert hash(Deck.of({FIVE: 1})) != hash(Deck.of({FIVE: 2}))


def test_repr_of_a_deck_shows_the_remaining_cards():
    assert repr(Deck.of({FIVE: 1, SNAKE: 2}).draw(FIVE)) == "Deck({'snake': 2})"


def test_deck_is_independent_of_the_mapping_it_was_made_from():
    copies = {FIVE: 2}
    deck = Deck.of(copies)
    copies[FIVE] = 9
    assert deck[FIVE] == 2


def test_a_deck_is_a_collection_of_single_cards():
    deck = Deck.of({FIVE: 2, SNAKE: 1})
    assert isinstance(deck, Collection)
    assert (list(deck), len(deck)) == ([FIVE, FIVE, SNAKE], 3)
    assert FIVE in deck
    assert RELIC not in deck
    assert SNAKE not in deck.draw(SNAKE)


def test_deck_accepts_cards_by_their_words():
    deck = Deck.of({FIVE: 2, SNAKE: 1})
    assert (deck["5"], deck["snake"], deck["gas"], "5" in deck) == (2, 1, 0, True)
    assert deck.draw("5") == deck.draw(FIVE)


def test_a_deck_is_frozen_and_can_be_copied():
    deck = Deck.of({FIVE: 2, SNAKE: 1}).draw(FIVE)
    with pytest.raises(FrozenInstanceError):
        deck.size = 1
    assert copy.deepcopy(deck) == pickle.loads(pickle.dumps(deck)) == deck
