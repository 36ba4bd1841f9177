"""A separate household for every test, and games whose cards are known."""

import pytest

from diamant.cli.commands.rules import rules_text
from diamant.editions import find_edition
from diamant.locales.words import Words
from diamant.terminal.opponents import find_company, usual_company
from diamant.terminal.screen.app import GameApp
from diamant.terminal.screen.playing import SoloStage
from diamant.terminal.screen.stage import AT_ONCE
from diamant.terminal.solo import SoloGame, begin


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch):
    """Ignore settings of the machine that change the drawing."""
    for name in ("NO_COLOR", "TEXTUAL_ANIMATIONS", "DIAMANT_PLAIN", "ACCESSIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("secrets.token_bytes", lambda count: bytes([4]) * count)


@pytest.fixture
def household(tmp_path):
    return tmp_path


@pytest.fixture
def solo_app(household):
    """Start a game against bots on the screen, without any waits."""

    def begun(
        edition="iello-2016",
        players=4,
        bots=None,
        *,
        name="Ada",
        closed=False,
        language="en",
        **more,
    ):
        if bots is None:
            company = usual_company("medium", players, [name])
        else:
            company = find_company(bots, [name])
        saved = begin(find_edition(edition), name, company, b"", closed=closed)
        solo, options = SoloGame(saved, [], household), {"pace": AT_ONCE} | more
        return GameApp(SoloStage(solo, Words(language), rules_text, **options))

    return begun
