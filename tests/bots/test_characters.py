"""Tests that each level has enough characters, no two play alike, and all have their lines."""

from collections import Counter

import pytest

from diamant.bots import find_bot
from diamant.bots.characters import CHARACTERS, LEVELS, character_named, characters_of, company
from diamant.table.commands.games import EMOTES


def test_every_level_has_enough_characters_for_a_table_of_five():
    assert all(len(characters_of(level)) >= 4 for level in LEVELS)
    assert {one.level for one in CHARACTERS} == set(LEVELS)


def test_no_two_characters_play_alike():
    assert Counter(str(find_bot(one.bot)) for one in CHARACTERS).most_common(1)[0][1] == 1
    assert len({one.name for one in CHARACTERS}) == len(CHARACTERS)


@pytest.mark.parametrize("level", LEVELS)
def test_characters_of_the_level_come_first(level):
    found = company(level)
    assert sorted(found, key=str) == sorted(CHARACTERS, key=str)
    assert found[: len(characters_of(level))] == characters_of(level)


def test_lines_are_short_sentences_and_emotes_exist():
    for one in CHARACTERS:
        words = [one.habit, one.hello, one.won, one.lost]
        assert all(text[-1] in ".!?…" and len(text) < 60 for text in words), one.name
        assert {one.glad, one.sad} <= set(EMOTES)


def test_a_character_is_found_by_name():
    assert character_named("Rosa") in CHARACTERS
    assert character_named("Rosa 2") is None
