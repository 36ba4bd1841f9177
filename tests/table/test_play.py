"""Tests of the shuffle, the cards, secret choices, the reveal, bots, bets and emotes."""

import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from diamant.bots import find_bot
from diamant.bots.characters import CHARACTERS, LEVELS, character_named
from diamant.dealer import commitment, nonce_hash, verify
from diamant.record import read_record, write_record
from diamant.rules.game import Game
from diamant.table import RefusalError, Settings, TablePhase, bot_player, record_of, records_of
from diamant.table import commands as c
from diamant.table.bot_player import HURRIED_MS, LEAST_THOUGHT_MS, MOST_THOUGHT_MS, thinking_ms
from diamant.table.play import BUST_SHOWN_MS, SHOWN_MS
from diamant.table.settings import LEAST_SECONDS
from diamant.table.shuffle import commitment_of
from tests.table.tabletop import QUICK, Tabletop, small


def promise(top, at, nonce):
    return nonce_hash(commitment_of(top.table), at, nonce)


# The shuffle.


def test_the_commitment_is_public_before_any_nonce():
    top = Tabletop(small())
    assert len(top.view()["fairness"]["commitment"]) == 64
    assert top.view()["fairness"]["seed"] is None


def test_nonces_are_revealed_after_all_hashes_have_arrived():
    top = Tabletop(small()).people(2)
    top.do(c.Start)
    hash_0, hash_1 = promise(top, 0, b"a"), promise(top, 1, b"b")
    top.do(c.PromiseNonce, "g1", seat=0, hash=hash_0)
    assert top.refused(c.PromiseNonce, "g1", seat=0, hash=hash_0) == "nonce-given"
    assert top.refused(c.ShowNonce, "g1", seat=0, nonce=b"a".hex()) == "not-now"
    assert top.table.seat(0).nonce is None
    top.do(c.PromiseNonce, "g2", seat=1, hash=hash_1)
    assert top.table.phase is TablePhase.NONCES
    assert top.refused(c.PromiseNonce, "g2", seat=1, hash=hash_1) == "not-now"
    assert top.refused(c.ShowNonce, "g1", seat=0, nonce=b"c".hex()) == "nonce-differs"
    assert top.refused(c.ShowNonce, "g1", seat=0, nonce="A") == "nonce-form"
    assert top.refused(c.ShowNonce, "g1", seat=0, nonce="ab" * 65) == "nonce-form"
    top.do(c.ShowNonce, "g1", seat=0, nonce=b"a".hex())
    assert top.refused(c.ShowNonce, "g1", seat=0, nonce=b"a".hex()) == "nonce-given"
    top.do(c.ShowNonce, "g2", seat=1, nonce=b"b".hex())
    assert top.table.phase is TablePhase.CAVE
    assert top.view()["fairness"]["nonces"] == [b"a".hex(), b"b".hex()]


def test_malformed_hash_is_refused():
    top = Tabletop(small()).people(2)
    top.do(c.Start)
    assert top.refused(c.PromiseNonce, seat=0, hash="xyz") == "nonce-form"
    assert top.refused(c.PromiseNonce, seat=0, hash="A" * 64) == "nonce-form"


def test_game_starts_without_nonces_if_all_players_decline():
    top = Tabletop(small()).people(2)
    top.do(c.Start)
    for at, guest in enumerate(("g1", "g2")):
        top.do(c.PromiseNonce, guest, seat=at, hash="")
    assert top.table.phase is TablePhase.CAVE


def test_absent_players_hash_is_not_awaited():
    top = Tabletop(small()).people(2)
    top.do(c.Start)
    top.do(c.PromiseNonce, "g1", seat=0, hash="")
    top.disconnect("g2")
    assert top.table.phase is TablePhase.CAVE


def test_waiting_for_hashes_has_a_time_limit():
    top = Tabletop(small()).people(2)
    top.do(c.Start)
    top.tick(4_999)
    assert top.table.phase is TablePhase.HASHES
    top.tick(1)
    assert top.table.phase is TablePhase.CAVE


