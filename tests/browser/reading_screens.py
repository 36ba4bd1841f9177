"""Screens with several steps that only `make reading` draws, because tests would take too long."""

from collections.abc import Callable, Iterator
from itertools import product
from urllib.parse import urlsplit

from diamant.editions import IDS
from diamant.locales import LANGUAGES
from tests.browser.backstage import Backstage
from tests.browser.looks import SPEAK
from tests.browser.person import SKIP, Person
from tests.browser.proxy import Line
from tests.browser.screens import (
    PEOPLE,
    Make,
    end,
    go_deeper,
    history,
    host_a_game,
    lobby,
    sit_with_friends,
)
from tests.browser.test_evening import PICK, hurry, toml
from tests.live.people import SHORT_SETTINGS

Steps = Iterator[tuple[str, Person]]
READING_SCREENS: dict[str, Callable[[Make, Backstage], Steps]] = {}

# A part of the page drawn by itself, with properties that normally come from a server.
DRAW = """(end) => Promise.all(['main.js', 'screens_table.js']
    .map((name) => import(new URL(`bundle/${name}`, document.baseURI).href)))
  .then(([{ $html: { h, render } }, { $screens_table: { TableProblem } }]) => {
    const room = document.querySelector('#app');
    render(null, room);
    render(h(TableProblem, { end, onAgain: () => {} }), room);
  })"""
# Everything that can go wrong with a table: the close code, and the reason.
PROBLEMS = (
    (4406, ""), (4409, ""), (4400, ""), (4403, "locked"), (4403, "table-full"),
    (4403, "no-spectators"), (4403, "blocked"), (4403, "kicked"), (4401, "other"),
)  # fmt: skip


def _steps(way: Callable[[Make, Backstage], Steps]) -> Callable[[Make, Backstage], Steps]:
    READING_SCREENS[way.__name__.replace("_", "-")] = way
    return way


@_steps
def alone_options(make: Make, backstage: Backstage) -> Steps:
    me = make("Ana").go()
    me.page.locator(".start-alone").click()
    for level in ("easy", "medium", "hard", "champion"):
        me.page.locator(f".dialog input[value={level}]").check(force=True)
        yield level, me


def _lessons(me: Person) -> Steps:
    """Show every lesson, the reply to a wrong press, and the end."""
    number = 0
    nudged: set[str] = set()
    while me.page.locator(".lesson-ending").count() == 0:
        me.page.wait_for_function("() => !document.querySelector('.lesson-words[aria-busy=true]')")
        number += 1
        yield f"{number:02}", me
        following = me.page.locator(".lesson-next")
        if following.count():
            following.click()
        else:
            said = me.page.locator(".lesson-words").inner_text()
            go, leave = me.button("Go on"), me.button("Leave")
            wrong, right = (go, leave) if "eave" in said.rsplit(".", 2)[-2] else (leave, go)
            if "eave!" in said:
                wrong, right = go, leave
            kind = "go" if wrong is go else "leave"
            if kind not in nudged:
                nudged.add(kind)
                wrong.click()
                if me.page.locator(".lesson-nudge").count():
                    yield f"{number:02}-nudge", me
            right.click()
            if me.page.locator(".lesson-nudge").count():
                wrong.click()
        me.page.wait_for_timeout(100)
    yield "end", me


@_steps
def lessons(make: Make, backstage: Backstage) -> Steps:
    me = make().go("#/tutorial").see(".lesson-next")
    yield from _lessons(me)


@_steps
def lessons_strategy(make: Make, backstage: Backstage) -> Steps:
    me = make().go("#/tutorial/strategy").see(".lesson-next")
    yield from _lessons(me)


@_steps
def rules_editions(make: Make, backstage: Backstage) -> Steps:
    me = make().go("#/rules").see(".rules-text")
    for edition in IDS:
        me.page.locator(f"input[name=edition][value={edition}]").check(force=True)
        yield edition, me


@_steps
def coach(make: Make, backstage: Backstage) -> Steps:
    me, at = sit_with_friends(make, backstage)
    at.begin()
    me.press("Odds", "Ask the coach")
    for cards in (2, 4):
        go_deeper(me, at, cards)
        me.see(".coach-worth")
        yield f"{cards}", me


@_steps
def reveal(make: Make, backstage: Backstage) -> Steps:
    """Show events of a game in the middle of their animation."""
    me, at = sit_with_friends(make, backstage)
    at.begin()
    go_deeper(me, at, 2)
    me.choose(leave=False)
    me.page.wait_for_timeout(300)
    yield "chosen", me
    at.all_choose(0)
    me.page.wait_for_timeout(700)
    yield "told", me
    me.press("Say something")
    yield "emotes", me


@_steps
def pauses(make: Make, backstage: Backstage) -> Steps:
    me, at = host_a_game(make, backstage)
    at.send("Pause")
    me.text("Paused").wait_for()
    yield "host", me
    guest = make("Gast").come(at.code)
    guest.text("Paused").wait_for()
    yield "onlooker", guest


