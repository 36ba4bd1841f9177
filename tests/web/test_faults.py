"""What is wrong with a record or an edition is said in the reader's language."""

import json
import re
from pathlib import Path
from random import Random

import pytest

import diamant
from diamant.errors import DiamantError
from diamant.locales import catalogue_json, translate_message
from diamant.record import read_records
from diamant.rules.edition_text import read_edition
from tools.node import run_node

HERE = Path(__file__).parent
SOURCE = Path(diamant.__file__).parent
EDITIONS = SOURCE / "editions"


def say(*reasons: tuple[str, str]) -> dict:
    catalogues = {"de": json.loads(catalogue_json("de"))}
    told = json.dumps({"catalogues": catalogues, "reasons": reasons})
    return json.loads(run_node(HERE / "say-faults.js", input=told))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("rounds = 'many'", "es fehlt das Feld 'id' (die Ausgabe)"),
        ("id = 'x'\nroundz = 3", "unbekanntes Feld 'roundz' (die Ausgabe); meinst du 'rounds'?"),
        (
            "rounds = ",
            'die Ausgabe, Zeile 1, Spalte 10: hier sollte ein Wert stehen, etwa 5, "Text", true'
            " oder [1, 2]",
        ),
        ("x = [1", "die Ausgabe, Zeile 1, Spalte 7: hier fehlt ',' oder ']'"),
        ("rounds: 5", "die Ausgabe, Zeile 1, Spalte 7: hier fehlen '=' und ein Wert"),
    ],
)
def test_what_is_wrong_with_an_edition(text, reason):
    with pytest.raises(DiamantError) as refused:
        read_edition(text)
    assert say(("de", str(refused.value)))["said"] == [reason]
    # A table's refusal quotes it without the sign at its end.
    assert say(("de", str(refused.value).rstrip("?.")))["said"] == [reason]


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("1. snaek", "iello-2016 hat keine Karte 'snaek'; meinst du 'snake'?"),
        ("1. 17 17", "im Stapel von Runde 1 ist 17 nicht mehr"),
        ("2. 5", "als Nächstes kommt Runde 1, nicht 2"),
        ("1. 5/AA", "A steht zweimal da"),
        ("1. 5/A 7/A", "A kann nicht umkehren: nicht in der Höhle"),
    ],
)
def test_what_is_wrong_with_a_record(moves, reason):
    record = f'[Edition "iello-2016"]\n[Players "Ana" "Ben" "Cem"]\n\n{moves}\n'
    with pytest.raises(DiamantError) as refused:
        list(read_records(record))
    assert say(("de", refused.value.reason))["said"] == [reason]


RECORD = """[Edition "schmidt-2005"]
[Players "Ana" "Ben" "Cem"]
[Date "2026-11-15"]

1. snake/C 9/AB
2. lava 5/B 7 lava
3. 4 fire/AC 11/B
"""


def spoilt(text: str, chance: Random) -> str:
    """Return a text as it is after a slip or two of the fingers."""
    for _ in range(chance.randint(1, 2)):
        place = chance.randrange(len(text))
        typed = chance.choice(["", "", *"\n\\\"'[]{}=.,:#/ 7xA\x07é", text[place] * 2])
        text = text[:place] + typed + text[place + chance.randint(0, 2) :]
    return text


def test_whatever_slips_is_explained_in_every_language():
    """No word of a parser of Python's comes through, in the browser or in a terminal."""
    chance = Random(12)
    texts = [
        (EDITIONS / f"{name}.toml").read_text("utf-8") for name in ("incan-gold", "iello-2016")
    ]
    reasons = set()
    for number in range(1_500):
        try:
            if number % 3:
                list(read_records(spoilt(RECORD, chance)))
            else:
                read_edition(spoilt(chance.choice(texts), chance))
        except DiamantError as refused:
            reasons.add(getattr(refused, "reason", refused.message))
    told = sorted(reasons)
    assert len(told) > 300, "hardly anything was refused"
    said = say(*(("de", reason) for reason in told))["said"]
    assert [reason for reason, known in zip(told, said, strict=True) if known is None] == []
    assert [translate_message("de", reason) for reason in told] == said
    # What the writer wrote is repeated in quotes, in whatever language it is.
    ours = [re.sub(r"nicht ['\"].*|wie ['\"].*", "", sentence) for sentence in said]
    english = re.compile(r"\b(invalid|expected|unclosed|cannot|the|is|or)\b", re.IGNORECASE)
    assert [sentence for sentence in ours if english.search(sentence)] == []


def test_what_is_not_known_stays_as_it_is():
    assert say(("de", "something new went wrong"))["said"] == [None]
