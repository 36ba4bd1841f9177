"""Test who plays against a person."""

import pytest

from diamant.bots.characters import characters_of
from diamant.errors import DiamantError, UnknownNameError
from diamant.locales.words import Words
from diamant.terminal.opponents import find_company, saved_company, usual_company


def test_level_seats_its_characters_first():
    names = [one.name for one in usual_company("hard", 4, ["Zoe"])]
    assert names == [one.name for one in characters_of("hard")][:3]


def test_opponents_never_have_the_players_name():
    first = characters_of("easy")[0].name
    assert first not in [one.name for one in usual_company("easy", 8, [first.upper()])]


def test_levels_characters_and_bots_can_be_mixed():
    found = find_company("easy,EASY,Otto,vulture:haul=6,limit=0.2,random,random", [])
    easy = [one.name for one in characters_of("easy")]
    assert [one.name for one in found] == [
        *[name for name in easy if name != "Otto"][:2],
        *("Otto", "vulture", "random", "random 2"),
    ]
    assert str(found[3].bot) == "vulture:haul=6,limit=0.2"


def test_continued_game_recognizes_its_characters():
    found = find_company("Otto,random", [])
    again = saved_company([one.name for one in found], [str(one.bot) for one in found])
    assert [one.character for one in again] == [one.character for one in found]
    assert again[0].about(Words("de")) == Words("de").t("Counts three hazards, then runs.")
    assert again[1].about(Words("de")).startswith("Bei jeder Entscheidung")


@pytest.mark.parametrize("names", ["nobody", "Otto,Otto", ""])
def test_wrong_opponents_are_refused(names):
    with pytest.raises(DiamantError):
        find_company(names, [])


@pytest.mark.parametrize(
    ("names", "hint"), [("otto,Roza", "did you mean 'Rosa'?"), ("hrad", "did you mean 'hard'?")]
)
def test_misspelled_character_or_level_gets_a_suggestion(names, hint):
    with pytest.raises(UnknownNameError) as refused:
        find_company(names, [])
    assert str(refused.value).endswith(f"({hint})")