@_steps
def asking(make: Make, backstage: Backstage) -> Steps:
    at = backstage.table(clock="brisk", seconds=5)
    me = make("Nora", known=at.known).come(at.code).sit()
    screen = make("TV").go(f"#/tv/{at.code}").see(".tv-seat.taken", 0)
    me.press("Add 2 bots and start")
    me.text("Is anyone there?").wait_for(timeout=60_000)
    yield "phone", me
    yield "tv", screen


@_steps
def stand_in(make: Make, backstage: Backstage) -> Steps:
    at = backstage.table("Nora", "Milan", clock="brisk", seconds=5)
    me = make("Ana").come(at.code).sit()
    at.begin()
    for _ in range(600):
        if me.page.locator(".stand-in").count():
            break
        at.all_choose()
        me.page.evaluate(SKIP)
        me.page.wait_for_timeout(100)
    yield "mine", me


@_steps
def someone_left(make: Make, backstage: Backstage) -> Steps:
    at = backstage.table(*PEOPLE, closed=True, break_seconds=60)
    at.begin()
    at.send("LeaveSeat", who=2, seat=2)
    me = make("Ana").come(at.code).see(".player .icon")
    yield "seen", me
    me.page.get_by_label("Your name").fill("Ana")
    me.page.locator(".sit button").click()
    at.all_choose(0, 1)
    while (view := at.view())["phase"] != "break":
        me.page.wait_for_timeout(100)  # The bot is still inside.
    at.send("EndBreak", turn=view["turn"])
    me.see(".purse-secret")
    yield "chest", me


@_steps
def watching(make: Make, backstage: Backstage) -> Steps:
    at = backstage.table(*PEOPLE)
    at.send("FillWithBots", players=5, level="easy")
    at.begin()
    me = make("Ana").come(at.code).see(".as-watch")
    yield "onlooker", me
    me.page.get_by_label("Your name").fill("Ana")
    me.page.locator(".sit button").click()
    me.see(".promised")
    yield "promised", me


@_steps
def passed_round(make: Make, backstage: Backstage) -> Steps:
    me, at = sit_with_friends(make, backstage, own=2)
    at.begin()
    me.text("The player holding the device goes first.").wait_for()
    me.page.locator(".pass-cover button").first.click()
    me.until(me.asked)
    yield "choosing", me
    me.choose(leave=False)
    me.page.wait_for_timeout(500)
    yield "passed", me


@_steps
def hand_beside_tv(make: Make, backstage: Backstage) -> Steps:
    """Show a phone beside the shared screen: choosing, losing everything, and both recaps."""
    at = backstage.table(*PEOPLE, break_seconds=60)
    screen = make("TV", viewport={"width": 1366, "height": 768}).go(f"#/tv/{at.code}")
    me = make("Ana", viewport={"width": 360, "height": 740}).come(at.code).sit()
    screen.see(".tv-seat.taken", 3)
    at.begin()
    me.until(me.asked)
    yield "choosing", me
    yield "tv-choosing", screen
    until_lost = 400
    while me.page.locator(".recap, .hand-lost").count() == 0 and until_lost:
        until_lost -= 1
        if me.asked():
            me.choose(leave=False)
        at.all_choose(1)
        me.page.wait_for_timeout(50)
    yield "bust", me
    me.see(".recap")
    screen.see(".recap")
    yield "recap", me
    yield "tv-recap", screen


@_steps
def victory(make: Make, backstage: Backstage) -> Steps:
    """Show the animated end, on a phone and on the shared screen."""
    at = backstage.table(*PEOPLE, **SHORT_SETTINGS)
    screen = make("TV").go(f"#/tv/{at.code}")
    me = make("Ana", reduced_motion="no-preference").come(at.code).sit()
    at.begin()
    while me.page.locator(".victory").count() == 0:
        if me.asked():
            me.choose(leave=True)
        at.all_choose(0, 1, 2)
        me.page.evaluate(SKIP)
        screen.page.evaluate(SKIP)
        me.page.wait_for_timeout(50)
    me.page.evaluate("setTimeout = () => 0")  # The animation has stopped.
    yield "phone", me
    screen.see(".tv-end .rank", 3)
    yield "tv", screen


@_steps
def tv_end(make: Make, backstage: Backstage) -> Steps:
    """Show the end of a whole game on the shared screen, with remarks of the bots."""
    at = backstage.table("Nora", "Milan")
    at.send("FillWithBots", players=8, level="medium")
    screen = make("TV").go(f"#/tv/{at.code}").see(".tv-seat.taken", 7)
    at.begin()
    while screen.page.locator(".tv-end .certificate").count() == 0:
        view = at.view()
        if view["phase"] == "cave":
            at.all_choose(*([0, 1] if len(view["game"]["cards"]) > 3 else []))
        screen.page.evaluate(SKIP)
        screen.page.wait_for_timeout(50)
    yield "whole", screen


