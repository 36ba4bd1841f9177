"""Saying messages in Python, as the browser says them."""

# Cyrillic letters that look like Latin ones are meant.
# ruff: noqa: RUF001

import json

import pytest

from diamant.locales import (
    LANGUAGES,
    best_language,
    catalogue_json,
    translate,
    translate_plural,
    translate_refusal,
)
from diamant.locales import catalogue as catalogues
from diamant.locales.catalogue import Catalogue


@pytest.fixture
def house(monkeypatch):
    """A catalogue of our own, so that no change of the real words breaks these tests."""
    words = Catalogue(
        ("one", "few", "other"),
        {
            "{n} gem": ("{n} драгуљ", "{n} драгуља", "{n} драгуља!"),
            "Hello, {name}.": "Здраво, {name}.",
            "phase\u0004lobby": "чекаоница",
        },
        {"not-now": "Не сада: {phase}."},
    )
    monkeypatch.setattr(catalogues, "_catalogue", lambda _: words)


def test_a_message_is_said_with_its_parameters(house):
    assert translate("sr", "Hello, {name}.", name="Ana") == "Здраво, Ana."


def test_an_unknown_message_is_said_in_english(house):
    assert translate("sr", "A text of {name}.", name="mine") == "A text of mine."


def test_a_gap_that_nobody_fills_stays(house):
    assert translate("sr", "Hello, {name}.") == "Здраво, {name}."


def test_a_parameter_is_not_filled_again(house):
    assert translate("sr", "Hello, {name}.", name="{name}") == "Здраво, {name}."


@pytest.mark.parametrize(
    ("n", "expected"), [(1, "1 драгуљ"), (3, "3 драгуља"), (5, "5 драгуља!"), (21, "21 драгуљ")]
)
def test_a_number_chooses_the_form(house, n, expected):
    assert translate_plural("sr", "{n} gem", "{n} gems", n) == expected


def test_english_counts_without_a_catalogue():
    assert translate_plural("en", "{n} gem", "{n} gems", 1) == "1 gem"
    assert translate_plural("en", "{n} gem", "{n} gems", 0) == "0 gems"


def test_words_in_a_refusal_are_said_too(house):
    assert translate_refusal("sr", "not-now", {"phase": "lobby"}, "x") == "Не сада: чекаоница."


def test_an_unknown_refusal_is_said_in_english(house):
    assert translate_refusal("sr", "brand-new", {}, "A new sentence.") == "A new sentence."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_catalogue_for_the_browser(language):
    data = json.loads(catalogue_json(language))
    assert set(data) == {"plural", "messages", "refusals"}
    assert data["plural"][0] == "one"
    assert data["plural"][-1] == "other"


def test_a_language_that_is_not_there_is_a_bug():
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
def test_the_best_language(tags, expected):
    assert best_language(tags) == expected
