"""Test games against bots by mouse, by keyboard, by screen reader, and with reduced motion."""

import json
import re

from playwright.sync_api import Route, expect

from tests.browser.looks import SPEAK
from tests.browser.person import AWAIT, PATIENCE_MS, Person, play_out
from tests.browser.test_evening import hurry
from tests.live.people import SMALL_SETTINGS

# A repeated announcement differs by a space, so that screen readers repeat it.
HEAR = """
window.spoken = [];
let last = '';
new MutationObserver(() => {
  const text = document.querySelector('[role=status][aria-live]')?.textContent ?? '';
  if (text && text !== last) window.spoken.push(text.trim());
  last = text;
}).observe(document, {childList: true, subtree: true, characterData: true});
"""


# Whether the page ever called a chest secret.
SECRETS = """() => new MutationObserver(() => {
  if (document.querySelector('.purse-secret')) window.secretSeen = true;
}).observe(document, {childList: true, subtree: true})"""


def play_now(person: Person, **settings: object) -> Person:
    hurry(person, **settings)
    person.go("#/")
    person.page.evaluate(SECRETS)
    person.press("Play now").see(".choice", 0)
    return person


def focused(me: Person) -> str:
    return me.page.evaluate(
        "(document.activeElement.getAttribute('aria-label')"
        " ?? document.activeElement.innerText ?? '').trim()"
    )


def tab_to(me: Person, name: str) -> None:
    for _ in range(60):
        if focused(me).startswith(name):
            return
        me.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {name!r}; it is at {focused(me)!r}")


# A device's totals: statistics, chart, list and medals, without the last announcement.
ADDED_UP = """() => ['.history-numbers', '.history-games', '.medals'].map((part) =>
  document.querySelector(part).innerHTML)"""


def test_play_now_reaches_the_end_and_saved_games_can_be_exported(wanderer, tmp_path):
    """Play two games, leave the first at once, and export, delete and import them."""
    ana = play_now(wanderer("Ana"), **SMALL_SETTINGS)
    assert not ana.page.evaluate("window.secretSeen"), "nothing is, before the first card"
    slow: list[Route] = []
    ana.page.route("**/records", lambda route: slow.append(route))
    play_out([ana], lambda who: True)
    ana.page.get_by_role("heading", name="The end").wait_for()
    assert ana.page.locator(".rank").count() == 5
    ana.press("Play again").see(".choice", 0)
    ana.page.unroute("**/records")
    for route in slow:
        route.continue_()
    turns: list[bool] = []
    play_out([ana], lambda who: turns.append(True) or len(turns) % 2 == 0)
    ana.button("Save this game").wait_for()
    ana.page.get_by_role("link", name="Start page").click()
    ana.page.get_by_role("link", name="Your games").click()
    expect(ana.page.locator(".history-game")).to_have_count(2)
    ana.see(".score-chart")
    before = ana.page.evaluate(ADDED_UP)
    file = tmp_path / "games.json"
    with ana.page.expect_download() as saved:
        ana.press("Save all games")
    saved.value.save_as(file)
    ana.press("Delete all games", "Delete").see(".history-empty")
    ana.page.reload()
    said, pick = ana.page.locator(".history [role=status]"), ana.page.locator("input[type=file]")
    cut = tmp_path / "cut.json"
    cut.write_bytes(file.read_bytes()[:-100])
    pick.set_input_files(cut)
    expect(said).to_have_text("This file doesn't contain any saved games. Nothing was changed.")
    ana.see(".history-empty")
    pick.set_input_files(file)
    expect(said).to_have_text("Added 2 games.")
    assert ana.page.evaluate(ADDED_UP) == before
    pick.set_input_files(file)
    expect(said).to_have_text("Added 0 games.")


def test_escape_closes_menus_and_restores_the_focus(wanderer):
    ana = play_now(wanderer("Ana"))
    tab_to(ana, "Menu")
    ana.page.keyboard.press("Enter")
    dialog = ana.page.get_by_role("dialog")
    dialog.wait_for()
    for _ in range(30):
        ana.page.keyboard.press("Tab")
        assert dialog.evaluate("(sheet) => sheet.contains(document.activeElement)")
    ana.page.keyboard.press("g")
    ana.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert focused(ana) == "Menu"
    assert '"Choose"' not in "".join(ana.said), "a key pressed in a menu is no choice"


# Beginnings of sentences about a card or choices, each with its subject.
TOLD = [
    (r"(\d+) gems?(?:: |, all )", "card"),
    (r"(\w+): first warning\.", "card"),
    (r"(\w+), for the second time!", "bust"),
    (r"A (relic)!", "card"),
    (r"\w+ go(?:es)? on()[.,]", "choices"),  # Everyone, or the last player in the cave.
    (r"([^.!]+) leaves?(?: alone)? with [^.]*?(?:, together with ([^.]+))?\.", "choices"),
]


def heard(spoken: list[str]) -> list[tuple[str, list[str]]]:
    """Return the announced cards and choices in order."""
    words = " ".join(spoken)
    found = [
        (one.start(), what, " ".join(filter(None, one.groups())))
        for form, what in TOLD
        for one in re.finditer(form, words)
    ]
    return [
        (what, sorted(re.findall(r"\b(?!and\b)\w+", about.lower())))
        for _, what, about in sorted(found)
    ]


def happened(me: Person) -> list[tuple[str, list[str]]]:
    """Return the same events from the connection's messages."""
    names = {event["seat"]: event["name"].lower() for event in me.events("BotSat")}
    told = []
    for event in me.events("CardTurned", "ChoicesRevealed"):
        if event["event"] == "CardTurned":
            busts = any(fact["event"] == "Bust" for fact in event["facts"])
            card = re.sub("relic.*", "relic", event["card"])
            told.append(("bust" if busts else "card", [card]))
        else:
            leavers = sorted(names.get(seat, "you") for seat in event["leavers"])
            told.append(("choices", leavers))
    return told


