"""Test `diamant editions` and `diamant rules`."""

import json

import pytest

from diamant.editions import IDS, edition
from diamant.rules.edition_text import write_edition
from tests.own_editions import TINY

OWN = """\
id = "own"
name = "Own [/b] game"
summary = "Short [/b] :gem: and sweet."
rounds = 1
players = { least = 2, most = 2 }
treasures = [5, 5, 5, 1]
sharing = "card by card"
ritual = "fist"
caves = "blockers"
tie_break = "relics"
hazards = { snake = 2 }
gems = [{ name = "pearl", worth = 1, count = 9 }]
names = { relic = "[/]mask", snake = "[i]worm" }

[relics]
enter = "start"
worth = "printed"
points = [3]
supplied = false
"""


@pytest.fixture
def own(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    return file


def test_every_edition_is_listed(diamant):
    out = diamant.out("editions")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[::2]] == list(IDS)
    assert lines[4] == f"iello-2016         {edition('iello-2016').summary}"
    assert lines[5] == (
        "                   3 to 8 players · spider, snake, lava, boulder, battering ram · relic"
        " values: 5 5 5 10 10"
    )
    assert lines[1].endswith("· snake, scorpion, rockslide, gas cloud, explosion")


def test_json_describes_every_edition(diamant):
    out = diamant.out("editions", "--json")
    described = json.loads(out)
    assert [each["id"] for each in described] == list(IDS)
    assert described[0]["relics"] is None
    assert described[4] == {
        "id": "iello-2023-relics",
        "name": "Diamant, IELLO 2023 with relics",
        "summary": edition("iello-2023-relics").summary,
        "rounds": 5,
        "players": {"least": 3, "most": 8},
        "treasures": [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17],
        "hazards": {"spider": 3, "snake": 3, "lava": 3, "boulder": 3, "ram": 3},
        "relics": {
            "enter": "each round",
            "worth": "printed",
            "points": [5, 7, 8, 10, 12],
            "supplied": False,
        },
        "gems": [
            {"name": "ruby", "worth": 1, "count": 60},
            {"name": "diamond", "worth": 5, "count": 40},
        ],
        "sharing": "pooled",
        "tie_break": "shared",
        "ritual": "card",
        "caves": "barricades",
        "names": {"ram": "battering ram"},
    }


def test_custom_edition_is_described(diamant, own):
    assert diamant("editions", own, "iello-2023") == (
        0,
        "own         Short [/b] :gem: and sweet.\n"
        "            2 players · [i]worm · [/]mask values: 3\n"
        f"iello-2023  {edition('iello-2023').summary}\n"
        "            3 to 8 players · spider, snake, lava, boulder, battering ram\n",
        "",
    )
    _, out, _ = diamant("editions", own, "--json")
    assert json.loads(out)[0]["sharing"] == "card by card"


@pytest.mark.parametrize("command", [["editions"], ["rules", "--edition"], ["play", "--edition"]])
def test_wrong_edition_is_refused(refusal, tmp_path, command):
    message = "diamant: unknown edition 'iello2016' (did you mean 'iello-2016'?)"
    assert refusal(*command, "iello2016") == message
    file = tmp_path / "wrong.toml"
    message = f"diamant: cannot read the edition file {file}: No such file or directory"
    assert refusal(*command, file) == message
    file.write_text(OWN.replace("rounds", "round"), encoding="utf-8")
    message = f"diamant: {file}: the edition has an unknown field 'round' (did you mean 'rounds'?)"
    assert refusal(*command, file) == message
    file.write_bytes(b"\xff")
    assert refusal(*command, file) == f"diamant: the edition file {file} is not UTF-8 text"
    assert refusal(*command, tmp_path) == (
        f"diamant: cannot read the edition file {tmp_path}: Is a directory"
    )


def test_edition_file_may_start_with_a_bom_and_ids_may_be_capitalized(diamant, tmp_path):
    file = tmp_path / "own.toml"
    file.write_text("\ufeff" + OWN, encoding="utf-8")
    assert diamant("editions", file, "IELLO-2016").code == 0


