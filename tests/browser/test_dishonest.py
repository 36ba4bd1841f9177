"""Test that every page that saw the shuffle detects a cheating server."""

from contextlib import closing

import pytest

from tests.browser.backstage import Backstage
from tests.browser.person import AWAIT, HURRY, PATIENCE_MS, REST
from tests.live.dishonest_server import CHEATS, HONEST
from tests.live.people import SHORT_SETTINGS
from tests.live.serving import Server

WORDS = {
    HONEST: "Proved on this device: ",
    "Seed": "Check failed: before the game, this device saw a different fingerprint.",
    "Commitment": "Check failed: before the game, this device saw a different fingerprint.",
    "Nonce": "Check failed: the random number from seat C isn't the one this device saw.",
    "Order": "Check failed: this device saw the players in a different order.",
    "Edition": "Check failed: this device saw a different edition or different cards.",
}


@pytest.fixture(scope="module")
def cheating(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cheating")
    with (
        Server(folder, module="tests.live.dishonest_server") as server,
        closing(Backstage(server.url)) as backstage,
    ):
        yield backstage


def test_players_spectators_and_screens_detect_every_cheat(person, cheating):
    phone, screen = {"width": 360, "height": 740}, {"width": 1920, "height": 1080}
    ana = person("Ana", url=cheating.url, viewport=phone)
    onlooker = person("Onlooker", url=cheating.url, viewport=phone)
    tv = person("TV", url=cheating.url, viewport=screen)
    for cheat in (HONEST, *CHEATS):
        table = cheating.table(cheat, "Ben", **SHORT_SETTINGS)
        ana.come(table.code)
        ana.sit()
        onlooker.come(table.code).text("Or just watch.").wait_for()
        tv.go(f"#/tv/{table.code}").page.locator(".tv-seat.taken").nth(2).wait_for()
        table.begin()
        onlooker.page.reload()
        if cheat == "Seed":  # Withholding the record does not help.
            onlooker.page.route("**/records/*", lambda route: route.abort())
            onlooker.forgive("ERR_FAILED")
        for one in (ana, onlooker, tv):
            one.page.evaluate(HURRY)
        while (what := ana.page.evaluate(AWAIT, PATIENCE_MS)) != "end":
            if what == "asked":
                ana.choose(leave=True)
            table.all_choose(*range(8))
        for one in (ana, onlooker, tv):
            if cheat == HONEST and one is not tv:
                one.press("Check the cards")
            one.text(WORDS[cheat]).wait_for()
        onlooker.page.unroute_all()
        # The reloaded page and the replay still know what the device saw.
        ana.page.reload()
        ana.page.get_by_role("link", name="Watch the replay").click()
        ana.page.locator(".replay-bar").wait_for()
        if cheat == HONEST:
            ana.press("Check the cards")
        ana.text(WORDS[cheat]).wait_for()
        for one in (ana, onlooker, tv):
            one.page.evaluate(REST)
