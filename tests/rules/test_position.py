"""Tests of positions as one line of text: they read back equal, and impossible ones are refused."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamant.errors import EditionError, PositionError, RecordError
from diamant.record import Record
from diamant.rules.edition_text import write_edition
from diamant.rules.game import Game
from tests.rules.playing import play, small_edition, start
from tests.strategies import course_of_play, editions, games


def check_round_trip(game: Game, chance: random.Random) -> None:
    again = Game.from_position(game.position, game.edition)
    assert again.position == game.position
    assert again.key == game.key
    assert again.chances() == game.chances()
    # Everything but the history is equal, and so is the rest of the game.
    assert replace(again, past=game.past) == game
    assert again.history == (game.history if game == start_of(game) else ())
    state = chance.getstate()
    ends = []
    for begun in (game, again):
        chance.setstate(state)
        end = course_of_play(begun, chance, 0.4)[-1]
        ends.append((end.history[len(begun.history) :], end.scores, end.winners, end.position))
    assert ends[0] == ends[1]


def start_of(game: Game) -> Game:
    return Game.start(game.edition, game.players, closed=game.closed)


@given(games(), st.randoms(use_true_random=False))
def test_position_of_a_built_in_edition_reads_back_equal(game, chance):
    check_round_trip(game, chance)
    assert Game.from_position(game.position).position == game.position


@given(games(editions()), st.randoms(use_true_random=False))
def test_position_of_a_custom_edition_reads_back_equal(game, chance):
    check_round_trip(game, chance)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (start(), "iello-2016 open 1 turn - ABC 0,0,0 -"),
        (play(start(), "11/A snake"), "iello-2016 open 1 decide 11,snake BC+3 5,0,0 -"),
        (
            play(start("iello-2023-relics", 3, closed=True), "relic5 7/A snake 7 snake 4"),
            "iello-2023-relics closed 2 decide 4+1 ABC+1 3+5,0,0 relic5,snake",
        ),
        (
            play(start("iello-2023-relics", 3), "relic5 7/A snake"),
            "iello-2023-relics open 1 decide (relic5),7,snake BC+2 3+5,0,0 -",
        ),
        (play(start(), "9/ABC " * 5), "iello-2016 open 5 over 9 - 15,15,15 -"),
        (
            play(start(), "9/ABC " * 4 + "relic 7 lava lava"),
            "iello-2016 open 5 over (relic),7,lava,lava - 12,12,12 -",
        ),
    ],
)
def test_position_has_this_text(game, text):
    assert game.position == text
    assert Game.from_position(text).key == game.key


def test_first_position_reads_as_a_new_game():
    assert Game.from_position(start().position) == start()
    assert Game.from_position(f"{start().position}\n") == start()  # As read from a file.


def test_history_starts_at_the_position():
    game = Game.from_position("iello-2016 open 2 turn 7 AB+2 0,0,9 -")
    assert game.history == ()
    step = game.turn("snake")
    assert step.game.history == step.events != ()
    with pytest.raises(RecordError, match=r"^the game: it starts from a position, but a record "):
        Record(("a", "b", "c"), step.game)


def test_custom_edition_is_passed_as_an_argument(tmp_path):
    own = small_edition()
    file = tmp_path / "small.toml"
    file.write_text(write_edition(own), encoding="utf-8")
    game = play(Game.start(own, 2), "7/A")
    for given_besides in (own, file, str(file)):
        assert Game.from_position(game.position, given_besides).key == game.key
    with pytest.raises(PositionError, match=r"^column 1: unknown edition 'small' \(available: "):
        Game.from_position(game.position)
    with pytest.raises(PositionError, match=r"^column 1: the position uses edition small, not ie"):
        Game.from_position(game.position, "iello-2016")
    with pytest.raises(EditionError, match="cannot read the edition file"):
        Game.from_position(game.position, tmp_path / "none.toml")


def test_reading_a_position_opens_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(write_edition(small_edition()), encoding="utf-8")
    with pytest.raises(PositionError, match=r"^column 1: unknown edition 'small.toml' \("):
        Game.from_position("small.toml open 1 turn - AB 0,0 -")


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", r"column 1: a position must have 8 fields \(edition, .*\), not 0"),
        ("iello-2016 open 1 turn - ABC 0,0,0", r"column 1: .*, not 7"),
        ("iello open 1 turn - ABC 0,0,0 -", "column 1: unknown edition 'iello' .did you .*."),
        ("iello-2016 ajar 1 turn - ABC 0,0,0 -", "column 12: .* open, closed, got 'ajar'"),
        ("iello-2016 open 6 turn - ABC 0,0,0 -", "column 17: .* 1, 2, 3, 4, 5, got '6'"),
        ("iello-2016 open ٣ turn - ABC 0,0,0 -", "column 17: .* 1, 2, 3, 4, 5, got '٣'"),
        ("iello-2016 open 1 trun - ABC 0,0,0 -", "column 19: .* turn, decide, over, got 'trun'"),
        ("iello-2016 open 1 turn - ABC 0,x,0 -", "column 32: expected a chest's gems, .*, got 'x'"),
        ("iello-2016 open 1 turn - ABC 0,٣,0 -", "column 32: expected a chest's gems, .*, got '٣'"),
        ("iello-2016 open 1 turn - AB 0,0 -", "column 29: iello-2016 is for 3 to 8 players, not 2"),
        ("iello-2016 open 1 turn - AB - -", "column 29: iello-2016 is for 3 to 8 players, not 0"),
        ("iello-2016 open 2 turn - ABC 0,0,0 snaek", "column 36: .* no card 'snaek' .did .*"),
        ("iello-2016 open 2 turn - ABC 0,0,0 7", "column 36: a treasure never leaves the game, .*"),
        ("iello-2016 open 1 turn - ABC 0,0,0 lava", "column 36: this many cards .* before round 1"),
        ("iello-2016 open 2 turn - ABC 0,0,0 lava,lava", "column 41: this many .* before round 2"),
        ("iello-2016 open 5 turn - ABC 0,0,0 lava,lava,lava", "column 46: this many .* round 5"),
        ("incan-gold open 2 turn - ABC 0,0,0 relic,relic", "column 42: this many .* round 2"),
        ("iello-2016 open 1 turn 7,snaek ABC 0,0,0 -", "column 26: .* no card 'snaek' .did you .*"),
        ("iello-2016 open 1 turn 7++2 ABC 0,0,0 -", r"column 24: expected a card .* '7\+\+2'"),
        ("iello-2016 open 1 turn 7,,7 ABC 0,0,0 -", "column 26: expected a card .* ''"),
        ("iello-2016 open 1 turn 17,17 ABC 0,0,0 -", "column 27: the deck .* no 17 left"),
        ("iello-2016 open 1 turn relic5 ABC 0,0,0 -", "column 24: .* no card 'relic5' .*"),
        ("iello-2016 open 1 turn (7) ABC 0,0,0 -", "column 24: only a relic can be taken .*"),
        ("iello-2016 open 1 turn snake+2 ABC 0,0,0 -", "column 24: no gems can be on snake here"),
        (
            "iello-2016 open 3 turn relic,(relic) ABC 0,0,0 -",
            "column 30: a player who took this relic also took the relics before it",
        ),
        (
            "iello-2016 open 1 turn lava,lava AB 0,0,0 -",
            "column 24: the second hazard of a kind has ended the round",
        ),
        (
            "iello-2016 open 5 over lava,lava,7 - 0,0,0 -",
            "column 34: no card can follow the second hazard of a kind",
        ),
        ("iello-2016 open 1 decide - ABC 0,0,0 -", "column 26: phase decide needs .*"),
        ("iello-2016 open 5 over - - 0,0,0 -", "column 24: phase over needs a card on the path"),
        ("iello-2016 open 4 over 7 - 0,0,0 -", "column 17: the game is over after round 5"),
        ("iello-2016 open 5 over 7+1 - 0,0,0 -", "column 24: no gems can be on 7 here"),
        ("iello-2016 open 5 over relic - 0,0,0 -", "column 24: no relic can be .* when .*"),
        ("iello-2016 open 5 over 7 A 0,0,0 -", "column 26: no one can be inside when .*, got 'A'"),
        ("iello-2016 open 1 turn 7 - 0,0,0 -", "column 26: .* seats inside .from ABC., .* got '-'"),
        ("iello-2016 open 1 turn 7 BA 0,0,0 -", "column 26: expected the seats .* got 'BA'"),
        ("iello-2016 open 1 turn 7 AA 0,0,0 -", "column 26: expected the seats .* got 'AA'"),
        ("iello-2016 open 1 turn 7 D 0,0,0 -", "column 26: expected the seats .* got 'D'"),
        ("iello-2016 open 1 turn - AB 0,0,0 -", "column 26: everyone is inside until .*"),
        ("iello-2016 open 2 turn - ABC+1 0,0,0 -", "column 26: everyone is inside until .*"),
        ("iello-2016 open 1 decide 7 AB+2 0,0,0 -", "column 28: everyone is inside until .*"),
        (
            "iello-2016 open 2 turn - ABC 0+5,0,0 -",
            "column 30: the chests contain relics that cannot have been taken",
        ),
        ("iello-2016 open 2 turn - ABC 0+10,0,0 relic", "column 30: the chests contain relics .*"),
        (
            "iello-2023-relics open 2 turn - ABC 0+7,0,0 relic5",
            "column 37: the chests contain relics .*",
        ),
        (
            "iello-2023-relics open 2 turn relic7 ABC 0+7,0,0 -",
            "column 42: the chests contain relics .*",
        ),
        ("schmidt-2005 open 2 turn - ABC 0+5,0,0 -", "column 32: the chests contain relics .*"),
    ],
)
def test_impossible_position_is_refused_with_its_column(text, refusal):
    with pytest.raises(PositionError, match=f"^{refusal}$") as told:
        Game.from_position(text)
    assert str(told.value) == f"column {told.value.column}: {told.value.reason}"


@given(games(), st.data())
def test_damaged_position_is_read_or_refused_without_a_crash(game, data):
    text = game.position
    at = data.draw(st.integers(0, len(text)))
    more = data.draw(st.text("0123456789ABCD+,() -snake", max_size=3))
    damaged = text[:at] + more + text[at + data.draw(st.integers(0, 3)) :]
    try:
        read = Game.from_position(damaged)
    except PositionError:
        return
    assert course_of_play(read, random.Random(1), 0.3)[-1].is_over
    assert Game.from_position(read.position).position == read.position
