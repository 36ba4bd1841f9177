"""Test the cave and the players as characters: everything fits, and no information is lost."""

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from diamant import Game
from diamant.locales import LANGUAGES
from diamant.locales.words import Words
from diamant.terminal.drawing.advice import coach_lines, odds_lines
from diamant.terminal.drawing.cave import SIZES, Canvas, draw_cave, fitted, lay_out
from diamant.terminal.drawing.players import player_lines
from diamant.terminal.narration import Narrator, broken, tell
from diamant.terminal.scene import Deed, moments_of, scene_after, scene_of
from diamant.view import View

NAMES = ("Ana", "Ben", "Cem", "Dora")


def game_after(*cards, leavers=None, edition="iello-2016", closed=False):
    game = Game.start(edition, 4, closed=closed)
    for card in cards:
        game = game.turn(card).game
        game = game.decide((leavers or {}).get(card, [])).game
    return game


def narrator(game, language="en"):
    return Narrator(Words(language), game.edition, NAMES)


def drawn(game, width, height, language="en"):
    canvas, _ = draw_cave(scene_of(game, 0), narrator(game, language), width, height)
    return canvas.lines()


def test_every_card_lies_on_the_path_with_its_remaining_gems():
    told = "\n".join(drawn(game_after("11", "snake", "relic", "7"), 78, 11))
    for word in ("11", "snake", "relic", "7", "3◆", "A B C D"):
        assert word in told


@given(st.integers(0, 40), st.integers(20, 200), st.integers(1, 60))
def test_slots_never_overlap_and_stay_inside(cards, width, height):
    layout = lay_out(cards, width, height)
    size = layout.size
    boxes = [(slot.x, slot.y) for slot in layout.slots]
    assert len(set(boxes)) == len(boxes)
    for x, y in boxes:
        assert x >= 0
        assert x + size.width <= width
        assert y + size.height <= height
    rows = {slot.row for slot in layout.slots}
    if cards and layout.left_out:
        assert size == SIZES[-1]
        assert len(rows) == max(1, height // size.height)
    else:
        assert len(layout.slots) == cards + 1


def test_largest_size_that_fits_is_used():
    assert lay_out(3, 78, 8).size == SIZES[0]
    assert lay_out(9, 78, 8).size == SIZES[1]
    assert lay_out(30, 38, 6).size == SIZES[-1]


def test_players_who_left_are_not_inside():
    told = "\n".join(drawn(game_after("11", "7", leavers={"7": [1, 2]}), 78, 9))
    assert "A D" in told
    assert "B" not in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 52, 78, 120])
def test_player_lines_have_exactly_the_available_width(language, width):
    game = game_after("11", "7", leavers={"7": [1]})
    for scene in [scene_of(game, 0), *(scene_after(one, 0) for one in moments_of(game))]:
        for line in player_lines(scene, narrator(game, language), width, you=0):
            assert line.cell_len == width


def test_reveal_marks_every_players_choice():
    last = list(moments_of(game_after("11", "7", leavers={"7": [1]})))[-1]
    marks = scene_after(last, 0).marks
    assert {seat: mark.deed for seat, mark in marks.items()} == {
        0: Deed.GOES_ON,
        1: Deed.LEAVES,
        2: Deed.GOES_ON,
        3: Deed.GOES_ON,
    }
    assert marks[1].gems == 9


def test_closed_chests_show_nothing_of_others():
    game = game_after("11", "7", leavers={"7": [0, 1]}, closed=True)
    last = list(moments_of(game))[-1]
    scene = scene_after(last, 0)
    assert scene.marks[0].gems is not None
    assert scene.marks[1].gems is None
    assert scene.chests[1:] == (None, None, None)
    lines = [line.plain for line in player_lines(scene, narrator(game), 78)]
    assert lines[1].endswith("▣  ?")


def test_cave_ended_by_a_bust_stays_in_view():
    game = game_after("11", "snake").turn("snake").game
    scene = scene_after(list(moments_of(game))[-1], 0)
    assert scene.busted
    assert [str(card) for card in scene.cards] == ["11", "snake", "snake"]
    assert scene.round == 1
    assert all(mark.deed is Deed.LOSES for mark in scene.marks.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_odds_and_coach_are_shown_in_every_language(language):
    game = game_after("11", "snake").turn("7").game
    words = Words(language)
    odds = odds_lines(View.of(game, 0), words)
    assert words.name("snake").lower() in odds[1].plain.lower()
    coach = coach_lines(game, 0, words)
    assert words.t("Go on") in coach[2].plain
    assert words.t("Leave") in coach[3].plain


def test_drawing_outside_of_a_canvas_is_ignored():
    canvas = Canvas(4, 1)
    canvas.put(-1, 0, "ab", "bold")
    canvas.put(3, 0, "漢", "bold")
    canvas.put(0, 5, "x", "bold")
    canvas.put(1, 0, "漢", "bold")
    assert canvas.lines() == ["b漢 "]


@given(
    st.text(st.characters(codec="utf-8", categories=["L", "N"]), max_size=30), st.integers(1, 20)
)
def test_fitted_text_has_the_requested_width(text, width):
    assert cell_len(fitted(text, width)) == width


@pytest.mark.parametrize("length", [30, 78, 200])
def test_path_can_be_copied_whole_from_a_terminal(length):
    out = Console(file=StringIO(), force_terminal=True, width=80, soft_wrap=True)
    path = "/" + "x" * (length - 1)
    tell(out, f"Game saved to {path}. To check the shuffle, run 'diamant verify {path}'.")
    assert out.file.getvalue().count(path) == 2


def test_lines_never_break_at_nonbreaking_spaces():
    out = Console(width=20)
    line = Text("Avancer\u00a0: points, 15 % de chances\u202f; oui", style="bold")
    parts = broken(out, line, 17)
    assert [part.plain for part in parts] == [
        "Avancer\u00a0: points,",
        "15 % de chances\u202f;",
        "oui",
    ]
    assert line.plain.endswith("\u202f; oui")
