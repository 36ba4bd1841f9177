"""Many simulated worlds of the whole server; a failure prints the seed that replays it.

Each control breaks the server on purpose, and the worlds must notice.
"""

import asyncio
import gc
import os
import subprocess
import sys
from collections import Counter
from itertools import zip_longest

import pytest

from diamant.server.tables.room import Room
from diamant.server.tables.rooms import Rooms
from diamant.store import Store, postgres
from diamant.table.commands import Choose
from diamant.table.events import ChoiceMade, ChoicesRevealed
from diamant.table.senders import Sender
from tests.amount import amount
from tests.world.checks import BrokenPromiseError
from tests.world.loop import Loop
from tests.world.replaced import EPOCH
from tests.world.storage import Storage
from tests.world.world import World

CHUNKS = 10
PER_CHUNK = amount(20)
PAIRS = amount(24)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_server_keeps_its_promises_in_every_world(chunk):
    happened = Counter()
    for seed in range(chunk * PER_CHUNK, (chunk + 1) * PER_CHUNK):
        happened += World(seed).run().checks.counts
    # Enough must happen in these worlds.
    for what in ("answers", "events", "views", "visits"):
        assert happened[what] > PER_CHUNK, what
    # Few worlds may have none of these.
    if PER_CHUNK >= 100:
        assert happened["restarts"] > PER_CHUNK // 10
        assert happened["games"] > PER_CHUNK // 20


def trace(seed):
    world = World(seed).run()
    return f"{seed} {world.trace_length} {world.trace.hexdigest()}"


def test_seed_replays_the_same_world():
    """Another process orders sets of strings differently."""
    seeds = (1, 2, 3, 4)
    code = f"from tests.world.test_world import trace\nfor s in {seeds}: print(trace(s))"
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    other = subprocess.run(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, check=True, text=True
    )
    first = [trace(seed) for seed in seeds]
    assert first == [trace(seed) for seed in seeds]
    assert first == other.stdout.splitlines()


def test_finished_world_leaves_memory():
    """A campaign runs 10,000 worlds in one process."""
    for seed in range(6):
        World(seed).run()
    gc.collect()
    assert not [one for one in gc.get_objects() if isinstance(one, World | Loop)]


# Two worlds that differ in one secret choice.


def differences(seed):
    """Return the messages to others that differ, in bytes or in time, before the reveal."""
    one, other = (
        World(seed, quiet=True, seconds=4, watch=1 + seed % 5, flip=flip).run()
        for flip in (False, True)
    )
    if one.watched is None:
        return None
    shown = min(shown_after(one.watched.when, world) for world in (one, other))
    found = []
    for here, there in zip(one.guests, other.guests, strict=False):
        if here.number not in one.watched.pages:
            pairs = zip_longest(
                *([each for each in guest.heard if each[0] < shown] for guest in (here, there))
            )
            found += [pair for pair in pairs if pair[0] != pair[1]]
    return found


def shown_after(made, world):
    """Return when the choices were revealed next at the watched table."""
    log = world.checks.logs[world.watched.table]
    moments = [e.at / 1000 - EPOCH for e in log.entries if isinstance(e.event, ChoicesRevealed)]
    # The log has whole milliseconds.
    return min((moment for moment in moments if moment > made - 0.001), default=world.timeline.now)


def test_secret_choice_changes_no_byte_and_no_delay_for_others():
    compared = 0
    for seed in range(PAIRS):
        found = differences(seed)
        compared += found is not None
        assert not found, f"seed {seed}: {str(found[0])[:500]}"
    assert compared >= PAIRS // 3


# Controls.


def seeds_until_noticed(what, most, **options):
    """Return how many worlds it takes to notice a fault in the server."""
    for seed in range(most):
        try:
            World(seed, **options).run()
        except BrokenPromiseError as error:
            if what in str(error):
                return seed + 1
    raise AssertionError(f"{most} worlds did not notice it")


def test_control_worlds_notice_an_answer_before_the_commit(monkeypatch):
    async def hasty(store, table, expected, entries, **rest):
        store.hasty = asyncio.create_task(rightly(store, table, expected, entries, **rest))
        return expected + len(entries)

    rightly = Store.append
    monkeypatch.setattr(Store, "append", hasty)
    assert seeds_until_noticed("durable", 5)


def test_control_worlds_notice_a_forgotten_command_id(monkeypatch):
    monkeypatch.setattr(Sender, "earlier", lambda sender, number: None)
    assert seeds_until_noticed("done twice", 40, quiet=True)


def test_control_worlds_notice_a_leaked_choice(monkeypatch):
    monkeypatch.setattr(ChoiceMade, "told", ("seat", "leave"))
    assert seeds_until_noticed("a secret was sent", 20, quiet=True)


def test_control_worlds_notice_a_missing_notice(monkeypatch):
    async def silent(connection, notices):
        return

    monkeypatch.setattr(postgres, "notify", silent)
    assert seeds_until_noticed("did not hear", 20, kind="postgres")


def test_control_worlds_notice_a_missing_sync(monkeypatch):
    monkeypatch.setattr(Storage, "synchronous", "OFF")
    assert seeds_until_noticed("", 40, kind="sqlite")


def test_control_worlds_notice_connections_of_a_dead_node(monkeypatch):
    async def leave(*_):
        return

    monkeypatch.setattr(Rooms, "repair_presence", leave)
    monkeypatch.setattr(Rooms, "_repair_presence", leave)
    assert seeds_until_noticed("the log has other connections", 60, kind="sqlite")


def test_control_two_worlds_notice_a_delay_that_depends_on_the_choice(monkeypatch):
    def submit(room, request, caller=None):
        if isinstance(request, Choose) and request.leave:
            asyncio.get_running_loop().call_later(0.02, rightly, room, request, caller)
        else:
            rightly(room, request, caller)

    rightly = Room.submit
    monkeypatch.setattr(Room, "submit", submit)
    assert any(differences(seed) for seed in range(20))
