"""Tests of finding messages in the source."""

import ast
import re

import pytest

from diamant.locales.extract import SOURCE, NotLiteralError, all_messages, in_javascript, in_python


def texts(source):
    return [(found.message, found.plural) for found in in_javascript(source, "x.js")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("t('plain')", ["plain"]),
        ('t("double")', ["double"]),
        ("t('it\\'s')", ["it's"]),
        ("t('one ' +\n 'text')", ["one text"]),
        ("t(\n  'broken',\n  { a: t('inner') },\n)", ["broken", "inner"]),
        ("mark('named')", ["named"]),
        ("t(full ? 'Full' : 'Free')", ["Full", "Free"]),
        ("t(variable)", []),
        ("t(words['key'])", []),
        (
            "html`<b title=${t('a')}>it's ${go ? html`<i>${t('b')}</i>` : t('c')}</b>`",
            ["a", "b", "c"],
        ),
        ("object.t('method')", []),
        ("start('other')", []),
        ("t(mode === 'tv' ? 'Full' : 'Free')", ["Full", "Free"]),
        ("t(is('a', 'b') ? 'Full' : 'Free')", ["Full", "Free"]),
        ("/* t('comment') */\nt('y')", ["y"]),
        ("  // t('line')\nt('y')", ["y"]),
    ],
)
def test_messages_in_javascript_are_found(source, expected):
    assert [message for message, _ in texts(source)] == expected


def test_plural_message_has_two_texts():
    assert texts("tn('{n} gem', '{n} gems', gems)") == [("{n} gem", "{n} gems")]


def test_plural_message_without_literals_is_refused():
    with pytest.raises(NotLiteralError, match=r"^x\.js, line 2: tn\(\) needs two literal texts$"):
        texts("\ntn(one, many, n)")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("t('plain')", [("plain", None)]),
        ("words.t(('one ' 'text'), n=1)", [("one text", None)]),
        ("tn(('a ' 'gem'), ('many ' 'gems'), n)", [("a gem", "many gems")]),
        ("t(variable)", []),
        ("other('text')", []),
        ("translate(language, 'text')", [("text", None)]),
        ("t('outer', inner=t('inner'))", [("outer", None), ("inner", None)]),
    ],
)
def test_messages_in_python_are_found(source, expected):
    found = in_python(ast.parse(source), "x.py")
    assert [(one.message, one.plural) for one in found] == expected


def test_messages_of_every_source_are_found():
    found = {(one.message, one.context) for one in all_messages()}
    assert ("Only the host can do this.", "refusal not-host") in found
    assert ("This table doesn't exist or is no longer open.", "refusal no-such-table") in found
    assert ("lobby", "phase") in found
    for word in ("battering ram", "gas cloud", "artifact", "ruby", "Diamant, IELLO 2016"):
        assert (word, None) in found
    assert any(one.place.startswith("web/js/") for one in all_messages())


SHOWN = re.compile(r"""\b(?:aria-label|aria-valuetext|alt|title|placeholder|label)=(["'])(.*?)\1""")


def test_no_user_text_is_set_as_an_attribute():
    """Exceptions: the example of a room code is not a word, and the gallery is for developers."""
    for file in (SOURCE / "web" / "js").rglob("*.js"):
        if file.name != "gallery.js":
            found = [
                text for _, text in SHOWN.findall(file.read_text("utf-8")) if text.isprintable()
            ]
            assert [text for text in found if re.search("[a-z]", text)] == [], file.name
