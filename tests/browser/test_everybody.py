"""Test access for everyone: screen readers, large letters, landscape phones, other keys."""

from dataclasses import dataclass

import pytest

from tests.browser.looks import BROKEN, LETTERS, settled
from tests.browser.person import Person
from tests.browser.test_alone import HEAR, play_now
from tests.browser.test_evening import hurry
from tests.live.people import SMALL_SETTINGS

# Everything needed for a choice, if a part is off the screen.
UNSEEN = """() => [...document.querySelectorAll('.choice, .play-bar button, .play-title')]
  .filter((at) => {
    const { left, top, right, bottom, width } = at.getBoundingClientRect();
    return !width || left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  }).map((at) => at.className)"""
# Overlapping parts of a player's place, and names or scores off the screen.
ENTANGLED = """() => [...document.querySelectorAll('.player')].flatMap((player) => {
  const parts = ['.badge', '.player-state svg', '.player-chest', '.player-name']
    .map((part) => player.querySelector(part).getBoundingClientRect());
  return parts.flatMap((one, at) => [
    ...(one.width && one.bottom <= innerHeight + 1 ? [] : [`${at} is not to be seen`]),
    ...parts.slice(at + 1).filter((other) => one.left < other.right - 1
      && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1)
      .map(() => `${at} is covered`),
  ]);
})"""
# Numbers, names and choices of a hand beside a shared screen that are covered.
COVERED = """() => ['.purse dd', '.player-name', '.choice', '.odds'].flatMap((part) =>
  [...document.querySelectorAll(part)].filter((at) => {
    const { left, top, width, height } = at.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return !at.contains(over) && !over?.contains(at);
  }).map(() => `${part} is covered`))"""
# Choices whose picture or text overflows.
SPILLED = """() => [...document.querySelectorAll('.choice')].filter((at) => {
  const { left, top, right, bottom } = at.getBoundingClientRect();
  return [...at.children].map((part) => part.getBoundingClientRect()).some((part) => part.width
    && (part.left < left || part.top < top || part.right > right || part.bottom > bottom));
}).map((at) => at.textContent)"""
SCROLLS = """() => {
  const side = document.querySelector('.play-side');
  return side.scrollHeight > side.clientHeight;
}"""
# Controls and texts under a phone's notch or home bar: at the start of all scrolling nothing may be
# too high, at its end nothing too low.
UNSAFE = """async ({ top, right, bottom, left }) => {
  const bad = [];
  const all = 'button, a, input, select, summary, h1, .story, .player-name, .odds, .carried';
  for (const end of [false, true]) {
    for (const at of [document.scrollingElement, ...document.querySelectorAll('*')]) {
      if (at.scrollHeight > at.clientHeight) at.scrollTop = end ? at.scrollHeight : 0;
    }
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (const at of document.querySelectorAll(all)) {
      if (at.closest('.hidden-visually, .cave')) continue;
      const box = at.getBoundingClientRect();
      if (!box.width || !at.checkVisibility({ visibilityProperty: true })) continue;
      if (box.left < left - 1 || box.right > innerWidth - right + 1
          || (end ? box.bottom > innerHeight - bottom + 1 : box.top < top - 1)) {
        const places = [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ');
        bad.push(`${at.tagName}.${at.className} ${at.textContent.trim().slice(0, 30)}: ${places}`);
      }
    }
  }
  return bad;
}"""
# A phone with a notch, in portrait and landscape.
NOTCHED = (
    (390, 844, {"top": 47, "right": 0, "bottom": 34, "left": 0}),
    (844, 390, {"top": 0, "right": 47, "bottom": 21, "left": 47}),
)
SIDE = "(left) => parseFloat(getComputedStyle(document.querySelector('#app')).paddingLeft) === left"
# Controls and cards without a visible edge in the system's forced colors.
EDGELESS = """() => [...document.querySelectorAll('.btn, .path-card, .player.mine, .dialog')]
  .filter((at) => at.checkVisibility() && ![null, '::before'].some((part) => {
    const style = getComputedStyle(at, part);
    const drawn = part === null || style.content !== 'none';
    return drawn && ['borderTop', 'outline'].some((edge) =>
      style[`${edge}Style`] !== 'none' && parseFloat(style[`${edge}Width`]) >= 1);
  })).map((at) => at.className)"""


@dataclass(frozen=True)
class Heard:
    """A node of the accessibility tree, which is all that a screen reader gets."""

    role: str
    name: str
    states: dict[str, object]