# Animations longer than a blink.
MOVES = """
window.moved = [];
setInterval(() => {
  for (const move of document.getAnimations()) {
    const { duration, iterations } = move.effect.getComputedTiming();
    const name = move.animationName ?? move.transitionProperty ?? 'script';
    if (duration > 200 || iterations === Infinity) window.moved.push(name);
  }
}, 50);
"""


def test_whole_game_by_keyboard_announces_everything_once_and_moves_nothing(person):
    """Play without a mouse, with every announcement recorded and with reduced motion."""
    ana = person("Ana")
    hurry(ana, **SMALL_SETTINGS)
    ana.context.add_init_script(HEAR)
    ana.context.add_init_script(MOVES)
    ana.go()
    ana.button("Play now").wait_for()
    tab_to(ana, "Play now")
    ana.page.keyboard.press("Enter")
    ana.see(".choice", 0)
    tab_to(ana, "Go on")
    keys = ["Enter", "g", "l"]
    while (what := ana.page.evaluate(AWAIT, PATIENCE_MS)) != "end":
        if what == "asked":
            key = keys.pop(0) if keys else "l"
            if key == "Enter":
                assert focused(ana).startswith("Go on"), "the focus stays where it was"
            ana.page.keyboard.press(key)
    ana.page.wait_for_function(
        "() => / wins? with | share the victory /.test(window.spoken.at(-1))"
    )
    spoken = ana.page.evaluate("window.spoken")
    assert heard(spoken) == happened(ana), spoken
    assert len(ana.events("CardTurned")) >= 3
    assert all(text.endswith((".", "!")) for text in spoken), spoken
    assert set(ana.page.evaluate("window.moved")) == set()
    tab_to(ana, "Check the cards")
    ana.page.keyboard.press("Enter")
    ana.text("Proved on this device: all").wait_for()


# The targets of the focus, and the moments of the game when no element had it.
LED = """
window.led = [];
addEventListener('focusin', ({ target }) => {
  const parts = ['.recap button', '.camp-ask', '.choices-two', '.topbar-title'];
  window.led.push(...parts.filter((part) => target.matches(part)));
});
setInterval(() => {
  if (document.querySelector('.play') && document.activeElement === document.body) led.push('lost');
}, 20);
"""


def test_focus_moves_to_the_next_part_of_the_game(person):
    """Use Tab and Enter: from the choices to camp and recap, to the next choices and the end."""
    ana = person("Ana")
    ana.context.add_init_script(LED)
    play_now(ana, **{**SMALL_SETTINGS, "break_seconds": 60})
    tab_to(ana, "Leave")
    ana.page.evaluate("window.led = []")
    while ana.page.locator(".end").count() == 0:
        if ana.asked():
            tab_to(ana, "Leave")
            ana.page.keyboard.press("Enter")
        elif focused(ana).startswith(("On to cave 2", "See who won")):
            ana.page.keyboard.press("Enter")
        ana.page.wait_for_timeout(100)
    ana.until(lambda: focused(ana) == "The end")
    led = ana.page.evaluate("window.led")
    # If everyone leaves at once, no one waits in the camp.
    ends = [part for part in led if part != ".camp-ask"]
    assert ends == [".recap button", ".choices-two", ".recap button", ".topbar-title"], led


def test_focus_is_at_the_end_after_the_victory(person):
    ana = play_now(person("Ana", reduced_motion="no-preference"), **SMALL_SETTINGS)
    play_out([ana], lambda _: True)
    ana.until(lambda: focused(ana) == "Skip")
    ana.page.keyboard.press("Enter")
    ana.page.locator(".victory").wait_for(state="detached")
    ana.until(lambda: focused(ana) == "The end")


def test_tap_on_the_picture_makes_no_choice(person):
    ana = play_now(person("Ana", reduced_motion="no-preference"))
    ana.page.locator(".play-cave").click(position={"x": 30, "y": 200})
    ana.page.locator(".story, .hint").first.click()
    ana.page.wait_for_timeout(300)
    assert '"Choose"' not in "".join(ana.said)


def chosen_turns(me: Person) -> list[int]:
    return [message["turn"] for message in map(json.loads, me.said) if message["type"] == "Choose"]


def test_press_before_the_card_appears_reveals_it_and_does_not_count(person):
    """With all animations, no one can choose for a card that only the server knows."""
    ana = play_now(person("Ana", reduced_motion="no-preference"), thinking=False)
    early = 0
    while early < 3 and not ana.at_end():
        ana.until(lambda: ana.asked() or ana.at_end())
        turn = ana.events("CardTurned")[-1]["turn"]
        ana.page.wait_for_timeout(400)  # An earlier tap would count for the card before.
        ana.page.keyboard.press("g")
        ana.until(lambda turn=turn: turn in chosen_turns(ana))
        ana.until(lambda turn=turn: ana.events("CardTurned")[-1]["turn"] != turn or ana.at_end())
        if ana.asked():  # The cave was over, and its first card had already appeared.
            continue
        known = chosen_turns(ana)
        ana.page.keyboard.press("g")
        ana.page.wait_for_timeout(100)
        assert chosen_turns(ana) == known
        early += 1


def test_last_event_is_shown_again_after_a_language_change(wanderer):
    ana = play_now(wanderer("Ana"))
    story = ana.page.locator(".story")
    expect(story).not_to_have_text("")
    before = story.inner_text()
    ana.page.evaluate(SPEAK, "fr")
    expect(story).not_to_have_text(before)
    ana.page.evaluate(SPEAK, "en")
    expect(story).to_have_text(before)
