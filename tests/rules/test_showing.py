"""Tests of a game as a value: starting, comparing, hashing, printing, and asking for choices."""

import copy
import pickle
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

from diamant import edition
from diamant.errors import EditionError, IllegalStepError, UnknownNameError
from diamant.rules.cards import Hazard
from diamant.rules.edition_text import write_edition
from diamant.rules.game import Game
from tests.rules.playing import play, small_edition, start
from tests.strategies import editions, games

OVER = "9/ABC " * 5


def test_game_starts_from_an_edition_id():
    assert Game.start("iello-2016", 4) == Game.start(edition("iello-2016"), 4)


@pytest.mark.parametrize("named", [str, Path])
def test_game_starts_from_the_path_of_an_edition_file(tmp_path, named):
    file = tmp_path / "small.toml"
    file.write_text(write_edition(small_edition()), encoding="utf-8")
    assert Game.start(named(file), 2).edition == edition(named(file)) == small_edition()


def test_unknown_edition_is_refused():
    with pytest.raises(UnknownNameError, match=r"^unknown edition 'iello' \("):
        Game.start("iello", 4)
    with pytest.raises(EditionError, match=r"^expected an edition's id .*, got 2016$"):
        Game.start(2016, 4)


def test_a_game_is_over_after_its_last_round():
    assert play(start(), OVER).is_over
    assert not start().is_over


def test_player_in_the_cave_may_stay_or_leave_when_asked():
    game = play(start(), "9/A 5")
    assert [game.legal_choices(seat) for seat in (0, 1)] == [(), ("stay", "leave")]
    assert game.decide([]).game.legal_choices(1) == ()


@pytest.mark.parametrize("seat", [-1, 3, "A", None, False, True])
def test_unknown_seat_has_no_choices(seat):
    sentence = f"^no seat {seat!r} in a game with 3 players: seats count from 0$"
    with pytest.raises(IllegalStepError, match=sentence):
        start().legal_choices(seat)


def test_chances_are_exact_and_add_up_to_one():
    chances = play(start(), "snake").chances()
    assert chances[Hazard("snake")] == Fraction(2, 34)
    assert sum(chances.values()) == 1
    assert play(start(), OVER).chances() == {}


def test_equal_positions_reached_differently_have_equal_keys():
    one, other = play(start(), "4 7/-"), play(start(), "7 4/-")
    assert one != other
    assert one.key == other.key
    assert hash(one.key) == hash(other.key)


@pytest.mark.parametrize("course", ["4 7/A", "4 7", "4 11/-", "snake/-", "relic/-", "4 7 relic/A"])
def test_different_positions_have_different_keys(course):
    assert play(start(), "4 7/-").key != play(start(), course).key


def test_card_by_card_sharing_adds_each_cards_gems_to_the_key():
    house = replace(edition("schmidt-2005"), sharing="card by card")
    one, other = play(Game.start(house, 3), "4 7/-"), play(Game.start(house, 3), "7 4/-")
    assert one.key == other.key
    assert one.key != play(Game.start(house, 3), "5 11/-").key


@given(games(editions()))
def test_copies_are_equal_and_hash_equal(game):
    for again in (game, copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again == game
        assert (hash(again), again.history) == (hash(game), game.history)
    assert game != game.history
    assert len(repr(game)) < 150


def test_a_game_of_thousands_of_steps_can_be_copied():
    past = start().past
    for _ in range(20_000):
        past = (past, ())
    long = replace(start(), past=past)
    assert pickle.loads(pickle.dumps(long)) == long == start()


def test_repr_of_a_game_is_one_line():
    assert repr(start()) == "<Game iello-2016, 3 players, round 1, 0 cards turned, to turn>"
    assert repr(play(start(), "9")).endswith(", 1 card turned, to decide>")
    assert repr(play(start(), OVER)) == "<Game iello-2016, 3 players, over, scores 15 15 15>"


def test_str_of_a_game_is_a_small_board():
    assert str(start()).splitlines()[1:3] == ["path: no card yet", "cave: ABC carry 0"]
    assert str(play(start(), "11 snake")).splitlines()[1] == "path: 11+2 snake"
    assert str(play(start(), OVER)).endswith("\nwon by ABC\nA 15  B 15  C 15")


def test_play_returns_a_finished_game():
    game = Game.play(["random", "expect", lambda view: view.step >= 3], 7, "incan-gold")
    assert (game.is_over, game.players, game.edition.id) == (True, 3, "incan-gold")
    assert game == Game.play(["random", "expect", lambda view: view.step >= 3], 7, "incan-gold")


def test_game_has_an_svg_for_notebooks():
    assert start()._repr_svg_().startswith("<svg ")
