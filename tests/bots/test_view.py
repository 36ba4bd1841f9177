"""Tests of what a bot sees: its seat's view, and values computed from it."""

import random
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given

from diamant import odds
from diamant.bots import BotView, find_bot
from diamant.errors import IllegalStepError
from diamant.rules.game import Game, Phase
from diamant.view import View
from tests.rules.playing import play, small_edition, start
from tests.strategies import editions, games_in_progress

EXAMPLES = Path(__file__).parents[2] / "examples"


def look(game, seat=0):
    return BotView(game, seat, lambda: random.Random(1))


def at_decisions(game):
    return game.phase is Phase.DECIDE


def test_view_can_be_built_at_any_decision():
    game = Game.start("iello-2016", players=3).turn("11").game
    view = BotView.of(game, 1, seed=4)
    assert (view.carried, view.path, view.inside) == (3, 2, 3)
    assert view.rng.random() == BotView.of(game, 1, seed=4).rng.random()


def test_seat_that_is_not_asked_has_no_view():
    game = Game.start("iello-2016", players=3)
    with pytest.raises(IllegalStepError, match=r"^seat 0 has nothing to decide now$"):
        BotView.of(game, 0)
    game = game.turn("11").game.decide([0]).game.turn("snake").game
    with pytest.raises(IllegalStepError, match=r"^seat 0 has nothing to decide now$"):
        BotView.of(game, 0)


@given(games_in_progress(editions()).filter(at_decisions))
def test_bot_sees_the_view_of_its_seat(game):
    for seat in game.expedition.in_cave:
        view, full = look(game, seat), View.of(game, seat)
        for field in fields(View):
            assert getattr(view, field.name) == getattr(full, field.name), field.name


@given(games_in_progress(editions()).filter(at_decisions))
def test_derived_values_match_the_view(game):
    seat = game.expedition.in_cave[0]
    view, full = look(game, seat), View.of(game, seat)
    assert view.inside == len(full.in_cave)
    assert view.step == len(game.expedition.path)
    assert view.hazards_met == len(full.hazards)
    assert view.bust_cards == sum(full.hazards_left[kind] for kind in full.hazards)
    assert view.bust_chance == pytest.approx(float(odds.bust_chance(full)))
    assert view.relics_lying == len(full.relics)
    assert view.relics_worth == sum(full.relics)
    for players in (1, 3, 8):
        assert view.next_share(players) == pytest.approx(float(odds.expected_share(full, players)))


def test_bust_chance_is_exact():
    game = play(start("schmidt-2005"), "snake 9 gas 5")
    assert look(game).bust_chance == 4 / 26


def test_lead_is_measured_against_the_best_opponent():
    game = play(start("schmidt-2005"), "9/A 14/B 5/- ")
    assert game.scores == (3, 10, 0)
    game = play(start("schmidt-2005"), "9/A 14/B 5")
    assert [look(game, seat).lead for seat in range(3)] == [-7, 7, -10]
    assert [look(game, seat).chest for seat in range(3)] == [3, 10, 0]


def test_lead_is_zero_without_opponents_or_with_closed_chests():
    alone = play(Game.start(small_edition(), 1), "7")
    assert look(alone).lead == 0
    closed = play(start("schmidt-2005", closed=True), "9/A 14/B 5")
    assert [look(closed, seat).lead for seat in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("players", [0, 9, -1, 2.5])
def test_number_of_sharing_players_must_be_whole(players):
    with pytest.raises(ValueError, match="number from 1 to 8"):
        look(play(start(), "9")).next_share(players)


def test_random_source_is_created_on_first_use_and_kept():
    made = []

    def source():
        made.append(random.Random(3))
        return made[-1]

    view = BotView(play(start(), "9"), 0, source)
    assert not made
    assert view.rng is view.rng is made[0]


def test_game_of_an_open_table_is_the_game_itself():
    game = play(start("iello-2016"), "9/A 14/B 5")
    assert look(game, 2).game() == game
    with pytest.raises(IllegalStepError, match="only be assumed if they are closed"):
        look(game, 2).game(chests=[0, 0, 0])


def test_game_of_a_closed_table_holds_no_secret():
    """Two worlds that differ only in others' closed chests give the same game."""
    one = play(start("schmidt-2005", closed=True), "9/A 14/B 5")
    other = one.with_chests((30, 40, 0), one.history)
    assert look(one, 2).game() == look(other, 2).game()
    assert look(one, 2).game(chests=[8, 9, 5]).scores == (8, 9, 0)
    assert look(one, 0).game().scores == (3, 0, 0)


def test_game_of_a_view_can_be_played_to_its_end():
    view = look(play(start("iello-2016", closed=True), "relic/A 9"), 1)
    game = view.game()
    assert game.scores[0] == 5, "relics taken are public"
    while not game.is_over:
        if game.phase is Phase.DECIDE:
            game = game.decide(game.expedition.in_cave).game
        else:
            game = game.turn(next(iter(game.expedition.deck))).game
    assert game.winners


@pytest.mark.parametrize(
    ("assumed", "reason"), [([0, 0], "3 seats, got 2"), ([4, 0, 0], "less than the relics")]
)
def test_impossible_chests_are_refused(assumed, reason):
    view = look(play(start("iello-2016", closed=True), "relic/A 9"), 1)
    with pytest.raises(IllegalStepError, match=reason):
        view.game(chests=assumed)


@pytest.mark.parametrize(
    ("cards", "closed", "leaves"),
    [
        (["5"], False, False),
        (["17", "15", "14", "13", "11", "scorpion", "gas", "snake", "rockslide"], False, True),
        (["17", "15", "14", "13", "11", "scorpion", "gas", "snake", "rockslide"], True, True),
    ],
)
def test_search_example_stays_while_staying_pays(cards, closed, leaves):
    game = Game.start("schmidt-2005", players=3, closed=closed)
    for card in cards:
        game = game.turn(card).game
        if card != cards[-1]:
            game = game.decide([]).game
    bot = find_bot(f"{EXAMPLES / 'search_bot.py'}:search").seat_down()
    assert bot(look(game)) is leaves
