"""Tests of what a seat or a spectator may know, field by field as in the interface."""

import json
import pickle
from dataclasses import fields

import pytest
from hypothesis import given

from diamant.editions import edition
from diamant.errors import IllegalStepError
from diamant.record import read_record
from diamant.rules.cards import Hazard, Relic, Treasure
from diamant.rules.events import (
    Banked,
    Bust,
    CardTurned,
    ChoicesRevealed,
    ExpeditionBegan,
    ExpeditionEnded,
    GameEnded,
    RelicsTaken,
    StandInsNeeded,
    TakenRelic,
    TreasureShared,
)
from diamant.rules.game import Game, Phase
from diamant.view import View, event_to_json, events_for
from tests.strategies import editions, games

IELLO = '[Edition "iello-2016"]\n[Players "a" "b" "c" "d"]\n'
CLOSED = '[Chests "closed"]\n'

# A has 9 in their chest and a relic worth 5; B, C and D carry 4 + 1; a snake and a relic lie there.
MIDDLE = "1. 17 relic 7/A snake relic"
DECK = {"1": 1, "2": 1, "3": 1, "4": 1, "5": 2, "7": 1, "9": 1, "11": 2, "13": 1, "14": 1}
DECK |= {"15": 1, "spider": 3, "snake": 2, "lava": 3, "boulder": 3, "ram": 3, "relic": 3}

FIVE_ROUNDS = "1. 9/A 5/BCD 2. 9/ABCD 3. 9/ABCD 4. 9/ABCD 5. 9/ABCD"


def game(words, head=IELLO):
    return read_record(head + words).game


def test_open_view_has_everything_but_the_order_of_the_deck():
    now = game(MIDDLE)
    seen = View.of(now, seat=2)
    assert seen == View(
        edition="iello-2016",
        players=4,
        seat=2,
        round=1,
        rounds=5,
        phase="decide",
        in_cave=(1, 2, 3),
        card="relic",
        cards=("17", "relic", "7", "snake", "relic"),
        carried=5,
        path=0,
        gems=(0, 0, 0, 0, 0),
        relics=(5,),
        hazards=("snake",),
        deck=DECK,
        treasures_left=(1, 2, 3, 4, 5, 5, 7, 9, 11, 11, 13, 14, 15),
        hazards_left={"spider": 3, "snake": 2, "lava": 3, "boulder": 3, "ram": 3},
        relics_left=3,
        deck_size=30,
        closed=False,
        chest=0,
        chests=(14, 0, 0, 0),
        relics_taken=((5,), (), (), ()),
        stand_ins=0,
        scores=None,
        winners=(),
        history=now.history,
    )


def test_view_has_no_card_before_the_first():
    seen = View.of(game(""), seat=0)
    assert (seen.card, seen.cards, seen.phase, seen.hazards) == (None, (), "turn", ())
    assert seen.deck_size == 35


def test_player_outside_the_cave_carries_nothing():
    assert View.of(game(MIDDLE), seat=0).carried == 0
    assert View.of(game(MIDDLE), seat=1).carried == 5


def test_spectator_sees_what_players_inside_carry():
    seen = View.of(game(MIDDLE))
    assert (seen.seat, seen.carried, seen.chest) == (None, 5, None)
    assert seen.chests == (14, 0, 0, 0)


def test_path_is_the_sum_of_the_gems_on_its_cards():
    seen = View.of(game("1. 17 ram 7 2"))
    assert (seen.gems, seen.path) == ((1, 0, 3, 2), 6)


@pytest.mark.parametrize(
    ("head", "words", "relics"),
    [
        # Two have been taken, so the next one is worth 5 and the two after it 10.
        ("iello-2016", "1. relic relic/A relic relic relic", (5, 10, 10)),
        ("iello-2016", "1. relic/AB relic", (5, 5)),
        ("iello-2016", "1. relic/A", ()),
        ("iello-2023-relics", "1. 9/ABCD 2. relic7 relic5", (7, 5)),
        ("incan-gold", "1. relic/A 9/BCD 2. relic/A 9/BCD 3. relic/A 9/BCD 4. relic", (10,)),
        ("iello-2023", "1. 9", ()),
    ],
)
def test_relics_show_what_a_lone_leaver_would_get(head, words, relics):
    assert View.of(game(words, IELLO.replace("iello-2016", head))).relics == relics