def test_missing_nonce_restarts_the_shuffle():
    top = Tabletop(small()).people(2)
    top.do(c.Start)
    top.do(c.PromiseNonce, "g1", seat=0, hash=promise(top, 0, b"a"))
    top.do(c.PromiseNonce, "g2", seat=1, hash=promise(top, 1, b"b"))
    top.do(c.ShowNonce, "g1", seat=0, nonce=b"a".hex())
    before = commitment_of(top.table)
    top.tick(5_000)
    assert top.table.phase is TablePhase.LOBBY
    (event,) = top.told()
    assert event["seats"] == (1,)
    assert event["commitment"] == commitment_of(top.table) != before
    # The table does not wait for that seat again, so a dead phone does not stop the game twice.
    top.do(c.Start)
    top.do(c.PromiseNonce, "g1", seat=0, hash="")
    assert top.table.phase is TablePhase.CAVE


def test_shuffles_abandoned_after_a_reveal_are_counted_until_a_game_finishes():
    top = Tabletop(small()).people(2)

    def shuffle(*, shown):
        top.do(c.Start)
        for at, guest in enumerate(("g1", "g2")):
            top.do(c.PromiseNonce, guest, seat=at, hash=promise(top, at, b"x"))
        if shown:
            top.do(c.ShowNonce, "g1", seat=0, nonce=b"x".hex())

    def numbers():
        return top.view()["fairness"]["shuffle"], top.view()["fairness"]["restarts"]

    shuffle(shown=False)
    top.do(c.EndGame)
    assert numbers() == (2, 0)
    shuffle(shown=True)
    top.tick(5_000)
    assert numbers() == (3, 1)
    # The table does not wait for a silent seat, so the others can start and stop a game without it.
    top.do(c.Start)
    top.do(c.PromiseNonce, "g1", seat=0, hash=promise(top, 0, b"x"))
    top.do(c.ShowNonce, "g1", seat=0, nonce=b"x".hex())
    top.do(c.EndGame)
    top.do(c.Rematch)
    assert numbers() == (4, 2)
    top.start()
    top.play_out()
    record = record_of(top.table)
    assert (record.tag("Shuffle"), record.tag("Restarts")) == ("4", "2")
    top.do(c.Rematch)
    assert numbers() == (5, 0)
    top.start()
    top.play_out()
    assert record_of(top.table).tag("Restarts") is None


def test_free_seats_are_removed_when_the_game_starts():
    top = Tabletop(small()).people(1)
    top.do(c.TakeSeat, top.join(), name="Far", seat=3)
    top.do(c.OfferSeat, "g2", seat=3, code="h")
    top.do(c.Start)
    assert top.told()[0]["order"] == (0, 3)
    assert [seat.name for seat in top.table.seats] == ["P1", "Far"]
    assert top.table.offers == ()


# Choices.


def test_choice_is_secret_until_everyone_has_chosen():
    top = Tabletop(small()).people(2).start()
    top.choose(0, leave=True)
    assert top.told("g1")[0]["leave"] is True
    assert "leave" not in top.told("g2")[0]
    assert top.view("g1")["hands"][0]["choice"] is True
    assert [seat["chosen"] for seat in top.view("g2")["seats"]] == [True, False]
    top.choose(1, leave=False)
    assert [event["event"] for event in top.told()][:2] == ["ChoiceMade", "ChoicesRevealed"]
    assert top.told()[1]["leavers"] == (0,)


def test_choice_can_be_changed_secretly_until_the_reveal():
    top = Tabletop(small()).people(2).start()
    top.choose(0, leave=True)
    number = top.table.public_number
    top.choose(0, leave=False)
    assert top.told("g2") == []
    assert top.told("g1")[0]["public_number"] == number
    assert top.table.public_number == number
    top.choose(1, leave=False)
    assert top.told()[1]["leavers"] == ()


def test_table_can_hide_that_a_choice_was_made():
    top = Tabletop(small(show_chosen=False)).people(2).start()
    number = top.table.public_number
    top.choose(0, leave=True)
    assert top.told("g2") == []
    assert top.told("g1") == [top.happened("ChoiceMade", seat=0, leave=True)]
    assert [seat["chosen"] for seat in top.view("g2")["seats"]] == [None, False]
    assert top.table.public_number == number


