"""Test the rules during a game: those of the table's edition, with a way back."""

from playwright.sync_api import expect

from tests.own_editions import SMALL, TINY

RULES = ".dialog .rules-text"
GEM = "getComputedStyle(document.documentElement).getPropertyValue('--gem-ruby-middle')"


def test_rules_match_the_edition_and_back_returns_to_the_game(wanderer, backstage):
    table = backstage.table("Nora", "Milan", edition="incan-gold")
    ana = wanderer("Ana").come(table.code)
    ruby = wanderer("Ben").go().page.evaluate(GEM)
    ana.sit()
    ana.see(".seat-row.mine")
    table.begin()
    ana.page.get_by_role("heading", name="Temple 1 of 5").wait_for()
    assert ana.page.evaluate(GEM) not in ("", ruby)
    for way_back in (
        lambda: ana.page.go_back(),
        lambda: ana.page.keyboard.press("Escape"),
        lambda: ana.press("Close"),
    ):
        ana.press("Menu")
        ana.page.get_by_role("link", name="Rules").click()
        rules = ana.page.locator(RULES)
        expect(rules).to_contain_text("Artifacts stay on the path.")
        expect(rules).not_to_contain_text("relic")
        expect(rules).not_to_contain_text("cave")
        way_back()
        rules.wait_for(state="detached")
        assert ana.page.url.endswith(f"#/t/{table.code}")
        ana.page.get_by_role("heading", name="Temple 1 of 5").wait_for()


def test_custom_edition_has_rules_too(wanderer, backstage):
    table = backstage.table("Nora", "Milan")
    own = {"edition": "", "edition_text": SMALL + '\n[names]\ncave = "attic"\n'}
    table.send("ChangeSettings", settings={**table.view()["settings"], **own})
    ana = wanderer("Ana").come(table.code)
    ana.page.get_by_role("link", name="Rules").click()
    ana.page.get_by_role("dialog", name="Small").wait_for()
    expect(ana.page.locator(RULES)).to_contain_text("attics together")
    # People who open the address directly also return to the table.
    ana.page.reload()
    ana.page.get_by_role("dialog", name="Small").wait_for()
    ana.press("Close")
    ana.page.locator(RULES).wait_for(state="detached")
    assert ana.page.url.endswith(f"#/t/{table.code}")


def test_rules_use_the_singular_for_one_of_a_thing(wanderer, backstage):
    table = backstage.table("Nora", edition="", edition_text=TINY)
    ana = wanderer("Ana").come(table.code)
    ana.page.get_by_role("link", name="Rules").click()
    rules = ana.page.locator(RULES)
    for said in (
        "You explore 1 cave together. The deeper",
        "For 2 players.",
        "One relic is shuffled into the deck.",
        "There's only one relic.",
        "1 worth 5",
        "Then everyone counts what's in their chest.",
    ):
        expect(rules).to_contain_text(said)
    for other in ("next cave", "depends on how many", "Later caves", "5 each"):
        expect(rules).not_to_contain_text(other)
    # The picture's only mouth is open.
    assert ana.page.locator(".rules-mouths .mouth").count() == 1
    assert ana.page.locator(".rules-mouths .mouth.open").count() == 1
