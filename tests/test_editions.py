"""Tests of the built-in editions, field by field, against the table of docs/rules.md."""

import re
from dataclasses import replace
from importlib.resources import files

import pytest

from diamant.editions import IDS, edition, find_edition, own, read_own_edition
from diamant.errors import EditionError, UnknownNameError
from diamant.rules.cards import Relic
from diamant.rules.edition import HazardKind, Relics
from diamant.rules.edition_text import read_toml, write_edition
from diamant.rules.supply import Gem
from tests.rules.playing import small_edition

TREASURES = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)
SCHMIDT = ("snake", "scorpion", "rockslide", "gas", "explosion")
IELLO = ("spider", "snake", "lava", "boulder", "ram")
INCAN = ("fire", "mummy", "rockslide", "snake", "spider")


def jewels(rubies: int, diamonds: int) -> tuple[Gem, ...]:
    return (Gem("ruby", 1, rubies), Gem("diamond", 5, diamonds))


STONES = (Gem("turquoise", 1, 60), Gem("obsidian", 5, 30), Gem("gold", 10, 20))
FROM_THE_START = Relics("start", "by order", (5, 5, 5, 10, 10), supplied=True)
NUMBERED = Relics("each round", "printed", (5, 7, 8, 10, 12), supplied=False)
ARTIFACTS = Relics("each round", "by order", (5, 5, 5, 10, 10), supplied=True)

FIST = ("fist", "blockers")
CARD = ("card", "barricades")

TABLE = {
    "schmidt-2005": (SCHMIDT, jewels(60, 30), None, "shared", FIST),
    "schmidt-2005-nl": (SCHMIDT, jewels(45, 30), None, "shared", FIST),
    "iello-2016": (IELLO, jewels(60, 40), FROM_THE_START, "shared", CARD),
    "iello-2023": (IELLO, jewels(60, 40), None, "shared", CARD),
    "iello-2023-relics": (IELLO, jewels(60, 40), NUMBERED, "shared", CARD),
    "incan-gold": (INCAN, STONES, ARTIFACTS, "relics", CARD),
}


def test_built_in_ids_are_those_of_the_interface():
    assert tuple(TABLE) == IDS


def test_every_edition_file_has_an_id():
    shipped = {path.name for path in files("diamant.editions").iterdir()}
    assert {name for name in shipped if name.endswith(".toml")} == {f"{id_}.toml" for id_ in IDS}


@pytest.mark.parametrize("edition_id", IDS)
def test_edition_matches_the_table(edition_id):
    hazards, gems, relics, tie_break, (ritual, caves) = TABLE[edition_id]
    found = edition(edition_id)
    assert found.id == edition_id
    assert found.rounds == 5
    assert (found.least_players, found.most_players) == (3, 8)
    assert found.treasures == TREASURES
    assert found.hazards == tuple(HazardKind(kind, 3) for kind in hazards)
    assert found.gems == gems
    assert found.relics == relics
    assert found.sharing == "pooled"
    assert found.tie_break == tie_break
    assert (found.ritual, found.caves) == (ritual, caves)
    assert found.name
    assert found.summary


@pytest.mark.parametrize(
    ("edition_id", "thing", "name"),
    [
        ("schmidt-2005", "gas", "gas cloud"),
        ("schmidt-2005-nl", "gas", "gas cloud"),
        ("iello-2016", "ram", "battering ram"),
        ("iello-2023", "ram", "battering ram"),
        ("iello-2023-relics", "ram", "battering ram"),
        ("incan-gold", "relic", "artifact"),
        ("incan-gold", "cave", "temple"),
        ("incan-gold", "snake", "snake"),
    ],
)
def test_each_edition_has_its_own_names(edition_id, thing, name):
    assert edition(edition_id).name_of(thing) == name


@pytest.mark.parametrize(
    ("edition_id", "sizes"),
    [
        ("schmidt-2005", [30, 30, 30, 30, 30]),
        ("schmidt-2005-nl", [30, 30, 30, 30, 30]),
        ("iello-2016", [35, 35, 35, 35, 35]),
        ("iello-2023", [30, 30, 30, 30, 30]),
        ("iello-2023-relics", [31, 32, 33, 34, 35]),
        ("incan-gold", [31, 32, 33, 34, 35]),
    ],
)
def test_relics_enter_the_deck_in_the_editions_rounds(edition_id, sizes):
    assert [edition(edition_id).deck(round).size for round in range(1, 6)] == sizes


