"""Every catalogue is whole: nothing missing, unused or guessed, every gap and plural form right."""

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

# Proper names, technical words and signs that Serbian writes in Latin letters.
LATIN_IN_SERBIAN = {
    *("IELLO", "Schmidt", "Incan", "Gold", "Diamant", "Hello", "Authorization", "Bearer", "TOKEN"),
    *("allow", "host", "origin", "public", "url", "SHA", "QR", "s", "VPN", "WSL", "JSON", "dia"),
    *("text", "http", "TOML", "UTF", "id", "tie", "break", "relics", "points", "supplied", "gems"),
    *("name", "worth", "count", "true", "false", "Edition", "EditionText", "Scores", "Chests"),
    *("open", "closed", "A", "H", "b", "admin", "json"),
    # What is typed at a command line.
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
    # What a bot is written in, and what runs it.
    *("Python", "True", "False", "def", "async", "yield", "call", "in", "range", "dict"),
    *("f", "string", "Numba", "Ray", "SQLite", "PostgreSQL", "GB", "NTP", "Commitment"),
}
# Options, addresses, variables and files, whatever their words are.
TYPED = re.compile(r"--[a-z-]+|\w*:?//\S+|DIAMANT_\w+|\S*[\w~/]*[./][a-z]+\b")


def read(language):
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


CATALOGUES = {language: read(language) for language in TRANSLATED}


@cache
def source():
    """What is in the source now; read once, and only by those who run one of these tests."""
    return template()


def key(message):
    return (message.id if isinstance(message.id, str) else message.id[0], message.context)


def said(message):
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def done(language):
    """The messages that are translated; one test alone says which are not."""
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
def test_every_message_is_translated_for_certain(language):
    empty = [message.id for message in entries(language) if not all(said(message))]
    assert empty == []
    assert [message.id for message in entries(language) if message.fuzzy] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_gaps_are_those_of_the_english_text(language):
    for message in done(language):
        texts = (message.id,) if isinstance(message.id, str) else message.id
        wanted = {gap for text in texts for gap in GAP.findall(text)}
        for text in said(message):
            there = set(GAP.findall(text))
            if message.pluralizable:
                # A form may leave out the number, as "one relic" does.
                assert there | {"n"} == wanted | {"n"}, (message.id, text)
            else:
                assert there == wanted, (message.id, text)
            assert text.count("{") == text.count("}") == len(GAP.findall(text)), text


@pytest.mark.parametrize("language", TRANSLATED)
def test_plurals_have_as_many_forms_as_the_language(language):
    assert CATALOGUES[language].num_plurals == len(plural_categories(language))
    for message in done(language):
        if message.pluralizable:
            assert len(said(message)) == CATALOGUES[language].num_plurals, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_spaces_and_ends_are_those_of_the_english_text(language):
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
def test_an_update_keeps_what_is_translated(language, tmp_path):
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


# The beginning of the word for an expedition, which is what ends; a cave does not.
EXPEDITION = {
    "de": "expedition",
    "fr": "expédition",
    "it": "spedizion",
    "nl": "expeditie",
    "es": "expedici",
    "sr": "експедициј",
}
# The words for what lies on the path of Incan Gold; "it", "one" and "those" name it otherwise.
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
def test_a_thing_has_one_name(language, word, names):
    for message in done(language):
        text = message.id if isinstance(message.id, str) else message.id[0]
        if word in text.lower():
            for other in said(message):
                assert names[language] in other.lower(), (text, other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_two_choices_do_not_begin_alike(language):
    go_on, leave = translate(language, "Go on"), translate(language, "Leave")
    assert go_on[0] != leave[0], (go_on, leave)


def test_french_signs_have_the_space_that_french_printers_use():
    """U+202F goes before ; ! ? and U+00A0 before : and inside quotation marks."""
    for message in done("fr"):
        for text in said(message):
            assert not re.search("«[ \u202f]|[ \u00a0][!?;]|[ \u202f][:»]", text), text


def test_no_text_is_counted_in_one_place_and_plain_in_another():
    plurals = defaultdict(set)
    for found in all_messages():
        plurals[found.message, found.context].add(found.plural)
    assert {text: forms for text, forms in plurals.items() if len(forms) > 1} == {}


@pytest.mark.parametrize("language", [tag for tag in LANGUAGES if tag != "en"])
def test_every_refusal_has_its_message(language):
    codes = {*refusals.MESSAGES, *problems.PROBLEMS}
    assert set(json.loads(catalogue_json(language))["refusals"]) == codes


def test_no_code_says_two_things():
    codes = Counter(found.context for found in all_messages() if found.context)
    twice = [code for code, times in codes.items() if code.startswith(REFUSAL) and times > 1]
    assert twice == []


def test_the_words_in_refusals_are_those_of_the_table():
    assert PARAMETER_WORDS["phase"] == tuple(phase.value for phase in values.TablePhase)


def test_the_settings_words_and_emotes_have_not_changed():
    """The screens say these with messages of their own; a new one needs a new message."""
    assert EMOTES == ("bravo", "cheer", "gasp", "hurry", "laugh", "sad", "think", "wave")
    assert tuple(settings.CLOCK_SECONDS) == ("off", "relaxed", "brisk")
    assert tuple(settings.BOT_LEVELS) == ("easy", "medium", "hard", "champion")


@pytest.mark.parametrize(
    ("language", "categories", "zero"),
    [
        ("de", ("one", "other"), 1),
        ("sr", ("one", "few", "other"), 2),
        # Babel's gettext rule for Portuguese is not Unicode's, and Polish has no "other" to count.
        ("pt", ("one", "other"), 0),
        ("pl", ("one", "few", "many"), 2),
    ],
)
def test_a_new_language_gets_its_plural_forms_from_unicode(
    language, categories, zero, tmp_path, monkeypatch
):
    monkeypatch.setattr(update, "LANGUAGES", {language: "Its own name"})
    save(updated(language, source(), tmp_path), tmp_path / f"{language}.po")
    with (tmp_path / f"{language}.po").open("rb") as file:
        made = read_po(file, locale=language)
    assert plural_categories(language) == categories
    assert made.num_plurals == len(categories)
    assert c2py(made.plural_expr)(0) == zero
