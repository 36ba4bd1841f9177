"""Test games against bots on the screen."""

import asyncio
import time

import pytest

from diamant.cli.commands.rules import rules_text
from diamant.dealer import verify
from diamant.errors import BotError, DiamantError
from diamant.locales import LANGUAGES
from diamant.locales.words import Words
from diamant.record import read_record
from diamant.rules.events import ChoicesRevealed
from diamant.terminal import opponents
from diamant.terminal.saved import last_saved, unfinished_games
from diamant.terminal.screen.app import GameApp
from diamant.terminal.screen.playing import SoloStage
from diamant.terminal.screen.stage import Pace
from diamant.terminal.screen.widgets import CaveView
from diamant.terminal.solo import YOU, SoloGame
from tests.terminal.looking import asked, check_seen, choose, text_of, until

SIZES = [(80, 24), (120, 40), (40, 20)]


def own_choices(record):
    events = [event for event in record.game.history if isinstance(event, ChoicesRevealed)]
    return [YOU in event.leavers for event in events if YOU in event.leavers + event.stayers]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
async def test_table_matches_its_saved_screen(solo_app, size):
    app = solo_app()
    async with app.run_test(size=size) as pilot:
        await choose(pilot, "g", "g", "right")
        await until(pilot, lambda: asked(app))
        check_seen(app, f"table-{size[0]}x{size[1]}")


@pytest.mark.parametrize("language", ["de", "sr"])
async def test_narrow_table_matches_its_saved_screens_in_other_languages(solo_app, language):
    app = solo_app("incan-gold", 5, language=language)
    async with app.run_test(size=(40, 20)) as pilot:
        await choose(pilot, "right", "right")
        await until(pilot, lambda: asked(app))
        check_seen(app, f"table-40x20-{language}")


async def test_odds_coach_and_help_match_their_saved_screens(solo_app):
    app = solo_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "g", "g", "g")
        await until(pilot, lambda: asked(app))
        await pilot.press("o")
        await until(pilot, lambda: "Chance that the next card" in text_of(app))
        check_seen(app, "odds-80x24")
        await pilot.press("c")
        await until(pilot, lambda: "points on average" in text_of(app))
        check_seen(app, "coach-80x24")
        await pilot.press("escape", "?")
        await until(pilot, lambda: "How to play" in text_of(app))
        check_seen(app, "help-80x24")
        await pilot.press("x")
        await until(pilot, lambda: app.screen is app.stage)


async def test_whole_game_is_saved_replayed_and_followed_by_another(solo_app, household):
    app = solo_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, *["l"] * 10)
        await until(pilot, lambda: app.stage.at_end)
        (file,) = (household / "games").iterdir()
        record = read_record(file.read_text("utf-8"))
        assert own_choices(record) == [True] * 5
        assert verify(record) is None
        assert record.tags["Bots"][0] == ""
        assert len(record.tags["Bots"]) == 4
        assert unfinished_games(household) == []
        shown = text_of(app)
        assert "The end" in shown
        await pilot.press("r")
        await until(pilot, lambda: "Decisions" in text_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is app.stage)
        await pilot.press("n")
        await until(pilot, lambda: asked(app))
        assert len(unfinished_games(household)) == 1
        await pilot.press("q")
        await pilot.pause()
    assert app.last_words[0].plain.endswith("points.")
    assert str(app.last_words[-1]).startswith("Your game is saved.")


async def test_narrow_end_shows_bars_and_keys_in_other_languages(solo_app):
    app = solo_app("incan-gold", 5, language="de", name="Wilhelmine")
    async with app.run_test(size=(40, 20)) as pilot:
        await choose(pilot, *["l"] * 10)
        await until(pilot, lambda: app.stage.at_end)
        assert "│   E  Élise        31 ▆▆▆▆▆▆▆ ●5 ●5  │" in text_of(app)
        # During a choice, this key is the first letter of a choice.
        await pilot.press("r")
        await until(pilot, lambda: "Entscheidungen" in text_of(app))
        assert "│   A  Wilhelmine                  │" in text_of(app)
        assert "│    +19,6\u00a0%  Karten               │" in text_of(app)
        await pilot.press("escape")
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "▆" * 16 in text_of(app))


async def test_choice_is_on_disk_before_the_game_continues(solo_app, household):
    app = solo_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "g", "l", "g")
        await until(pilot, lambda: asked(app))
        before = app.stage.solo.game
        await pilot.press("ctrl+c")
        await pilot.pause()
    saved, choices = last_saved(household)
    assert choices == [False, True, False]
    again = GameApp(SoloStage(SoloGame(saved, choices, household), Words(), rules_text))
    async with again.run_test(size=(80, 24)) as pilot:
        # With the default pace, earlier moves of the game are shown at once.
        await until(pilot, lambda: asked(again))
        assert again.stage.solo.game == before
    assert last_saved(household)[1] == choices


async def test_buttons_and_footer_keys_can_be_clicked(solo_app):
    app = solo_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        await pilot.click("#leave")
        await until(pilot, lambda: app.stage.solo._choices == [True])
        await until(pilot, lambda: asked(app))
        await pilot.click("#go-on")
        await until(pilot, lambda: app.stage.solo._choices == [True, False])
        await until(pilot, lambda: asked(app))
        await pilot.click("KeyBar", offset=(2, 0))
        await until(pilot, lambda: "Chance that the next card" in text_of(app))