def test_lowest_relic_enters_first_in_the_2023_relic_variant():
    entering = [edition("iello-2023-relics").relic_entering(round) for round in range(1, 6)]
    assert entering == [Relic(5), Relic(7), Relic(8), Relic(10), Relic(12)]


def test_only_incan_gold_breaks_ties_ruling_8():
    assert [id_ for id_ in IDS if edition(id_).tie_break != "shared"] == ["incan-gold"]


def test_unknown_id_is_refused_with_a_suggestion():
    with pytest.raises(UnknownNameError) as refused:
        edition("schmidt-2004")
    assert str(refused.value) == "unknown edition 'schmidt-2004' (did you mean 'schmidt-2005'?)"
    with pytest.raises(UnknownNameError, match=r"^unknown edition '\?' \(available: schmidt-"):
        edition("?")


# Custom editions.


@pytest.mark.parametrize("name", ["mine.toml", "mine"])
def test_custom_edition_is_found_by_the_path_of_its_file(tmp_path, name):
    file = tmp_path / name
    file.write_text(write_edition(small_edition(name="Žabe")), encoding="utf-8")
    assert find_edition(str(file)) == small_edition(name="Žabe")


def test_built_in_id_is_never_read_as_a_file(tmp_path, monkeypatch):
    (tmp_path / "iello-2016").write_text(write_edition(small_edition()), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert find_edition("iello-2016") == find_edition(edition("iello-2016"))


@pytest.mark.parametrize(
    ("name", "hint"), [("iello-2015", "did you mean"), ("a" * 300, "available")]
)
def test_name_that_is_not_a_path_is_read_as_an_id(name, hint):
    with pytest.raises(UnknownNameError, match=rf"^unknown edition '{name}' \({hint}"):
        find_edition(name)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("missing.toml", None, "cannot read the edition file {file}: No such file or directory"),
        (".", None, "cannot read the edition file {file}: Is a directory"),
        ("a" * 300 + ".toml", None, "cannot read the edition file {file}: File name too long"),
        ("mine.toml", b"name = \xff", "the edition file {file} is not UTF-8 text"),
        ("mine.toml", b"rounds = 5\n", "{file}: the edition is missing the field 'id'"),
    ],
)
def test_invalid_edition_file_is_refused_with_its_name(tmp_path, name, content, sentence):
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(EditionError) as refused:
        find_edition(str(file))
    assert str(refused.value) == sentence.format(file=file)


def test_custom_edition_cannot_have_a_built_in_id():
    with pytest.raises(EditionError) as refused:
        read_own_edition(write_edition(small_edition(id="iello-2016")))
    sentence = "id 'iello-2016' belongs to a built-in edition; choose a different id"
    assert str(refused.value) == sentence


def test_text_of_a_built_in_edition_is_that_edition():
    text = write_edition(edition("iello-2016"))
    assert read_own_edition(text) == edition("iello-2016")


def test_valid_and_invalid_texts_are_parsed_only_once(monkeypatch):
    good = write_edition(replace(edition("iello-2016"), id="read-once"))
    found = read_own_edition(good)
    with pytest.raises(EditionError) as first:
        read_own_edition("rounds = read once")
    monkeypatch.setattr("diamant.editions.own.read_edition", None)
    assert read_own_edition(good) is found
    with pytest.raises(EditionError, match=re.escape(str(first.value))):
        read_own_edition("rounds = read once")


def test_result_of_another_process_is_reused(monkeypatch):
    text = write_edition(replace(edition("iello-2016"), id="read-elsewhere"))
    assert not own.is_known(text)
    own.learn(text, {"edition": read_toml(text)})
    own.learn("read elsewhere", {"error": EditionError("it is none").message.to_json()})
    assert own.is_known(text)
    monkeypatch.setattr("diamant.editions.own.read_edition", None)
    assert read_own_edition(text).id == "read-elsewhere"
    with pytest.raises(EditionError, match="it is none"):
        read_own_edition("read elsewhere")


def test_number_of_remembered_texts_is_bounded(monkeypatch):
    monkeypatch.setattr(own, "MOST_KNOWN", 2)
    for text in ("first", "second", "first", "third"):
        with pytest.raises(EditionError):
            own.read_known(text)
    assert [own.is_known(text) for text in ("first", "second", "third")] == [True, False, True]
