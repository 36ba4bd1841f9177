"""Test `diamant odds`: the exact chances at a record's last position."""

import pytest

HEAD = '[Edition "iello-2016"]\n[Players "a" "b" "c"]\n'
OVER = "1. 9/ABC 2. 9/ABC 3. 9/ABC 4. 9/ABC 5. 9/ABC\n"

TOLD = """\
Expedition 1 of 5, 32 cards left in the deck
Hazards so far: snake and lava
Carried by each player in the cave: 3. On the path: 0.
Chance that the next card ends the expedition: 12.5% (1/8).
cards ahead   expedition survives
1              87.5%  (7/8)
2              74.4%  (369/496)
3              61.5%  (381/620)
4              49.3%  (17727/35960)
5              38.4%  (19323/50344)
players sharing the next card   gems each, on average   left on the card, on average
1                               3.59  (115/32)          0.00  (0)
2                               1.62  (13/8)            0.34  (11/32)
3                               1.00  (1)               0.59  (19/32)
Relic points if you leave alone: 0. Relics left in the deck: 5.
The next card:
relic            15.6%  (5/32)   ████████████████
spider            9.4%  (3/32)   █████████
"""


def test_odds_are_printed(diamant):
    out = diamant.out("odds", "-", stdin=HEAD + "1. snake 9 lava")
    lines = [line.rstrip() for line in out.splitlines()]
    assert lines[:18] == TOLD.splitlines()
    assert lines[33].startswith("The coach's estimates for each player in the cave")
    assert lines[-1].startswith(
        "c: 4 of the 32 cards left would end the expedition, and you're carrying 3 gems."
    )
    assert len(lines) == 16 + 17 + 8


def test_odds_without_any_hazard_are_printed(diamant):
    _, out, _ = diamant("odds", "-", stdin=HEAD)
    assert "No hazards yet.\nCarried by each player in the cave: 0. On the path: 0.\n" in out


def test_odds_use_the_language_and_the_editions_words(diamant):
    record = HEAD.replace("iello-2016", "incan-gold") + "1. mummy 9 fire"
    _, out, err = diamant("odds", "-", "--language", "de", stdin=record)
    assert err == ""
    first, second, *_ = out.splitlines()
    assert first == "Expedition 1 von 5, noch 28 Karten im Stapel"
    assert second == "Gefahren bisher: Mumie und Feuer"
    assert "Artefaktpunkte, wenn du allein umkehrst: 0. Noch im Stapel: 1." in out
    assert "\nArtefakt  " in out


def test_json_contains_exact_and_rounded_chances(diamant):
    data = diamant.json("odds", "-", stdin=HEAD + "1. snake 9/C lava/-")
    assert list(data) == [
        *("round", "deck_size", "bust", "cards", "survive", "share", "remainder", "relics"),
        "advice",
    ]
    assert (data["round"], data["deck_size"]) == (1, 32)
    assert data["bust"] == {"exact": "1/8", "value": 0.125}
    assert data["cards"]["relic"] == {"exact": "5/32", "value": 0.15625}
    assert list(data["survive"]) == ["1", "2", "3", "4", "5"]
    assert data["survive"]["2"]["exact"] == "369/496"
    assert list(data["share"]) == list(data["remainder"]) == ["1", "2"]
    assert data["share"]["2"] == {"exact": "13/8", "value": 1.625}
    assert data["remainder"]["1"] == {"exact": "0", "value": 0.0}


def test_last_game_of_a_file_is_the_default(diamant):
    assert diamant.json("odds", "-", stdin=HEAD + OVER + HEAD + "1. 5")["deck_size"] == 34


def test_any_game_of_a_file_can_be_chosen(diamant, refusal):
    games = HEAD + "1. 5" + "\n\n" + HEAD + OVER
    assert diamant.json("odds", "-", "--game", 1, stdin=games)["deck_size"] == 34
    for number in (0, 3):
        why = f"diamant: game {number} does not exist (the last one is 2)"
        assert refusal("odds", "-", "--game", number, stdin=games) == why


def test_card_that_ended_the_expedition_is_named(diamant):
    for at, says in (("1.2", True), ("1.1", False), ("2.0", False)):
        _, out, _ = diamant("odds", "-", "--at", at, stdin=HEAD + "1. snake snake 2. 9")
        ended = "Expedition 1 ended with that card. Here is the start of the next expedition.\n"
        assert out.startswith(ended) is says


def test_finished_game_has_no_odds(refusal):
    message = (
        "diamant: the game is over, so no cards are left;"
        " use --at 3.4 to look at an earlier position"
    )
    assert refusal("odds", "-", stdin=HEAD + OVER) == message
    assert refusal("odds", "-", "--json", stdin=HEAD + OVER) == message


GAME = HEAD + "1. snake 9/A relic lava/B snake 2. 5/ABC 3. 9/ABC 4. 9/ABC 5. 9\n"


def test_any_position_of_a_record_can_be_chosen(diamant):
    told = diamant.json("odds", "-", "--at", "1.3", stdin=GAME)
    assert (told["round"], told["deck_size"]) == (1, 32)
    assert told["relics"] == {"left": 4, "next": {"exact": "1/8", "value": 0.125}, "on_path": [5]}
    assert list(told["share"]) == ["1", "2"]
    assert diamant.json("odds", "-", "--at", "1.5", stdin=GAME)["round"] == 2
    before = diamant.json("odds", "-", "--at", "3.0", stdin=GAME)
    assert (before["round"], before["bust"]["value"]) == (3, 0)
    _, out, _ = diamant("odds", "-", "--at", "1.3", stdin=GAME)
    assert "Relic points if you leave alone: 5. Relics left in the deck: 4." in out


@pytest.mark.parametrize(
    ("at", "why"),
    [
        ("1.9", "the record has no position 1.9 (the last one before it is 1.5)"),
        ("7.1", "the record has no position 7.1 (the last one before it is 5.1)"),
        ("0.1", "expected a position as round and step, such as 3.4, got '0.1'"),
        ("later", "expected a position as round and step, such as 3.4, got 'later'"),
    ],
)
def test_missing_position_is_refused(refusal, at, why):
    assert refusal("odds", "-", "--at", at, stdin=GAME) == f"diamant: {why}"
