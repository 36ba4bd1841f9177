"""Tests of what a record may contain."""

import pytest

from diamant.editions import edition
from diamant.errors import RecordError
from diamant.record import Record
from diamant.record.value import CONTROL, DERIVED_TAGS, TAG_NAME
from diamant.rules.game import Game
from diamant.rules.seats import SEAT_LETTERS

GAME = Game.start(edition("iello-2016"), 3)
NAMES = ("a", "b", "c")


def refusal(players=NAMES, **tags):
    with pytest.raises(RecordError) as caught:
        Record(players, GAME, tags)
    assert caught.value.line is None
    assert caught.value.column is None
    return str(caught.value)


def test_seats_are_a_to_h():
    assert SEAT_LETTERS == "ABCDEFGH"


def test_every_seat_has_a_name():
    assert refusal(("a", "b")) == "Players: expected 3 names, one for each seat, got 2"
    assert refusal(("a", "b", "c", "d")) == "Players: expected 3 names, one for each seat, got 4"


@pytest.mark.parametrize("name", DERIVED_TAGS)
def test_tags_derived_from_the_game_cannot_be_set(name):
    message = f"'{name}': not the name of a tag that can be set"
    assert refusal(**{name: ("x",)}) == message


def test_derived_tags_have_these_names():
    assert DERIVED_TAGS == ("Edition", "EditionText", "Players", "Chests", "Scores")


@pytest.mark.parametrize("name", ["", "2nd", "a b", "ä", "Site\n", "_x", "a-b"])
def test_invalid_tag_name_is_refused(name):
    message = f"{name!r}: not the name of a tag that can be set"
    assert refusal(**{name: ("x",)}) == message


@pytest.mark.parametrize("name", ["a", "Z9_", "site"])
def test_tag_names_have_letters_digits_and_underscores(name):
    assert TAG_NAME.fullmatch(name)
    assert Record(NAMES, GAME, {name: ("x",)}).tag(name) == "x"


@pytest.mark.parametrize("values", [(), ("x\x00",), ("x", "\r"), ("\x1b[0m",), ("\ud800",)])
def test_tag_needs_a_value_without_control_characters(values):
    message = "Site: a tag must have at least one value and no control characters"
    assert refusal(Site=values) == message


def test_name_with_a_control_character_is_refused():
    message = "Players: a tag must have at least one value and no control characters"
    assert refusal(("a", "b\x07", "c")) == message


def test_tabs_and_line_breaks_are_allowed():
    assert Record(("a\t", "\n", ""), GAME).players == ("a\t", "\n", "")


def test_control_characters_are_c0_c1_and_surrogates():
    controls = {number for number in range(0x110000) if CONTROL.search(chr(number))}
    allowed = {ord("\t"), ord("\n")}
    expected = {*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000)} - allowed
    assert controls == expected


def test_tag_returns_its_first_value_or_none():
    record = Record(NAMES, GAME, {"Site": ("here", "there")})
    assert record.tag("Site") == "here"
    assert record.tag("Date") is None
    assert Record(NAMES, GAME).tags == {}


def test_record_is_hashable_despite_its_tag_dictionary():
    assert hash(Record(NAMES, GAME, {"Site": ("x",)})) == hash(Record(NAMES, GAME))
