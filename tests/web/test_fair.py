"""The browser's check of the shuffle, compared with Python's."""

import json
import random
from dataclasses import asdict
from pathlib import Path

from diamant import daily
from diamant.dealer import commitment, verify
from diamant.editions import IDS, edition, read_own_edition
from diamant.editions.own import describe
from diamant.locales.words import Words
from diamant.record import write_record
from diamant.record.json_form import to_json
from diamant.rules.edition import Edition, HazardKind, Relics
from diamant.rules.supply import Gem
from diamant.table import follow, view_for
from diamant.witness import Notes
from tests.dishonest import CASES, finished
from tests.own_editions import SMALL
from tests.test_fairness import played_table
from tools.node import run_node

HERE = Path(__file__).parent

# Everything that could break the order of a deck: unsorted treasures, hazards named like
# JavaScript properties or almost like relics, relics with the same number.
ODD = Edition(
    id="own-odd",
    name="Odd",
    summary="",
    rounds=3,
    least_players=1,
    most_players=8,
    treasures=(11, 2, 100, 2),
    hazards=(HazardKind("relics", 3), HazardKind("constructor", 4), HazardKind("蛇", 2)),
    gems=(Gem("ruby", 1, 10),),
    relics=Relics(enter="each round", worth="printed", points=(3, 3, 10), supplied=False),
)


def verdicts(cases):
    """Return the browser's verdict on each case: (record, edition, witness)."""
    told = [
        {"record": record, "edition": describe(rules), "witness": witness}
        for record, rules, witness in cases
    ]
    return json.loads(run_node(HERE / "verify-cases.js", input=json.dumps(told)))


def test_fair_game_is_proved():
    cases, counts = [], []
    for rules in [*map(edition, IDS), ODD]:
        for number in range(25):
            record = finished(rules, random.Random(f"{rules.id} {number}"))
            assert verify(record) is None
            cases += [(write_record(record), rules, None), (to_json(record), rules, None)]
            counts += [sum(map(len, to_json(record)["rounds"]))] * 2
    found = verdicts(cases)
    assert {verdict["level"] for verdict in found} == {"consistent"}
    assert [verdict["cards"] for verdict in found] == counts


def swapped(data, chance):
    """Swap two different treasures of one round; return the first wrong card."""
    pairs = [
        (number, first, second)
        for number, turns in enumerate(data["rounds"])
        for first, turn in enumerate(turns)
        for second in range(first + 1, len(turns))
        if turn["card"].isdigit()
        and turns[second]["card"].isdigit()
        and turn["card"] != turns[second]["card"]
    ]
    if not pairs:
        return None
    number, first, second = chance.choice(pairs)
    turns = data["rounds"][number]
    turns[first]["card"], turns[second]["card"] = turns[second]["card"], turns[first]["card"]
    return number + 1, first + 1


def test_swapped_card_is_located():
    cases, places = [], []
    for rules in [*map(edition, IDS), ODD]:
        for number in range(15):
            chance = random.Random(f"swap {rules.id} {number}")
            data = to_json(finished(rules, chance, daring=0.05))
            place = swapped(data, chance)
            if place is not None:
                cases.append((data, rules, None))
                places.append(place)
    assert len(cases) > 60
    found = verdicts(cases)
    assert [(verdict["code"], verdict["round"], verdict["step"]) for verdict in found] == [
        ("card", *place) for place in places
    ]


def test_browser_and_python_agree_on_dishonest_records():
    told = [
        {
            "record": write_record(case.record),
            "edition": describe(case.record.game.edition),
            "witness": None if case.witness is None else case.witness.to_json(),
            "missing": case.missing,
        }
        for case in CASES
    ]
    found = json.loads(run_node(HERE / "verify-cases.js", input=json.dumps(told)))
    for case, verdict in zip(CASES, found, strict=True):
        ours = {name: value for name, value in asdict(case.verdict).items() if value is not None}
        assert verdict.items() >= ours.items(), case.name
        assert verdict["said"] == case.verdict.sentences(Words()), case.name


def test_browser_and_python_note_the_same_witness():
    views = [view_for(table).to_json() for _, table in follow(played_table().log)]
    notes = Notes()
    for view in views:
        notes.see(view)
    told = {"views": views, "edition": describe(read_own_edition(SMALL))}
    found = json.loads(run_node(HERE / "witness-cases.js", input=json.dumps(told)))
    assert found == json.loads(json.dumps(notes.to_json()))["shuffles"]


def test_daily_game_is_checked_against_commitment():
    """The page checks the daily cave against what it saw: the commitment, and cards in order."""
    seed, other = bytes(range(32)), bytes(32)
    played = daily.attempt(seed)
    while not played.over:
        played = played.choose(leave=played.choices % 3 == 2)
    cards = sum(
        type(fact).__name__ == "CardTurned" for one in played.happened for fact in one.facts
    )
    promise = commitment(seed)
    days = [
        {"seed": seed.hex(), "promise": promise, "played": True},
        {"seed": seed.hex(), "promise": promise},
        {"seed": seed.hex()},
        {"seed": other.hex(), "promise": promise},
        {"seed": other.hex(), "promise": commitment(other), "played": True},
        {"seed": seed.hex(), "promise": promise, "played": True, "swapped": True},
        {"seed": "nonsense", "promise": promise},
    ]
    told = {
        "happened": [one.to_json() for one in played.happened],
        "edition": describe(edition(daily.EDITION)),
        "players": 1 + len(daily.COMPANY),
        "days": days,
    }
    found = json.loads(run_node(HERE / "daily-cases.js", input=json.dumps(told)))
    assert [(day["kept"], day["cards"]) for day in found] == [
        (True, cards),
        (True, 0),
        (None, 0),
        *[(False, 0)] * 4,
    ]
