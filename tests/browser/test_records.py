"""Test records in the browser: replay, invalid files, saving, checking, and the tutorial."""

import json

from diamant.dealer import verify
from diamant.fairness import check
from diamant.record import read_records
from diamant.witness import Notes
from tests.browser.looks import LETTERS, OVERFLOW, settled
from tests.browser.screens import GOLDEN, RECORD, end
from tests.own_editions import shortened

# What a lesson waits for; the test skips the cave's animations until then.
LESSON = """async () => {
  for (;;) {
    const next = ['.lesson-next', '.lesson-choice.awaited']
      .find((what) => document.querySelector(what));
    if (next) return next;
    const heads = [...document.querySelectorAll('h1, h2')].map((at) => at.textContent.trim());
    if (heads.includes("That's the whole game")) return 'end';
    document.querySelector('.lesson-cave')?.click();
    await new Promise((done) => setTimeout(done, 30));
  }
}"""
EDITIONS = sorted(path.stem for path in GOLDEN.glob("*.dia"))


def test_golden_records_are_replayed_from_files(wanderer):
    me = wanderer().go("#/replay")
    assert len(EDITIONS) == 6
    for edition in EDITIONS:
        file = GOLDEN / f"{edition}.dia"
        (record,) = read_records(file.read_text())
        me.page.locator("input[type=file]").set_input_files(file)
        me.see(".replay-bar")
        me.press("Go to end")
        me.page.wait_for_timeout(50)
        shown = me.page.locator(".replay-side").inner_text()
        for name, points in zip(record.players, record.game.scores, strict=True):
            assert name in shown
            assert str(points) in shown
        me.press("Open another saved game")


def test_replay_can_be_stepped_scrubbed_and_sped_up(wanderer):
    me = wanderer().go("#/replay")
    me.page.locator("input[type=file]").set_input_files(RECORD)
    scrub = me.page.get_by_label("Position in the game")
    scrub.wait_for()
    assert scrub.input_value() == "0"
    me.press("Next", "Next")
    assert scrub.input_value() == "2"
    assert "Everyone goes on." in me.page.locator(".replay-told").inner_text()
    me.page.locator(".replay-buttons").get_by_role("button", name="Back").click()
    assert scrub.input_value() == "1"
    scrub.fill("12")
    assert "Cave 2 of 5" in me.page.locator(".replay-told").inner_text()
    me.page.get_by_role("radio").last.check()
    me.button("Play").click()
    me.page.wait_for_function("() => document.querySelector('.replay-scrub input').value > 12")
    me.button("Pause").click()
    me.page.locator("body").press("End")
    assert int(scrub.input_value()) == int(scrub.get_attribute("max"))


def test_record_opens_by_link(wanderer, backstage):
    table = backstage.table("Ana", "Ben", "Cem")
    table.begin()
    table.play_out()
    me = wanderer().go(f"#/replay/{table.id}/1").see(".replay-bar").press("Check the cards")
    me.text("No player added a number").wait_for()


def test_link_to_a_missing_record_is_explained(wanderer, backstage):
    table = backstage.table("Ana")
    me = wanderer().forgive("status of 404").go(f"#/replay/{table.id}/7")
    me.page.get_by_role("alert").filter(has_text="no longer on the server").wait_for()
    me.text("Drop a saved game here").wait_for()


NO_RECORDS = [
    (RECORD.read_text().replace("spider/AC", "spider/AX"), "has an error on line 17,"),
    ("<script>alert(1)</script>", "has an error on line 1,"),
    ("; nothing but a remark\n", "has an error on line 1,"),
    ('[Edition "atlantis"]\n[Players "Ana" "Ben" "Cem"]\n', "has an error on line 1,"),
]


def test_invalid_record_is_reported_with_its_position(wanderer):
    me = wanderer().go("#/replay").forgive("status of 4")
    box = me.page.get_by_label("Or paste the text")
    for text, words in NO_RECORDS:
        box.fill(text)
        with me.page.expect_response("**/api/replay"):
            me.press("Show game")
        me.page.get_by_role("alert").filter(has_text=words).wait_for()
        assert box.input_value() == text, "it can be mended"


def test_binary_file_is_refused(wanderer, tmp_path):
    file = tmp_path / "picture.dia"
    file.write_bytes(bytes(range(256)) * 40)
    me = wanderer().go("#/replay").forgive("status of 4")
    me.page.locator("input[type=file]").set_input_files(file)
    me.page.get_by_role("alert").filter(has_text=".").wait_for()


def test_shuffle_is_checked_by_one_tap_and_the_record_saved(wanderer, backstage):
    me = end(wanderer, backstage, **shortened("iello-2016"))
    me.text("Proved on this device: all").wait_for()
    with me.page.expect_download() as saving:
        me.press("Save this game")
    (record,) = read_records(saving.value.path().read_text())
    assert verify(record) is None
    assert record.players == ("Nora", "Milan", "Élise", "Ana")
    # The page's own nonce contributed to the shuffle, and the record shows it.
    assert record.tags["Nonces"][3]
    # Its notes let another program verify the game.
    me.text("How can you tell?").click()
    with me.page.expect_download() as saving:
        me.press("Save this device's notes")
    notes = Notes.from_json(json.loads(saving.value.path().read_text()))
    assert check(record, notes.find(record)).level == "proved"
    me.page.get_by_role("link", name="Watch the replay").click()
    me.see(".replay-bar")


def test_manipulated_record_is_detected(wanderer, backstage):
    table = backstage.table("Ana", "Ben", "Cem", edition="schmidt-2005")
    table.begin()
    table.play_out()
    text = table.records()
    (record,) = read_records(text)
    seed = record.tag("Seed")
    me = wanderer().go("#/replay")
    me.page.get_by_label("Or paste the text").fill(text.replace(seed, seed[::-1]))
    me.press("Show game")
    me.text("Check failed: the seed doesn't match its fingerprint.").wait_for()


# Small phones, in portrait and landscape, and double-sized letters.
LESSON_SIZES = (
    *(("200%", 320, 568), ("200%", 390, 780), ("200%", 568, 320)),
    *(("", 320, 568), ("", 568, 320), ("", 1280, 800)),
)
# A cave or text that is too small, and controls that are off the screen.
LESSON_UNSEEN = """() => {
  const box = (at) => at.getBoundingClientRect();
  const small = ['.lesson-cave', '.lesson-words']
    .filter((part) => box(document.querySelector(part)).height < 100);
  const off = [...document.querySelectorAll('.lesson-choice, .lesson-choice > *')]
    .filter((at) => box(at).right > innerWidth || box(at).bottom > innerHeight)
    .map((at) => at.outerHTML.slice(0, 60));
  return [...small, ...off];
}"""


def test_tutorial_can_be_finished(wanderer):
    me = wanderer().go("#/tutorial").see(".lesson")
    nudged = False
    while (what := me.page.evaluate(LESSON)) != "end":
        if what == ".lesson-choice.awaited" and not nudged:
            for letters, width, height in LESSON_SIZES:
                me.page.set_viewport_size({"width": width, "height": height})
                me.page.evaluate(LETTERS, letters)
                assert not settled(me, LESSON_UNSEEN), (letters, width, height)
            me.page.locator(".lesson-choice:not(.awaited)").click()
            me.see(".lesson-nudge")
            nudged = True
        me.page.locator(what).click()
    me.page.get_by_role("heading", name="That's the whole game").wait_for()
    assert nudged
    me.page.set_viewport_size({"width": 320, "height": 568})
    assert not settled(me, OVERFLOW)
    me.press("Play now").see(".choice", 0)