def test_choice_for_another_turn_is_refused():
    top = Tabletop(small()).people(2)
    assert top.refused(c.Choose, seat=0, turn=0, leave=True) == "turn-over"
    top.start()
    turn = top.table.turn
    top.all_choose()
    assert top.refused(c.Choose, seat=0, turn=turn, leave=True) == "turn-over"


def test_player_in_camp_has_no_choice():
    top = Tabletop(small()).people(3).start()
    top.all_choose(0)
    assert top.refused(c.Choose, seat=0, turn=top.table.turn, leave=True) == "not-in-cave"


# The course of a game.


def test_expeditions_have_a_break_between_them():
    top = Tabletop(small(break_seconds=3)).people(2).start()
    top.all_choose(0, 1)
    assert top.table.phase is TablePhase.BREAK
    assert top.told()[-1]["deadline"] == top.now + SHOWN_MS + 3_000
    assert top.view()["odds"] is None
    top.tick(SHOWN_MS + 2_999)
    assert top.table.phase is TablePhase.BREAK
    top.tick(1)
    assert top.table.phase is TablePhase.CAVE
    assert top.view()["game"]["round"] == 2


def test_break_starts_after_a_bust_has_been_shown():
    top = Tabletop(small(break_seconds=4)).people(2).start()
    while top.table.phase is TablePhase.CAVE:
        top.all_choose()
    assert top.told()[-1] == {**top.told()[-1], "event": "BreakBegan"}
    assert top.told()[-1]["deadline"] == top.now + BUST_SHOWN_MS + 4_000


def test_host_can_end_a_break_early():
    top = Tabletop(small(break_seconds=4)).people(2).start()
    turn = top.table.turn
    assert top.refused(c.EndBreak, turn=turn) == "not-now"
    top.all_choose(0, 1)
    assert top.refused(c.EndBreak, "g2", turn=turn) == "not-host"
    assert top.refused(c.EndBreak, turn=turn - 1) == "not-now"
    top.do(c.EndBreak, turn=turn)
    assert top.names() == ["CardTurned"]
    assert top.table.phase is TablePhase.CAVE
    assert top.refused(c.EndBreak, turn=turn) == "not-now"


def test_late_press_does_not_end_a_later_break():
    top = Tabletop(replace(QUICK, break_seconds=4)).people(3).start()
    turn = top.table.turn
    top.all_choose(0, 1, 2)
    top.do(c.EndBreak, turn=turn)
    top.all_choose(0, 1, 2)
    assert top.table.phase is TablePhase.BREAK
    assert top.refused(c.EndBreak, turn=turn) == "not-now"


def test_no_card_is_turned_during_a_pause():
    top = Tabletop(small(break_seconds=4)).people(2).start()
    top.all_choose(0, 1)
    top.do(c.Pause)
    assert top.refused(c.EndBreak, turn=top.table.turn) == "not-now"
    top.do(c.Resume)
    top.do(c.EndBreak, turn=top.table.turn)


def test_next_card_is_turned_immediately_without_a_break():
    top = Tabletop(small()).people(2).start()
    top.all_choose(0, 1)
    assert top.view()["game"]["round"] == 2
    assert top.table.phase is TablePhase.CAVE


@pytest.mark.parametrize("settings", [QUICK, small(), small(closed=True)])
def test_finished_game_has_a_record_that_verifies(settings):
    top = Tabletop(settings).people(3).start()
    top.play_out()
    record = record_of(top.table)
    assert verify(record) is None
    assert record.tag("Commitment") == commitment(bytes.fromhex(record.tag("Seed")))
    assert record.tags["Nonces"] == ("0007", "0107", "0207")
    assert record.tag("Date") == "1970-01-01"
    assert read_record(write_record(record)) == record
    assert top.told()[-1] == top.happened("GameFinished", seed=record.tag("Seed"))
    assert top.view()["fairness"]["seed"] == record.tag("Seed")
    assert list(records_of(top.log)) == [record]


