"""Tests of stepping through a record card by card."""

from hypothesis import given

from diamant.record import Record, read_record, replay, replay_rows
from diamant.rules.cards import Hazard, Relic, Treasure
from diamant.rules.events import Banked, CardTurned, RelicsTaken
from diamant.rules.game import Phase
from tests.strategies import editions, games

HEAD = '[Edition "iello-2016"]\n[Players "a" "b" "c"]\n'


@given(games() | games(editions()))
def test_replay_follows_the_course_of_the_game(game):
    steps = list(replay(Record(("x",) * game.players, game)))
    befores = [step.before for step in steps]
    assert befores[1:] == [step.after for step in steps[:-1]]
    if steps:
        assert steps[-1].after == game
        assert befores[0].history == game.history[:1]
    events = tuple(event for step in steps for event in step.events)
    assert game.history == game.history[:1] + events


def test_step_has_the_card_and_the_game_before_during_and_after():
    record = read_record(HEAD + '[Chests "closed"]\n1. relic 9/B snake snake 2. 5')
    first, second, third, bust, last = replay(record)
    assert (first.round, first.number, first.card, first.leavers) == (1, 1, Relic(), ())
    assert (second.round, second.number, second.card, second.leavers) == (1, 2, Treasure(9), (1,))
    assert second.before == first.after
    assert second.before.phase is Phase.TURN
    assert second.turned.phase is Phase.DECIDE
    assert second.turned.expedition.in_cave == (0, 1, 2)
    assert second.after.expedition.in_cave == (0, 2)
    assert second.after.closed
    kinds = [type(event) for event in second.events]
    assert kinds[0] is CardTurned
    assert {RelicsTaken, Banked} < set(kinds)
    assert third.leavers == ()
    assert (bust.number, bust.card, bust.leavers) == (4, Hazard("snake"), None)
    assert bust.turned is bust.after
    assert (last.round, last.number, last.leavers) == (2, 1, None)
    assert last.turned is last.after
    assert last.after == record.game


def row(*values):
    names = (
        *("round", "step", "card", "bust", "in_cave"),
        *("carried", "path", "leavers", "relics_taken", "chests"),
    )
    return dict(zip(names, values, strict=True))


def test_rows_have_one_entry_per_card_and_the_final_scores():
    record = read_record(HEAD + "1. relic relic 11/B snake/- snake 2. 7/AB 4")
    first, second, third, fourth, bust, leaving, open_decision, last = replay_rows(record)
    assert first == row(1, 1, "relic", False, [0, 1, 2], [0, 0, 0], 0, [], 0, [0, 0, 0])
    assert second["step"] == 2
    assert third == row(1, 3, "11", False, [0, 1, 2], [3, 3, 3], 2, [1], 2, [0, 15, 0])
    assert (fourth["carried"], fourth["in_cave"]) == ([3, 0, 3], [0, 2])
    assert bust == row(1, 5, "snake", True, [0, 2], [0, 0, 0], 0, [], 0, [0, 15, 0])
    assert (leaving["carried"], leaving["path"]) == ([2, 2, 2], 1)
    assert (leaving["leavers"], leaving["chests"]) == ([0, 1], [2, 17, 0])
    assert (open_decision["carried"], open_decision["path"]) == ([0, 0, 6], 1)
    assert last == {"scores": [2, 17, 0], "winners": [], "finished": False}


def test_a_bust_in_the_last_round_leaves_nothing_on_the_path():
    text = HEAD + "1. 9/ABC 2. 9/ABC 3. 9/ABC 4. 9/ABC 5. 11 4 ram ram"
    *_, bust, last = replay_rows(read_record(text))
    assert (bust["bust"], bust["path"], bust["carried"]) == (True, 0, [0, 0, 0])
    assert last == {"scores": [12, 12, 12], "winners": [0, 1, 2], "finished": True}


def test_game_without_cards_has_only_the_last_row():
    rows = list(replay_rows(read_record(HEAD)))
    assert rows == [{"scores": [0, 0, 0], "winners": [], "finished": False}]