@pytest.mark.parametrize("language", ["it", "sr"])
async def test_choices_use_the_letters_of_the_players_language(solo_app, language):
    app = solo_app(language=language)
    words = Words(language)
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, words.t("Go on")[0].lower(), words.t("Leave")[0].lower())
        await until(pilot, lambda: len(app.stage.solo._choices) == 2)
        assert app.stage.solo._choices == [False, True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_at_the_table_has_one_meaning(language):
    words = Words(language)
    letters = [words.t("Go on")[0].lower(), words.t("Leave")[0].lower()]
    assert len({*letters, "o", "c", "?", "q"}) == 6
    # Nothing is chosen at the end or in the lobby, so n, s and i are free.


async def test_reveal_shows_names_and_choices(solo_app):
    app = solo_app(pace=Pace(0.01, 0.01, 60, 0.01, 0.01))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        app.stage._opened -= 1
        await pilot.press("g")
        await until(pilot, lambda: app.stage.query_one("Reveal").display)
        check_seen(app, "reveal-80x24")
        await pilot.press("space")
        await until(pilot, lambda: not app.stage.query_one("Reveal").display)


async def test_key_pressed_for_an_earlier_question_does_not_count(solo_app):
    app = solo_app(pace=Pace(0.01, 0.01, 0.01, 0.01, 0.01))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        app.stage._opened = time.monotonic() + 60
        await pilot.press("g")
        await pilot.pause()
        assert asked(app)


async def test_still_screens_wait_for_a_key_and_animate_nothing(solo_app):
    app = solo_app(pace=Pace(), still=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        assert not app.stage.scene.face_down
        app.stage._opened -= 1
        await pilot.press("g")
        await until(pilot, lambda: app.stage.query_one("Reveal").display)
        await asyncio.sleep(0.05)
        assert app.stage.query_one("Reveal").display
        while not asked(app):
            await pilot.press("space")
            await pilot.pause()


async def test_screen_can_be_resized(solo_app):
    app = solo_app(players=8)
    async with app.run_test(size=(120, 40)) as pilot:
        await choose(pilot, "g", "g")
        for size in ((80, 24), (40, 20), (60, 15), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            lines = text_of(app).splitlines()
            assert len(lines) == size[1]
            assert "Ada" in text_of(app)
        # When the header lacks space, the more urgent part stays.
        app.stage.asides = lambda: ["⏱ 37  Table 9NS75", "⏱ 37"]
        for width, told in ((80, "⏱ 37  Table 9NS75"), (39, "⏱ 37")):
            await pilot.resize_terminal(width, 24)
            await until(pilot, lambda told=told: text_of(app).splitlines()[0].endswith(f"  {told}"))


async def test_no_color_codes_are_sent_without_colors(solo_app, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = solo_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "g")
        await until(pilot, lambda: asked(app))
        styles = [part.style for strip in app.screen._compositor.render_strips() for part in strip]
        colors = [color for style in styles if style for color in (style.color, style.bgcolor)]
        assert all(color is None or color.is_default for color in colors)


async def test_closed_chests_stay_closed_on_the_screen(solo_app):
    app = solo_app(closed=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "l")
        await until(pilot, lambda: asked(app) or app.stage.at_end)
        shown = text_of(app)
        assert shown.count("▣  ?") == 3


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("    return 1 / 0", "ZeroDivisionError: division by zero"),
        ("    raise SystemExit(3)", "SystemExit: 3"),
        ("    import time\n    time.sleep(60)", "no answer after 0.2 seconds"),
    ],
)
async def test_failing_bot_ends_the_screen_with_a_message(
    solo_app, tmp_path, monkeypatch, body, told
):
    monkeypatch.setattr(opponents, "TIME_LIMIT", 0.2)
    file = tmp_path / "broken.py"
    file.write_text(f"def bot(view):\n{body}\n", encoding="utf-8")
    app = solo_app(bots=f"{file}:bot,random")
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, "g")
        await until(pilot, lambda: app.failure is not None)
    assert isinstance(app.failure, BotError)
    assert told in str(app.failure)


async def test_bot_answer_after_the_screen_is_closed_is_ignored(solo_app, monkeypatch):
    app = solo_app()
    answered = []

    async def answer_late(_):
        while app.stage.query(CaveView):
            await asyncio.sleep(0)
        answered.append(app.is_running)
        return []

    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: asked(app))
        monkeypatch.setattr(app.stage.solo.opponents, "leavers", answer_late)
        await choose(pilot, "g")
    assert answered == [False]


async def test_unsaved_record_is_reported_after_the_screen_closes(solo_app, tmp_path):
    app = solo_app(file=tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await choose(pilot, *["l"] * 10)
        await until(pilot, lambda: app.failure is not None)
    assert isinstance(app.failure, DiamantError)
    assert str(app.failure).endswith("the record is printed above")
    assert verify(read_record(str(app.last_words[-1]))) is None