def test_taken_relics_count_in_the_chest():
    seen = View.of(game("1. relic relic/A 9/B"), seat=0)
    assert (seen.chest, seen.chests, seen.relics_taken) == (10, (10, 3, 0, 0), ((5, 5), (), (), ()))


def test_only_owners_know_their_closed_chests():
    now = game(MIDDLE, IELLO + CLOSED)
    assert View.of(now, seat=0).chest == 14
    assert View.of(now, seat=0).chests == (14, None, None, None)
    assert View.of(now, seat=3).chest == 0
    assert View.of(now, seat=3).chests == (None, None, None, 0)
    assert View.of(now).chest is None
    assert View.of(now).chests == (None, None, None, None)
    assert View.of(now).closed


def test_everything_but_the_closed_chest_is_public():
    seen = View.of(game(MIDDLE, IELLO + CLOSED))
    assert (seen.carried, seen.path, seen.relics_taken) == (5, 0, ((5,), (), (), ()))


def test_stand_ins_are_hidden_while_chests_are_closed():
    # The golden game of this edition explains why 5 are needed here.
    head = IELLO.replace("iello-2016", "schmidt-2005-nl").replace('"d"', '"d" "e" "f" "g" "h"')
    words = "1. 17 rockslide 9 11/ABCDEFGH 2. 13 gas 15"
    assert View.of(game(words, head), seat=0).stand_ins == 5
    assert View.of(game(words, head)).stand_ins == 5
    assert View.of(game(words, head + CLOSED), seat=0).stand_ins is None
    assert View.of(game(words, head + CLOSED)).stand_ins is None


def test_closed_chests_open_when_the_game_ends():
    closed = game(FIVE_ROUNDS, IELLO + CLOSED)
    assert closed.phase is Phase.OVER
    for seat in (None, 0, 3):
        seen = View.of(closed, seat)
        assert seen.chests == seen.scores == (11, 11, 11, 11)
        assert seen.winners == (0, 1, 2, 3)
        assert seen.history == closed.history
        assert seen.stand_ins == 0
        assert (seen.phase, seen.closed) == ("over", True)


def test_scores_and_winners_are_hidden_until_the_game_ends():
    almost = View.of(game(FIVE_ROUNDS.removesuffix("/ABCD")), seat=1)
    assert (almost.scores, almost.winners) == (None, ())


def test_equal_views_have_equal_hashes():
    one, other = View.of(game(MIDDLE), 0), View.of(game(MIDDLE), 0)
    assert hash(one) == hash(other) != hash(View.of(game(MIDDLE), 1))


def test_unknown_seat_has_no_view():
    for seat in (4, -1, "A"):
        sentence = f"^no seat {seat!r} in a game with 4 players: seats count from 0$"
        with pytest.raises(IllegalStepError, match=sentence):
            View.of(game(""), seat=seat)
    assert View.of(game(""), seat=3).seat == 3


@given(games() | games(editions()))
def test_open_views_differ_only_in_the_seat_its_chest_and_its_gems(moment):
    views = [View.of(moment, seat).to_json() for seat in range(moment.players)]
    if moment.closed and moment.phase is not Phase.OVER:
        return
    own = ("seat", "chest", "carried")
    assert all(
        {name: view[name] for name in view if name not in own}
        == {name: views[0][name] for name in views[0] if name not in own}
        for view in views
    )
    for seat, view in enumerate(views):
        inside = seat in moment.expedition.in_cave
        assert view["carried"] == (moment.expedition.carried if inside else 0)
        assert view["chest"] == moment.scores[seat]


@given(games() | games(editions()))
def test_all_fields_about_the_deck_agree(moment):
    seen = View.of(moment)
    words = [word for word, copies in seen.deck.items() for _ in range(copies)]
    assert sorted(words) == sorted(map(str, moment.expedition.deck))
    assert seen.deck_size == len(words)
    treasures = sorted(int(word) for word in words if word.isdecimal())
    assert list(seen.treasures_left) == treasures
    hazards = {kind: words.count(kind) for kind, _ in moment.edition.hazards}
    assert seen.hazards_left == hazards
    assert seen.relics_left == len(words) - len(treasures) - sum(hazards.values())


# Events.


