"""Test kicking, changing the host, taken names, and hostile names."""

from urllib.parse import unquote

from tests.browser.looks import BELOW, BROKEN, LETTERS, OVERFLOW, settled
from tests.browser.person import AWAIT, HURRY, PATIENCE_MS, Person, play_out
from tests.live.people import SHORT_SETTINGS

# The server accepts all of these: 24 characters, nothing invisible, no text direction marks.
HOSTILE = [
    "<svg onload=alert(1)>",
    "'\"><script>alert(1)",
    "{name} ${alert(1)} %s",
    "</p><h1>&lt;b&gt;",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "א" * 12 + "ﷺ" * 12,
]


def host_and_guest(wanderer, backstage):
    table = backstage.table()
    ana = wanderer("Ana", known=table.known).come(table.code).sit()
    ben = wanderer("Ben").come(table.code).sit()
    return ana, ben


def test_kicked_guest_may_join_again(wanderer, backstage):
    ana, ben = host_and_guest(wanderer, backstage)
    ana.press("Edit Ben")
    ana.press_twice("Remove Ben")
    ben.page.get_by_role("heading", name="You're no longer at this table").wait_for()
    ben.press("Rejoin")
    ben.sit()
    ana.press("Edit Ben")
    ana.press_twice("Block Ben")
    blocked = ben.page.get_by_role("heading", name="You can't join", exact=True)
    blocked.wait_for()
    ben.page.reload()
    blocked.wait_for()
    ben.page.get_by_role("link", name="Start page").click()
    ben.button("Play now").wait_for()
    assert ana.page.locator(".seat-row.mine").count() == 1


def test_blocked_guest_returns_when_the_host_unblocks_them(wanderer, backstage):
    ana, ben = host_and_guest(wanderer, backstage)
    ana.press("Edit Ben")
    ana.press_twice("Block Ben")
    ana.text("Blocked: Ben").wait_for()
    ben.press("Rejoin")
    ben.page.get_by_role("heading", name="You can't join", exact=True).wait_for()
    ana.press("Unblock")
    ana.text("Blocked: Ben").wait_for(state="detached")
    ben.press("Rejoin")
    ben.sit()
    ana.button("Edit Ben").wait_for()


def test_host_blocks_everyone_from_a_network(wanderer, backstage):
    table = backstage.table()
    ana = wanderer("Ana", known=table.known).come(table.code).sit()
    onlookers = [wanderer(name).come(table.code) for name in ("Ben", "Cem")]
    ana.text("Spectator 2").wait_for()
    ana.press_twice("Block this network")
    for one in onlookers:
        refused = one.page.get_by_role("heading", name="You can't join", exact=True)
        refused.wait_for()
        one.page.reload()
        refused.wait_for()
    ana.text("Spectator 1").wait_for(state="detached")
    assert ana.page.locator(".seat-row.mine").count() == 1


def test_guest_sees_all_settings(wanderer, backstage):
    settings = {"clock": "brisk", "timeout": "leave", "bots": "hard", "coach": True, "odds": True}
    table = backstage.table("Cem", **settings, break_seconds=8, spectators=False)
    ben = wanderer("Ben").come(table.code)
    told = ben.page.locator(".lobby-options .plain-list li")
    told.first.wait_for()
    assert told.all_inner_texts() == [
        "15 seconds per choice",
        "If you run out of time, you leave.",
        "8 seconds between caves",
        "Chests are open for everyone to see.",
        "You can check the odds.",
        "You can ask the coach.",
        "Bots: hard",
        "Anyone with the code can join.",
        "Spectators can't watch the game.",
    ]
    changed = {"clock": "off", "coach": False, "show_chosen": False, "break_seconds": 0}
    table.send("ChangeSettings", settings={**table.view()["settings"], **changed})
    ben.text("No clock: take your time.").wait_for()
    texts = told.all_inner_texts()
    assert not any("out of time" in text for text in texts)
    assert "You can't see who has already chosen." in texts
    assert "There's no coach at this table." in texts
    assert "No break between caves." in texts


def test_bot_takes_over_from_a_kicked_player(wanderer, backstage):
    table = backstage.table(**SHORT_SETTINGS)
    people = [wanderer("Ana", known=table.known), wanderer("Ben"), wanderer("Cem")]
    for one in people:
        one.come(table.code).sit()
    ana, ben, _ = people
    ana.press("Start")
    ben.see(".choice", 0)
    ana.press("Menu", "Pause")
    ben.text("The host can resume the game.").wait_for()
    assert ana.text("The host can resume the game.").count() == 0
    ana.press("Resume", "Menu")
    ana.page.get_by_role("dialog").get_by_text("Players").click()
    assert ana.button("Make Cem the host").count() == 1
    ana.button("Remove Ben").press("Enter")
    assert ana.page.locator(".confirm").evaluate("(at) => at === document.activeElement")
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.press("Enter")
    ben.page.get_by_role("heading", name="You're no longer at this table").wait_for()
    ana.press("Close")
    play_out([people[0], people[2]], lambda _: True)
    assert ana.page.locator(".rank").count() == 3


