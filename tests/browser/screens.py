"""All screens, and how to reach them; the tests of layout and accessibility check each one."""

import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Route

from diamant import daily as daily_cave
from diamant.dealer import commitment
from diamant.record import read_records
from tests.browser.backstage import Backstage, Table
from tests.browser.person import AWAIT, PATIENCE_MS, SKIP, Person

GOLDEN = Path(__file__).parents[1] / "golden"
RECORD = GOLDEN / "iello-2016.dia"
PEOPLE = ("Nora", "Milan", "Élise")
# Screens in a game; testing them takes about as long as testing all the others.
IN_A_GAME = ("camp", "end", "hand", "menu", "passing", "recap", "table", "tv")

Make = Callable[..., Person]
SCREENS: dict[str, Callable[..., Person]] = {}


def _screen(way: Callable[..., Person]) -> Callable[..., Person]:
    SCREENS[way.__name__.replace("_", "-")] = way
    return way


def sit_with_friends(
    make: Make, backstage: Backstage, *, own: int = 1, **settings: object
) -> tuple[Person, Table]:
    """Join three friends at a table; return a guest's page with this number of seats."""
    table = backstage.table(*PEOPLE, **settings)
    me = make("Ana").come(table.code).sit()
    for _ in range(own - 1):
        me.share_device()
    me.see(".seat-row.mine", own - 1)
    return me, table


def host_a_game(make: Make, backstage: Backstage) -> tuple[Person, Table]:
    """Begin a game of three friends; return the host's page."""
    table = backstage.table(*PEOPLE)
    me = make("Nora", known=table.known).come(table.code).see(".seat-row.mine")
    table.begin()
    return me, table


def come_deep(make: Make, backstage: Backstage, cards: int) -> Person:
    """Join as the host of four when this many cards are revealed, to skip the wait."""
    table = backstage.table(*PEOPLE, "Ana")
    table.begin()
    go_deeper(None, table, cards)
    me = make("Nora", known=table.known).come(table.code)
    me.until(me.asked)
    return me


def go_deeper(me: Person | None, table: Table, cards: int) -> None:
    """Go on together until this many cards of one cave are revealed."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        view = table.view()
        if view["phase"] == "cave" and len(view["game"]["cards"]) >= cards:
            if me is not None:
                me.page.wait_for_function("() => !document.querySelector('.choice.on')")
            return
        if me is not None and me.asked():
            me.choose(leave=False)
        table.all_choose()
        time.sleep(0.05)
    raise AssertionError("no cave is that deep")


def leave_alone(me: Person) -> None:
    """Press Leave until the choice counts."""
    while me.page.locator(".choice.on").count() == 0:
        me.choose(leave=True)
        me.page.wait_for_timeout(50)


@_screen
def start(make: Make, backstage: Backstage) -> Person:
    me = make().go("#/")
    me.button("Play now").wait_for()
    return me


@_screen
def settings(make: Make, backstage: Backstage) -> Person:
    me = start(make, backstage)
    me.press("Language and display")
    me.page.get_by_role("dialog").wait_for()
    return me


@_screen
def lobby(make: Make, backstage: Backstage) -> Person:
    """Show the host's lobby with all options."""
    table = backstage.table("Nora", "Milan", clock="relaxed")
    table.send("FillWithBots", players=4, level="hard")
    me = make("Nora", known=table.known).come(table.code).press("More options")
    me.text("Between caves").wait_for()
    me.see(".qr")
    return me


@_screen
def lobby_seat(make: Make, backstage: Backstage) -> Person:
    """Show the lobby of a guest who changes their explorer."""
    me, _ = sit_with_friends(make, backstage)
    me.press("Edit Ana", "Move to another device").see(".offer-code")
    return me


@_screen
def table(make: Make, backstage: Backstage) -> Person:
    me = come_deep(make, backstage, 4)
    me.press("Odds")
    me.text("staying earns").wait_for()
    return me


@_screen
def hand(make: Make, backstage: Backstage) -> Person:
    me = come_deep(make, backstage, 4)
    me.press("Menu", "Just my buttons").see(".as-hand")
    return me


@_screen
def passing(make: Make, backstage: Backstage) -> Person:
    me, at = sit_with_friends(make, backstage, own=2)
    at.begin()
    me.text("The player holding the device goes first.").wait_for()
    return me


@_screen
def camp(make: Make, backstage: Backstage) -> Person:
    me, at = sit_with_friends(make, backstage)
    at.begin()
    while me.page.locator(".camp-bets").count() == 0:
        if me.asked():
            leave_alone(me)
            at.all_choose()
        me.page.wait_for_timeout(50)
    return me


@_screen
def menu(make: Make, backstage: Backstage) -> Person:
    """Show the host's menu with every section open."""
    me, _ = host_a_game(make, backstage)
    me.press("Menu")
    for more in me.page.locator("details > summary").all():
        more.click()
    return me


@_screen
def tv_lobby(make: Make, backstage: Backstage) -> Person:
    at = backstage.table(*PEOPLE)
    return make("TV").go(f"#/tv/{at.code}").see(".tv-seat.taken", 2)


@_screen
def tv(make: Make, backstage: Backstage) -> Person:
    """Show the shared screen deep in a cave, with bots that know when to leave."""
    at = backstage.table(*PEOPLE)
    at.send("FillWithBots", players=6, level="hard")
    at.begin()
    go_deeper(None, at, 6)
    return make("TV").go(f"#/tv/{at.code}").see(".telly .player", 5)


