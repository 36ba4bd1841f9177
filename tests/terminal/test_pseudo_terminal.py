"""Test a whole game in a real pseudo-terminal, and one that is closed during the game."""

import signal

import pytest

from diamant.dealer import verify
from diamant.record import read_record
from tests.terminal.pseudo import PATIENCE, Terminal


@pytest.fixture(autouse=True)
def _plain_terminal():
    """Override the fixture, because these games run in separate processes."""


@pytest.fixture
def terminal(household):
    begun = []

    def begin(*arguments, **environment):
        begun.append(Terminal(household, *arguments, **environment))
        return begun[-1]

    yield begin
    for one in begun:
        one.process.kill()
        one.process.wait()


def test_whole_game_is_played_and_summarized_after_the_screen_closes(terminal, household):
    screen = terminal("play", "--bots", "random:leave=1,random:leave=1", "--name", "Ada")
    screen.wait_for("The end", pressing="l ")  # Space skips the wait.
    screen.press("q")
    assert screen.end() == 0
    assert "Game saved to" in screen.shown
    (file,) = (household / "diamant" / "games").iterdir()
    record = read_record(file.read_text("utf-8"))
    assert record.players[0] == "Ada"
    assert verify(record) is None


def test_closed_terminal_loses_nothing(terminal, household):
    screen = terminal("play", "--bots", "random:leave=0,random:leave=0")
    screen.wait_for("Leave  (l)")
    screen.press("q")
    screen.end()
    (kept,) = (household / "diamant" / "unfinished").iterdir()
    again = terminal("play", "--continue")
    again.wait_for("Leave  (l)")
    again.close()
    assert again.process.wait(PATIENCE) == -signal.SIGHUP
    assert kept.exists()


def test_simple_terminal_gets_plain_lines(terminal):
    screen = terminal("play", TERM="dumb")
    screen.wait_for("Enter = go on, “l” = leave")
    screen.press("q\n")
    assert screen.end() == 0
    assert "Your game is saved" in screen.shown