def test_host_can_hand_over_the_table(wanderer, backstage):
    table = backstage.table("Cem")
    ana = wanderer("Ana", known=table.known).come(table.code)
    ben = wanderer("Ben").come(table.code).sit()
    assert ben.button("Start").count() == 0
    ana.press("Edit Ben")
    ana.press_twice("Make Ben the host")
    ben.button("Start").wait_for()
    ana.button("Start").wait_for(state="detached")
    ana.text("The host starts the game when everyone is seated.").wait_for()


def test_seat_moves_to_another_device(wanderer, backstage):
    table = backstage.table("Cem", "Dora")
    old = wanderer("Ben").come(table.code).sit().press("Edit Ben", "Move to another device")
    code = old.page.locator(".offer-code").inner_text()
    scanned = unquote(old.page.locator(".offer .qr").get_attribute("src")).partition("#")[2]
    assert scanned == f"/t/{table.code}?seat={code}"
    new = wanderer("Ben's new phone").go(f"#{scanned}").see(".seat-row.mine")
    assert new.page.locator(".seat-row.mine .seat-name").inner_text() == "Ben"
    old.text("Ben is now playing on the other device.").first.wait_for()
    assert old.page.locator(".seat-row.mine").count() == 0
    assert old.page.get_by_role("dialog").count() == 0
    # People who scan it later can join without the code.
    late = wanderer("Late").go(f"#{scanned}")
    late.text("That code is wrong or has expired.").wait_for()
    late.press("Rejoin")
    late.button("Sit down").wait_for()
    assert "seat=" not in late.page.url


def test_wrong_seat_code_message_disappears_with_the_right_code(wanderer, backstage):
    table = backstage.table("Cem", "Dora")
    old = wanderer("Ben").come(table.code).sit()
    table.begin()
    old.press("Menu", "Move to another device")
    code = old.page.locator(".offer-code").inner_text()
    new = wanderer("Ben's new phone").come(table.code)
    new.text("I have a seat code").click()
    wrong = new.text("That code is wrong or has expired.")
    new.page.get_by_label("Seat code").fill("ZZZZ2222")
    new.press("Take the seat")
    wrong.wait_for()
    new.page.get_by_label("Seat code").fill(code)
    new.press("Take the seat").see(".choices-two, .camp-panel")
    assert wrong.count() == 0
    # The old device's player menu closes, with a reason.
    old.text("Ben is now playing on the other device.").first.wait_for()
    assert old.page.get_by_role("dialog").count() == 0


def test_taken_name_is_explained_and_another_one_suggested(wanderer, backstage):
    table = backstage.table("Ana")
    other = wanderer("Other").come(table.code)
    other.page.get_by_label("Your name").fill("ANA")
    other.press("Sit down")
    other.page.get_by_role("alert").filter(has_text="ANA").wait_for()
    assert other.page.get_by_label("Your name").input_value() == "ANA 2"
    other.press("Sit down").see(".seat-row.mine")


def test_invalid_name_is_explained(wanderer, backstage):
    table = backstage.table("Ana")
    other = wanderer("Other").come(table.code)
    told = set()
    for name in ("", "x" * 25, "\u202eevil", "\u200b"):
        other.page.get_by_label("Your name").fill(name)
        before = len(other.messages("Answer"))
        other.press("Sit down")
        other.until(lambda before=before: len(other.messages("Answer")) > before)
        other.page.get_by_role("alert").filter(has_text=".").first.wait_for()
        told.add(other.page.get_by_role("alert").first.inner_text())
        assert other.page.locator(".seat-row.mine").count() == 0
    assert len(told) >= 3, told


def check_end(screen: Person, phone: Person) -> None:
    """Check that a TV needs no scrolling, and that a phone breaks only very long words."""
    screen.see(".certificate")
    assert settled(screen, BELOW) == []
    phone.page.set_viewport_size({"width": 390, "height": 780})
    phone.page.evaluate(LETTERS, "200%")
    assert set(settled(phone, BROKEN)) <= set(HOSTILE[-2:])
    phone.page.evaluate(LETTERS, "")
    phone.page.set_viewport_size(phone.usual["viewport"])


