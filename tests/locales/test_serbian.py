"""Tests that Serbian Latin is derived letter by letter, with correct capitals."""

# These tests need Cyrillic letters that look like Latin ones.
# ruff: noqa: RUF001

import json
import re

import pytest

from diamant.locales import catalogue_json, translate
from diamant.locales.catalogue import latin


@pytest.mark.parametrize(
    ("cyrillic", "expected"),
    [
        ("абвгдђежзијклљмнњопрстћуфхцчџш", "abvgdđežzijklljmnnjoprstćufhcčdžš"),
        ("АБВГДЂЕЖЗИЈКЛМНОПРСТЋУФХЦЧШ", "ABVGDĐEŽZIJKLMNOPRSTĆUFHCČŠ"),
        ("Љубав", "Ljubav"),
        ("ЉУБАВ", "LJUBAV"),
        ("Његош и Џеј", "Njegoš i Džej"),
        ("КОЊ", "KONJ"),
        ("КОЊ!", "KONJ!"),
        ("Њ", "Nj"),
        ("Пут у Њ. Љ.", "Put u Nj. Lj."),
        ("ЏУНГЛА", "DŽUNGLA"),
        ("Носиш {gems}. {name} иде даље.", "Nosiš {gems}. {name} ide dalje."),
        ("Дијамант, IELLO 2016", "Dijamant, IELLO 2016"),
        ("", ""),
    ],
)
def test_letters_are_transliterated(cyrillic, expected):
    assert latin(cyrillic) == expected


def test_latin_catalogue_has_no_cyrillic_letters():
    assert not re.search(r"[\u0400-\u04ff]", catalogue_json("sr-Latn").decode())


def test_both_scripts_have_the_same_messages():
    cyrillic, in_latin = (json.loads(catalogue_json(tag)) for tag in ("sr", "sr-Latn"))
    assert cyrillic["plural"] == in_latin["plural"]
    for part in ("messages", "refusals"):
        assert list(cyrillic[part]) == list(in_latin[part])


def test_player_names_are_not_transliterated():
    assert "Љиља" in translate("sr-Latn", "Only {name} can do this.", name="Љиља")
