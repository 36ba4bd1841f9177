"""Test when a game is played in plain lines, and why."""

import sys

import pytest

from diamant.terminal import mode
from diamant.terminal.mode import latin_key, plain_because

TERMINAL = {"TERM": "xterm-256color"}


@pytest.fixture(autouse=True)
def _terminal(monkeypatch):
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(getattr(sys, name), "isatty", lambda: True, raising=False)


@pytest.fixture
def processes(tmp_path):
    for number, name in ((1, "init"), (7, "bash")):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "comm").write_text(f"{name}\n")
    return tmp_path


def why(processes, *, asked=False, **environment):
    return plain_because(asked=asked, environment=TERMINAL | environment, processes=processes)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({}, None),
        ({"asked": True}, "asked"),
        ({"DIAMANT_PLAIN": "1"}, "asked"),
        ({"TERM": "dumb"}, "simple terminal"),
        ({"TERM": ""}, "simple terminal"),
        ({"TERM": "unknown"}, "simple terminal"),
        ({"ACCESSIBLE": "1"}, "screen reader"),
    ],
)
def test_options_and_variables_choose_between_screen_and_lines(processes, settings, reason):
    assert why(processes, **settings) == reason


@pytest.mark.parametrize("stream", ["stdin", "stdout", "stderr"])
def test_non_terminal_gets_plain_lines(processes, monkeypatch, stream):
    monkeypatch.setattr(getattr(sys, stream), "isatty", lambda: False, raising=False)
    assert why(processes) == "no terminal"
    monkeypatch.setattr(sys, stream, None)
    assert why(processes) == "no terminal"


@pytest.mark.parametrize("reader", ["orca", "brltty", "espeakup"])
def test_screen_reader_gets_plain_lines(processes, reader):
    (processes / "9").mkdir()
    (processes / "9" / "comm").write_text(f"{reader}\n")
    (processes / "10" / "comm").mkdir(parents=True)  # A process without a readable name.
    assert why(processes) == "screen reader"


def test_missing_textual_gives_plain_lines_and_a_message(processes, monkeypatch):
    monkeypatch.setattr(mode, "find_spec", lambda name: None)
    assert why(processes) == "no textual"
    told = mode.without_textual()
    assert told.startswith("full-screen mode needs textual; in a clone of the project, run ")
    assert told.endswith("pip install -e '.[terminal]'")


def test_cyrillic_keyboard_has_the_same_keys():
    assert "".join(map(latin_key, "оцљ?Q")) == "ocq?q"