def check_literal(me: Person, names: list[str]) -> None:
    """Check that each name appears literally, and that the page contains no foreign elements."""
    words = me.page.evaluate("document.body.innerText")
    for name in names:
        assert " ".join(name.split()) in " ".join(words.split()), (name, words)
    assert me.page.locator("script:not([src]), img:not(.qr), h1 h1, b i").count() == 0
    bad = settled(me, OVERFLOW)
    assert not bad, "\n".join(bad)


def test_hostile_names_are_only_names_everywhere(wanderer, backstage):
    table = backstage.table(*HOSTILE[1:], **SHORT_SETTINGS)
    ana = wanderer("Ana", known=table.known, viewport={"width": 360, "height": 740})
    ana.come(table.code).see(".seat-row", 4)
    check_literal(ana, HOSTILE[1:])
    guest = wanderer("Guest").come(table.code).sit(HOSTILE[0])
    check_literal(guest, HOSTILE)
    guest.press("Edit " + HOSTILE[0])
    guest.page.get_by_role("dialog", name=HOSTILE[0]).wait_for()
    guest.press("Close")
    screen = wanderer("TV", viewport={"width": 1366, "height": 768}).go(f"#/tv/{table.code}")
    screen.see(".tv-seat.taken", 5)
    check_literal(screen, HOSTILE)
    table.begin()
    guest.see(".choice", 0)
    for one in (ana, guest, screen):
        check_literal(one, HOSTILE)
    ana.press("Menu")
    ana.page.get_by_role("dialog").get_by_text("Players").click()
    ana.press("Close")
    for one in (ana, screen):
        one.page.evaluate(HURRY)
    while (what := guest.page.evaluate(AWAIT, PATIENCE_MS)) != "end":
        if what == "asked":
            guest.choose(leave=True)
        table.all_choose(*range(5))
    for one in (ana, guest, screen):
        one.see(".rank", 5)
        check_literal(one, HOSTILE)
    check_end(screen, guest)
    guest.page.get_by_role("link", name="Watch the replay").click()
    guest.see(".replay-bar")
    guest.press("Go to end")
    check_literal(guest, HOSTILE)
    guest.go("#/history").see(".history-game")
    check_literal(guest, HOSTILE[1:])


def test_hostile_name_is_shown_literally_when_a_phone_is_passed_on(wanderer, backstage):
    """The name is in a sentence and on a button."""
    table = backstage.table()
    phone = wanderer("Phone", known=table.known).come(table.code).sit(HOSTILE[0])
    phone.share_device()
    phone.see(".seat-row.mine", 1)
    table.join("Third")
    phone.press("Start")
    phone.button("I'm " + HOSTILE[0]).wait_for()
    phone.page.locator(".pass-others button").last.click()
    phone.until(phone.asked)
    phone.choose(leave=False)
    phone.text(f"Pass the device to {HOSTILE[0]}.").wait_for()


def test_idle_game_asks_who_is_there_and_any_player_can_resume(wanderer, backstage):
    table = backstage.table(clock="brisk", seconds=5)
    ana = wanderer("Ana", known=table.known).come(table.code).sit()
    ben = wanderer("Ben", viewport={"width": 390, "height": 844}).come(table.code).sit()
    screen = wanderer().go(f"#/tv/{table.code}")
    ana.press("Add 1 bot and start")
    for one in (ana, ben, screen):
        one.text("Is anyone there?").wait_for()
    screen.text("Tap any phone to resume the game.").wait_for()
    button = ben.button("I'm here").bounding_box()
    assert button["height"] >= 64, "the button is for a thumb"
    ben.press("I'm here")
    for one in (ana, ben, screen):
        one.text("Is anyone there?").wait_for(state="detached")
    # When the host closes the tab, the others see it at once.
    ana.page.close()
    ben.text("Ana, the host, is away.").first.wait_for()


def test_seat_letter_stays_from_the_lobby_into_the_game(wanderer, backstage):
    table = backstage.table()
    ana, ben, cem = (
        wanderer(name, **known)
        for name, known in (("Ana", {"known": table.known}), ("Ben", {}), ("Cem", {}))
    )
    for one in (ana, ben, cem):
        one.come(table.code).sit()
    table.join("Dora")
    ben.press("Edit Ben", "Stand up")
    letters = ana.page.locator(".seat-row .art-letter")
    ana.until(lambda: letters.all_text_contents() == ["A", "C", "D"])
    ana.press("Start").see(".player", 0)
    assert ana.page.locator(".player .art-letter").all_text_contents() == ["A", "C", "D"]
