"""Tests that tables which differ only in secrets look the same, byte by byte, to those outside.

A failure names its seed. The commitment is a fixed value in both worlds, because it must differ
with the seed and reveals nothing about it.
"""

import copy
import json
import random
from dataclasses import fields, replace

import pytest

from diamant.rules.events import Banked, StandInsNeeded
from diamant.table import TablePhase, draft, event_for, events, view_for, viewer_of
from diamant.table import commands as c
from diamant.table import view as table_view
from diamant.view import View
from tests.amount import amount
from tests.table.tabletop import Tabletop, small
from tests.test_two_worlds import other_world

CHUNKS = 10
PER_CHUNK = amount(60)
TABLES = amount(50)
PLAYERS = 4


@pytest.fixture(autouse=True)
def _same_commitment(monkeypatch):
    monkeypatch.setattr(table_view, "commitment_of", lambda table: "c" * 64)


def random_table(chance):
    """Return a table in the middle of an expedition, with people on all seats and a spectator."""
    settings = small(
        closed=chance.random() < 0.8,
        show_chosen=chance.random() < 0.5,
        thinking=True,
        clock=chance.choice(["off", "brisk"]),
    )
    top = Tabletop(settings, secret=chance.randbytes(32)).people(PLAYERS)
    top.join()
    top.do(c.Kick, guest=top.join(origin="device-6"), block=True)
    top.start()
    for _ in range(chance.randint(0, 6)):
        before = copy.copy(top)
        top.all_choose(*(at for at in top.inside() if chance.random() < 0.3))
        if top.table.phase is not TablePhase.CAVE or len(top.inside()) < 2:
            return before
    return top


def world(top):
    """Return a copy of a table that continues separately."""
    other = copy.copy(top)
    other.log = list(top.log)
    other.stream = []
    return other


def act(top, viewer, kind, by, **fields):
    """Do something, and note every byte that the viewer receives."""
    top.ask(kind, by, **fields)
    for entry in top.news:
        told = event_for(entry, viewer)
        if told is not None:
            top.stream.append(json.dumps(told))


def seen_by(top, guest):
    viewer = viewer_of(top.table, guest)
    return json.dumps(view_for(top.table, viewer).to_json())


def secret_acts(top, viewer, chance, shown):
    """Let others do secret things, once the players in `shown` have chosen."""
    turn = top.table.turn
    others = [at for at in top.inside() if at not in viewer.seats]
    active = shown if top.table.settings.show_chosen else chance.sample(others, len(shown))
    for at in active:
        guest = top.table.seat(at).guest
        for _ in range(chance.randint(1, 3)):
            leave = chance.random() < 0.5
            act(top, viewer, c.Choose, guest, seat=at, turn=turn, leave=leave)
    for at in range(PLAYERS):
        if at not in viewer.seats and chance.random() < 0.3:
            guest = top.table.seat(at).guest
            act(top, viewer, c.OfferSeat, guest, seat=at, code=str(chance.random()))
            act(top, viewer, c.RemoveBot, guest, seat=at)


def two_lives(seed):
    """Play two worlds with different secret acts of others; return what the viewer receives."""
    chance = random.Random(seed)
    top = random_table(chance)
    guest = chance.choice([None, "g1", "g2", "g3", "g4", "g5"])
    viewer = viewer_of(top.table, guest)
    others = [at for at in top.inside() if at not in viewer.seats]
    shown = chance.sample(others, chance.randint(1, max(1, len(others) - 1)))
    if len(shown) == len(top.inside()):
        shown = shown[1:]
    results = []
    for number in (1, 2):
        life = world(top)
        secret_acts(life, viewer, random.Random(seed * 2 + number), shown)
        act(life, viewer, c.SendEmote, "g1", seat=0, emote="wave")
        results.append((life.stream, seen_by(life, guest), seen_by(life, None), life.table.seats))
    return results


def lives_told_apart(seeds):
    found, differ = [], 0
    for seed in seeds:
        one, other = two_lives(seed)
        differ += one[3] != other[3]
        if one[:3] != other[:3]:
            found.append(seed)
    assert differ > len(seeds) // 3, "the worlds hardly differ"
    return found


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_secret_acts_of_others_do_not_show(chunk):
    assert lives_told_apart(range(chunk * PER_CHUNK, (chunk + 1) * PER_CHUNK)) == []


# Secrets of the table.


def other_table(table, viewer, chance):
    """Return an equal table to the viewer, with other tokens, secret, chests and choices."""
    seat = viewer.seats[0] if viewer.seats else None
    game = other_world(table.game, seat, chance) if table.game.closed else table.game
    guests = tuple(
        replace(guest, token=str(chance.random()), origin=str(chance.random()), wrong_codes=3)
        for guest in table.guests
    )
    seats = tuple(
        place
        if at in viewer.seats or place.choice is None
        else replace(place, choice=not place.choice, missed=1)
        for at, place in enumerate(table.seats)
    )
    return replace(
        table,
        game=game,
        guests=guests,
        seats=seats,
        secret=chance.randbytes(32).hex(),
        log_number=table.log_number + chance.randint(1, 9),
        blocked=tuple(replace(one, origin=str(chance.random())) for one in table.blocked),
    )


