"""Tests that an error in an edition's TOML has a place and says what is expected there."""

import inspect
import re
import sys
import tomllib

import pytest

from diamant.errors import EditionError
from diamant.rules.edition_text import read_edition
from diamant.rules.toml_faults import toml_fault

UNCLOSED = "this quote is never closed"
NO_FIELD = "expected a field here, such as rounds = 5"
NO_VALUE = 'expected a value here, such as 5, "text", true, or [1, 2]'
NO_EQUALS = "expected '=' and a value here"
TWICE = "this field is already defined"
ESCAPES = 'available: \\b, \\t, \\n, \\f, \\r, \\", \\\\, \\u00e9'


def refusal(text: str) -> str:
    with pytest.raises(EditionError) as refused:
        read_edition(text)
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("id = 'a'\n= 5", (2, 1), NO_FIELD),
        ("players. = 5", (1, 10), NO_FIELD),
        ("rounds 5", (1, 8), NO_EQUALS),
        ("rounds", (1, 7), NO_EQUALS),
        ("id = \n", (1, 6), NO_VALUE),
        ("rounds = five", (1, 10), NO_VALUE),
        ("rounds = ", (1, 10), NO_VALUE),
        (
            "rounds = 5 id = 'x'",
            (1, 12),
            "expected the end of the line here: each field needs its own line",
        ),
        ("[hazards\nlava = 1", (1, 9), "expected ']' here"),
        ("[[gems]\n", (1, 7), "expected ']]' here"),
        ("treasures = [1, 2", (1, 18), "expected ',' or ']' here"),
        ("players = { least = 3", (1, 22), "expected ',' or '}' here"),
        ('id = "a\nname = "b"', (1, 6), UNCLOSED),
        ("id = 'a\nname = 'b'", (1, 6), UNCLOSED),
        ("# it's\nid = 'a", (2, 6), UNCLOSED),
        ('id = "a', (1, 6), UNCLOSED),
        ('id = """\na', (1, 6), UNCLOSED),
        ("id = '''\na", (1, 6), UNCLOSED),
        ('id = """\\"', (1, 6), UNCLOSED),
        ('id = "a\\', (1, 6), UNCLOSED),
        ('id = """a\\', (1, 6), UNCLOSED),
        ("id = 'a\tb\x07'", (1, 10), "the control character '\\x07' is not allowed here"),
        ('id = "a\x00"', (1, 8), "the control character '\\x00' is not allowed here"),
        ("rounds = 1\nrounds = 2\n", (2, 1), TWICE),
        ("[hazards]\n[hazards]\n", (2, 1), TWICE),
        ("rounds = 1\n[rounds]\n", (2, 1), TWICE),
        ("players = { least = 1, least = 2 }", (1, 1), TWICE),
        ("players = { least = 1 }\nplayers.most = 2", (2, 1), TWICE),
        (r'id = "a\q"', (1, 8), rf"unknown escape \q ({ESCAPES})"),
        (r'id = "a\u12"', (1, 8), "\\u must be followed by a character code, as in \\u00e9"),
        (r'id = "a\ud800"', (1, 8), "\\u must be followed by a character code, as in \\u00e9"),
        (r'id = "\U0"', (1, 7), "\\U must be followed by a character code, as in \\U000000e9"),
        ("id = 2026-02-30", (1, 6), "invalid date or time"),
        ("id = 'a'\r\n\r\nrounds = x", (3, 10), NO_VALUE),
    ],
)
def test_error_has_a_place_and_says_what_is_expected(text, place, reason):
    line, column = place
    assert refusal(text) == f"edition, line {line}, column {column}: {reason}"


# Since Python 3.14, the parser builds its error from several arguments.
OF_PARTS = sys.version_info >= (3, 14)
RAISED = r"TOMLDecodeError\(" if OF_PARTS else r"suffixed_err\(\s*src,\s*\w+,"


def parser_error(complaint: str, text: str, place: int) -> tomllib.TOMLDecodeError:
    if OF_PARTS:
        return tomllib.TOMLDecodeError(complaint, text, place)
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    return tomllib.TOMLDecodeError(f"{complaint} (at line {line}, column {column})")


def test_unknown_parser_error_reads_as_invalid_toml():
    text = "a = 1\nb = 2"
    error = parser_error("Something new", text, text.index("=", 6))
    assert toml_fault(text, error) == "edition, line 2, column 3: invalid TOML"


def test_every_parser_error_has_its_own_message():
    source = inspect.getsource(inspect.getmodule(tomllib.loads))
    found = re.findall(RAISED + r'\s*f?"((?:[^"\\]|\\.)+)"', source)
    complaints = {complaint.replace("\\\\", "\\") for complaint in found}
    assert len(complaints) > 15, "the parser was not read"
    text = 'x = "\\u"'
    told = {one: toml_fault(text, parser_error(one, text, 7)) for one in complaints}
    assert [complaint for complaint, said in told.items() if "invalid TOML" in said] == []