class Listener:
    """A blind player with a keyboard."""

    def __init__(self, me: Person) -> None:
        self.me = me
        self.tree = me.context.new_cdp_session(me.page)
        self.heard: list[Heard] = []

    def listen(self) -> "Listener":
        """Read the accessibility tree; later questions refer to this state."""
        self.heard = self._nodes()
        return self

    def _nodes(self) -> list[Heard]:
        told = self.tree.send("Accessibility.getFullAXTree")["nodes"]
        return [
            Heard(
                node["role"]["value"],
                str(node.get("name", {}).get("value", "")).replace("\xa0", " ").strip(),
                {one["name"]: one["value"].get("value") for one in node.get("properties", [])},
            )
            for node in told
            if not node["ignored"]
        ]

    def names(self, role: str) -> list[str]:
        return [node.name for node in self.heard if node.role == role]

    def has(self, role: str, name: str) -> bool:
        return any(one.startswith(name) for one in self.names(role))

    def press(self, name: str) -> None:
        """Reach a button by Tab and press it, unless it disappears, as recaps do."""
        for _ in range(60):
            nodes = [node for node in self.listen().heard if node.name == name]
            if any(node.states.get("focused") for node in nodes):
                self.me.page.keyboard.press("Enter")
            if not nodes or any(node.states.get("focused") for node in nodes):
                return
            self.me.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {name!r}")

    def asked(self) -> bool:
        choices = [
            node for node in self.heard if node.role == "button" and node.name in ("Go on", "Leave")
        ]
        return len(choices) == 2 and not any(
            node.states.get("disabled") or node.states.get("pressed") == "true" for node in choices
        )


def test_whole_game_can_be_played_with_a_screen_reader_and_keyboard(person) -> None:
    ana = person("Ana")
    hurry(ana, **SMALL_SETTINGS)
    ana.page.add_init_script(HEAR)
    ana.go()
    ear = Listener(ana)
    ana.until(lambda: ear.listen().has("button", "Play now"))
    ear.press("Play now")
    ana.until(lambda: ear.listen().asked() and ear.has("heading", "The path, card by card"))
    told = [text for text in ear.names("StaticText") if text]
    assert any(text.startswith("In the cave: ") and "(you)" in text for text in told), told
    assert any(text.startswith(("Hazards so far: ", "No hazards yet.")) for text in told), told
    assert any("(you)" in text for text in told)
    assert ear.has("heading", "Cave 1 of 2")
    # The next announcement follows soon, so the test records all of them.
    ana.until(lambda: any("Cave 1 of 2. " in text for text in ana.page.evaluate("spoken")))
    key = "g"
    while not ear.listen().has("heading", "The end"):
        if ear.asked():
            ana.page.keyboard.press(key)
            key = "l"  # One card deeper, then home.
        elif ear.has("button", "On to cave 2"):
            ear.press("On to cave 2")
        elif ear.has("button", "See who won"):
            ear.press("See who won")
        ana.page.wait_for_timeout(150)
    assert any("(you)" in text for text in ear.names("StaticText"))


# Whether the story line is cut at a realistic maximum length.
TOLD = """() => {
  const line = document.querySelector('.story');
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  const words = walker.nextNode();
  const before = words.data;
  words.data = 'Rosa and Élise leave with 4 gems each. 11 gems: 3 each, and 2 stay on the card.';
  const cut = line.scrollHeight > line.clientHeight + 1;
  words.data = before;
  return cut ? 'cut' : 'whole';
}"""


def test_choices_names_and_scores_stay_in_sight(wanderer) -> None:
    ana = play_now(wanderer("Ana", viewport={"width": 320, "height": 568}))
    ana.until(ana.asked)
    ana.button("Odds").click()
    bad = {}
    for width, height, letters, odds in (
        (320, 568, "", True),
        (390, 664, "200%", True),
        (390, 664, "200%", False),
        (320, 568, "", False),
        (740, 360, "", False),
        (844, 390, "", False),
        (568, 320, "", False),
    ):
        if (ana.page.locator(".odds").count() > 0) != odds:
            ana.button("Odds").click()
        ana.resize(width, height)
        ana.page.evaluate(LETTERS, letters)
        for measure in (UNSEEN,) if letters or odds else (UNSEEN, ENTANGLED):
            if found := settled(ana, measure):
                bad[width, height, letters, odds, measure[:40]] = found
        if letters:  # Content without space is reached by scrolling.
            ana.page.wait_for_function(SCROLLS)
    assert bad == {}
    ana.page.set_viewport_size({"width": 1366, "height": 768})
    ana.page.evaluate(LETTERS, "200%")
    ana.button("Odds").click()
    ana.see(".odds")
    assert ana.page.evaluate(TOLD) == "whole"
    ana.page.evaluate(LETTERS, "")
    ana.press("Menu", "Just my buttons").see(".as-hand .hand-met")
    for width, height, odds in ((740, 360, False), (844, 390, True), (320, 568, True)):
        if (ana.page.locator(".odds").count() > 0) != odds:
            ana.button("Odds").click()
        ana.resize(width, height)
        for measure in (UNSEEN, ENTANGLED, COVERED, SPILLED):
            assert settled(ana, measure) == [], (width, height)
    ana.page.set_viewport_size({"width": 390, "height": 844})
    ana.page.evaluate(LETTERS, "200%")
    for measure in (UNSEEN, SPILLED):
        assert settled(ana, measure) == []


