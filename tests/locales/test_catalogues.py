"""Tests that catalogues are complete: no message missing, unused or fuzzy; placeholders match."""

import json
import re
from collections import Counter, defaultdict
from functools import cache
from gettext import c2py

import pytest
from babel.messages.pofile import read_po

from diamant.locales import LANGUAGES, TRANSLATED, catalogue_json, translate, update
from diamant.locales.catalogue import REFUSAL, plural_categories
from diamant.locales.extract import PARAMETER_WORDS, all_messages
from diamant.locales.update import FOLDER, TEMPLATE, save, template, updated
from diamant.protocol import problems
from diamant.table import refusals, settings, values
from diamant.table.commands.games import EMOTES

GAP = re.compile(r"\{(\w+)\}")

# Proper names, technical words and symbols that Serbian writes in Latin letters.
LATIN_IN_SERBIAN = {
    *("IELLO", "Schmidt", "Incan", "Gold", "Diamant", "Hello", "Authorization", "Bearer", "TOKEN"),
    *("allow", "host", "origin", "public", "url", "SHA", "QR", "s", "VPN", "WSL", "JSON", "dia"),
    *("text", "http", "TOML", "UTF", "id", "tie", "break", "relics", "points", "supplied", "gems"),
    *("name", "worth", "count", "true", "false", "Edition", "EditionText", "Scores", "Chests"),
    *("open", "closed", "A", "H", "b", "admin", "json"),
    # Words that users type on a command line.
    *(
        "diamant",
        "make",
        "docs",
        *("games", "watch", "replay", "review", "export", "bot", "simulate", "medium"),
        "help",
        "play",
        "continue",
        "save",
        "verify",
        "join",
        "local",
        "Ctrl",
        "C",
        "Enter",
        "o",
        "q",
        "Wi",
        "Fi",
    ),
    *("iello", "sqlite", "file", "db", "postgresql", "apsw", "port", "PYTHONUTF"),
    *("FILE", "number", "expect", "auto", "off", "all", "debug", "info", "warning", "error"),
    *("bash", "eval", "completion", "X", "Forwarded", "For", "Proto", "HOST", "PORT"),
    # Programming words, libraries and databases.
    *("Python", "True", "False", "def", "async", "yield", "call", "in", "range", "dict"),
    *("f", "string", "Numba", "Ray", "SQLite", "PostgreSQL", "GB", "NTP", "Commitment"),
}
# Options, addresses, variables and files in any language.
TYPED = re.compile(r"--[a-z-]+|\w*:?//\S+|DIAMANT_\w+|\S*[\w~/]*[./][a-z]+\b")


def read(language):
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


CATALOGUES = {language: read(language) for language in TRANSLATED}


@cache
def source():
    """Return the messages of the source; only tests that need them wait for this."""
    return template()


def key(message):
    return (message.id if isinstance(message.id, str) else message.id[0], message.context)


def said(message):
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def done(language):
    """Return the translated messages; only one test reports the others."""
    return [message for message in entries(language) if all(said(message))]


def entries(language):
    return [message for message in CATALOGUES[language] if message.id]


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_is_missing_or_unused(language):
    wanted = {key(message) for message in source() if message.id}
    there = {key(message) for message in entries(language)}
    assert there - wanted == set(), "unused: run make strings"
    assert wanted - there == set(), "missing: run make strings, and translate"
    assert CATALOGUES[language].obsolete == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated_and_none_is_fuzzy(language):
    empty = [message.id for message in entries(language) if not all(said(message))]
    assert empty == []
    assert [message.id for message in entries(language) if message.fuzzy] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_match_the_english_text(language):
    for message in done(language):
        texts = (message.id,) if isinstance(message.id, str) else message.id
        wanted = {gap for text in texts for gap in GAP.findall(text)}
        for text in said(message):
            there = set(GAP.findall(text))
            if message.pluralizable:
                # A form may leave out the number, as in "one relic".
                assert there | {"n"} == wanted | {"n"}, (message.id, text)
            else:
                assert there == wanted, (message.id, text)
            assert text.count("{") == text.count("}") == len(GAP.findall(text)), text


@pytest.mark.parametrize("language", TRANSLATED)
def test_plural_messages_have_all_forms_of_the_language(language):
    assert CATALOGUES[language].num_plurals == len(plural_categories(language))
    for message in done(language):
        if message.pluralizable:
            assert len(said(message)) == CATALOGUES[language].num_plurals, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_spaces_and_final_punctuation_match_the_english_text(language):
    for message in done(language):
        text = message.id if isinstance(message.id, str) else message.id[-1]
        for other in said(message):
            assert other == other.strip(), message.id
            assert "  " not in other, message.id
            if text[-1] in ".?!:…":
                assert other[-1] in ".?!:…", (text, other)
            else:
                assert other[-1] not in ".:", (text, other)