@_steps
def alone_end(make: Make, backstage: Backstage) -> Steps:
    """Show the end with remarks of characters, medals and the next game."""
    for level in ("easy", "medium", "hard", "champion"):
        me = make("Ana").remember("prefs", {"bots": level})
        hurry(me)
        me.go()
        me.press("Play now").see(".greeting")
        yield f"{level}-hello", me
        asked = 0
        while not me.at_end():
            if me.asked():
                asked += 1
                me.choose(leave=asked % 4 == 3)
            me.page.evaluate(SKIP)
            me.page.wait_for_timeout(50)
        me.button("Save this game").wait_for()
        me.see(".certificate")
        yield level, me


@_steps
def medals(make: Make, backstage: Backstage) -> Steps:
    me = history(make, backstage)
    for more in me.page.locator("details:not([open]) > summary").all():
        more.click()
    yield "all", me


@_steps
def daily_before(make: Make, backstage: Backstage) -> Steps:
    me = make("Ana").go("#/daily")
    me.page.get_by_role("button", name="Enter today's cave").wait_for()
    yield "first", me
    me.page.get_by_role("button", name="Enter today's cave").click()
    me.see(".path-card", 0)
    me.until(lambda: me.page.locator(".choice[aria-disabled=false]").count() == 2)
    yield "inside", me
    me.press("Menu")
    yield "menu", me


@_steps
def lobby_parts(make: Make, backstage: Backstage) -> Steps:
    me = lobby(make, backstage)
    me.page.locator(PICK).set_input_files(toml("nothing.toml", "rounds = 'many'"))
    me.text("This file isn't a playable edition.").wait_for()
    yield "wrong-edition", me
    me.press("Edit Milan")
    yield "guest", me
    for button in ("Remove Milan", "Make Milan the host"):
        me.button(button).first.click()
    yield "sure", me
    me.press("Close", "Edit Nora")
    yield "own", me
    newcomer = make("Zoe").go(me.page.url.split("/", 3)[-1])
    newcomer.page.get_by_label("Your name").fill("Nora")
    newcomer.press("Sit down")
    newcomer.page.get_by_role("alert").filter(has_text="Nora").wait_for()
    yield "name-taken", newcomer
    newcomer.press("Sit down").see(".seat-row.mine")
    yield "waiting", newcomer


@_steps
def notes(make: Make, backstage: Backstage) -> Steps:
    """Show notices about the actions of others."""
    at = backstage.table(*PEOPLE)
    me = make("Ana").come(at.code).sit()
    # They stay while someone reads them.
    me.page.evaluate(
        "const soon = setTimeout; window.setTimeout = (call, ms) => ms > 2000 ? 0 : soon(call, ms)"
    )
    at.send("HandOver", guest=at.view(1)["you"])
    at.send("TakeSeat", who=1, name="Zweiter")
    me.page.wait_for_timeout(500)
    yield "lobby", me


@_steps
def no_server(make: Make, backstage: Backstage) -> Steps:
    """Show a connection lost during a game, and one that never opened."""
    line = Line(backstage, urlsplit(backstage.url).port)
    at = backstage.table(*PEOPLE)
    me, late = make("Ana", at=line.url), make("Ben", at=line.url).go()
    me.come(at.code).sit()
    at.begin()
    me.until(me.asked)
    late.button("Play now").wait_for()
    for one, tag in product((me, late), (*LANGUAGES, "en")):
        one.page.evaluate(SPEAK, tag)  # Without a server there are no translations.
    line.close()
    me.see(".banner")
    yield "connecting", me
    late.page.evaluate(f"location.hash = '#/t/{at.code}'")
    me.see(".banner button")
    yield "away", me
    late.page.get_by_role("heading", name="Can't reach the server").wait_for()
    yield "never", late


@_steps
def menu_sure(make: Make, backstage: Backstage) -> Steps:
    me, _ = host_a_game(make, backstage)
    me.press("Menu")
    for button in ("End game early", "Close table for everyone"):
        me.press(button)
    yield "host", me
    me.page.locator(".confirm").first.get_by_role("button").first.click()
    me.see(".end")
    yield "ended", me


@_steps
def replay_parts(make: Make, backstage: Backstage) -> Steps:
    me = end(make, backstage)
    me.page.get_by_role("link", name="Watch the replay").click()
    me.see(".replay-bar")
    for at in ("0", "1", "2", "3", "5", "8"):
        me.page.get_by_label("Position in the game").fill(at)
        me.page.wait_for_timeout(300)
        yield at, me
    me.press("Go to end")
    me.page.wait_for_timeout(300)
    yield "end", me


@_steps
def table_problems(make: Make, backstage: Backstage) -> Steps:
    me = make().go()
    me.button("Play now").wait_for()
    for code, why in PROBLEMS:
        problem = {"code": why, "params": {}, "text": ""} if why else None
        me.page.evaluate(DRAW, {"code": code, "problem": problem})
        yield why or str(code), me
