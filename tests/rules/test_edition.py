"""Tests of an edition's cards, and of the deck of each round."""

import pytest

from diamant.rules.cards import Hazard, Relic, Treasure
from diamant.rules.deck import Deck
from diamant.rules.edition import HazardKind, Relics
from tests.rules.playing import small_edition

SNAKE, LAVA = Hazard("snake"), Hazard("lava")
PRINTED = Relics("each round", "printed", (5, 7, 8), supplied=False)
BY_ORDER = Relics("each round", "by order", (5, 10, 10), supplied=True)


def test_options_default_to_the_iello_rules():
    edition = small_edition()
    assert edition.relics is None
    assert (edition.sharing, edition.tie_break) == ("pooled", "shared")
    assert (edition.ritual, edition.caves, edition.names) == ("card", "barricades", {})


def test_the_box_is_ordered_treasures_ascending_then_hazards_then_relics():
    edition = small_edition(relics=PRINTED)
    assert list(edition.deck(2).items()) == [
        (Treasure(4), 2),
        (Treasure(7), 1),
        (SNAKE, 3),
        (LAVA, 3),
        (Relic(5), 1),
        (Relic(7), 1),
    ]


def test_cards_are_found_by_their_words():
    assert small_edition(relics=PRINTED).cards == {
        "4": Treasure(4),
        "7": Treasure(7),
        "snake": SNAKE,
        "lava": LAVA,
        "relic5": Relic(5),
        "relic7": Relic(7),
        "relic8": Relic(8),
    }


def test_without_relics_every_round_starts_with_the_full_deck():
    edition = small_edition()
    box = Deck.of({Treasure(4): 2, Treasure(7): 1, SNAKE: 3, LAVA: 3})
    assert edition.deck(1) == edition.deck(2) == box


def test_removed_cards_are_not_in_the_deck():
    deck = small_edition(relics=PRINTED).deck(2, [SNAKE, SNAKE, Relic(5)])
    assert (deck[SNAKE], deck[LAVA], deck[Relic(5)], deck[Relic(7)]) == (1, 3, 0, 1)
    assert deck.size == 8


def test_relics_that_enter_at_the_start_are_in_every_deck():
    relics = Relics("start", "by order", (5, 5, 10), supplied=True)
    edition = small_edition(relics=relics)
    assert [edition.deck(round)[Relic()] for round in (1, 2)] == [3, 3]
    assert [edition.relic_entering(round) for round in (1, 2)] == [None, None]
    assert [relics.entered_by(round) for round in (1, 2, 9)] == [3, 3, 3]


@pytest.mark.parametrize("relics", [PRINTED, BY_ORDER])
def test_one_relic_enters_each_round_until_none_are_left(relics):
    edition = small_edition(relics=relics, rounds=4, hazards=(HazardKind("snake", 9),))
    pile = [relics.card(index) for index in range(3)]
    assert [relics.entered_by(round) for round in (1, 2, 3, 4)] == [1, 2, 3, 3]
    assert [edition.relic_entering(round) for round in (1, 2, 3, 4)] == [*pile, None]
    for round in (1, 2, 3, 4):
        in_deck = [card for card in edition.deck(round) if isinstance(card, Relic)]
        assert in_deck == pile[:round]


def test_the_lowest_printed_relic_enters_first():
    assert [PRINTED.card(index) for index in range(3)] == [Relic(5), Relic(7), Relic(8)]


def test_relics_worth_by_order_have_no_number():
    assert [BY_ORDER.card(index) for index in range(3)] == [Relic()] * 3


def test_two_printed_relics_may_have_the_same_number():
    relics = Relics("start", "printed", (5, 5, 7), supplied=False)
    assert small_edition(relics=relics).deck(1)[Relic(5)] == 2


def test_edition_has_its_own_names_for_things():
    edition = small_edition(names={"relic": "artifact"})
    assert edition.name_of("relic") == "artifact"
    assert edition.name_of("snake") == "snake"


def test_editions_compare_by_value():
    assert small_edition() == small_edition()
    assert hash(small_edition(names={"relic": "idol"})) == hash(small_edition())
    assert small_edition(names={"relic": "idol"}) != small_edition()