def test_only_events_about_other_chests_are_hidden():
    banked = [Banked(0, 5, 1), Banked(1, 5, 1)]
    public = [
        ExpeditionBegan(1, None),
        CardTurned(Treasure(9)),
        TreasureShared((0, 1, 2), 3, 0),
        Bust("snake", (0,), 3),
        ChoicesRevealed((2,), (0, 1)),
        RelicsTaken(1, (TakenRelic(Relic(), 5),)),
        ExpeditionEnded(1, False, ()),
        GameEnded((1, 2, 3), (2,)),
    ]
    events = (*public, *banked, StandInsNeeded(7))
    assert events_for(events, None) == tuple(public)
    assert events_for(events, 0) == (*public, banked[0])
    assert events_for(events, 1) == (*public, banked[1])
    assert events_for(events, 2) == tuple(public)


def test_history_is_filtered_only_for_closed_chests():
    words = "1. 9/AB 5/C"
    closed, opened = game(words, IELLO + CLOSED), game(words)
    assert View.of(opened, seat=0).history == opened.history
    assert View.of(closed, seat=0).history == events_for(closed.history, 0)
    kept = [event for event in View.of(closed, seat=0).history if isinstance(event, Banked)]
    assert kept == [Banked(0, 2, 0)]
    assert View.of(closed).history == events_for(closed.history, None)


@pytest.mark.parametrize(
    ("event", "data"),
    [
        (ExpeditionBegan(2, None), {"event": "ExpeditionBegan", "round": 2, "relic": None}),
        (ExpeditionBegan(2, Relic(7)), {"event": "ExpeditionBegan", "round": 2, "relic": "relic7"}),
        (CardTurned(Treasure(9)), {"event": "CardTurned", "card": "9"}),
        (CardTurned(Hazard("ram")), {"event": "CardTurned", "card": "ram"}),
        (
            TreasureShared((0, 2), 3, 1),
            {"event": "TreasureShared", "seats": [0, 2], "share": 3, "remainder": 1},
        ),
        (Bust("ram", (1,), 8), {"event": "Bust", "kind": "ram", "seats": [1], "lost": 8}),
        (
            ChoicesRevealed((), (0, 1)),
            {"event": "ChoicesRevealed", "stayers": [], "leavers": [0, 1]},
        ),
        (
            RelicsTaken(1, (TakenRelic(Relic(), 5), TakenRelic(Relic(12), 12))),
            {
                "event": "RelicsTaken",
                "seat": 1,
                "relics": [{"card": "relic", "worth": 5}, {"card": "relic12", "worth": 12}],
            },
        ),
        (Banked(1, 2, 3), {"event": "Banked", "seat": 1, "carried": 2, "share": 3}),
        (StandInsNeeded(4), {"event": "StandInsNeeded", "worth": 4}),
        (
            ExpeditionEnded(3, True, (Relic(), Hazard("ram"))),
            {"event": "ExpeditionEnded", "round": 3, "bust": True, "removed": ["relic", "ram"]},
        ),
        (GameEnded((5, 0), (0,)), {"event": "GameEnded", "scores": [5, 0], "winners": [0]}),
    ],
)
def test_event_is_written_as_its_name_and_fields(event, data):
    told = event_to_json(event)
    assert told == data
    assert next(iter(told)) == "event"


@given(games() | games(editions()))
def test_view_is_written_with_all_its_fields(moment):
    seen = View.of(moment, seat=0)
    data = seen.to_json()
    assert list(data) == [field.name for field in fields(View)]
    assert data["history"] == [event_to_json(event) for event in seen.history]
    again = json.loads(json.dumps(data))
    assert again["chests"] == list(seen.chests)
    assert again["deck"] == seen.deck


def test_view_names_its_edition():
    for name in ("schmidt-2005", "incan-gold"):
        assert View.of(Game.start(edition(name), 3)).edition == name


def test_history_of_a_view_is_lazy_and_contains_no_secret():
    closed = game(MIDDLE, IELLO + CLOSED)
    seen = View.of(closed, seat=1).history
    told = events_for(closed.history, 1)
    assert (len(seen), seen[-1], seen[1:], tuple(seen)) == (len(told), told[-1], told[1:], told)
    assert (hash(seen), repr(seen)) == (hash(told), repr(told))
    again = pickle.loads(pickle.dumps(seen))
    assert again == seen == told
    assert again != closed.history
