"""Test an evening by clicks: `diamant host`, a lobby, a game, and one phone for two."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.company import NAMES, turns
from tests.browser.person import HURRY, Person, play_out
from tests.live.people import SMALL_SETTINGS
from tests.own_editions import SMALL
from tests.ports import free_port


@pytest.fixture
def hosted(tmp_path) -> Iterator[str]:
    """Return the address with the claim that `diamant host` prints for the host."""
    process = subprocess.Popen(
        [sys.executable, "-m", "diamant", "host", "--no-browser", "--port", str(free_port())],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
    )
    said = ""
    for line in process.stdout:
        said += line
        if "Ctrl-C" in line:
            break
    yield re.search(r"http://localhost:\d+/#claim=\S+", said)[0]
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert errors == ""


def hurry(person: Person, **settings: object) -> None:
    """Shorten the bots' thinking; the page's other settings stay."""

    def quicker(route):
        wish = json.loads(route.request.post_data or "{}")
        quick = {"thinking": False, "break_seconds": 0, **settings}
        wish["settings"] = {**wish.get("settings", {}), **quick}
        route.continue_(post_data=json.dumps(wish))

    person.page.route("**/api/tables", quicker)


def test_host_link_makes_its_first_user_the_host(hosted, person):
    url, claim = hosted.split("#")
    ana = person("Ana", url=url).go(f"#{claim}").see(".seat-row.mine")
    assert ana.page.locator(".seat-row").count() == 4, "two bots, the host, and the free seats"
    ana.see(".host-note")
    assert ana.page.locator(".seat-row .art-letter").all_text_contents() == ["A", "B", "C"]
    assert ana.page.locator(".seat-row.mine .art-letter").text_content() == "A"
    other = person("Other", url=url).forgive("status of 40").go(f"#{claim}")
    other.page.get_by_role("heading", name="This link has already been used").wait_for()
    other.page.get_by_role("link", name="Start page").click()
    other.button("Play now").wait_for()
    ana.press("Start").see(".choice", 0)


PICK = "input[type=file]"


def toml(name: str, text: str) -> dict[str, object]:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def choose_edition(host: Person, guest: Person) -> None:
    """Open the host's own edition after two invalid files, with a built-in one in between."""
    host.press("More options")
    for file, wrong in (
        (toml("nothing.toml", "rounds = 'many'"), "This file isn't a playable edition."),
        (toml("large.toml", "#" * 200_000), re.compile("at most 32.?000 bytes")),
    ):
        host.page.locator(PICK).set_input_files(file)
        host.text(wrong).wait_for()
    chosen = host.page.get_by_label("Edition", exact=True)
    host.page.locator(PICK).set_input_files(toml("small.toml", SMALL))
    expect(chosen.locator("option:checked")).to_have_text("Small")
    guest.text("Small").wait_for()
    chosen.select_option("incan-gold")
    guest.text("Incan Gold").wait_for()
    host.page.locator(PICK).set_input_files(toml("small.toml", SMALL))
    guest.text("Small").wait_for()


def test_whole_evening_from_the_start_page_to_the_end(wanderer):
    """Use only the mouse: host, remove bots, join, the shared screen, a custom edition."""
    ana = wanderer("Ana")
    hurry(ana)
    ana.go("#/")
    ana.press("Host for friends").see(".seat-row.mine")
    code = ana.page.locator(".invite-code").inner_text()
    ana.page.get_by_role("button", name=re.compile("^Edit ")).first.click()
    ana.page.get_by_label("Name").fill("Ana")
    ana.press("Rename")
    ana.page.get_by_role("dialog", name="Ana").wait_for()
    ana.press("Close")
    bots = ana.page.get_by_role("button", name=re.compile("^Edit (?!Ana)"))
    for left in (1, 0):
        bots.first.click()
        ana.press("Remove bot")
        expect(bots).to_have_count(left)
        ana.page.get_by_role("dialog").wait_for(state="detached")
    ana.page.get_by_label("no clock").check()
    people = [ana]
    for name in NAMES[1:]:
        one = wanderer(name, viewport={"width": 390, "height": 780}).go("#/")
        one.page.get_by_label("Join or watch with a code").fill(code.lower())
        one.press("Join")
        one.sit()
        people.append(one)
    screen = wanderer("TV", viewport={"width": 1920, "height": 1080}).go("#/")
    screen.page.get_by_label("Join or watch with a code").fill(code)
    screen.press("Join", "Use as shared screen").see(".tv-seat.taken", 3)
    choose_edition(ana, people[1])
    ana.press("Start")
    # Beside a shared screen a phone shows only its own hand; the cave is on the TV.
    people[1].page.locator(".as-hand").wait_for()
    assert people[1].page.locator("svg.cave, .cave").count() == 0
    play_out(people, turns(1, 0, 1, 0), screen=screen)
    screen.see(".rank", 3)
    for one in people[:2]:
        one.press("Check the cards")
        one.text("Proved on this device: all").wait_for()
    ana.press("Play again")
    for one in people:
        one.page.get_by_role("heading", name=f"Table {code}").wait_for()
    assert ana.page.locator(".seat-row:not(.free)").count() == 4


def test_two_players_can_share_one_phone(wanderer, backstage):
    table = backstage.table(**SMALL_SETTINGS)
    phone = wanderer("Ana", known=table.known, viewport={"width": 360, "height": 740})
    phone.come(table.code).page.get_by_role("radio", name="heart").click()
    phone.sit()
    phone.until(lambda: phone.events("SeatTaken"))
    assert [(one["color"], one["shape"]) for one in phone.events("SeatTaken")] == [(7, 7)]
    for number in (2, 3):
        phone.share_device()
        phone.see(".seat-row.mine", number - 1)
    names = phone.page.locator(".seat-row.mine .seat-name").all_inner_texts()
    assert len(set(names)) == 3
    phone.press("Start")
    phone.page.evaluate(HURRY)
    turn = 0
    while not phone.at_end():
        cover = phone.page.get_by_role("button", name=re.compile("^I'm "))
        if cover.count():
            turn += 1
            assert phone.page.locator(".choice").count() == 0, "nobody sees another's choices"
            cover.first.click()
        elif phone.asked():
            before = len(phone.said)
            phone.choose(leave=turn > 3)
            # The previous player's choice must stay hidden, even which button it was.
            assert phone.page.locator(".choice.on").count() == 0
            assert len(phone.said) >= before
        else:
            phone.page.wait_for_timeout(50)
    assert phone.page.locator(".rank").count() == 3
    for frame in phone.messages("Welcome") + phone.messages("View"):
        for hand in frame["view"]["hands"]:
            assert hand["choice"] is None, "a passed device is not told what was chosen on it"
