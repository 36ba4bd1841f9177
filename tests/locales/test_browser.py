"""Tests that the browser's i18n.js returns the same texts as Python."""

import json
import re
from gettext import c2py
from pathlib import Path
from random import Random

import msgspec
import pytest
from babel import Locale
from babel.messages.pofile import read_po

from diamant import locales
from diamant.editions import IDS
from diamant.errors import DiamantError, Message
from diamant.locales import update
from diamant.locales.extract import all_messages, in_own_words
from diamant.protocol.problems import of_refusal
from diamant.record import read_records
from diamant.rules.edition_text import read_edition
from diamant.table.refusals import Refusal
from tools.node import run_node

FOLDER = Path(__file__).parent
CATALOGUES = {
    tag: json.loads(locales.catalogue_json(tag)) for tag in locales.LANGUAGES if tag != "en"
}


def say(*cases, catalogues=CATALOGUES):
    """Return the page's text for each case, followed by the page's language."""
    told = json.dumps({"catalogues": catalogues, "cases": cases})
    return json.loads(run_node(FOLDER / "say.js", input=told))


COUNT = {"messages": {"{n} gem": ["{n} a", "{n} b", "{n} c"]}, "refusals": {}}


@pytest.mark.parametrize("language", [tag for tag in locales.LANGUAGES if tag != "en"])
def test_plural_forms_match_babel(language, monkeypatch):
    plural = tuple(CATALOGUES[language]["plural"])
    ours = locales.catalogue._catalogue(language)._replace(messages={"{n} gem": plural})
    monkeypatch.setattr(locales.catalogue, "_catalogue", lambda _: ours)
    counts = [*range(121), 1_000_000]
    cases = [["setLanguage", language]]
    cases += [["tn", "{n} gem", "{n} gems", n] for n in counts]
    data = {"plural": plural, "messages": {"{n} gem": plural}, "refusals": {}}
    expected = [locales.translate_plural(language, "{n} gem", "{n} gems", n) for n in counts]
    assert say(*cases, catalogues={language: data}) == [True, *expected, language]


def test_gettext_rule_of_each_catalogue_matches_unicode():
    for language in locales.TRANSLATED:
        with (update.FOLDER / f"{language}.po").open("rb") as file:
            rule = c2py(read_po(file).plural_expr)
        names = CATALOGUES[language]["plural"]
        for n in range(121):
            assert names[rule(n)] == Locale(language).plural_form(n), (language, n)


def test_message_is_filled_with_its_parameters():
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


def test_editions_own_words_are_used_in_every_message():
    """The page builds the same messages from the words as the catalogues."""
    messages = sorted({one.message for one in all_messages() if not one.context})
    said = say(["speakAs", INCAN_GOLD], *(["t", message] for message in messages))
    assert said[1:-1] == [in_own_words(message, INCAN_GOLD) for message in messages]
    assert "An artifact! Leave alone to take it." in said


def test_editions_own_words_are_translated_into_every_language():
    cave, relics = ["t", "in the cave"], ["tn", "{n} relic", "{n} relics", 2]
    said = say(
        *(["setLanguage", "de"], ["speakAs", INCAN_GOLD], cave, relics),
        *(["setLanguage", "fr"], cave, relics, ["speakAs", None], cave),
        # A word without a translation is the default one, except in English.
        *(["speakAs", {"cave": "attic"}], cave, ["setLanguage", "en"], cave, relics),
    )
    assert [text for text in said if isinstance(text, str)] == [
        *("im Tempel", "2 Artefakte", "dans le temple", "2 artefacts", "dans la grotte"),
        *("dans la grotte", "in the attic", "2 relics", "en"),
    ]


def test_texts_about_other_editions_keep_their_words():
    """While Incan Gold is in view, another edition still has relics."""
    name = "Diamant, IELLO 2023 with relics"
    assert say(["speakAs", INCAN_GOLD], ["tPlain", name])[1] == name


HINT = Message("did you mean {name}?", name="'brisk'")


def test_refusals_match_python():
    refusals = [
        Refusal("not-now", {"phase": "lobby"}),
        Refusal("no-such-word", {"what": "color", "word": "9"}),
        Refusal("not-your-seat", {"seat": "B"}),
        Refusal("bad-setting", {"setting": "clock", "value": "x", "reason": HINT}),
    ]
    for language in CATALOGUES:
        sent = [msgspec.to_builtins(of_refusal(one)) for one in refusals]
        said = say(["setLanguage", language], *(["tRefusal", one] for one in sent))
        expected = [
            locales.translate_refusal(language, one.code, one.params, str(one)) for one in refusals
        ]
        assert said == [True, *expected, language]


def test_unknown_refusal_is_shown_in_english():
    unknown = {"code": "brand-new", "params": {}, "text": "A new sentence."}
    assert say(["setLanguage", "fr"], ["tRefusal", unknown])[1] == "A new sentence."


def test_unavailable_language_changes_nothing():
    said = say(["setLanguage", "it"], ["setLanguage", "nl"], ["language"], catalogues={"it": COUNT})
    assert said == [True, False, "it", "it"]


def test_best_language_matches_python():
    wishes = [["de-AT"], ["zz", "es-419"], ["sr-Latn-RS"], ["sr-ME"], ["hr"], ["bs-Cyrl"], ["zz"]]
    wishes += [[], ["sr"], ["sr-RS"], ["en-GB", "de"]]
    said = say(*(["bestLanguage", tags] for tags in wishes))
    assert said[:-1] == [locales.best_language(tags) for tags in wishes]


