"""Tests of verdicts: proved on this device, only consistent, or broken."""

import json
from dataclasses import replace

import pytest

from diamant.dealer import nonce_hash
from diamant.errors import FairnessError
from diamant.fairness import check
from diamant.locales.words import Words
from diamant.table import SPECTATOR, event_for, follow, records_of, view_for
from diamant.table import commands as c
from diamant.table.shuffle import commitment_of
from diamant.witness import Notes, Witness
from tests.dishonest import CASES, HONEST, OTHER_SEED, SEEN, recorded
from tests.table.tabletop import Tabletop, small


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_dishonest_record_gets_its_verdict(case):
    assert check(case.record, case.witness, missing=case.missing) == case.verdict


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_verdict_starts_with_its_level(case):
    said = case.verdict.sentences(Words())
    assert said[0].startswith(
        {
            "proved": "Proved on this device:",
            "broken": "Check failed:",
            "consistent": "Consistent with the file:",
        }[case.verdict.level]
    )
    restarted = any("after players had revealed their numbers:" in sentence for sentence in said)
    assert restarted is bool(case.verdict.restarts and case.verdict.level != "broken")


# Notes of a device.


def played_table():
    """Play two shuffles that are abandoned, one after a nonce was revealed, and two full games."""
    top = Tabletop(small()).people(2)
    for shown in (False, True):
        top.do(c.Start)
        for at, guest in enumerate(("g1", "g2")):
            promised = nonce_hash(commitment_of(top.table), at, b"x")
            top.do(c.PromiseNonce, guest, seat=at, hash=promised)
        if shown:
            top.do(c.ShowNonce, "g1", seat=0, nonce=b"x".hex())
        top.do(c.EndGame)
    top.start()
    top.play_out()
    top.do(c.Rematch)
    top.start()
    top.do(c.EndGame)
    top.do(c.Rematch)
    top.start()
    top.play_out()
    return top


def moments():
    """Yield every view that a spectator could have of that table, with the event before it."""
    for entry, table in follow(played_table().log):
        yield view_for(table).to_json(), event_for(entry, SPECTATOR)


def noted(*, by_events, changed=lambda view: view):
    notes = Notes()
    for number, (view, event) in enumerate(moments()):
        if not by_events or number == 0:
            notes.see(changed(view))
        elif event is not None:
            notes.hear(event)
    return notes


def test_events_and_views_give_the_same_notes():
    by_views, by_events = noted(by_events=False), noted(by_events=True)
    assert by_views.to_json() == by_events.to_json()
    restarts = {number: one.restarts for number, one in by_views.shuffles.items()}
    assert restarts == {1: 0, 2: 0, 3: 1, 4: 0, 5: 1}
    assert [one.end for one in by_views.shuffles.values()] == [
        None, None, "finished", "abandoned", "finished",
    ]  # fmt: skip


def test_notes_saved_in_a_file_prove_the_games_of_a_table():
    notes = Notes.from_json(json.loads(json.dumps(noted(by_events=True).to_json())))
    first, second = records_of(played_table().log)
    for record, restarts in ((first, 1), (second, 1)):
        verdict = check(record, notes.find(record))
        assert (verdict.level, verdict.restarts) == ("proved", restarts)


def test_device_counts_restarts_that_a_table_denies():
    def denied(view):
        return view | {"fairness": view["fairness"] | {"restarts": 0}}

    notes = noted(by_events=False, changed=denied)
    assert [one.restarts for one in notes.shuffles.values()] == [0, 0, 1, 0, 1]


def test_first_note_is_never_replaced():
    notes = Notes()
    for view, _ in moments():
        notes.see(view)
        swapped = {name: ["ff"] * 2 for name in ("hashes", "nonces")} | {"commitment": "ab" * 32}
        if view["phase"] == "over":
            kept = notes.to_json()
            notes.see(view | {"fairness": view["fairness"] | swapped})
            assert notes.to_json() == kept
    assert notes.shuffles


def test_cards_identify_the_game_of_a_record():
    lying = recorded(Shuffle="9")
    assert len(SEEN.cards) >= 5
    assert Notes([SEEN]).find(lying) == SEEN
    assert Notes([replace(SEEN, shuffle=9, early=False, cards=()), SEEN]).find(lying) == SEEN
    assert Notes([SEEN]).find(recorded(OTHER_SEED, Shuffle="9")) is None
    assert Notes([SEEN]).find(HONEST, 3) == SEEN


@pytest.mark.parametrize(
    "data",
    [None, [], {}, {"format": "diamant witness 1", "shuffles": [{}]},
     {"format": "diamant witness 1", "shuffles": [{**SEEN.to_json(), "hashes": 7}]},
     {"format": "diamant witness 1", "shuffles": ["x"]}],
)  # fmt: skip
def test_invalid_file_of_notes_is_refused(data):
    with pytest.raises(FairnessError, match="cannot read the device's notes"):
        Notes.from_json(data)


def test_witness_reads_back_equal():
    assert Witness.from_json(json.loads(json.dumps(SEEN.to_json()))) == SEEN