def test_rules_are_printed_in_our_own_words(diamant):
    out = diamant.out("rules")
    assert out.startswith("Diamant, IELLO 2016\nFive identical relics are in the deck")
    headings = [line for line in out.splitlines()[2:] if line and not line.startswith(" ")]
    assert [line for line in headings if not line.endswith(".")] == [
        *("The idea", "In the box", "Turning a card", "Go on or leave?", "Relics"),
        "The next cave and the end of the game",
    ]
    assert max(map(len, out.splitlines())) <= 88


def sections(diamant, name):
    out = diamant.out("rules", "--edition", name, "--json")
    data = json.loads(out)
    assert list(data) == ["edition", "sections"]
    return data["edition"], data["sections"]


def test_rules_are_printed_for_an_edition_by_name(diamant):
    assert diamant("rules", "incan-gold") == diamant("rules", "--edition", "incan-gold")


@pytest.mark.parametrize("name", IDS)
def test_json_contains_the_rules_of_each_edition(diamant, name):
    found, told = sections(diamant, name)
    assert found == name
    cave = edition(name).name_of("cave")
    chapters = ["The idea", "In the box", "Turning a card", "Go on or leave?"]
    if edition(name).relics is not None:
        chapters.append(edition(name).name_of("relic").capitalize() + "s")
    assert list(told) == [*chapters, f"The next {cave} and the end of the game"]
    assert all(part and all(part) for part in told.values())


def test_rules_mention_an_editions_special_features(diamant, own):
    _, told = sections(diamant, "incan-gold")
    assert (
        told["Artifacts"][1] == "Before every temple, one more artifact is shuffled into the deck."
    )
    assert told["The next temple and the end of the game"][2].startswith(
        "In a tie, the player with the most artifacts wins."
    )
    _, told = sections(diamant, "iello-2016")
    assert told["Relics"][1] == "All relics are in the deck from the start."
    assert told["Relics"][2].endswith("on how many were taken before it: 5, 5, 5, 10, 10")
    _, told = sections(diamant, "iello-2023-relics")
    assert told["Relics"][2] == "Relic values: 5, 7, 8, 10, 12"
    assert (
        told["The next cave and the end of the game"][2]
        == "In a tie, the tied players share the victory."
    )
    _, told = sections(diamant, "schmidt-2005")
    assert "hold out your fist" in told["Go on or leave?"][1]
    _, told = sections(diamant, own)
    assert told["The idea"][2] == "For 2 players."
    assert told["In the box"][0] == "Treasures: 1, 5 \u00d73"
    assert "Leftovers stay on the card" in told["Go on or leave?"][4]


def test_rules_use_the_singular_for_one_of_a_thing(diamant, tmp_path):
    file = tmp_path / "tiny.toml"
    file.write_text(TINY, encoding="utf-8")
    _, told = sections(diamant, file)
    assert told["The idea"][0].startswith("You explore 1 cave together. The deeper")
    assert told["In the box"][2] == "Gems: ruby (60 worth 1 each), diamond (1 worth 5)"
    assert told["Relics"][1:3] == [
        "One relic is shuffled into the deck.",
        "Relic values: 5",
    ]
    assert told["The end"][1].startswith("Then everyone counts what's in their chest.")
    assert "next cave" not in json.dumps(told)
    out = diamant("rules", file, "--language", "sr").out
    assert "1 пећину. Што" in out


def test_rules_are_printed_in_every_language(diamant):
    out = diamant.out("rules", "--edition", "incan-gold", "--language", "nl")
    assert "Alle artefacten" in out or "artefact" in out
    assert "The" not in out.split()


def test_rules_of_a_custom_edition_are_printed(diamant, own):
    out = diamant.out("rules", "--edition", own)
    assert out.startswith("Own [/b] game\nShort [/b] :gem: and sweet.\n")
    assert "[/]mask" in out
    assert "[i]worm \u00d72" in out


def test_exported_edition_prints_the_same_rules_as_the_built_in_one(diamant, tmp_path):
    for name in IDS:
        file = tmp_path / f"{name}.toml"
        file.write_text(write_edition(edition(name)), encoding="utf-8")
        assert sections(diamant, file) == sections(diamant, name)
