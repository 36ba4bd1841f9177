"""Tests of translating messages in Python, as the browser does."""

# These tests need Cyrillic letters that look like Latin ones.
# ruff: noqa: RUF001

import json

import pytest
from babel.messages.pofile import read_po

from diamant.errors import BotError, DiamantError, Message, RecordError
from diamant.locales import (
    LANGUAGES,
    TRANSLATED,
    best_language,
    catalogue_json,
    catalogue_parts,
    translate,
    translate_message,
    translate_plural,
    translate_refusal,
)
from diamant.locales import catalogue as catalogues
from diamant.locales.catalogue import Catalogue
from diamant.locales.po_files import plural_form, read_entries
from diamant.locales.update import FOLDER
from diamant.locales.words import Words


@pytest.fixture
def house(monkeypatch):
    """Return a catalogue for these tests, so that they do not depend on real translations."""
    words = Catalogue(
        plural_form("Plural-Forms: nplurals=3; plural=(n%10==1 ? 0 : n%10<5 ? 1 : 2);"),
        {
            "{n} gem": ("{n} драгуљ", "{n} драгуља", "{n} драгуља!"),
            "Hello, {name}.": "Здраво, {name}.",
            "phase\u0004lobby": "чекаоница",
        },
        {"not-now": "Не сада: {phase}."},
    )
    monkeypatch.setattr(catalogues, "_catalogue", lambda _: words)


def test_message_is_filled_with_its_parameters(house):
    assert translate("sr", "Hello, {name}.", name="Ana") == "Здраво, Ana."


def test_unknown_message_is_shown_in_english(house):
    assert translate("sr", "A text of {name}.", name="mine") == "A text of mine."


def test_missing_parameter_keeps_its_placeholder(house):
    assert translate("sr", "Hello, {name}.") == "Здраво, {name}."


def test_placeholder_in_a_parameter_is_not_filled(house):
    assert translate("sr", "Hello, {name}.", name="{name}") == "Здраво, {name}."


@pytest.mark.parametrize(
    ("n", "expected"), [(1, "1 драгуљ"), (3, "3 драгуља"), (5, "5 драгуља!"), (21, "21 драгуљ")]
)
def test_number_selects_the_plural_form(house, n, expected):
    assert translate_plural("sr", "{n} gem", "{n} gems", n) == expected


def test_english_plurals_need_no_catalogue():
    assert translate_plural("en", "{n} gem", "{n} gems", 1) == "1 gem"
    assert translate_plural("en", "{n} gem", "{n} gems", 0) == "0 gems"


def test_words_in_a_refusal_are_translated(house):
    assert translate_refusal("sr", "not-now", {"phase": "lobby"}, "x") == "Не сада: чекаоница."


def test_unknown_refusal_is_shown_in_english(house):
    assert translate_refusal("sr", "brand-new", {}, "A new sentence.") == "A new sentence."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_catalogue_for_the_browser(language):
    data = json.loads(catalogue_json(language))
    assert set(data) == {"plural", "messages", "refusals"}
    assert data["plural"][0] == "one"
    assert data["plural"][-1] == "other"


def test_words_of_later_screens_are_a_separate_part():
    later = {"web/js/screens/end.js"}
    first, second = (json.loads(part)["messages"] for part in catalogue_parts("de", later))
    assert "Save this game" in second.keys() - first.keys()
    assert "Go on" in first.keys() - second.keys()
    assert "gas cloud" in first
    everything = json.loads(catalogue_json("de"))["messages"]
    assert first | second == {key: everything[key] for key in first | second}


def test_unknown_language_fails_an_assertion():
    with pytest.raises(AssertionError, match="no catalogue of tlh"):
        catalogue_json("tlh")


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        (["de-AT", "en"], "de"),
        (["zz-ZZ", "es-419"], "es"),
        (["sr"], "sr"),
        (["sr-RS"], "sr"),
        (["sr-Latn-RS"], "sr-Latn"),
        (["sr_RS@latin"], "sr-Latn"),
        (["sr-ME"], "sr-Latn"),
        (["sr-Cyrl-BA"], "sr"),
        (["hr-HR"], "sr-Latn"),
        (["bs-Cyrl"], "sr"),
        (["nl_BE.UTF-8"], "nl"),
        (["zz"], "en"),
        ([], "en"),
    ],
)
def test_best_language_is_chosen_from_tags(tags, expected):
    assert best_language(tags) == expected


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogue_reads_as_babel_reads_it(language):
    file = FOLDER / f"{language}.po"
    with file.open("rb") as text:
        theirs = [message for message in read_po(text, locale=language) if message.id]
    ours = list(read_entries(file))[1:]
    for one, other in zip(theirs, ours, strict=True):
        said = one.string if isinstance(one.string, tuple) else (one.string,)
        text = one.id if isinstance(one.id, str) else one.id[0]
        assert (text, one.context or "", tuple(said)) == (other.message, other.context, other.said)
        assert one.pluralizable == other.counted
        assert tuple(place for place, _ in one.locations) == other.places


def test_messages_of_the_terminal_are_not_sent_to_the_browser():
    assert translate("de", "your name") == "dein Name"
    assert not any(
        "your name" in json.loads(part)["messages"] for part in catalogue_parts("de", ())
    )


PLACE = Message("game {number}, round {round}, card {card}", number=3, round=1, card=2)
CRASH = Message("ZeroDivisionError: division by zero")
LINE = Message("{error} ({file}, line {line})", error=CRASH, file="my.py", line=7)


@pytest.mark.parametrize(
    ("error", "german"),
    [
        (
            DiamantError(
                "{name}, {error}",
                name="game.dia",
                error=RecordError.at(4, 1, "{seat} is listed twice", "A"),
            ),
            "game.dia, Zeile 4, Spalte 1: A ist doppelt aufgeführt",
        ),
        (
            DiamantError.unknown("unknown edition {name} ({hint})", "x", ["xy"]),
            "unbekannte Ausgabe 'x' (meintest du 'xy'?)",
        ),
        (
            BotError(
                "bot {bot} in seat {seat} failed at {where}: {error}",
                bot="my.py:b",
                seat="B",
                where=PLACE,
                error=LINE,
            ),
            "der Bot my.py:b auf Platz B ist gescheitert (Partie 3, Runde 1, Karte 2):"
            " ZeroDivisionError: division by zero (my.py, Zeile 7)",
        ),
        (
            DiamantError(
                "cannot read {file}: {error}",
                file="x",
                error=FileNotFoundError(2, "No such file or directory"),
            ),
            "x lässt sich nicht lesen: Datei oder Ordner nicht gefunden",
        ),
        (RecordError("must be a list", "rounds[0]"), "rounds[0]: muss eine Liste sein"),
        (DiamantError("Nobody knows {this}.", this=5), "Nobody knows 5."),
        (DiamantError("Braces {stay}."), "Braces {stay}."),
    ],
)
def test_error_is_translated_with_its_nested_messages(error, german):
    assert translate_message("de", error.message) == german
    assert translate_message("en", error.message) == str(error)


def test_edition_uses_its_own_words():
    words = Words("fr", {"cave": "temple"})
    assert words.t("Cave {round} of {rounds}", round=1, rounds=5) == "Temple 1 sur 5"
    assert words.plain("{cave}") == "{cave}"
    assert Words().listed(["Ana"]) == "Ana"
    assert words.listed(["Ana", "Ben", "Cem"]) == "Ana, Ben et Cem"
