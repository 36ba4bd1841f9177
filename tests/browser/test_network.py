"""A server that dies, a phone that sleeps, a network that goes: nothing chosen is lost."""

import re
from collections.abc import Iterator

import pytest

from tests.browser.backstage import Backstage
from tests.browser.person import NO_NETWORK
from tests.browser.proxy import Line

WAKE = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture
def own_backstage(own_server) -> Iterator[Backstage]:
    made = Backstage(own_server.url)
    yield made
    made.close()


@pytest.fixture
def line(backstage, server) -> Iterator[Line]:
    made = Line(backstage, server.port)
    yield made
    made.close()


def test_a_killed_server_loses_no_choice(own_server, own_backstage, person):
    table = own_backstage.table("Cem")
    ana = person("Ana", url=own_server.url).come(table.code)
    ben = person("Ben", url=own_server.url).come(table.code)
    for one in (ana, ben):
        one.forgive(NO_NETWORK)
        one.sit()
    table.begin()
    for one in (ana, ben):
        one.page.locator(".choice").first.wait_for()
    ana.page.wait_for_timeout(400)
    ana.choose(leave=True)
    ana.page.locator(".choice.leave.on").wait_for()
    ana.page.wait_for_timeout(300)
    assert any('"Answer"' in frame for frame in ana.heard)
    cards = len(ana.events("CardTurned"))
    own_server.kill()
    # Chosen while nobody listens: kept, shown as chosen, and said as soon as somebody does.
    ben.choose(leave=True)
    ben.page.locator(".choice.leave.on").wait_for()
    for one in (ana, ben):
        banner = one.page.locator(".banner")
        banner.filter(has_text=re.compile("Connecting again|choices are kept")).wait_for()
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


def test_an_installed_page_opens_without_its_server_and_says_so(own_server, person):
    ana = person("Ana", url=own_server.url, service_workers="allow").go()
    ana.forgive(NO_NETWORK, "Failed to fetch")
    ana.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    ana.page.reload(wait_until="networkidle")
    own_server.kill()
    ana.page.reload()
    ana.press("Play now")
    ana.page.get_by_role("alert").filter(has_text="The server does not answer").wait_for()
    own_server.start()
    ana.press("Play now")
    ana.page.locator(".choice").first.wait_for()


def test_a_page_that_is_loaded_again_is_where_it_was(person, backstage):
    table = backstage.table("Cem", "Dora")
    ana = person("Ana").come(table.code)
    ana.sit()
    table.begin()
    ana.page.locator(".choice").first.wait_for()
    ana.page.wait_for_timeout(400)
    ana.choose(leave=False)
    ana.page.locator(".choice.go.on").wait_for()
    ana.page.reload()
    ana.page.locator(".choice.go.on").wait_for()
    ana.go("")
    ana.page.get_by_role("link", name=table.code).click()
    ana.page.locator(".choice.go.on").wait_for()


def test_a_phone_that_slept_knows_everything_when_it_wakes(person, backstage, line):
    table = backstage.table("Cem", "Dora", "Emil")
    ana = person("Ana", url=line.url).come(table.code)
    ana.forgive(NO_NETWORK)
    ana.sit()
    table.begin()
    ana.page.locator(".choice").first.wait_for()
    ana.page.wait_for_timeout(400)
    ana.choose(leave=True)
    ana.page.locator(".choice.leave.on").wait_for()
    ana.page.wait_for_timeout(200)
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
        ana.page.locator(".camp-panel").wait_for()
    ana.page.locator(".banner").wait_for(state="detached")
    assert ana.events("ChoicesRevealed")[0]["leavers"] == [0, 3]


def test_what_is_chosen_without_a_network_counts_when_it_is_back(person, backstage, line):
    table = backstage.table("Cem", "Dora")
    ana = person("Ana", url=line.url).come(table.code)
    ana.forgive(NO_NETWORK)
    ana.sit()
    table.begin()
    ana.page.locator(".choice").first.wait_for()
    ana.page.wait_for_timeout(400)
    line.sleep()
    ana.context.set_offline(True)
    ana.choose(leave=True)
    ana.page.locator(".choice.leave.on").wait_for()
    line.wake()
    ana.context.set_offline(False)
    table.all_choose()
    ana.until(lambda: ana.events("ChoicesRevealed"))
    assert ana.events("ChoicesRevealed")[0]["leavers"] == [2]
    choices = [one for one in ana.said if '"Choose"' in one]
    assert len(set(choices)) == 1, "said again with the same id, it was done once"
