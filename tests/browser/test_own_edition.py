"""An edition of the host's own, from a file to the check of its cards."""

from playwright.sync_api import expect

from tests.browser.person import play_out
from tests.own_editions import SMALL

PICK = "input[type=file]"


def toml(name: str, text: str) -> dict[str, object]:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def test_it_is_opened_played_and_verified(person, backstage):
    table = backstage.table()
    ana = person("Ana", known=table.known).come(table.code)
    ana.sit()
    ben = person("Ben").come(table.code)
    ben.sit()
    ana.press("More options")
    ana.page.locator(PICK).set_input_files(toml("nothing.toml", "rounds = 'many'"))
    ana.text("This file is not an edition that can be played.").wait_for()
    ana.page.locator(PICK).set_input_files(toml("large.toml", "#" * 200_000))
    ana.text("This file is not an edition that can be played.").wait_for()
    ana.page.locator(PICK).set_input_files(toml("small.toml", SMALL))
    expect(ana.page.get_by_label("Edition", exact=True).locator("option:checked")).to_have_text(
        "Small"
    )
    ben.text("Small").wait_for()
    # A built-in one may be chosen again, and the own one once more.
    ana.page.get_by_label("Edition", exact=True).select_option("incan-gold")
    ben.text("Incan Gold").wait_for()
    ana.page.locator(PICK).set_input_files(toml("small.toml", SMALL))
    ben.text("Small").wait_for()
    ana.press("Start")
    play_out([ana, ben], lambda _: True)
    for one in (ana, ben):
        one.press("Check the cards")
        one.text("Fair: all").wait_for()
