"""The browser's i18n.js says what Python says."""

import json
from gettext import c2py
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import read_po

from diamant.locales import (
    LANGUAGES,
    TRANSLATED,
    best_language,
    catalogue,
    catalogue_json,
    translate_plural,
    translate_refusal,
    update,
)
from diamant.locales.extract import all_messages, in_own_words
from diamant.table.refusals import Refusal
from tools.node import run_node

FOLDER = Path(__file__).parent
CATALOGUES = {tag: json.loads(catalogue_json(tag)) for tag in LANGUAGES if tag != "en"}


def say(*cases, catalogues=CATALOGUES):
    """Return what the page says to each case, and the page's language in the end."""
    told = json.dumps({"catalogues": catalogues, "cases": cases})
    return json.loads(run_node(FOLDER / "say.js", input=told))


COUNT = {"messages": {"{n} gem": ["{n} a", "{n} b", "{n} c"]}, "refusals": {}}


@pytest.mark.parametrize("language", [tag for tag in LANGUAGES if tag != "en"])
def test_plural_forms_are_babels(language, monkeypatch):
    plural = tuple(CATALOGUES[language]["plural"])
    ours = catalogue._catalogue(language)._replace(messages={"{n} gem": plural})
    monkeypatch.setattr(catalogue, "_catalogue", lambda _: ours)
    counts = [*range(121), 1_000_000]
    cases = [["setLanguage", language]]
    cases += [["tn", "{n} gem", "{n} gems", n] for n in counts]
    data = {"plural": plural, "messages": {"{n} gem": plural}, "refusals": {}}
    expected = [translate_plural(language, "{n} gem", "{n} gems", n) for n in counts]
    assert say(*cases, catalogues={language: data}) == [True, *expected, language]


def test_gettexts_rule_of_each_catalogue_agrees_with_unicodes():
    for language in TRANSLATED:
        with (update.FOLDER / f"{language}.po").open("rb") as file:
            rule = c2py(read_po(file).plural_expr)
        names = CATALOGUES[language]["plural"]
        for n in range(121):
            assert names[rule(n)] == Locale(language).plural_form(n), (language, n)


def test_a_message_and_its_parameters():
    data = {
        "de": {"plural": [], "messages": {"Hi {name}, {gems}": "Na {name}: {gems}"}, "refusals": {}}
    }
    said = say(
        ["t", "Hi {name}, {gems}", {"name": "{gems}", "gems": 1234}],
        ["setLanguage", "de"],
        ["t", "Hi {name}, {gems}", {"name": "{gems}", "gems": 1234}],
        ["t", "Hi {name}, {gems}"],
        ["t", "not there"],
        ["t", "constructor"],
        catalogues=data,
    )
    assert said == [
        *("Hi {gems}, 1,234", True, "Na {gems}: 1.234", "Na {name}: {gems}"),
        *("not there", "constructor", "de"),
    ]


INCAN_GOLD = {"relic": "artifact", "cave": "temple"}


def test_an_editions_own_words_are_in_every_message():
    """The page makes the same messages of them as the catalogues have."""
    messages = sorted({one.message for one in all_messages() if not one.context})
    said = say(["speakAs", INCAN_GOLD], *(["t", message] for message in messages))
    assert said[1:-1] == [in_own_words(message, INCAN_GOLD) for message in messages]
    assert "An artifact! Whoever leaves alone takes it." in said


def test_an_editions_own_words_are_said_in_every_language():
    cave, relics = ["t", "in the cave"], ["tn", "{n} relic", "{n} relics", 2]
    said = say(
        *(["setLanguage", "de"], ["speakAs", INCAN_GOLD], cave, relics),
        *(["setLanguage", "fr"], cave, relics, ["speakAs", None], cave),
        # Words that no catalogue has are the usual ones, but in English.
        *(["speakAs", {"cave": "attic"}], cave, ["setLanguage", "en"], cave, relics),
    )
    assert [text for text in said if isinstance(text, str)] == [
        *("im Tempel", "2 Artefakte", "dans le temple", "2 artefacts", "dans la grotte"),
        *("dans la grotte", "in the attic", "2 relics", "en"),
    ]


def test_an_editions_texts_have_its_words_already():
    """Where Incan Gold is in view, another edition still has its relics."""
    name = "Diamant, IELLO 2023 with relics"
    assert say(["speakAs", INCAN_GOLD], ["tPlain", name])[1] == name


def test_refusals_read_as_in_python():
    refusals = [
        Refusal("not-now", {"phase": "lobby"}),
        Refusal("no-such-word", {"what": "color", "word": "9"}),
        Refusal("not-your-seat", {"seat": "B"}),
    ]
    for language in CATALOGUES:
        said = say(["setLanguage", language], *(["tRefusal", one.to_json()] for one in refusals))
        expected = [translate_refusal(language, one.code, one.params, str(one)) for one in refusals]
        assert said == [True, *expected, language]


def test_an_unknown_refusal_is_said_in_english():
    unknown = {"code": "brand-new", "params": {}, "text": "A new sentence."}
    assert say(["setLanguage", "fr"], ["tRefusal", unknown])[1] == "A new sentence."


def test_a_language_that_cannot_be_had_changes_nothing():
    said = say(["setLanguage", "it"], ["setLanguage", "nl"], ["language"], catalogues={"it": COUNT})
    assert said == [True, False, "it", "it"]


def test_the_best_language_is_pythons():
    wishes = [
        ["de-AT"],
        ["zz", "es-419"],
        ["sr-Latn-RS"],
        ["sr-ME"],
        ["hr"],
        ["bs-Cyrl"],
        ["zz"],
        [],
    ]
    wishes += [["sr"], ["sr-RS"], ["en-GB", "de"]]
    said = say(*(["bestLanguage", tags] for tags in wishes))
    assert said[:-1] == [best_language(tags) for tags in wishes]


def test_both_know_the_same_languages():
    assert say(["LANGUAGES"])[0] == LANGUAGES


def test_the_words_of_later_screens_come_when_one_is_asked_for():
    def words(**messages):
        return {"plural": [], "messages": messages, "refusals": {}}

    parts = {
        "de": words(a="A"),
        "de.later": words(b="B"),
        "nl": words(a="a1"),
        "nl.later": words(b="b1"),
    }
    said = say(
        *(["setLanguage", "de"], ["t", "b"], ["laterWords"], ["t", "a"], ["t", "b"]),
        # From then on every language comes with all its words.
        *(["setLanguage", "nl"], ["t", "b"], ["setLanguage", "en"], ["laterWords"], ["t", "b"]),
        catalogues=parts,
    )
    assert said == [True, "b", None, "A", "B", True, "b1", True, None, "b", "en"]


def test_later_words_that_cannot_be_had_are_english():
    parts = {"de": {"plural": [], "messages": {"a": "A"}, "refusals": {}}}
    said = say(["setLanguage", "de"], ["laterWords"], ["t", "a"], ["t", "b"], catalogues=parts)
    assert said == [True, None, "A", "b", "de"]
