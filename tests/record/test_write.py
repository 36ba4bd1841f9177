"""Tests of writing the notation: every written record reads back equal."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamant.editions import IDS, edition
from diamant.record import Record, read_record, read_records, write_record, write_records
from diamant.record.write import Turn, rounds
from diamant.rules.cards import Hazard, Relic, Treasure
from diamant.rules.edition_text import write_edition
from diamant.rules.game import Game
from tests.strategies import courses_of_play, editions, games

TEXTS = st.text(
    st.sampled_from('"\\\n;][\t ./-n\u2028\u2029\u00a0\ufeffÄ蛇🦊')
    | st.characters(exclude_categories=("Cc", "Cs")),
    max_size=8,
)
TAGS = st.dictionaries(
    st.from_regex(r"(Date|Site|Event|X[A-Za-z0-9_]{0,5})", fullmatch=True),
    st.lists(TEXTS, min_size=1, max_size=3).map(tuple),
    max_size=3,
)


def named(game, data):
    names = data.draw(st.lists(TEXTS, min_size=game.players, max_size=game.players))
    return Record(tuple(names), game, data.draw(TAGS))


def plain(game, **tags):
    return Record(tuple("abcdefgh"[: game.players]), game, tags)


@pytest.mark.parametrize("kind", [games(), games(editions())], ids=["built-in", "own"])
@given(st.data())
def test_written_game_reads_back_equal(kind, data):
    game = data.draw(kind)
    record = named(game, data)
    assert read_record(write_record(record)) == record


@given(courses_of_play(editions()) | courses_of_play())
def test_every_moment_of_a_game_reads_back_equal(moments):
    for game in moments:
        assert read_record(write_record(plain(game))).game == game


@given(st.lists(games(), min_size=2, max_size=4), st.data())
def test_several_games_read_back_equal(several, data):
    records = [named(game, data) for game in several]
    assert list(read_records(write_records(records))) == records


def test_several_games_without_cards_read_back_equal():
    records = [plain(Game.start(edition(name), 3), Site=("x",)) for name in IDS]
    assert list(read_records(write_records(records))) == records


def test_new_game_is_written_as_tags_alone():
    record = plain(Game.start(edition("iello-2016"), 3))
    assert write_record(record) == '[Edition "iello-2016"]\n[Players "a" "b" "c"]\n\n'


def test_a_finished_game_is_written_in_full():
    game = Game.start(edition("schmidt-2005"), 3, closed=True)
    for _ in range(5):
        game = game.turn("snake").game.decide([]).game.turn("17").game.decide([2, 0]).game
        game = game.turn("9").game.decide([1]).game
    record = plain(game, Date=("2026-11-15",), Nonces=("", "0a", "b\\"), Site=('the "inn"\n',))
    assert write_record(record) == (
        '[Edition "schmidt-2005"]\n'
        '[Players "a" "b" "c"]\n'
        '[Chests "closed"]\n'
        '[Date "2026-11-15"]\n'
        '[Nonces "" "0a" "b\\\\"]\n'
        '[Site "the \\"inn\\"\\n"]\n'
        '[Scores "30 70 30"]\n'
        "\n"
        "1. snake 17/AC 9/B\n"
        "2. snake 17/AC 9/B\n"
        "3. snake 17/AC 9/B\n"
        "4. snake 17/AC 9/B\n"
        "5. snake 17/AC 9/B\n"
    )


def words(game):
    return write_record(plain(game)).partition("\n\n")[2]


def test_open_decision_is_written_as_nothing_after_the_last_card():
    game = Game.start(edition("iello-2016"), 3).turn("9").game
    assert words(game) == "1. 9\n"


def test_everyone_staying_is_written_as_a_dash_only_after_the_last_card():
    game = Game.start(edition("iello-2016"), 3).turn("9").game.decide([]).game
    assert words(game) == "1. 9/-\n"
    game = game.turn("relic").game.decide([]).game
    assert words(game) == "1. 9 relic/-\n"
    game = game.turn("ram").game.decide([0, 1, 2]).game.turn("5").game.decide([]).game
    assert words(game) == "1. 9 relic ram/ABC\n2. 5/-\n"


def test_bust_is_written_without_leavers_and_an_empty_round_is_omitted():
    game = Game.start(edition("iello-2016"), 3).turn("ram").game.decide([]).game.turn("ram").game
    assert words(game) == "1. ram ram\n"


def test_custom_edition_is_written_in_full():
    own = dataclasses.replace(edition("iello-2023-relics"), id="own")
    text = write_record(plain(Game.start(own, 3)))
    quoted = write_edition(own).replace('"', '\\"').replace("\n", "\\n")
    assert text == f'[Edition "own"]\n[EditionText "{quoted}"]\n[Players "a" "b" "c"]\n\n'


def test_blank_line_separates_games():
    record = plain(Game.start(edition("iello-2016"), 3).turn("9").game)
    one = write_record(record)
    assert write_records([record, record]) == f"{one}\n{one}"
    assert write_records([]) == ""


def test_rounds_list_the_cards_and_their_leavers():
    game = Game.start(edition("iello-2016"), 3)
    assert rounds(game) == [[]]
    game = game.turn("9").game.decide([1]).game.turn("relic").game.decide([]).game
    game = game.turn("ram").game
    first = [Turn(Treasure(9), (1,)), Turn(Relic(), ()), Turn(Hazard("ram"), None)]
    assert rounds(game) == [first]
    game = game.decide([]).game.turn("ram").game
    first[2] = Turn(Hazard("ram"), ())
    assert rounds(game) == [[*first, Turn(Hazard("ram"), None)], []]
