"""Test broken links, wrong versions and devices without storage: one sentence and a way on."""

import json

import pytest

from tests.browser.person import ASKED, NO_NETWORK


def heading(me, words):
    me.page.get_by_role("heading", name=words, exact=True).wait_for()


def way_home(me):
    me.page.get_by_role("link", name="Start page").click()
    me.button("Play now").wait_for()


def answer_with(code, close, **params):
    """Replace the server by one that refuses everyone."""

    def meet(socket):
        def refuse(_):
            refusal = {"type": "Problem", "code": code, "params": params, "text": "No."}
            socket.send(json.dumps(refusal))
            socket.close(code=close, reason=code)

        socket.on_message(refuse)

    return meet


def test_missing_table_is_explained(wanderer):
    me = wanderer().go("#/t/ZZZZZ")
    heading(me, "Table not found")
    way_home(me)


def test_mistyped_room_code_is_explained(wanderer):
    me = wanderer().go("#/").forgive("status of 404")
    me.page.get_by_label("Join or watch with a code").fill("ZZZZZ")
    me.press("Join")
    me.page.get_by_role("alert").filter(has_text="no table with this code").wait_for()
    me.page.get_by_label("Join or watch with a code").fill("bcdf 2345")
    me.press("Join")
    me.page.get_by_role("alert").filter(has_text="This is a seat code.").wait_for()


def test_unknown_address_shows_page_not_found(wanderer):
    me = wanderer().go("#/treasure/%E0%A4%A")
    heading(me, "Page not found")
    way_home(me)


def test_table_closed_by_the_host_is_announced(wanderer, backstage):
    table = backstage.table("Ana")
    me = wanderer("Ben").come(table.code).sit()
    table.send("CloseTable")
    heading(me, "The table is closed")
    way_home(me)


def test_locked_table_is_explained(wanderer, backstage):
    table = backstage.table("Ana")
    table.send("SetVisibility", visibility="locked")
    me = wanderer().come(table.code)
    heading(me, "The table is locked")
    table.send("SetVisibility", visibility="private")
    me.press("Rejoin")
    me.page.get_by_label("Your name").wait_for()


def test_full_table_is_explained(wanderer, backstage):
    table = backstage.table("Ana")
    table.send("FillWithBots", players=8)
    me = wanderer().come(table.code).see(".seat-row", 7)
    if me.button("Sit down").count():
        me.press("Sit down")
        me.page.get_by_role("alert").filter(has_text="seat").wait_for()


def test_game_without_spectators_is_explained(wanderer, backstage):
    table = backstage.table("Ana", "Ben", "Cem", spectators=False)
    table.begin()
    me = wanderer().come(table.code)
    heading(me, "Players only")
    way_home(me)


TURNED_AWAY = [
    ("table-full", 4403, "The table is full"),
    ("protocol", 4406, "Versions don't match"),
    ("blocked", 4403, "You can't join"),
    ("token-retired", 4403, "You're no longer at this table"),
    ("too-many-connections", 4409, "Open elsewhere"),
    ("bad-message", 4400, "Something went wrong"),
    ("something-new", 4403, "You can't join this table"),
]


def test_every_refusal_of_a_server_is_explained_with_a_way_on(person):
    me = person().go()
    for number, (code, close, words) in enumerate(TURNED_AWAY):
        me.page.route_web_socket("**/ws", answer_with(code, close, yours=1, ours=2, most=200))
        me.page.evaluate(f"location.hash = '#/t/QK4M{number + 2}'")
        heading(me, words)
        inside = me.page.locator("main")
        ways = inside.get_by_role("button").or_(inside.get_by_role("link"))
        assert ways.count() >= 1


def test_second_tab_has_the_same_seat_and_both_say_so(person, backstage):
    table = backstage.table("Cem", "Dora")
    ana = person("Ana").come(table.code).sit()
    second = ana.open_tab()
    second.goto(f"{ana.url}#/t/{table.code}")
    second.locator(".seat-row.mine").wait_for()
    for page in (ana.page, second):
        page.get_by_text("open in another tab").first.wait_for()
    table.begin()
    for page in (ana.page, second):
        page.wait_for_function(ASKED)
    second.get_by_role("button", name="Leave").click()
    for page in (ana.page, second):
        page.locator(".choice.leave.on").wait_for()


def test_device_without_storage_can_play(person, backstage):
    table = backstage.table("Cem", "Dora")
    ana = person("Ana")
    ana.context.add_init_script("""
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
          Object.defineProperty(window, name, {
            get() { throw new DOMException('No storage here.', 'SecurityError'); },
          });
        }
    """)
    ana.go()
    ana.text("This browser doesn't save anything").wait_for()
    ana.page.get_by_label("Join or watch with a code").fill(table.code)
    ana.press("Join")
    ana.sit()
    table.begin()
    ana.until(ana.asked)
    ana.choose(leave=True).see(".choice.leave.on")
    table.all_choose()
    ana.until(lambda: ana.events("ChoicesRevealed"))


def test_full_storage_does_not_stop_a_game(person, backstage):
    table = backstage.table("Cem")
    ana = person("Ana")
    ana.context.add_init_script("""
        Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    """)
    ana.come(table.code).sit()


def test_unreachable_server_is_explained(own_server, person):
    ana = person("Ana", url=own_server.url).forgive(NO_NETWORK).go()
    ana.button("Play now").wait_for()
    own_server.kill()
    ana.press("Play now")
    ana.page.get_by_role("alert").filter(has_text="Can't reach the server").wait_for()
    ana.page.evaluate("location.hash = '#/t/QK4MX'")
    ana.page.get_by_role("heading", name="Can't reach the server").wait_for()
    ana.button("Try now").click()
    own_server.start()
    heading(ana, "Table not found")
    way_home(ana)


@pytest.mark.parametrize("missing", ["delete String.prototype.replaceAll", "delete window.WeakRef"])
def test_outdated_browser_gets_one_sentence(browser, server, missing):
    context = browser.new_context(locale="de", service_workers="block")
    page = context.new_page()
    page.add_init_script(missing)
    page.goto(server.url)
    page.get_by_text("Dieser Browser ist zu alt").wait_for()
    assert page.locator(".start").count() == 0
    context.close()
