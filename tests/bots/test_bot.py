"""Tests of a bot: its parameters, its answers, and how it takes a seat."""

import numpy as np
import pytest

from diamant.bots import Bot, Parameter, bot, leaving_chance
from diamant.errors import BotError
from diamant.simulator import simulate


@pytest.mark.parametrize(
    ("answer", "chance"),
    [
        (True, 1.0),
        (False, 0.0),
        (0, 0.0),
        (1, 1.0),
        (0.25, 0.25),
        (np.bool_(True), 1.0),
        (np.float32(0.5), 0.5),
        (np.int64(0), 0.0),
    ],
)
def test_answer_is_a_boolean_or_a_probability(answer, chance):
    assert leaving_chance(answer) == chance


@pytest.mark.parametrize(
    "answer", [None, "yes", "", 2, -0.1, float("nan"), float("inf"), [], 1j, object]
)
def test_other_answers_are_refused(answer):
    with pytest.raises(BotError, match="expected True, False, or a probability of leaving, got "):
        leaving_chance(answer)


def test_parameters_are_checked_and_missing_ones_have_defaults():
    idea = Bot("idea", max, {"a": Parameter(1, 0, 2), "b": Parameter(5, 4, 6)})
    assert idea.with_numbers({"b": 4}).numbers == {"a": 1, "b": 4}
    with pytest.raises(BotError, match="bot idea: a must be between 0 and 2, got 3"):
        idea.with_numbers({"a": 3})
    with pytest.raises(BotError, match=r"has no parameter 'c' \(available: a, b\)"):
        idea.with_numbers({"c": 3})
    with pytest.raises(BotError, match=r"has no parameter 'c' \(none available\)"):
        Bot("plain", max).with_numbers({"c": 3})


def test_str_of_a_bot_is_its_id_with_parameters():
    declared = bot("idea", a=Parameter(1, 0, 2))(lambda view, a: True)
    assert str(declared.with_numbers({"a": 0.25})) == "idea:a=0.25"
    assert str(Bot("plain", max)) == "plain"


def test_class_is_created_once_for_each_game_and_seat():
    made = []

    class Keeper:
        def __init__(self, most=3):
            made.append(self)
            self.asked, self.most = 0, most

        def __call__(self, view):
            self.asked += 1
            assert view.history  # The history of this game; nothing from an earlier one is left.
            return view.step >= self.most

    keeper = Bot("keeper", Keeper, {"most": Parameter(3, 1, 9)})
    bots = [keeper.with_numbers({"most": most}) for most in (2, 3, 9)]
    simulate("iello-2016", bots, 5)
    assert len(made) == 15
    assert [one.most for one in made] == [2, 3, 9] * 5
    assert all(one.asked for one in made)


def test_function_is_called_with_its_parameters():
    idea = Bot("idea", lambda view, a: (view, a), {"a": Parameter(1, 0, 2)})
    assert idea.with_numbers({"a": 2}).seat_down()("view") == ("view", 2)