def test_the_record_of_a_running_game_has_no_seed():
    top = Tabletop(small()).people(2)
    with pytest.raises(RefusalError):
        record_of(top.table)
    top.start()
    assert record_of(top.table).tag("Seed") is None
    assert record_of(top.table).tag("Commitment") is not None


def test_odds_are_shown_if_the_table_allows_them():
    for odds in (True, False):
        top = Tabletop(small(odds=odds)).people(2).start()
        assert (top.view()["odds"] is not None) is odds


# Bots.


def test_bots_hurry_if_only_they_are_inside_and_one_person_waits():
    top = Tabletop(small(thinking=True), secret=b"\1" * 32).people(1, bots=2).start()
    assert thinking_ms(top.table, 1) != HURRIED_MS  # A person is in the cave.
    top.all_choose(0)
    top.tick(MOST_THOUGHT_MS)
    assert top.inside() == (1, 2)
    assert [thinking_ms(top.table, at) for at in top.inside()] == [HURRIED_MS, HURRIED_MS]
    table = top.table.with_seat(2, replace(top.table.seat(2), guest="g2", stand_in="away"))
    assert not bot_player.is_hurried(table)


def test_no_two_bots_at_a_table_are_alike():
    for level in LEVELS:
        top = Tabletop(Settings(bots=level)).people(1, bots=7)
        seats = top.view()["seats"]
        company = [character_named(seat["name"]) for seat in seats[1:]]
        assert len({one.bot for one in company}) == 7
        assert [seat["bot"] for seat in seats[1:]] == [one.level for one in company]
        assert [one.level for one in company[:4]] == [level] * 4


def test_bots_of_a_new_level_replace_others():
    top = Tabletop(Settings()).people(1, bots=2)
    top.do(c.FillWithBots, players=4, level="easy")
    top.do(c.ChangeSettings, settings=Settings(bots="hard"))
    seats = top.view()["seats"]
    assert [seat["bot"] for seat in seats[1:4]] == ["hard", "hard", "easy"]
    assert [seat["name"] for seat in seats[1:4]] == ["Inés", "Bram", "Gino"]


def test_bot_that_stands_in_differs_from_the_other_bots():
    top = Tabletop(small()).people(2, bots=2)
    top.do(c.Rename, seat=2, name="Bo")
    top.start()
    assert len({bot_player._bot_name(top.table, at) for at in range(4)}) == 4


def test_bot_plays_like_its_character(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "diamant.table.bot_player.find_bot", lambda n: asked.append(n) or find_bot(n)
    )
    bot_player._bot.cache_clear()
    Tabletop(small()).people(1, bots=2).start()
    assert asked == [character_named(name).bot for name in ("Rosa", "Teun")]
    bot_player._bot.cache_clear()


def test_bots_think_for_a_moment():
    top = Tabletop(small(thinking=True)).people(1, bots=2).start()
    for at in (1, 2):
        assert LEAST_THOUGHT_MS <= thinking_ms(top.table, at) <= MOST_THOUGHT_MS
    top.tick(LEAST_THOUGHT_MS - 1)
    assert top.table.seat(1).choice is None
    top.tick(MOST_THOUGHT_MS)
    assert top.table.seat(1).choice is not None
    assert top.table.seat(2).choice is not None


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_bots_of_every_strength_play_to_the_end(level):
    top = Tabletop(small(bots=level, clock="brisk", seconds=5)).people(1, bots=3).start()
    top.play_out()
    assert verify(record_of(top.table)) is None


def test_no_bot_thinks_longer_than_the_shortest_clock():
    assert LEAST_SECONDS * 1000 > MOST_THOUGHT_MS
    settings = small(thinking=True, clock="brisk", seconds=LEAST_SECONDS)
    top = Tabletop(settings).people(1, bots=3).start()
    top.tick(60_000)
    assert top.names() == ["ChoiceMade", "ChoiceMade", "ChoiceMade", "Paused"]


def dice(view):
    return view.rng.random() < 0.5


