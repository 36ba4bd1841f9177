"""Tests of the daily cave: the same for everyone, with later cards kept secret."""

import hashlib
import random
from datetime import date
from itertools import pairwise

import pytest

from diamant import daily
from diamant.dealer import Dealer
from diamant.editions import edition
from diamant.rules.events import CardTurned

SEED = hashlib.sha256(b"a day").digest()


def play(seed: bytes, choices: random.Random) -> list[daily.Attempt]:
    moments = [daily.attempt(seed)]
    while not moments[-1].over:
        moments.append(moments[-1].choose(leave=choices.random() < 0.3))
    return moments


def facts(attempt: daily.Attempt) -> list:
    return [fact for happening in attempt.happened for fact in happening.facts]


@pytest.mark.parametrize("luck", range(4))
def test_attempt_continues_from_its_course_alone(luck):
    moments = play(SEED, random.Random(luck))
    assert [moment.choices for moment in moments] == list(range(len(moments)))
    for moment in moments:
        assert daily.attempt(SEED, moment.course) == moment
    for before, after in pairwise(moments):
        assert facts(after)[: len(facts(before))] == facts(before), "what was told stays told"
    assert moments[-1].points == moments[-1].game.scores[daily.YOU]
    assert [moment.points for moment in moments[:-1]] == [None] * (len(moments) - 1)


def test_same_choices_get_the_same_cards():
    order = Dealer(SEED, [b""] * daily.PLAYERS).order(edition(daily.EDITION).deck(1), 1)
    for luck in range(4):
        turned = [
            fact.card
            for fact in facts(play(SEED, random.Random(luck))[-1])
            if isinstance(fact, CardTurned)
        ]
        assert turned[0] == order[0]
    bold = daily.attempt(SEED).choose(leave=False)
    assert bold == daily.attempt(SEED).choose(leave=False)


def test_cards_are_secret_until_they_are_turned():
    first = daily.attempt(SEED)
    assert not first.over
    assert sum(isinstance(fact, CardTurned) for fact in facts(first)) == 1
    assert SEED.hex() not in repr(first)


@pytest.mark.parametrize(
    ("days", "count"),
    [
        ([], 0),
        (["2026-11-16"], 1),
        (["2026-11-15"], 1),
        (["2026-11-14"], 0),
        (["2026-11-16", "2026-11-15", "2026-11-13"], 2),
    ],
)
def test_streak_counts_days_up_to_today_or_yesterday(days, count):
    assert daily.streak(days, date(2026, 11, 16)) == count