@pytest.mark.parametrize("language", TRANSLATED)
def test_update_keeps_translations(language, tmp_path):
    save(updated(language, source()), tmp_path / f"{language}.po")
    with (tmp_path / f"{language}.po").open("rb") as file:
        again = {key(message): said(message) for message in read_po(file, locale=language)}
    for message in done(language):
        assert again[key(message)] == said(message)


def test_the_template_has_every_message():
    with (FOLDER / TEMPLATE).open("rb") as file:
        there = {key(message) for message in read_po(file)}
    assert there == {key(message) for message in source()}, "run make strings"


def test_serbian_is_cyrillic():
    for message in done("sr"):
        for text in said(message):
            words = re.findall(r"[^\W\d_]+", TYPED.sub(" ", GAP.sub(" ", text)))
            latin = [word for word in words if re.search(r"[A-Za-zčćšžđ]", word, re.IGNORECASE)]
            assert set(latin) <= LATIN_IN_SERBIAN, (message.id, text)


# The stem of the word for an expedition: an expedition ends, a cave does not.
EXPEDITION = {
    "de": "expedition",
    "fr": "expédition",
    "it": "spedizion",
    "nl": "expeditie",
    "es": "expedici",
    "sr": "експедициј",
}
# The words for things on the path of Incan Gold; "it", "one" and "those" avoid the word.
ARTIFACT = {
    "de": "artefakt",
    "fr": "artefact",
    "it": "manufatt",
    "nl": "artefact",
    "es": "artefacto",
    "sr": "артефак",
}


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize(("word", "names"), [("expedition", EXPEDITION), ("artifact", ARTIFACT)])
def test_each_thing_has_one_name(language, word, names):
    for message in done(language):
        text = message.id if isinstance(message.id, str) else message.id[0]
        if word in text.lower():
            for other in said(message):
                assert names[language] in other.lower(), (text, other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_choices_start_with_different_letters(language):
    go_on, leave = translate(language, "Go on"), translate(language, "Leave")
    assert go_on[0] != leave[0], (go_on, leave)


def test_french_punctuation_has_the_correct_spaces():
    """U+202F goes before ; ! ? and U+00A0 before : and inside quotation marks."""
    for message in done("fr"):
        for text in said(message):
            assert not re.search("«[ \u202f]|(?<!«)[ \u00a0][!?;]|[ \u202f][:»]", text), text


def test_no_text_is_plural_in_one_place_and_plain_in_another():
    plurals = defaultdict(set)
    for found in all_messages():
        plurals[found.message, found.context].add(found.plural)
    assert {text: forms for text, forms in plurals.items() if len(forms) > 1} == {}


@pytest.mark.parametrize("language", [tag for tag in LANGUAGES if tag != "en"])
def test_every_refusal_has_its_message(language):
    codes = {*refusals.MESSAGES, *problems.PROBLEMS}
    assert set(json.loads(catalogue_json(language))["refusals"]) == codes


def test_each_code_has_only_one_message():
    codes = Counter(found.context for found in all_messages() if found.context)
    twice = [code for code, times in codes.items() if code.startswith(REFUSAL) and times > 1]
    assert twice == []


def test_words_in_refusals_match_the_table():
    assert PARAMETER_WORDS["phase"] == tuple(phase.value for phase in values.TablePhase)


def test_settings_words_and_emotes_are_unchanged():
    """The screens have their own messages for these; a new value needs a new message."""
    assert EMOTES == ("bravo", "cheer", "gasp", "hurry", "laugh", "sad", "think", "wave")
    assert tuple(settings.CLOCK_SECONDS) == ("off", "relaxed", "brisk")
    assert tuple(settings.BOT_LEVELS) == ("easy", "medium", "hard", "champion")


@pytest.mark.parametrize(
    ("language", "categories", "zero"),
    [
        ("de", ("one", "other"), 1),
        ("sr", ("one", "few", "other"), 2),
        # Babel's rule for Portuguese differs from Unicode's, and no Polish number is "other".
        ("pt", ("one", "other"), 0),
        ("pl", ("one", "few", "many"), 2),
    ],
)
def test_new_language_gets_its_plural_forms_from_unicode(
    language, categories, zero, tmp_path, monkeypatch
):
    monkeypatch.setattr(update, "LANGUAGES", {language: "Its own name"})
    save(updated(language, source(), tmp_path), tmp_path / f"{language}.po")
    with (tmp_path / f"{language}.po").open("rb") as file:
        made = read_po(file, locale=language)
    assert plural_categories(language) == categories
    assert made.num_plurals == len(categories)
    assert c2py(made.plural_expr)(0) == zero
