"""Tests of playing a whole game between bots in one call."""

import random
from itertools import pairwise

import pytest

import diamant
from diamant import Bot, Game, Record, read_record, write_record
from diamant.bots import find_bot
from diamant.editions import IDS, edition
from diamant.errors import BotError, IllegalStepError, UnknownNameError
from diamant.rules.events import Banked, CardTurned, ChoicesRevealed
from tests.rules.playing import small_edition


def timid(view, cards=2):
    return view.step >= cards


class Counting:
    """Leave at the third question of the game, counted over all rounds."""

    def __init__(self):
        self.asked = 0

    def __call__(self, view):
        self.asked += 1
        return self.asked >= 3


@pytest.mark.parametrize("named", IDS)
def test_game_is_played_to_its_end_and_can_be_recorded(named):
    box = edition(named)
    bots = ["random"] * box.most_players
    game = Game.play(bots, seed=3, edition=named, closed=True)
    assert (game.is_over, game.edition, game.closed) == (True, box, True)
    record = Record(tuple(bots), game)
    assert read_record(write_record(record)).game == game


def test_same_seed_gives_the_same_game():
    bots = ["random", "vulture", "expect", lambda view: view.rng.random() < 0.2]
    games = [Game.play(bots, seed=seed) for seed in (1, 1, 2, -1)]
    assert games[0] == games[1]
    assert all(one != other for one, other in pairwise(games[1:]))
    assert Game.play(bots) == Game.play(bots, seed=0)


def test_bots_do_not_change_the_order_of_the_cards():
    first = [Game.play(bots, seed=5).history[1:2] for bots in ("random,random,random", [timid] * 3)]
    assert first[0] == first[1]
    assert isinstance(first[0][0], CardTurned)


def test_ids_bots_functions_and_classes_can_be_mixed():
    game = Game.play(["threshold:gems=5", find_bot("hazards"), timid, Counting], seed=8)
    left = [event for event in game.history if isinstance(event, ChoicesRevealed)]
    assert 2 not in left[0].leavers
    assert all(2 not in event.stayers for event in left if len(event.leavers) == 4)
    banked = [event for event in game.history if isinstance(event, Banked)]
    assert {event.seat for event in banked} >= {2}


def test_line_up_may_be_one_string():
    assert Game.play("risk,random,wolf", 1) == Game.play(["risk", "random", "wolf"], 1)


def test_custom_edition_can_be_played():
    assert Game.play([timid], edition=small_edition()).edition == small_edition()


def test_all_bots_answer_before_random_choices_are_drawn():
    asked = []

    def half(view):
        asked.append((view.round, view.step, view.seat))
        return 0.5

    Game.play([half] * 3, seed=1)
    assert asked == sorted(asked)
    assert len(set(asked)) == len(asked)


def test_each_seat_has_its_own_random_source_for_the_whole_game():
    drawn = {}

    def drawing(view):
        assert isinstance(view.rng, random.Random)
        drawn.setdefault(view.seat, []).append(view.rng.random())
        return view.step >= 2

    Game.play([drawing] * 3, seed=1)
    numbers = [number for seat in drawn.values() for number in seat]
    assert len(set(numbers)) == len(numbers) > 6


def test_failing_bot_is_reported_with_its_game():
    def broken(view):
        return 1 / (view.step - 2)

    with pytest.raises(
        BotError, match=r"^bot broken in seat C failed at round \d, card 1: .* got -1\.0$"
    ):
        Game.play(["hazards", "hazards", broken], seed=1)

    def later(view):
        return view.step > 1 and 1 / 0

    with pytest.raises(BotError, match=r"^bot later in seat A .*: ZeroDivisionError: ") as told:
        Game.play([later, "hazards", "hazards"], seed=1)
    record = read_record(told.value.record)
    assert record.players == ("later", "hazards:met=3", "hazards:met=3")
    assert len(record.game.expedition.path) == 2


def test_bot_that_cannot_be_created_is_reported():
    class Lame:
        def __init__(self):
            raise ValueError("no chair")

        def __call__(self, view):
            raise AssertionError("nobody asks whom they could not seat")

    with pytest.raises(
        BotError, match=r"in seat B failed at round 1, card 0: ValueError: no chair"
    ):
        Game.play(["random", Lame, "random"])


def test_wrong_line_up_is_refused():
    with pytest.raises(IllegalStepError, match=r"^iello-2016 is for 3 to 8 players, not 1$"):
        Game.play("random")
    with pytest.raises(UnknownNameError, match=r"^unknown bot 'rondom' \(did you mean 'random'"):
        Game.play(["rondom"] * 3)
    with pytest.raises(BotError, match=r"^3 is not a bot: "):
        Game.play([3, 3, 3])
    with pytest.raises(BotError, match=r"^bots must be a list with one bot for each seat, not "):
        Game.play(timid)
    with pytest.raises(BotError, match=r"has no parameter 'gold'"):
        Game.play([Bot("idea", timid, numbers={"gold": 1})] * 3)


def test_play_is_available_from_the_package():
    assert diamant.Game.play(["random"] * 3, edition="incan-gold").edition.id == "incan-gold"


def test_misspelled_attribute_of_the_view_gets_a_suggestion():
    def mine(view):
        return view.carrid > 5

    why = (
        r"a view has no attribute 'carrid' \(did you mean 'carried'\?\) "
        r"\(.*test_whole_game.py, line \d+\)$"
    )
    with pytest.raises(BotError, match=why):
        Game.play([mine, "expect", "expect"], seed=1)
