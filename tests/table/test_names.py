"""Tests of names: normalized, visible, bounded, and unique at a table."""

# ruff: noqa: RUF001 - These tests need letters that look alike.

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamant.bots.characters import CHARACTERS
from diamant.table.names import MOST_CHARACTERS, check_free, clean_name, free_character
from diamant.table.refusals import RefusalError


def code(text):
    with pytest.raises(RefusalError) as error:
        clean_name(text)
    return error.value.refusal.code


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana", "Ana"),
        ("  Ana \t B. ", "Ana B."),
        ("Zoe\u0308", "Zoë"),
        ("\u200dAna\u200d", "Ana"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("می\u200cروم", "می\u200cروم"),
        ("Ж" * 24, "Ж" * 24),
    ],
)
def test_name_is_normalized(text, name):
    assert clean_name(text) == name


@pytest.mark.parametrize("text", ["", "   ", "\u200d", "\u0301"])
def test_invisible_name_is_refused(text):
    assert code(text) == "name-empty"


def test_long_name_is_refused():
    assert code("x" * (MOST_CHARACTERS + 1)) == "name-too-long"


@pytest.mark.parametrize(
    "character",
    [
        "\x00",
        "\x7f",
        "\u202e",
        "\u2066",
        "\u200b",
        "\u3164",
        "\ue000",
        "\u0378",
        "\u2800",
        "\U0001d159",
        "\U00016fe4",
        "\U00013441",
    ],
)
def test_control_bidi_and_invisible_characters_are_refused(character):
    assert code(f"A{character}b") == "name-characters"


def test_more_than_three_combining_marks_are_refused():
    assert clean_name("x\u0315\u0316\u0317")
    assert code("x\u0315\u0316\u0317\u0318") == "name-characters"


@pytest.mark.parametrize(
    "other",
    [
        "Ana",
        "ANA",
        "\uff21na",
        "A\u200dna",
        "A\u034fna",  # The combining grapheme joiner.
        "An\ufe0fa",  # A variation selector.
        "Ana\U000e0100",
        "\u0410n\u0430",  # Cyrillic A and a.
        "\u0391n\u237a",  # Greek Alpha, and the alpha of APL.
        "\U0001d400\U0001d427\U0001d41a",  # Mathematical letters.
    ],
)
def test_a_taken_name_is_refused_with_a_suggestion(other):
    with pytest.raises(RefusalError) as error:
        check_free("Ana", [other, "Ana 2"])
    assert error.value.refusal.params == {"name": "Ana", "suggestion": "Ana 3"}
    assert str(error.value) == "There's already a player called Ana. How about Ana 3?"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Мара", "Mapa"),
        ("АНА", "AHA"),
        ("Ivo", "lvo"),
        ("Ολα", "Oλa"),
        ("❤", "❤\ufe0f"),
        ("Zoë", "Zoe\u0308"),
        ("Karla", "Kar1a"),
    ],
)
def test_names_that_look_the_same_count_as_equal(name, other):
    with pytest.raises(RefusalError, match="already a player"):
        check_free(name, [other])


# Common names in Serbia, in both scripts, and in Greece.
NAMES = {
    "Serbian": "Ана Анђа Ања Бојан Вања Вук Горан Даница Дејан Душан Ђорђе Ева Жарко Зоран Ива Иван"
    " Иво Јана Јелена Јован Лана Лара Лена Лука Љубица Маја Марија Марко Мила Мира Нада Ненад Оља"
    " Петар Раде Сања Сара Тара Тома Уна Филип Хана Цане Чеда Џони Шана",
    "Latin": "Ana Anđa Anja Bojan Vanja Vuk Goran Danica Dejan Dušan Đorđe Eva Žarko Zoran Iva Ivan"
    " Ivo Jana Jelena Jovan Lana Lara Lena Luka Ljubica Maja Marija Marko Mila Mira Nada Nenad Olja"
    " Petar Rade Sanja Sara Tara Toma Una Filip Hana Cane Čeda Džoni Šana Arne Ian Lan Élise",
    "Greek": "Άννα Γιάννης Γιώργος Δημήτρης Ελένη Εύα Ζωή Ηλίας Ιωάννα Κώστας Λίνα Μαρία Νίκος Νίκη"
    " Νέλλη Ξένια Όλγα Πέτρος Ρένα Σοφία Στέλλα Τάσος Φωτεινή Χρήστος",
}


@pytest.mark.parametrize("script", NAMES)
def test_different_names_are_allowed(script):
    names = NAMES[script].split()
    for name in names:
        check_free(name, [other for other in names if other != name])


def test_suggested_name_is_bounded():
    name = "x" * MOST_CHARACTERS
    with pytest.raises(RefusalError) as error:
        check_free(name, [name])
    assert len(error.value.refusal.params["suggestion"]) == MOST_CHARACTERS


def test_bots_have_names_of_their_own():
    names = [one.name for one in CHARACTERS]
    assert free_character("medium", []) == ("Rosa", "medium")
    assert free_character("medium", ["rosa"]) == ("Teun", "medium")
    assert free_character("hard", ["Inés", "Bram", "Dunja", "Fabio"]) == ("Rosa", "medium")
    assert free_character("hard", names) == ("Inés 2", "hard")
    assert all(clean_name(name) == name for name in names)


@given(st.text(max_size=30))
def test_cleaning_a_clean_name_does_not_change_it(text):
    try:
        name = clean_name(text)
    except RefusalError:
        return
    assert clean_name(name) == name
    assert 0 < len(name) <= MOST_CHARACTERS
