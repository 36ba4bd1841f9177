"""Tests of the JSON form of a record: it reads back equal, and each error names the wrong field."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamant.editions import edition
from diamant.errors import RecordError
from diamant.record import Record, from_json, read_record, to_json
from diamant.rules.game import Game
from tests.strategies import editions, games

TAGS = {"Edition": ["iello-2016"], "Players": ["a", "b", "c"]}


def turn(card, leavers=None):
    return {"card": card, "leavers": leavers}


def record(rounds, **tags):
    return {"tags": TAGS | tags, "rounds": rounds}


def refusal(data):
    with pytest.raises(RecordError) as caught:
        from_json(data)
    error = caught.value
    assert (error.line, error.column) == (None, None)
    assert str(error) == f"{error.where}: {error.reason}"
    return error.where, error.reason


@given(games() | games(editions()), st.data())
def test_game_reads_back_equal_from_json(game, data):
    names = data.draw(
        st.lists(st.sampled_from(["", 'a"\\', "\n;]", "\u2028", "蛇"]), min_size=8, max_size=8)
    )
    original = Record(tuple(names[: game.players]), game, {"Site": ("x", "y")})
    assert from_json(json.loads(json.dumps(to_json(original)))) == original


def test_json_form_has_tags_and_rounds():
    text = (
        '[Edition "iello-2016"]\n[Players "a" "b" "c"]\n[Chests "closed"]\n[Date "x" "y"]\n'
        "1. 9/B snake relic/- snake\n2. 5/CA 7\n"
    )
    assert to_json(read_record(text)) == {
        "tags": {
            "Edition": ["iello-2016"],
            "Players": ["a", "b", "c"],
            "Chests": ["closed"],
            "Date": ["x", "y"],
        },
        "rounds": [
            [turn("9", [1]), turn("snake", []), turn("relic", []), turn("snake")],
            [turn("5", [0, 2]), turn("7")],
        ],
    }


def test_a_new_game_has_no_rounds():
    new = Record(("a", "b", "c"), Game.start(edition("iello-2016"), 3))
    assert to_json(new) == {"tags": TAGS, "rounds": []}


def test_round_without_cards_is_not_written():
    done = read_record('[Edition "iello-2016"]\n[Players "a" "b" "c"]\n1. 9/ABC')
    assert to_json(done)["rounds"] == [[turn("9", [0, 1, 2])]]


def test_round_without_cards_can_be_read():
    assert from_json(record([[]])).game == from_json(record([])).game


def test_null_leavers_mean_no_leavers_before_the_last_card():
    assert from_json(record([[turn("9"), turn("5")]])) == from_json(
        record([[turn("9", []), turn("5")]])
    )


def test_scores_are_checked_but_not_stored_as_a_tag():
    rounds = [[turn("9", [0, 1, 2])]] * 5
    assert from_json(record(rounds, Scores=["15 15 15"])).tags == {}
    assert refusal(record(rounds, Scores=["15 15 16"])) == (
        "tags.Scores",
        "expected the scores '15 15 15', got '15 15 16'",
    )


OBJECT = "must be an object with the fields tags and rounds"
TEXTS = "must be a tag name with a list of strings"
SEAT = "a leaver must be a seat from 0 to 7"
TURN = "must be an object with the fields card and leavers"


@pytest.mark.parametrize(
    ("data", "where", "reason"),
    [
        (None, "the record", OBJECT),
        ([], "the record", OBJECT),
        ("tags rounds", "the record", OBJECT),
        (["tags", "rounds"], "the record", OBJECT),
        ({"tags": TAGS}, "the record", OBJECT),
        ({"tags": TAGS, "rounds": [], "more": 1}, "the record", OBJECT),
        ({"tags": [], "rounds": []}, "tags", "must be an object"),
        ({"tags": TAGS, "rounds": {}}, "rounds", "must be a list"),
        ({"tags": TAGS, "rounds": "1."}, "rounds", "must be a list"),
        *((record([], Site=wrong), "tags['Site']", TEXTS) for wrong in ("x", [], None)),
        (record([], **{"a\nb": ["x"]}), "tags['a\\nb']", TEXTS),
        (
            record([], Site=["x", 5]),
            "tags.Site",
            ("must contain only strings without control characters"),
        ),
        (
            record([], Site=["x\x1b"]),
            "tags.Site",
            ("must contain only strings without control characters"),
        ),
        ({"tags": {}, "rounds": []}, "tags", "the record is missing the tag Edition"),
        (
            {"tags": {"Edition": ["iello-2016"]}, "rounds": []},
            "tags",
            "the record is missing the tag Players",
        ),
        (
            record([], Edition=["iello-2016", "x"]),
            "tags.Edition",
            "the tag Edition takes one value, not 2",
        ),
        (record([], Players=["a"]), "tags.Players", "iello-2016 is for 3 to 8 players, not 1"),
        (
            record([], Chests=["ajar"]),
            "tags.Chests",
            ("Chests must be 'open' or 'closed', not 'ajar'"),
        ),
        (
            record([], Scores=["0 0 0"]),
            "tags.Scores",
            "only a finished game can have Scores, and this game is not over",
        ),
        (record([{}]), "rounds[0]", "must be a list"),
        (record([["9"]]), "rounds[0][0]", TURN),
        (record([[{"card": "9"}]]), "rounds[0][0]", TURN),
        (record([[turn("9"), turn(9)]]), "rounds[0][1]", "a card must be a string, not 9"),
        (
            record([[turn("snaek")]]),
            "rounds[0][0]",
            "iello-2016 has no card 'snaek' (did you mean 'snake'?)",
        ),
        (
            record([[turn("9"), turn("9")]]),
            "rounds[0][1]",
            "the deck of round 1 has no 9 left",
        ),
        (record([[turn("9", "AB")]]), "rounds[0][0].leavers", "must be a list"),
        *(
            (record([[turn("9", [0, no])]]), "rounds[0][0]", f"{SEAT}, not {no!r}")
            for no in ("A", True, -1, 8)
        ),
        (record([[turn("9", [7])]]), "rounds[0][0]", "H cannot leave: not in the cave"),
        (record([[turn("9", [1, 1])]]), "rounds[0][0]", "B is listed twice"),
        (
            record([[turn("9")], [turn("5")]]),
            "rounds[1]",
            "round 1 has not ended: ABC still in the cave",
        ),
        (
            record([[turn("9", [0, 1, 2]), turn("5")]]),
            "rounds[0][1]",
            "round 1 has ended; expected '2.'",
        ),
        (record([[turn("9", [0, 1, 2])]] * 6), "rounds[5]", "the game is over after round 5"),
        (
            record([[turn("9", [0, 1, 2])], [turn("ram"), turn("ram", [0])]]),
            "rounds[1][1]",
            "nobody can leave here: the round ended with this card",
        ),
    ],
)
def test_wrong_data_is_refused_with_the_field_name(data, where, reason):
    assert refusal(data) == (where, reason)


def test_first_and_last_seat_may_leave():
    eight = record([[turn("9", [0, 7])]], Players=list("abcdefgh"))
    assert from_json(eight).game.expedition.in_cave == (1, 2, 3, 4, 5, 6)