def bust_together(me: Person, at: Table) -> None:
    """Stay until a bust, except for seat B; the announcement has finished."""
    until = time.monotonic() + 60
    while me.page.locator(".recap").count() == 0:
        assert time.monotonic() < until, "no cave has ended"
        at.all_choose(1)
        me.page.evaluate(SKIP)
        me.page.wait_for_timeout(50)


@_screen
def recap(make: Make, backstage: Backstage, **settings: object) -> Person:
    """Show the host's recap at a full table, after a bust."""
    at = backstage.table(*PEOPLE, break_seconds=60, **settings)
    at.send("FillWithBots", players=8, level="easy")
    me = make("Nora", known=at.known).come(at.code).see(".seat-row.mine")
    at.begin()
    bust_together(me, at)
    return me


@_screen
def end(make: Make, backstage: Backstage, **settings: object) -> Person:
    me, at = sit_with_friends(make, backstage, closed=True, **settings)
    at.begin()
    while (what := me.page.evaluate(AWAIT, PATIENCE_MS)) != "end":
        if what == "asked":
            cards = len(at.view()["game"]["cards"])
            me.choose(leave=cards > 2)
            at.all_choose(*([0] if cards > 1 else []), *([1, 2] if cards > 3 else []))
        else:
            at.all_choose(0, 1, 2)
    me.button("Save this game").wait_for()
    me.press("Check the cards").see(".fair-yes")
    me.see(".certificate")
    return me


@_screen
def history(make: Make, backstage: Backstage) -> Person:
    at = backstage.table(*PEOPLE)
    at.begin()
    at.play_out()
    text = at.records()
    (record,) = read_records(text)
    game = {
        "key": "k",
        "table": at.id,
        "edition": record.game.edition.id,
        "seats": [{"name": name, "color": seat} for seat, name in enumerate(record.players)],
        "scores": record.game.scores,
        "record": text,
    }
    kept = [
        {**game, "key": f"k{day}", "date": 1_794_780_000_000 - day * 86_400_000, "you": [day % 3]}
        for day in range(5)
    ]
    me = make("Nora").remember("history", kept)
    me.go("#/history").see(".history-game", 4)
    return me


@_screen
def history_empty(make: Make, backstage: Backstage) -> Person:
    return make().go("#/history").see(".history-empty")


@_screen
def replay_open(make: Make, backstage: Backstage) -> Person:
    """Show a record with an error."""
    me = make().go("#/replay").forgive("status of 422", "status of 400")
    me.page.get_by_label("Or paste the text").fill(
        RECORD.read_text().replace("spider/AC", "spider/AX")
    )
    me.press("Show game").see(".record-problem")
    return me


@_screen
def replay(make: Make, backstage: Backstage) -> Person:
    me = make().go("#/replay")
    me.page.locator("input[type=file]").set_input_files(RECORD)
    me.see(".replay-bar")
    me.page.get_by_label("Position in the game").fill("6")
    return me


@_screen
def rules(make: Make, backstage: Backstage) -> Person:
    return make().go("#/rules").see(".rules-text")


@_screen
def rules_over_table(make: Make, backstage: Backstage) -> Person:
    """Show the rules in the words of an edition that has its own."""
    at = backstage.table(*PEOPLE, edition="incan-gold")
    return make("Ana").go(f"#/t/{at.code}?rules").see(".dialog .rules-text")


@_screen
def tutorial(make: Make, backstage: Backstage) -> Person:
    return make().go("#/tutorial").see(".lesson-next")


@_screen
def problem(make: Make, backstage: Backstage) -> Person:
    me = make().go("#/t/ZZZZZ")
    me.page.get_by_role("heading", name="Table not found").wait_for()
    return me


def _played_day(seed: bytes) -> dict[str, object]:
    """Return a server's reply about a finished attempt."""
    played = daily_cave.attempt(seed)
    while not played.over:
        played = played.choose(leave=played.choices % 3 == 2)
    told = {"happened": [one.to_json() for one in played.happened], "over": True}
    results = [[played.points, 2], [3, 1], [41, 4]]
    return {**told, "choices": played.choices, "points": played.points, "results": results}


@_screen
def daily(make: Make, backstage: Backstage) -> Person:
    """Show the end of the daily cave, with days as promised, not as promised, and not seen here."""
    kept, broken, unseen = (bytes([number] * 32) for number in (1, 2, 3))
    days = {"2026-11-15": kept, "2026-11-14": broken, "2026-11-13": unseen}
    me = make("Ana")

    def prove(route: Route) -> None:
        shown = route.fetch().json()
        proved = {day: seed.hex() for day, seed in days.items()}
        route.fulfill(json={**shown, "proved": proved})

    told = {**_played_day(kept), "day": "2026-11-16", "streak": 3}
    me.page.route("**/api/daily", prove)
    me.page.route("**/api/daily/attempt", lambda route: route.fulfill(json=told))
    promises = {"2026-11-15": commitment(kept), "2026-11-14": commitment(kept)}
    me.remember("daily-seen", {day: {"promise": promise} for day, promise in promises.items()})
    me.go("#/daily")
    me.page.locator(".daily-proof summary").click()
    said = me.page.locator(".daily-verdict")
    verdicts = (
        "The shuffle was as promised.",
        "The shuffle was not as promised.",
        "This device didn't",
    )
    for place, words in enumerate(verdicts):
        said.nth(place).filter(has_text=words).wait_for()
    return me
