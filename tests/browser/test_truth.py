"""Test reveals: choices in words, caves shown to their end, and no lost presses."""

import json
import math
import re
import time
from collections import Counter
from fractions import Fraction

from tests.browser.company import begin_beside_screen
from tests.browser.person import BUNDLE, play_out

# All texts of a reveal, however briefly they appear.
WORDS = """() => {
  window.words = new Set();
  new MutationObserver(() => {
    for (const seat of document.querySelectorAll('.reveal-seat')) {
      window.words.add([...seat.querySelectorAll('span')].map((one) => one.textContent).join(' '));
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""

# A press a moment after the choice looks open: too early to call it late.
PRESS = """() => new Promise((done) => {
  const press = () => {
    const go = document.querySelector('.choice.go[aria-disabled=false]');
    if (!go) setTimeout(press, 10);
    else setTimeout(() => done(go.click()), 60);
  };
  press();
})"""


def test_every_screen_shows_the_end_of_a_cave_until_the_host_goes_on(wanderer, backstage):
    at = backstage.table("Nora", "Milan", break_seconds=60, edition="schmidt-2005")
    host = wanderer("Nora", known=at.known).come(at.code).see(".seat-row.mine")
    ana, screen = begin_beside_screen(wanderer, at)
    screen.see(".telly .player", 0)
    screen.page.evaluate(WORDS)
    ana.until(ana.asked)
    ana.choose(leave=True)
    for one in (screen, ana):
        one.page.get_by_text("Waiting for Nora and Milan.").wait_for()
    at.all_choose(0, 1)
    for one in (host, ana, screen):
        one.page.get_by_role("heading", name="Back from cave 1").wait_for()
        assert one.page.locator(".recap-row").count() == 3
    # The others get the screen's cues.
    ana.until(lambda: {"reveal", "end"} <= {one["moment"] for one in ana.messages("Cued")})
    view = at.view()
    gained = view["game"]["chests"][2]
    said = screen.page.evaluate("[...window.words]")
    assert f"Ana leaves: +{gained}" in said, said
    row = screen.page.locator(".recap-row", has_text="Ana")
    assert row.locator(".recap-chest .number").inner_text() == str(gained)
    assert ana.page.get_by_role("button", name="On to cave 2").count() == 0, "only the host may"
    host.press("On to cave 2")
    pressed = time.monotonic()
    for one in (host, ana, screen):
        one.page.locator(".recap").wait_for(state="detached")
    assert time.monotonic() - pressed < 30, "the break was to last for a minute"
    assert at.view()["phase"] == "cave"


def test_press_on_a_choice_that_looks_open_counts(wanderer, backstage):
    at = backstage.table("Nora", "Milan", "Élise")
    me = wanderer("Nora", known=at.known).come(at.code).see(".seat-row.mine")
    at.begin()
    me.page.evaluate(PRESS)
    me.see(".choice.go.on")
    me.until(lambda: at.view()["seats"][0]["chosen"])


OPEN_SLOWLY = "document.styleSheets[0].insertRule('.dialog { animation-duration: 99s !important }')"
# The position of a dialog when it opens, and when all animations are over.
PLACES = """async () => {
  const top = () => document.querySelector('.dialog').getBoundingClientRect().top;
  document.querySelector('.seat-row.mine button').click();
  await null;
  const first = top();
  await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  await new Promise((done) => requestAnimationFrame(done));
  return [first, top()];
}"""


def start_press(host, name):
    """Press the mouse in the middle of a button, and hold it."""
    box = host.button(name).bounding_box()
    host.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    host.page.mouse.down()


def move_button(host, at, name):
    """Seat another guest: the new row moves the buttons below the seats."""
    top = host.button(name).bounding_box()["y"]
    at.join("Milan")
    host.until(lambda: host.button(name).bounding_box()["y"] > top + 20)


def test_press_counts_when_its_button_moves_before_the_release(wanderer, backstage):
    at = backstage.table("Nora")
    host = wanderer("Nora", known=at.known).come(at.code).see(".add-bot")
    start_press(host, "hard")
    move_button(host, at, "hard")
    host.page.mouse.up()
    host.see(".seat-row .bot-sign")
    assert [seat["bot"] for seat in at.view()["seats"] if seat] == [None, None, "hard"]


def test_press_is_taken_back_by_sliding_off_the_button(wanderer, backstage):
    at = backstage.table("Nora")
    host = wanderer("Nora", known=at.known).come(at.code).see(".add-bot")
    start_press(host, "hard")
    host.page.mouse.move(2, 2)
    host.page.mouse.up()
    host.press("easy").see(".seat-row .bot-sign")
    assert [seat["bot"] for seat in at.view()["seats"] if seat] == [None, "easy"]


def test_press_counts_while_a_dialog_opens(person, backstage):
    at = backstage.table("Nora")
    host = person("Nora", known=at.known, reduced_motion="no-preference").come(at.code)
    host.press("easy")
    host.page.evaluate(OPEN_SLOWLY)
    host.page.get_by_role("button", name=re.compile("^Edit (?!Nora)")).click()
    start_press(host, "Remove bot")
    host.page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    host.page.mouse.up()
    host.page.locator(".seat-row .bot-sign").wait_for(state="detached")


def test_dialog_is_in_its_place_at_once_with_reduced_motion(wanderer, backstage):
    at = backstage.table("Nora")
    host = wanderer("Nora", known=at.known).come(at.code)
    host.button("Edit Nora").wait_for()
    first, later = host.page.evaluate(PLACES)
    assert first == later


# All texts of a hand that loses, and its vibration.
LOSING = """() => {
  window.losses = new Set();
  window.buzzes = [];
  navigator.vibrate = (pattern) => window.buzzes.push(pattern);
  new MutationObserver(() => {
    const said = document.querySelector('.hand-lost .hand-lose')?.textContent;
    const sign = document.querySelector('.hand-lost svg');
    if (said && sign) window.losses.add(said);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
# A short cave: about every second card is a snake.
SUDDEN = """
id = "own-sudden"
name = "Sudden"
rounds = 2
players = { least = 2, most = 6 }
treasures = [6, 6, 6, 6]
gems = [{ name = "ruby", worth = 1, count = 60 }]

[hazards]
snake = 4
"""


def test_phone_beside_the_screen_shows_a_bust_at_the_same_time(person, backstage):
    own = {"edition": "own-sudden", "edition_text": SUDDEN}
    at = backstage.table("Nora", "Milan", **own, break_seconds=60)
    ana, _screen = begin_beside_screen(person, at)
    ana.until(ana.asked)
    ana.page.evaluate(LOSING)
    carried = 0
    while not any(fact["event"] == "Bust" for fact in facts(ana)):
        if ana.asked():
            carried = at.view()["game"]["carried"]
            ana.choose(leave=False)
        at.all_choose()
        ana.page.wait_for_timeout(100)
    ana.page.get_by_role("heading", name="Back from cave 1").wait_for()
    words = f"You lose {carried}" if carried else "You lose nothing"
    assert ana.page.evaluate("[...window.losses]") == [words]
    assert any(isinstance(one, list) for one in ana.page.evaluate("window.buzzes"))


def facts(me):
    return [fact for event in me.events("CardTurned") for fact in event["facts"]]


# The page's data about the deck; a shared screen stays a shared screen.
MODEL = f"""async ([code, screen, names]) => {{
  const bundle = await {BUNDLE};
  const {{ session }} = bundle.$session_current_table.enterTable(code, {{ screen }});
  const {{ game, odds }} = session.view.peek();
  return {{ ...Object.fromEntries(names.map((name) => [name, game[name]])), odds }};
}}"""
DECK = ["deck", "treasures_left", "hazards_left", "relics_left", "deck_size", "stand_ins"]


def deck_of(view):
    return {**{name: view["game"][name] for name in DECK}, "odds": view["odds"]}


def test_pages_compute_the_odds_of_a_whole_game_without_the_server(wanderer, backstage):
    at = backstage.table("Nora", "Milan", edition="schmidt-2005")
    ana, screen = begin_beside_screen(wanderer, at)
    ana.until(ana.asked)
    ana.press("Odds")
    compared = set()

    def decide(me):
        """Compare the odds on both pages with the server's; everyone leaves after three cards."""
        view = at.view()
        for page, shared in ((me.page, False), (screen.page, True)):
            assert page.evaluate(MODEL, [at.code, shared, DECK]) == deck_of(view)
        shown = me.page.locator(".odds-line").inner_text()
        percent = math.floor(100 * Fraction(view["odds"]) + Fraction(1, 2))
        assert shown.startswith(f"{percent}% chance "), (shown, view["odds"])
        compared.add(view["turn"])
        leave = len(view["game"]["cards"]) > 2
        at.all_choose(*((0, 1) if leave else ()))
        return leave

    play_out([ana], decide, screen=screen)
    assert len(compared) > 5
    for one in (ana, screen):
        kinds = Counter(json.loads(frame)["type"] for frame in one.said)
        assert kinds["Hello"] == 1, kinds
        assert kinds["Look"] == 0, kinds
        cards = one.events("CardTurned")
        assert {card["turn"] for card in cards} >= compared


def test_page_loads_missing_rules_when_a_game_begins(person, backstage):
    at = backstage.table("Nora", "Milan", edition="schmidt-2005")
    ana = person("Ana").forgive("ERR_FAILED")
    ana.page.route("**/api/editions", lambda route: route.abort())
    ana.come(at.code).sit()
    known = f"{BUNDLE}.then((bundle) => 'schmidt-2005' in bundle.$session_editions.editions.peek())"
    assert not ana.page.evaluate(known)
    ana.page.unroute("**/api/editions")
    at.begin()
    ana.until(lambda: ana.page.evaluate(known))
    ana.until(ana.asked)
    ana.until(lambda: ana.page.evaluate(MODEL, [at.code, False, DECK]) == deck_of(at.view()))
    assert 1 <= sum('"Look"' in frame for frame in ana.said) <= 3
