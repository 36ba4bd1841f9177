"""Tests of the log: it reads back equal, folds to its table, and damage is refused clearly."""

import json

import pytest

from diamant.rules.cards import Hazard, Relic, Treasure
from diamant.rules.events import CardTurned as TurnedFact
from diamant.table import LogError, entry_from_json, entry_to_json, fold, read_entry, write_entry
from diamant.table import commands as c
from diamant.table.events import EVENTS, CardTurned, Entry
from diamant.table.refusals import MESSAGES, RefusalError
from tests.table.tabletop import QUICK, Tabletop, small


def played(settings):
    top = Tabletop(settings).people(3).start()
    top.play_out()
    return top


@pytest.mark.parametrize("settings", [QUICK, small(closed=True)])
def test_a_log_read_back_folds_to_the_same_table(settings):
    top = played(settings)
    assert top.reopen() == top.table
    for entry in top.log:
        assert read_entry(write_entry(entry)) == entry


def test_game_continues_from_a_log_cut_anywhere():
    top = played(small())
    for cut in range(1, len(top.log)):
        table = fold(top.log[:cut])
        assert fold(top.log[cut:], table) == top.table
        again = Tabletop(small())
        again.table = table
        again.tick(1_000_000)
        assert again.table.phase.value != "break"


@pytest.mark.parametrize("word", ["7", "relic", "relic12", "relics", "snake", "relicx"])
def test_every_card_reads_back_equal(word):
    card = {"7": Treasure(7), "relic": Relic(), "relic12": Relic(12)}.get(word, Hazard(word))
    event = CardTurned(word, None, None, (TurnedFact(card),), hidden=False)
    entry = Entry(1, 1, 0, None, None, event)
    assert read_entry(write_entry(entry)) == entry


def test_relics_read_back_equal():
    for edition in ("iello-2016", "iello-2023-relics", "incan-gold"):
        for secret in range(4):
            settings = type(QUICK)(edition=edition, thinking=False, break_seconds=0, clock="off")
            top = Tabletop(settings, secret=bytes([secret]) * 32).people(3).start()
            while top.table.phase.value != "over":
                cave = top.table.game.expedition
                leavers = cave.in_cave[:1] if cave.relics or len(cave.path) > 3 else ()
                top.all_choose(*leavers)
            assert top.reopen() == top.table


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ({"v": 2}, "version 2; up to 1 can be opened here"),
        ({"v": None}, "version None"),
        ({"event": "Nonsense"}, "no event 'Nonsense'"),
        ({"color": 3}, "the TableCreated of version 1 has no color"),
        ({"settings": None}, "the TableCreated of this log is damaged"),
        ({"settings": {"color": 1}}, "the TableCreated of this log is damaged"),
    ],
)
def test_a_damaged_entry_is_refused(damage, says):
    data = entry_to_json(Tabletop().log[0]) | damage
    with pytest.raises(LogError, match=says):
        entry_from_json(data)


@pytest.mark.parametrize("field", ["log_number", "public_number", "at", "secret"])
def test_a_missing_field_is_refused(field):
    data = entry_to_json(Tabletop().log[0])
    del data[field]
    with pytest.raises(LogError, match="damaged"):
        entry_from_json(data)


@pytest.mark.parametrize("line", ["", "{", "[]", "7"])
def test_line_that_is_not_an_object_is_refused(line):
    with pytest.raises(LogError, match="a line of this log"):
        read_entry(line)


def test_log_needs_a_beginning_and_no_gap():
    top = Tabletop().people(2)
    with pytest.raises(LogError, match="empty"):
        fold([])
    with pytest.raises(LogError, match="expected entry 3 of this log, got 4"):
        fold([*top.log[:2], *top.log[3:]])


def test_every_event_declares_its_public_fields():
    for kind in EVENTS.values():
        told = kind.told or ()
        assert set(told) <= set(kind.__dataclass_fields__), kind
        assert not {"token", "origin", "secret", "code", "connection"} & set(told), kind


def test_secrets_are_not_in_a_repr():
    top = Tabletop(small()).people(2)
    top.join(origin="device-7")
    top.start()
    top.choose(0, leave=True)
    join = c.Join(token="token-9", origin="device-7", code="token-code")
    choose = c.Choose(by="g1", seat=0, turn=1, leave=True)
    shown = repr(top.table) + repr(top.log) + repr(join) + repr(choose)
    assert "leave=" not in shown
    assert "choice=" not in shown
    assert top.table.secret not in shown
    assert "token-" not in shown
    assert "device-7" not in shown


def test_every_refusal_has_one_message():
    for code, message in MESSAGES.items():
        assert message.endswith((".", "?", "}.")), code
    with pytest.raises(AssertionError):
        RefusalError("no-such-code")


def test_the_log_is_plain_json():
    for entry in played(small()).log:
        assert json.loads(write_entry(entry))["v"] == 1
