"""The picture of a game for notebooks uses the browser's current art."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given

from diamant import Game
from diamant.editions import IDS, edition
from diamant.rules.cards import Treasure
from diamant.rules.edition import HazardKind
from tests.rules.playing import play, small_edition, start
from tests.strategies import editions, games
from tests.web import art


def words(game: Game) -> list[str]:
    """Return every text in a picture, which must be well-formed XML."""
    picture = ElementTree.fromstring(game._repr_svg_())
    return [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]


def test_art_matches_the_browser():
    kept = art.FILE.read_text(encoding="utf-8")
    assert kept == art.draw(), "python -m tests.web.art makes it anew"


@given(games())
def test_every_game_has_a_picture(game):
    shown = words(game)
    assert f"Round {game.expedition.round} of {game.edition.rounds}" in shown
    treasures = [str(card) for card in game.expedition.path if isinstance(card, Treasure)]
    assert set(treasures) <= set(shown)
    assert game._repr_svg_().count('<path class="card-treasure"') == len(treasures)


@given(games(editions()))
def test_custom_edition_games_have_a_picture(game):
    assert game.edition.name in words(game)


@pytest.mark.parametrize("named", IDS)
def test_every_card_of_an_edition_is_drawn(named):
    for card in edition(named).cards:
        if card in edition(named).deck(1):
            assert words(play(start(named), card))


def test_picture_shows_the_state_of_the_game():
    game = play(start(), "11/A snake 9 relic")
    shown = words(game)
    assert shown[:4] == [
        "hazards: snake",
        "Round 1 of 5",
        "Diamant, IELLO 2016",
        "stay or leave?",
    ]
    assert "each carry 7" in shown
    assert shown[-6:] == ["A", "5", "B", "0", "C", "0"]
    assert 'class="relic-here"' in game._repr_svg_()
    assert "carries 7" in words(game.decide([1]).game)


def test_picture_shows_taken_relic_bust_and_winner():
    end = play(start(), "9/ABC " * 4 + "relic 7/A snake snake")
    assert "bust, won by A" in words(end)
    assert 'class="relic-gone"' in end._repr_svg_()
    assert "over, won by A and B and C" in words(play(start(), "9/ABC " * 5))


def test_large_amounts_are_shown_as_numbers():
    own = replace(small_edition(), treasures=(99, 4, 4), most_players=8, least_players=8)
    game = play(Game.start(own, 8), "99")
    assert words(game)[4] == "99"
    crowd = replace(game.expedition, gems=(12,))
    assert words(replace(game, expedition=crowd))[4:6] == ["99", "12"]


def test_names_are_escaped():
    own = replace(small_edition(), name="<b>&", hazards=(HazardKind("öl", 3), HazardKind("x", 3)))
    shown = words(play(Game.start(own, 2), "öl"))
    assert "<b>&" in shown
    assert "Ö" in shown


def test_picture_styles_only_itself():
    style = re.search(r"<style>(.*?)</style>", start()._repr_svg_(), re.DOTALL)[1]
    selectors = [one for rule in re.findall(r"([^{}]+)\{", style) for one in rule.split(",")]
    assert len(selectors) > 50
    assert all(selector.startswith(".diamant-picture ") for selector in selectors)