def tables_told_apart(seeds):
    found = []
    for seed in seeds:
        chance = random.Random(seed)
        top = random_table(chance)
        top.choose(top.inside()[0], leave=chance.random() < 0.5)
        for guest in (None, "g1", "g2", "g5"):
            viewer = viewer_of(top.table, guest)
            other = other_table(top.table, viewer, chance)
            one = json.dumps(view_for(top.table, viewer).to_json())
            if one != json.dumps(view_for(other, viewer).to_json()):
                found.append(seed)
    return found


@pytest.mark.parametrize("chunk", range(4))
def test_secrets_of_a_table_do_not_show(chunk):
    assert tables_told_apart(range(chunk * TABLES, (chunk + 1) * TABLES)) == []


# Secrets of the log.


def other_entry(entry, viewer, chance):
    """Return an equal entry to the viewer, with everything else changed."""
    event = entry.event
    names = {field.name for field in fields(event)}
    kept = ("token", "origin", "secret")
    secrets = {name: str(chance.random()) for name in kept if name in names}
    if isinstance(event, events.SeatOffered):
        secrets = {"code": "other", "until": 1}
    if isinstance(event, events.Connected):
        secrets = {"connection": "other"}
    if isinstance(event, events.ChoiceMade) and event.seat not in viewer.seats:
        secrets = {"leave": not event.leave, "bot": not event.bot}
    if isinstance(event, events.CardTurned | events.ChoicesRevealed) and event.hidden:
        facts = tuple(
            replace(fact, share=fact.share + 1)
            if isinstance(fact, Banked) and fact.seat not in viewer.seats
            else fact
            for fact in event.facts
        )
        secrets = {"facts": (*facts, StandInsNeeded(chance.randint(1, 9)))}
    return replace(
        entry,
        log_number=entry.log_number + 5,
        by="g9",
        command="x",
        event=replace(event, **secrets),
    )


def logs_told_apart(seeds):
    found = []
    for seed in seeds:
        chance = random.Random(seed)
        top = random_table(chance)
        top.do(c.OfferSeat, "g1", seat=0, code="code")
        for guest in (None, "g1", "g3"):
            viewer = viewer_of(top.table, guest)
            for entry in top.log:
                other = other_entry(entry, viewer, chance)
                if json.dumps(event_for(entry, viewer)) != json.dumps(event_for(other, viewer)):
                    found.append(seed)
    return found


@pytest.mark.parametrize("chunk", range(4))
def test_secrets_of_the_log_do_not_show(chunk):
    assert logs_told_apart(range(chunk * PER_CHUNK, (chunk + 1) * PER_CHUNK)) == []


def test_messages_contain_no_secret():
    for seed in range(30):
        top = random_table(random.Random(seed))
        top.do(c.OfferSeat, "g1", seat=0, code="code-hash")
        for guest in (None, "g1", "g2", "g5"):
            viewer = viewer_of(top.table, guest)
            sent = seen_by(top, guest) + json.dumps([event_for(entry, viewer) for entry in top.log])
            for secret in ("token-", "device-", "code-hash", top.table.secret):
                assert secret not in sent, seed


# The same tests find a leak.

SOME = range(60)


def test_control_visible_change_of_mind_is_found(monkeypatch):
    monkeypatch.setattr(table_view, "is_public", lambda event: True)
    assert len(lives_told_apart(SOME)) > 20


def test_control_gap_in_the_numbers_is_found(monkeypatch):
    monkeypatch.setattr(draft, "is_public", lambda event: True)
    assert len(lives_told_apart(SOME)) > 20


def test_control_visible_choice_is_found(monkeypatch):
    monkeypatch.setattr(events.ChoiceMade, "told", ("seat", "leave"))
    assert len(lives_told_apart(SOME)) > 10
    assert logs_told_apart(range(20))


def test_control_visible_sign_of_a_choice_is_found(monkeypatch):
    rightly = table_view._seat
    everyone = table_view.Viewer("g1", tuple(range(PLAYERS)))
    monkeypatch.setattr(
        table_view, "_seat", lambda table, seat, viewer, at: rightly(table, seat, everyone, at)
    )
    assert len(lives_told_apart(SOME)) > 5


def test_control_open_chest_is_found(monkeypatch):
    rightly = View.of
    opened = classmethod(lambda cls, game, seat=None: rightly(replace(game, closed=False), seat))
    monkeypatch.setattr(View, "of", opened)
    assert len(tables_told_apart(range(50))) > 10


def test_control_unfiltered_fact_is_found(monkeypatch):
    monkeypatch.setattr(table_view, "_facts_for", lambda facts, viewer: facts)
    assert len(logs_told_apart(range(50))) > 10


def test_control_visible_seed_is_found(monkeypatch):
    rightly = table_view._fairness
    monkeypatch.setattr(
        table_view,
        "_fairness",
        lambda table: rightly(table) | {"seed": table_view.seed_of(table).hex()},
    )
    assert len(tables_told_apart(range(20))) > 10


@pytest.mark.parametrize("kind", [events.GuestJoined, events.TableCreated])
def test_control_visible_token_is_found(monkeypatch, kind):
    monkeypatch.setattr(kind, "told", ("guest", "token"))
    assert logs_told_apart(range(3))
