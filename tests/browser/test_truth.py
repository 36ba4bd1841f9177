"""The second of truth: choices opened in words, a cave told to its end, no press in vain."""

import time

# Everything that a reveal says, however short it is seen.
WORDS = """() => {
  window.words = new Set();
  new MutationObserver(() => {
    for (const seat of document.querySelectorAll('.reveal-seat')) {
      window.words.add([...seat.querySelectorAll('span')].map((one) => one.textContent).join(' '));
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""

# A press a moment after the choice looks open: sooner than anybody could call it late.
PRESS = """() => new Promise((done) => {
  const press = () => {
    const go = document.querySelector('.choice.go[aria-disabled=false]');
    if (!go) setTimeout(press, 10);
    else setTimeout(() => done(go.click()), 60);
  };
  press();
})"""


def test_a_cave_is_told_to_its_end_on_every_screen_until_the_host_goes_on(person, backstage):
    at = backstage.table("Nora", "Milan", break_seconds=60, edition="schmidt-2005")
    host = person("Nora", known=at.known).come(at.code)
    host.page.locator(".seat-row.mine").wait_for()
    ana = person("Ana", viewport={"width": 390, "height": 780}).come(at.code)
    ana.sit()
    screen = person("TV", viewport={"width": 1366, "height": 768}).go(f"#/tv/{at.code}")
    screen.page.locator(".tv-seat.taken").nth(2).wait_for()
    at.begin()
    screen.page.locator(".telly .player").first.wait_for()
    screen.page.evaluate(WORDS)
    ana.until(ana.asked)
    ana.choose(leave=True)
    for one in (screen, ana):
        one.page.get_by_text("Waiting for Nora and Milan.").wait_for()
    at.all_choose(0, 1)
    for one in (host, ana, screen):
        one.page.get_by_role("heading", name="Back from cave 1").wait_for()
        assert one.page.locator(".recap-row").count() == 3
    # The others have the screen's cues.
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


def test_a_press_on_a_choice_that_looks_open_counts(person, backstage):
    at = backstage.table("Nora", "Milan", "Élise")
    me = person("Nora", known=at.known).come(at.code)
    me.page.locator(".seat-row.mine").wait_for()
    at.begin()
    me.page.evaluate(PRESS)
    me.page.locator(".choice.go.on").wait_for()
    me.until(lambda: at.view()["seats"][0]["chosen"])
