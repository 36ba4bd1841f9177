"""Tests that wrong arguments to `import diamant` are refused with a clear error message."""

import pickle
from types import SimpleNamespace

import pytest

import diamant
from diamant import DiamantError, Game, Hazard, Record, Relic, Treasure
from diamant.errors import UnknownNameError

START = Game.start("iello-2016", 3)
ASKED = START.turn("11").game
DECK = ASKED.expedition.deck
NAMES = ("Ana", "Ben", "Cem")
BOTS = ["random"] * 3


class Whole(SimpleNamespace):
    """An integer type of another library, such as numpy."""

    def __index__(self):
        return self.value

    def __eq__(self, other):
        return self.value == other

    def __hash__(self):
        return hash(self.value)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: Game.start("iello-2016", 3, closed="open"),
            ("closed must be True or False, not 'open'"),
        ),
        (
            lambda: ASKED.decide(0),
            "leavers must be a list of seats such as [0, 2], not 0",
        ),
        (lambda: ASKED.decide("A"), "a seat must be a whole number, counted from 0, not 'A'"),
        (
            lambda: ASKED.decide([True, False]),
            "leavers must be seat numbers, got (True, False)",
        ),
        (
            lambda: ASKED.decide([0]) and ASKED.decide([0.0]),
            "a seat must be a whole number, counted from 0, not 0.0",
        ),
        (lambda: DECK[11], "expected a card or its word, got 11"),
        (lambda: 11 in DECK, "expected a card or its word, got 11"),
        (lambda: START.edition.deck(0), "iello-2016 has rounds 1 to 5, not 0"),
        (lambda: START.edition.deck("1"), "iello-2016 has rounds 1 to 5, not '1'"),
        (lambda: Game.from_position(None), "column 1: a position must be a line of text, not None"),
        (
            lambda: Game(),
            (
                "create a Game with Game.start(edition, players), Game.play(bots) or "
                "Game.from_position(text)"
            ),
        ),
        (
            lambda: diamant.Deck(["snake"]),
            "create a Deck with Deck.of(copies) or edition.deck(round)",
        ),
        (lambda: diamant.View(ASKED, seat=0), "create a View with View.of(game, seat)"),
        (lambda: diamant.View.of(START.turn("11")), "expected a Game, got a Step"),
        (
            lambda: diamant.bust_chance(START.turn("11")),
            "chances need a View or a Game, not a Step",
        ),
        (lambda: diamant.bust_chance(5), "chances need a View or a Game, not an int"),
        (
            lambda: diamant.survival_chance(ASKED, cards=2.0),
            "cannot turn 2.0 cards from a deck of 34",
        ),
        (
            lambda: diamant.expected_share(ASKED, players=0),
            ("the number of players who share a card must be from 1 to 8, not 0"),
        ),
        (
            lambda: diamant.expected_remainder(ASKED, players="3"),
            "the number of players who share a card must be from 1 to 8, not '3'",
        ),
        (
            lambda: Record("ABC", ASKED),
            "Players: values must be a list of strings such as ('Ana', 'Ben'), not 'ABC'",
        ),
        (
            lambda: Record(("Ana", "Ben", 3), ASKED),
            (
                "Players: values must be a list of strings such as ('Ana', 'Ben'), not "
                "('Ana', 'Ben', 3)"
            ),
        ),
        (
            lambda: Record(NAMES, ASKED, {"Date": "2026-11-17"}),
            "Date: values must be a list of strings such as ('Ana', 'Ben'), not '2026-11-17'",
        ),
        (lambda: Record(NAMES, None), "the game: a record must contain a game, not None"),
        (
            lambda: diamant.write_record(ASKED),
            (
                "expected a Record, made as Record(names, game), got <Game iello-2016, 3 "
                "players, round 1, 1 card turned, to decide>"
            ),
        ),
        (
            lambda: diamant.write_records(5),
            "expected a Record, made as Record(names, game), got 5",
        ),
        (
            lambda: Record(NAMES, ASKED, 5),
            ("the tags: tags must be a mapping from names to strings, not 5"),
        ),
        (
            lambda: diamant.expected_gain(ASKED, players=3, carried="2"),
            "the gems carried must be a number, not '2'",
        ),
        (
            lambda: diamant.bust_chance(Game.play(BOTS)),
            ("the game is over, so there is no next card"),
        ),
        (lambda: diamant.BotView.of(START.turn("11"), 0), "expected a Game, got a Step"),
        (
            lambda: diamant.Deck.of({"snake": 3}),
            (
                "a deck must map each card to 0 to 255 copies, such as {Treasure(5): 2}, not "
                "{'snake': 3}"
            ),
        ),
        (lambda: DECK.without([Treasure(11)] * 2), "the deck has no 11 left"),
        (
            lambda: diamant.read_record(None),
            "expected a string or a file opened in text mode, got None",
        ),
        (
            lambda: diamant.BotView.of(ASKED, "A"),
            "no seat 'A' in a game with 3 players: seats count from 0",
        ),
        (lambda: Game.play(BOTS, seed=None), "a seed must be a whole number, not None"),
        (
            lambda: diamant.simulate("iello-2016", BOTS, games=5, seed="x"),
            "a seed must be a whole number, not 'x'",
        ),
        (
            lambda: diamant.simulate("iello-2016", BOTS, games=1e6),
            "the number of games must be between 1 and 1,000,000,000,000, got 1000000.0",
        ),
        (
            lambda: diamant.simulate("iello-2016", BOTS, games=5, threads="2"),
            "the number of threads must be between 1 and 1024, got '2'",
        ),
    ],
)
def test_wrong_argument_is_refused(call, sentence):
    with pytest.raises(DiamantError) as refused:
        call()
    assert str(refused.value) == sentence


KNOWN = (
    "available: 1, 2, 3, 4, 5, 7, 9, 11, 13, 14, 15, 17, spider, snake, lava, boulder, ram, relic"
)
NEAR = "did you mean 'snake'?"


@pytest.mark.parametrize(
    ("card", "hint"),
    [
        *(("snaek", NEAR), ("SNAKE", NEAR), (Hazard("snek"), NEAR), (Hazard("gas"), KNOWN)),
        *(("?", KNOWN), (["11"], KNOWN), (Relic(5), "did you mean 'relic'?")),
    ],
)
def test_unknown_card_is_refused_with_a_suggestion(card, hint):
    with pytest.raises(UnknownNameError) as refused:
        START.turn(card)
    assert str(refused.value) == f"iello-2016 has no card {card!r} ({hint})"


def test_deck_has_no_copies_of_a_card_from_another_edition():
    assert DECK["gas"] == DECK[Hazard("gas")] == 0
    assert "gas" not in DECK


def test_integers_of_other_libraries_are_valid_seats():
    assert ASKED.decide([Whole(value=0)]) == ASKED.decide([0])


def test_lists_of_names_and_single_records_are_accepted():
    record = Record(list(NAMES), ASKED, {"Date": ["2026-11-17"]})
    assert record == Record(NAMES, ASKED, {"Date": ("2026-11-17",)})
    assert diamant.write_records(record) == diamant.write_record(record)


def test_step_used_as_a_game_names_the_game_attribute():
    step = START.turn("11")
    with pytest.raises(AttributeError, match=r"a Step has no 'decide': ask its game, step\.game\."):
        step.decide([0])
    with pytest.raises(AttributeError, match=r"a Step has no 'board'$"):
        _ = step.board
    assert pickle.loads(pickle.dumps(step)) == step