def test_languages_match_python():
    assert say(["LANGUAGES"])[0] == locales.LANGUAGES


def test_words_of_later_screens_are_loaded_on_demand():
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
        # From then on, every language is loaded with all its words.
        *(["setLanguage", "nl"], ["t", "b"], ["setLanguage", "en"], ["laterWords"], ["t", "b"]),
        catalogues=parts,
    )
    assert said == [True, "b", None, "A", "B", True, "b1", True, None, "b", "en"]


def test_missing_later_words_are_shown_in_english():
    parts = {"de": {"plural": [], "messages": {"a": "A"}, "refusals": {}}}
    said = say(["setLanguage", "de"], ["laterWords"], ["t", "a"], ["t", "b"], catalogues=parts)
    assert said == [True, None, "A", "b", "de"]


def refused(read, text) -> Message:
    with pytest.raises(DiamantError) as error:
        read(text)
    return getattr(error.value, "reason", error.value.message)


def read_moves(moves: str) -> None:
    list(read_records(f'[Edition "iello-2016"]\n[Players "Ana" "Ben" "Cem"]\n\n{moves}\n'))


@pytest.mark.parametrize(
    ("read", "text", "german"),
    [
        (read_edition, "rounds = 'many'", "die Ausgabe: das Feld 'id' fehlt"),
        (
            read_edition,
            "id = 'x'\nroundz = 3",
            "die Ausgabe hat ein unbekanntes Feld 'roundz' (meintest du 'rounds'?)",
        ),
        (
            read_edition,
            "rounds = ",
            'die Ausgabe, Zeile 1, Spalte 10: hier wird ein Wert erwartet, etwa 5, "Text", true'
            " oder [1, 2]",
        ),
        (read_edition, "x = [1", "die Ausgabe, Zeile 1, Spalte 7: hier wird ',' oder ']' erwartet"),
        (
            read_edition,
            "rounds: 5",
            "die Ausgabe, Zeile 1, Spalte 7: hier werden '=' und ein Wert erwartet",
        ),
        (read_moves, "1. snaek", "iello-2016 hat keine Karte 'snaek' (meintest du 'snake'?)"),
        (read_moves, "1. 17 17", "im Stapel von Runde 1 ist 17 nicht mehr"),
        (read_moves, "2. 5", "erwartet Runde 1, nicht 2"),
        (read_moves, "1. 5/AA", "A ist doppelt aufgeführt"),
        (read_moves, "1. 5/A 7/A", "A kann nicht umkehren: nicht in der Höhle"),
    ],
)
def test_page_translates_errors_in_an_edition_or_a_record(read, text, german):
    said = say(["setLanguage", "de"], ["tMessage", refused(read, text).to_json()])
    assert said == [True, german, "de"]


def test_page_keeps_a_message_without_a_translation():
    message = Message("something {new} went wrong: {error}", new=5, error=HINT)
    said = say(["setLanguage", "de"], ["tMessage", message.to_json()], ["tMessage", "a text"])
    assert said[1:3] == ["something 5 went wrong: meintest du 'brisk'?", "a text"]


RECORD = """[Edition "schmidt-2005"]
[Players "Ana" "Ben" "Cem"]
[Date "2026-11-15"]

1. snake/C 9/AB
2. lava 5/B 7 lava
3. 4 fire/AC 11/B
"""


def misspelt(text: str, chance: Random) -> str:
    """Return a text with one or two typing errors."""
    for _ in range(chance.randint(1, 2)):
        place = chance.randrange(len(text))
        typed = chance.choice(["", "", *"\n\\\"'[]{}=.,:#/ 7xA\x07é", text[place] * 2])
        text = text[:place] + typed + text[place + chance.randint(0, 2) :]
    return text


def test_every_typing_error_is_explained_in_the_readers_language():
    """No English text of a Python parser is shown, in the browser or in the terminal."""
    chance = Random(12)
    folder = update.FOLDER.parent / "editions"
    texts = [(folder / f"{name}.toml").read_text("utf-8") for name in IDS[:2]]
    reasons = {}
    for number in range(1_500):
        try:
            if number % 3:
                list(read_records(misspelt(RECORD, chance)))
            else:
                read_edition(misspelt(chance.choice(texts), chance))
        except DiamantError as error:
            reason = getattr(error, "reason", error.message)
            reasons[str(reason)] = reason
    assert len(reasons) > 300, "hardly anything was refused"
    later = {one.place for one in all_messages() if one.place.startswith("web/js/")}
    sent = {"de.later": json.loads(locales.catalogue_parts("de", later)[1])}
    cases = (["tMessage", reason.to_json()] for reason in reasons.values())
    _, _, *said, _ = say(
        ["setLanguage", "de"], ["laterWords"], *cases, catalogues=CATALOGUES | sent
    )
    assert said == [locales.translate_message("de", reason) for reason in reasons.values()]
    # The writer's own text is repeated in quotes, in any language.
    ours = [re.sub(r"nicht ['\"].*|wie ['\"].*", "", sentence) for sentence in said]
    english = re.compile(r"\b(invalid|expected|unclosed|cannot|the|is|or)\b", re.IGNORECASE)
    assert [sentence for sentence in ours if english.search(sentence)] == []
