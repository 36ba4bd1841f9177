"""Test records on the screen and in plain lines."""

import pytest

from diamant.cli import main
from diamant.cli.commands.rules import rules_text
from diamant.locales.words import Words
from diamant.record import read_records
from diamant.terminal.scene import moments_of
from diamant.terminal.screen.app import GameApp
from diamant.terminal.screen.watching import Timeline, WatchStage
from tests.terminal.looking import check_seen, text_of, until
from tests.test_golden import GOLDEN

FILES = [GOLDEN / "iello-2016.dia", GOLDEN / "incan-gold.dia"]


@pytest.fixture
def records():
    return [record for file in FILES for record in read_records(file.read_text("utf-8"))]


async def test_record_can_be_stepped_forward_and_back(records):
    app = GameApp(WatchStage(records, Words(), rules_text))
    stage = app.stage
    count = len(list(moments_of(records[0].game)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert stage._at == 0
        await pilot.press("right", "space", "enter", "left")
        await until(pilot, lambda: stage._at == 2)
        await pilot.press("pagedown")
        await until(pilot, lambda: stage.scene.round == 2)
        await pilot.press("right", "o")
        await until(pilot, lambda: "Chance that the next card" in text_of(app))
        await pilot.press("o", "right")
        await until(pilot, lambda: "Chance that the next card" not in text_of(app))
        check_seen(app, "watch-80x24")
        await pilot.press("pageup", "pageup")
        await until(pilot, lambda: stage.scene.round == 1)
        await pilot.press("end", "right")
        await until(pilot, lambda: stage._at == count)
        check_seen(app, "watch-end-80x24")
        await pilot.press("home", "left")
        await until(pilot, lambda: stage._at == 0)
        width = app.screen.query_one(Timeline).content_size.width
        await pilot.click(Timeline, offset=(width // 2, 0))
        await until(pilot, lambda: abs(stage._at - count / 2) < 3)
        await pilot.press("n")
        await until(pilot, lambda: "Temple 1 of 5" in text_of(app))
        await pilot.press("n", "p", "p")
        await until(pilot, lambda: "Cave 1 of 5" in text_of(app))
        await pilot.press("q")
        await pilot.pause()
    assert app.failure is None


async def test_record_plays_by_itself(records, monkeypatch):
    monkeypatch.setattr("diamant.terminal.screen.watching.SPEEDS", (0.01,) * 5)
    app = GameApp(WatchStage(records[:1], Words("de"), rules_text))
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.press("end", "pageup", "a")
        await until(pilot, lambda: app.stage._at == len(app.stage._moments))
        await until(pilot, lambda: app.stage._timer is None)
        assert "43" in text_of(app)


def test_without_a_terminal_every_game_is_printed(capsys):
    assert main(["watch", str(FILES[0])]) == 0
    out = capsys.readouterr().out
    assert out.count("Everyone enters cave") == 5
    assert out.splitlines()[-1].endswith("points.")
    assert "◆" not in out


def test_invalid_record_is_reported_in_one_line(capsys, tmp_path):
    file = tmp_path / "bad.dia"
    file.write_text('[Edition "iello-2016"]\n[Players "A" "B" "C"]\n\n1. 99\n')
    assert main(["watch", str(file)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"diamant: {file}, line 4, column 4: ")
    assert err.count("\n") == 1