# Explorers that overflow their button.
BURSTING = """() => [...document.querySelectorAll('.sit .look.figure')].filter((at) => {
  const [out, figure] = [at, at.querySelector('svg')].map((one) => one.getBoundingClientRect());
  return figure.top < out.top || figure.bottom > out.bottom;
}).map((at) => at.ariaLabel)"""


def test_explorers_fit_their_buttons(wanderer, backstage) -> None:
    ana = wanderer("Ana").come(backstage.table("Nora").code).see(".sit .figure", 7)
    for width, height in ((740, 360), (844, 390), (320, 568), (390, 780)):
        ana.resize(width, height)
        assert settled(ana, BURSTING) == [], (width, height)


@pytest.mark.parametrize(
    "names",
    [
        ("Maximilian", "Jacqueline", "Annegret", "Konstantin", "Alexandrin"),
        ("Драган", "Милица", "Ђорђе", "Јелена", "Наташа"),
    ],
)
def test_names_are_complete_on_small_phones(wanderer, backstage, names) -> None:
    table = backstage.table(*names[:4])
    ana = wanderer(names[4], viewport={"width": 320, "height": 568}).come(table.code).sit()
    table.begin()
    ana.until(ana.asked)
    for width, height in ((320, 568), (360, 740), (390, 844)):
        ana.resize(width, height)
        for measure in (BROKEN, UNSEEN):
            assert settled(ana, measure) == [], width


# Everyone has a relic and a realistic maximum of points.
RICH = """() => {
  for (const at of document.querySelectorAll('.player-chest')) {
    const relic = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    relic.setAttribute('viewBox', '0 0 1 1');
    at.prepend(relic);
    at.querySelector('.number').textContent = '99';
  }
}"""


@pytest.mark.parametrize("players", [4, 5, 8])
def test_names_are_complete_on_the_shared_screen(wanderer, backstage, players) -> None:
    """Even beside a relic and many points."""
    names = ("Maximilienne", "Bartholomeus", "Grandma Pilar", "Giuseppina", "Chloé", "Александар",
             "Jacqueline", "Wilhelmina-Charlotte")[:players]  # fmt: skip
    table = backstage.table(*names)
    screen = wanderer("TV", viewport={"width": 1920, "height": 1080}).go(f"#/tv/{table.code}")
    screen.see(".tv-seat.taken", players - 1)
    table.begin()
    screen.see(".path-card", 0)
    screen.page.evaluate(RICH)
    for width, height in ((1920, 1080), (1366, 768), (1024, 768), (740, 360)):
        screen.resize(width, height)
        assert settled(screen, BROKEN) == [], width


def check_safe(me: Person) -> None:
    """Check that nothing important is under a phone's notch or home bar."""
    line = me.context.new_cdp_session(me.page)
    bad = {}
    for width, height, insets in NOTCHED:
        me.resize(width, height)
        line.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
        me.page.wait_for_function(SIDE, arg=insets["left"])
        if found := settled(me, UNSAFE, insets):
            bad[width, height] = found
    line.send("Emulation.setSafeAreaInsetsOverride", {"insets": {}})
    assert bad == {}


def test_notches_and_forced_colors_hide_nothing(person) -> None:
    ana = person("Ana", viewport={"width": 390, "height": 844}, has_touch=True)
    hurry(ana)
    ana.go()
    ana.button("Play now").wait_for()
    check_safe(ana)
    ana.press("Play now")
    ana.until(ana.asked)
    check_safe(ana)
    ana.page.emulate_media(forced_colors="active")
    ana.page.wait_for_function("() => matchMedia('(forced-colors: active)').matches")
    assert ana.page.locator(".path-card").count() > 0
    assert settled(ana, EDGELESS) == []
    ana.press("Menu")
    ana.page.get_by_role("dialog").wait_for()
    assert settled(ana, EDGELESS) == []


def test_shortcut_keys_follow_the_language_and_can_be_disabled(person) -> None:
    ana = person("Ana", locale="de-DE").remember("prefs", {"keys": False})
    hurry(ana)
    ana.go()
    ana.press("Jetzt spielen")
    ana.until(ana.asked)
    ana.page.keyboard.press("w")
    assert ana.asked()
    ana.page.evaluate("localStorage.setItem('diamant.prefs', '{}')")
    ana.page.reload()
    ana.until(ana.asked)
    assert (
        ana.page.locator(".choice[aria-keyshortcuts=W], .choice[aria-keyshortcuts=R]").count() == 2
    )
    ana.page.keyboard.press("w")
    ana.until(lambda: '"Choose"' in "".join(ana.said))