def test_bots_random_choices_follow_from_the_tables_secret(monkeypatch):
    rolls = [replace(one, bot=f"{__name__}:dice") for one in CHARACTERS]
    monkeypatch.setattr(bot_player, "company", lambda level: rolls)
    monkeypatch.setattr(bot_player, "character_named", lambda name: None)
    monkeypatch.setitem(sys.modules, __name__, SimpleNamespace(dice=dice))
    logs = []
    for secret in (b"\1", b"\1", b"\2"):
        top = Tabletop(small(bots="easy"), secret=secret * 32).people(1, bots=3).start()
        top.play_out()
        logs.append([entry.event for entry in top.log[1:]])
    assert logs[0] == logs[1] != logs[2]


# For fun.


def test_players_in_camp_bet_on_who_leaves_next():
    top = Tabletop(small(), secret=b"\1" * 32).people(4).start()
    assert top.refused(c.Bet, "g1", seat=0, on=1) == "bet-inside"
    top.all_choose(0, 1)
    assert top.table.phase is TablePhase.CAVE
    assert top.inside() == (2, 3)
    assert top.refused(c.Bet, "g1", seat=0, on=1) == "bet-on-camp"
    top.do(c.Bet, "g1", seat=0, on=3)
    top.do(c.Bet, "g1", seat=0, on=2)
    top.do(c.Bet, "g2", seat=1, on=3)
    assert top.view()["seats"][0]["bet"] == 2
    top.all_choose(2)
    (reveal,) = [event for event in top.told() if event["event"] == "ChoicesRevealed"]
    assert reveal["bets_won"] == (0,)
    tally = [(seat["bets_won"], seat["bets_made"]) for seat in top.view()["seats"]]
    assert tally == [(1, 1), (0, 1), (0, 0), (0, 0)]
    assert top.view()["seats"][0]["bet"] is None


def test_bet_stays_while_no_one_leaves():
    top = Tabletop(small(), secret=b"\1" * 32).people(4).start()
    top.all_choose(0)
    top.do(c.Bet, "g1", seat=0, on=3)
    round_number = top.table.game.expedition.round
    top.all_choose()
    still = top.table.game.expedition.round == round_number
    assert (top.table.seat(0).bet == 3) is still


def test_bets_need_a_running_expedition():
    top = Tabletop(small()).people(2)
    assert top.refused(c.Bet, seat=0, on=1) == "not-now"


def test_emotes_are_rate_limited():
    top = Tabletop(small()).people(2)
    for _ in range(3):
        top.do(c.SendEmote, seat=0, emote="wave")
    assert top.told()[0]["emote"] == "wave"
    answer = top.ask(c.SendEmote, seat=0, emote="wave")
    assert answer.refusal.params == {"seconds": 10}
    top.tick(9_999)
    assert top.refused(c.SendEmote, seat=0, emote="wave") == "emote-too-soon"
    top.tick(1)
    top.do(c.SendEmote, seat=0, emote="wave")
    assert top.refused(c.SendEmote, seat=0, emote="wafe") == "no-such-word"


def test_spectators_have_the_same_limit_on_emotes():
    top = Tabletop(small()).people(2).start()
    onlooker = top.join()
    for _ in range(3):
        top.do(c.SendEmote, onlooker, emote="gasp")
    assert (top.told()[0]["seat"], top.told()[0]["emote"]) == (None, "gasp")
    assert top.refused(c.SendEmote, onlooker, emote="gasp") == "emote-too-soon"
    assert top.refused(c.SendEmote, onlooker, seat=0, emote="gasp") == "not-your-seat"


def test_each_step_of_the_rules_runs_once_when_decided_and_once_when_read(monkeypatch):
    steps = []
    turn, decide = Game.turn, Game.decide
    monkeypatch.setattr(Game, "turn", lambda game, card: steps.append(card) or turn(game, card))
    monkeypatch.setattr(Game, "decide", lambda game, who: steps.append(who) or decide(game, who))
    top = Tabletop(small()).people(3).start()
    top.play_out()
    happened = [entry.event.wire_name for entry in top.log]
    played = happened.count("CardTurned") + happened.count("ChoicesRevealed")
    assert len(steps) == played > 3
    assert top.reopen() == top.table
    assert len(steps) == 2 * played
