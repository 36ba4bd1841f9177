"""Test a killed server, a sleeping phone and a lost network: no choice is lost."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import expect

from diamant.dealer import verify
from diamant.record import read_records
from tests.browser.backstage import Backstage
from tests.browser.looks import SPEAK
from tests.browser.person import NO_NETWORK, play_out
from tests.browser.proxy import Line

# Thinking bots and breaks, for servers without settings to shorten them.
HASTEN = """
const wait = window.setTimeout;
const long = (ms) => (ms >= 700 && ms <= 3500) || (ms > 6000 && ms <= 9000 && ms !== 8000);
window.setTimeout = (call, ms, ...rest) => wait(call, long(ms) ? ms / 10 : ms, ...rest);
"""
KEPT = "(path) => caches.match(path).then((kept) => kept !== undefined)"
WAKE = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture
def own_backstage(own_server) -> Iterator[Backstage]:
    with closing(Backstage(own_server.url)) as made:
        yield made


@pytest.fixture
def line(backstage, server) -> Iterator[Line]:
    with closing(Line(backstage, server.port)) as made:
        yield made


def test_killed_server_loses_no_choice(own_server, own_backstage, person):
    table = own_backstage.table("Cem")
    ana, ben = (person(name, url=own_server.url).forgive(NO_NETWORK) for name in ("Ana", "Ben"))
    for one in (ana, ben):
        one.come(table.code).sit()
    table.begin()
    for one in (ana, ben):
        one.until(one.asked)
    ana.choose(leave=True).see(".choice.leave.on")
    ana.until(lambda: table.view()["seats"][1]["chosen"])
    cards = len(ana.events("CardTurned"))
    own_server.kill()
    # A choice without a connection: stored, shown as chosen, and sent after reconnecting.
    ben.choose(leave=True).see(".choice.leave.on")
    for one in (ana, ben):
        banner = one.page.locator(".banner")
        banner.filter(has_text=re.compile("Reconnecting|choices are safe")).wait_for()
        assert one.page.locator(".choice").count() == 2, "nobody is thrown out of the cave"
    own_server.start()
    for one in (ana, ben):
        one.page.locator(".banner").wait_for(state="detached")
    assert ana.page.locator(".choice.leave.on").count() == 1
    assert ben.page.locator(".choice.leave.on").count() == 1
    table.all_choose()
    for one in (ana, ben):
        one.until(lambda one=one: one.events("ChoicesRevealed"))
        assert one.events("ChoicesRevealed")[0]["leavers"] == [1, 2]
        assert len(one.events("CardTurned")) >= cards
        numbers = [event["public_number"] for event in one.events()]
        assert numbers == sorted(numbers)


def test_whole_game_is_playable_without_a_server_after_one_visit(own_server, person):
    """Includes champions, checkable cards, rules and the tutorial."""
    ana = person("Ana", url=own_server.url, service_workers="allow")
    ana.remember("prefs", {"bots": "champion"})
    ana.go()
    ana.forgive(NO_NETWORK, "Failed to fetch")
    ana.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    # The other languages are cached last.
    ana.until(lambda: ana.page.evaluate(KEPT, "locales/sr-Latn.later.json"))
    own_server.kill()
    ana.context.add_init_script(HASTEN)
    ana.page.reload()
    ana.button("Play now").wait_for()
    assert ana.page.evaluate(SPEAK, "fr"), "its words are on the device"
    assert ana.page.evaluate(SPEAK, "en")
    ana.press("Play now")
    ana.page.locator(".toast", has_text="No server: you're playing on this device.").wait_for()
    ana.until(ana.asked)
    ana.text("Kasimir").first.wait_for()
    ana.choose(leave=False)
    # The reloaded start page finds the game, which continues at the same point.
    ana.go("")
    ana.page.get_by_role("link", name="Your game on this device").click()
    asked: list[int] = []
    play_out([ana], lambda _: asked.append(1) or len(asked) % 2 == 0, seconds=300)
    ana.page.get_by_role("heading", name="The end").wait_for()
    assert ana.page.locator(".rank").count() == 5
    ana.press("Check the cards")
    ana.text("Proved on this device: all").wait_for()
    with ana.page.expect_download() as saving:
        ana.press("Save this game")
    (record,) = read_records(saving.value.path().read_text(encoding="utf-8"))
    verify(record)
    ana.page.get_by_role("link", name="Watch the replay").click()
    ana.text("Everyone enters cave 1.").wait_for()
    ana.go("#/history").see(".history-game")
    ana.go("#/rules").see(".rules-text")
    ana.go("#/tutorial")
    ana.button("Turn the first card").wait_for()
    ana.go("#/alone")
    ana.press("Play again")
    ana.until(ana.asked)
    own_server.start()
    ana.go("")
    ana.press("Play now")
    ana.until(lambda: ana.messages("Welcome"))
    ana.see(".choice", 0)


def test_reloaded_page_continues_at_the_same_point(wanderer, backstage):
    table = backstage.table("Cem", "Dora")
    ana = wanderer("Ana").come(table.code).sit()
    table.begin()
    ana.until(ana.asked)
    ana.choose(leave=False).see(".choice.go.on")
    ana.page.reload()
    ana.see(".choice.go.on")
    ana.go("")
    ana.page.get_by_role("link", name=table.code).click()
    ana.see(".choice.go.on")


def test_phone_that_slept_is_up_to_date_when_it_wakes(person, backstage, line):
    table = backstage.table("Cem", "Dora", "Emil")
    ana = person("Ana", url=line.url).come(table.code).forgive(NO_NETWORK).sit()
    table.begin()
    ana.until(ana.asked)
    ana.choose(leave=True).see(".choice.leave.on")
    ana.until(lambda: table.view()["seats"][3]["chosen"])
    line.sleep()
    table.all_choose(0)
    for _ in range(3):
        table.all_choose()
    line.wake()
    ana.page.evaluate(WAKE)
    view = table.view()
    shown = ana.page.get_by_role("heading", name=f"Cave {view['game']['round']} of")
    shown.wait_for()
    if view["game"]["round"] == 1:
        ana.see(".camp-panel")
    ana.page.locator(".banner").wait_for(state="detached")
    assert ana.events("ChoicesRevealed")[0]["leavers"] == [0, 3]


def test_choice_made_offline_counts_after_the_reconnect(person, backstage, line):
    table = backstage.table("Cem", "Dora")
    ana = person("Ana", url=line.url).come(table.code).forgive(NO_NETWORK).sit()
    table.begin()
    ana.until(ana.asked)
    line.sleep()
    ana.context.set_offline(True)
    ana.choose(leave=True).see(".choice.leave.on")
    line.wake()
    ana.context.set_offline(False)
    table.all_choose()
    ana.until(lambda: ana.events("ChoicesRevealed"))
    assert ana.events("ChoicesRevealed")[0]["leavers"] == [2]
    choices = [one for one in ana.said if '"Choose"' in one]
    assert len(set(choices)) == 1, "said again with the same id, it was done once"


def test_unanswered_sit_down_is_shown_as_pending(person, backstage, line):
    table = backstage.table("Cem")
    ana = person("Ana", url=line.url).come(table.code).forgive(NO_NETWORK)
    name = ana.page.get_by_label("Your name")
    name.fill("Cem")
    ana.press("Sit down")
    ana.page.get_by_role("alert").filter(has_text="Cem").wait_for()
    button = ana.button("Sit down")
    assert button.get_attribute("aria-disabled") == "false", "a refusal leaves it open"
    line.sleep()
    name.fill("Ana")
    button.click()
    expect(button).to_have_attribute("aria-disabled", "true")
    line.wake()
    ana.page.evaluate(WAKE)
    ana.see(".seat-row.mine")
