"""Test the contract of every store, on every database."""

import asyncio
import time
from itertools import chain
from pathlib import Path

import pytest

from diamant.store import Due, Index, Notice, Snapshot, Store, StoredEntry, open_store
from diamant.store.errors import (
    BackupError,
    ConflictError,
    NoSuchTableError,
    StoreClosedError,
    TakenError,
)
from diamant.store.values import DailyAttempt
from tests.store.conftest import Place


async def test_appended_entries_are_read_in_order(store: Store):
    assert await store.create("t", [b"one", b"\x00\xff"], now=1.0) == 2
    assert await store.append("t", 2, [b"", "drei ä".encode(), b"x" * 100_000], now=2.0) == 5
    entries = await store.read("t")
    assert [entry.log_number for entry in entries] == [1, 2, 3, 4, 5]
    assert entries[1:4] == (
        StoredEntry(2, b"\x00\xff"),
        StoredEntry(3, b""),
        StoredEntry(4, "drei ä".encode()),
    )
    assert await store.read("t", since=4) == entries[4:]
    assert await store.read("t", since=1, limit=2) == entries[1:3]
    assert await store.read("t", since=5) == ()


async def test_long_text_is_stored_once_per_table_and_deleted_with_it(store: Store):
    text, other = b"an edition " * 500, b"another " * 500
    await store.create("t", [b"a", b"b"], now=1.0, texts={1: text})
    await store.create("u", [b"a"], now=1.0, texts={0: text})
    # Also with several appends in one batch.
    numbers = await asyncio.gather(
        *(store.append("t", n, [b"c"], now=1.0, texts={0: text}) for n in range(2, 22)),
        store.append("u", 1, [b"d", b"e", b"f"], now=1.0, texts={0: other, 2: text}),
    )
    assert numbers == [*range(3, 23), 4]
    entries = await store.read("t")
    assert entries[:2] == (StoredEntry(1, b"a"), StoredEntry(2, b"b", text))
    assert entries[2:] == tuple(StoredEntry(n, b"c", text) for n in range(3, 23))
    assert [entry.text for entry in await store.read("u")] == [text, other, None, text]
    await store.save_snapshot("u", 2, b"state")
    (loaded,) = await store.load(["u"])
    assert [entry.text for entry in loaded.entries] == [None, text]
    copy = await open_store("sqlite://")
    async for stored in store.dump():
        await copy.restore(stored)
    assert await copy.read("t") == entries
    await copy.close()
    assert await store.delete("t")
    await store.create("t", [b"new"], now=1.0)
    assert await store.read("t") == (StoredEntry(1, b"new"),)
    assert (await store.read("u"))[0].text == text


async def test_repeated_text_takes_its_space_once(store: Store, tmp_path: Path):
    text = bytes(range(256)) * 256
    await store.create("t", [b"a"], now=1.0, texts={0: text})
    for number in range(1, 50):
        await store.append("t", number, [b"b"], now=1.0, texts={0: text})
    await store.backup(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_size < 4 * len(text)


async def test_index_is_stored_with_the_events(store: Store):
    first = Index("open", public=True, due=12.5, summary=b"\x00 of five")
    await store.create("t", [b"a"], now=10.25, code="WXYZ", index=first)
    info = await store.info("t")
    assert (info.table, info.code, info.log_number, info.index) == ("t", "WXYZ", 1, first)
    assert (info.created, info.changed) == (10.25, 10.25)
    await store.append("t", 1, [b"b"], now=11.0)
    assert (await store.info("t")).index == first
    second = Index("playing")
    await store.append("t", 2, [b"c"], now=12.0, index=second)
    info = await store.info("t")
    assert (info.log_number, info.index, info.created, info.changed) == (3, second, 10.25, 12.0)
    assert await store.find("WXYZ") == info


async def test_late_append_gets_a_conflict_and_changes_nothing(store: Store):
    await store.create("t", [b"a"], now=1.0)
    await store.append("t", 1, [b"b"], now=2.0, index=Index("playing"))
    for wrong in (0, 1, 3):
        with pytest.raises(ConflictError) as caught:
            await store.append("t", wrong, [b"c"], now=3.0, index=Index("finished"))
        assert caught.value.current == 2
    assert len(await store.read("t")) == 2
    assert (await store.info("t")).changed == 2.0


async def test_taken_table_names_and_codes_are_refused(store: Store):
    await store.create("t", [b"a"], now=1.0, code="AAAA")
    with pytest.raises(TakenError, match="table t is taken"):
        await store.create("t", [b"b"], now=1.0, code="BBBB")
    with pytest.raises(TakenError, match="room code AAAA is taken"):
        await store.create("u", [b"b"], now=1.0, code="AAAA")
    assert await store.find("BBBB") is None
    await store.create("u", [b"b"], now=1.0)
    await store.create("v", [b"b"], now=1.0)
    assert [info.table for info in await store.tables()] == ["t", "u", "v"]


@pytest.mark.parametrize("name", ["nobody", "", "\x00", "\udc80", "ä", "x" * 65, "a b", "'; --"])
async def test_unknown_and_impossible_names_are_refused_alike(store: Store, name: str):
    assert await store.find(name) is None
    assert not await store.delete(name)
    assert await store.load([name]) == ()
    for attempt in (
        store.read(name),
        store.info(name),
        store.append(name, 0, [b"x"], now=1.0),
        store.save_snapshot(name, 1, b"x"),
    ):
        with pytest.raises(NoSuchTableError):
            await attempt


async def _append_despite_conflicts(
    store: Store, worker: int, turns: int
) -> list[tuple[int, bytes]]:
    """Append `turns` times to table t despite conflicts; return the stored entries."""
    number, kept = 1, []
    for payload in (b"%d:%d" % (worker, turn) for turn in range(turns)):
        while True:
            try:
                number = await store.append("t", number, [payload], now=2.0)
            except ConflictError as conflict:
                number = conflict.current
            else:
                kept.append((number, payload))
                break
    return kept


async def test_many_tasks_on_one_table_leave_no_gap_and_no_duplicate(store: Store):
    await store.create("t", [b"start"], now=1.0)
    kept = await asyncio.gather(
        *(_append_despite_conflicts(store, worker, 10) for worker in range(10))
    )
    entries = await store.read("t")
    assert [entry.log_number for entry in entries] == list(range(1, 102))
    assert sorted(chain(*kept)) == [(entry.log_number, entry.payload) for entry in entries[1:]]


async def test_concurrent_tables_each_keep_their_order(store: Store):
    async def play(table: str) -> None:
        await store.create(table, [b"0"], now=1.0)
        for number in range(1, 20):
            # Some appends have an index and some have several entries, to mix them in a batch.
            index = Index("playing", due=float(number)) if number % 3 == 0 else None
            assert await store.append(table, number, [b"%d" % number], now=2.0, index=index)

    names = [f"table{n}" for n in range(50)]
    await asyncio.gather(*map(play, names))
    for name in names:
        assert [entry.payload for entry in await store.read(name)] == [b"%d" % n for n in range(20)]
        info = await store.info(name)
        assert (info.log_number, info.index.due) == (20, 18.0)


async def test_batch_keeps_the_order_of_submission(store: Store):
    outcomes = await asyncio.gather(
        store.create("t", [b"1"], now=1.0),
        store.append("t", 1, [b"2"], now=1.0, index=Index("playing")),
        store.append("t", 1, [b"late"], now=1.0, index=Index("late")),
        store.append("t", 2, [b"3"], now=3.0),
        store.save_snapshot("t", 3, b"three"),
        store.append("u", 0, [b"x"], now=1.0),
        store.delete("t"),
        store.append("t", 3, [b"4"], now=1.0),
        store.create("t", [b"again"], now=1.0),
        return_exceptions=True,
    )
    kinds = [o if isinstance(o, int | None) else type(o) for o in outcomes]
    assert kinds == [1, 2, ConflictError, 3, None, NoSuchTableError, True, NoSuchTableError, 1]
    (again,) = await store.load(["t"])
    assert (again.snapshot, again.entries) == (None, (StoredEntry(1, b"again"),))


async def test_batch_keeps_an_index_before_a_plain_append(store: Store):
    await store.create("t", [b"1"], now=1.0)
    await asyncio.gather(
        store.append("t", 1, [b"2"], now=2.0, index=Index("playing")),
        store.append("t", 2, [b"3"], now=3.0),
    )
    info = await store.info("t")
    assert (info.log_number, info.changed, info.index.state) == (3, 2.0, "playing")


async def test_only_public_tables_are_listed_newest_first(store: Store):
    for number, public in enumerate([True, False, True, True]):
        index = Index("open", public=public, summary=b"%d" % number)
        await store.create(f"t{number}", [b"x"], now=float(number), index=index)
    await store.append("t2", 1, [b"x"], now=9.0, index=Index("playing", public=True))
    assert [i.table for i in await store.public_tables(["open"], 10)] == ["t3", "t0"]
    assert [i.table for i in await store.public_tables(["open", "playing"], 2)] == ["t3", "t2"]
    assert await store.public_tables([], 10) == ()


async def test_all_tables_are_listed_page_by_page(store: Store):
    names = [f"{letter}{n}" for letter in "Za~" for n in range(4)]
    for name in names:
        await store.create(name, [b"x"], now=1.0, index=Index("open" if "a" in name else "ended"))
    seen: list[str] = []
    while page := await store.tables(after=seen[-1] if seen else "", limit=5):
        seen += [info.table for info in page]
    assert seen == sorted(names)
    assert [i.table for i in await store.tables(["open"])] == ["a0", "a1", "a2", "a3"]


async def test_load_returns_the_latest_snapshot_and_later_entries(store: Store):
    for name in ("t", "u"):
        await store.create(name, [b"1", b"2", b"3"], now=1.0)
    assert {stored.snapshot for stored in await store.load(["t", "u"])} == {None}
    await store.save_snapshot("t", 2, b"two")
    await store.save_snapshot("t", 1, b"one")
    with pytest.raises(ConflictError):
        await store.save_snapshot("t", 4, b"not yet")
    first, second = sorted(await store.load(["u", "t", "v"]), key=lambda s: s.info.table)
    assert first.info == await store.info("t")
    assert (first.snapshot, first.entries) == (Snapshot(2, b"two"), (StoredEntry(3, b"3"),))
    assert (second.snapshot, len(second.entries)) == (None, 3)


async def test_deadlines_are_leased_in_order_and_expire(store: Store):
    for name, due in (("late", 5.0), ("later", 4.0), ("not-yet", 50.0)):
        await store.create(name, [b"x"], now=1.0, index=Index("playing", due=due))
    await store.create("never", [b"x"], now=1.0)
    assert await store.claim_due(now=3.0, lease=10.0) == ()
    assert await store.claim_due(now=6.0, lease=10.0, limit=1) == (Due("later", 4.0),)
    assert await store.claim_due(now=6.0, lease=10.0) == (Due("late", 5.0),)
    assert await store.claim_due(now=15.0, lease=10.0) == ()
    # No node fired "late" during its lease; "later" was fired, and has a new deadline.
    await store.append("later", 1, [b"fired"], now=7.0, index=Index("playing", due=8.0))
    assert await store.claim_due(now=8.0, lease=1.0) == (Due("later", 8.0),)
    await store.append("later", 2, [b"fired"], now=8.0, index=Index("finished"))
    assert await store.claim_due(now=17.0, lease=1.0) == (Due("late", 5.0),)


async def test_two_stores_claim_and_fire_each_deadline_once(shared: Place):
    nodes = [await shared.open(), await shared.open()]
    names = [f"t{n}" for n in range(30)]
    for name in names:
        await nodes[0].create(name, [b"x"], now=1.0, index=Index("playing", due=2.0))
    claims = await asyncio.gather(
        *(node.claim_due(3.0, 10.0, limit=4) for _ in range(10) for node in nodes)
    )
    claimed = sorted(due.table for claim in claims for due in claim)
    assert len(claimed) == len(set(claimed))
    for node in nodes:
        claimed += [due.table for due in await node.claim_due(3.0, 10.0)]
    assert sorted(claimed) == sorted(names)

    async def fire(node: Store, name: str) -> bool:
        try:
            await node.append(name, 1, [b"fired"], now=20.0, index=Index("finished"))
        except ConflictError:
            return False
        return True

    # Even if a fast clock gives both stores a lease, only one fires.
    fired = await asyncio.gather(*(fire(node, name) for name in names for node in nodes))
    assert sum(fired) == len(names)
    for node in nodes:
        await node.close()


async def test_nodes_live_until_their_announced_time(store: Store):
    assert await store.nodes(0.0) == frozenset()
    await asyncio.gather(store.beat("a", 10.0), store.beat("b", 12.0))
    assert await store.nodes(9.9) == {"a", "b"}
    assert await store.nodes(10.0) == {"b"}
    await store.beat("a", 20.0)
    # A delayed heartbeat does not shorten the time.
    await store.beat("a", 15.0)
    assert await store.nodes(19.0) == {"a"}
    await store.forget_node("a")
    await store.forget_node("a")
    assert await store.nodes(0.0) == {"b"}


async def test_node_silent_for_a_day_leaves_no_row(store: Store):
    await store.beat("killed", 100.0)
    await store.beat("living", 100.0 + 24 * 3600 - 1)
    assert await store.nodes(0.0) == {"killed", "living"}
    await store.beat("living", 100.0 + 24 * 3600)
    assert await store.nodes(0.0) == {"living"}


async def test_two_stores_on_one_database_see_each_other_as_nodes(shared: Place):
    async with shared.opened() as one, shared.opened() as two:
        await asyncio.gather(one.beat("1", 50.0), two.beat("2", 50.0))
        assert await one.nodes(40.0) == await two.nodes(40.0) == {"1", "2"}
        await one.forget_node("2")
        assert await two.nodes(40.0) == {"1"}


async def test_two_stores_on_one_database_see_the_same_tables(shared: Place):
    async with shared.opened() as one, shared.opened() as two:
        await one.create("t", [b"0"], now=1.0)
        workers = (
            _append_despite_conflicts(one, 1, 20),
            _append_despite_conflicts(two, 2, 20),
            _append_despite_conflicts(one, 3, 20),
        )
        kept = await asyncio.gather(*workers)
        entries = await two.read("t")
        assert [entry.log_number for entry in entries] == list(range(1, 62))
        assert sorted(chain(*kept)) == [(entry.log_number, entry.payload) for entry in entries[1:]]
        assert entries == await one.read("t")


async def test_subscribers_are_notified_of_changes_and_deletions(place: Place, store: Store):
    async with store.subscribe() as early, store.subscribe() as slow:
        heard: dict[str | None, int] = {}

        async def listen() -> None:
            async for notice in early:
                heard[notice.table] = notice.log_number
                if notice == Notice("u", 0):
                    return

        listening = asyncio.create_task(listen())
        await store.create("t", [b"x"], now=1.0)
        await store.create("u", [b"x"], now=1.0)
        for number in range(1, 10):
            await store.append("t", number, [b"x"], now=1.0)
        await store.delete("u")
        await asyncio.wait_for(listening, 60)
        assert (heard["t"], heard["u"]) == (10, 0)
        # A slow reader gets only the last of many notices about a table.
        first = [await anext(slow) for _ in range(2 + (place.kind == "postgres"))]
        assert {n for n in first if n.table} == {Notice("t", 10), Notice("u", 0)}


async def test_age_of_the_last_commit_is_known(store: Store):
    assert store.commit_age is None
    await store.create("t", [b"x"], now=1.0)
    first = store.commit_age
    assert first is not None
    assert 0 <= first < 60
    await asyncio.sleep(0.02)
    assert store.commit_age > first
    # Reading commits nothing, and neither does a request without a change.
    await store.read("t")
    assert store.commit_age > 0.02
    assert not store.refusing


async def test_only_postgresql_reports_its_clock(place: Place, store: Store):
    said = await store.database_time()
    if place.kind == "postgres":
        assert abs(said - time.time()) < 60
    else:
        assert said is None


async def test_closing_finishes_pending_work_and_refuses_new_work(place: Place):
    store = await place.open()
    await store.create("t", [b"x"], now=1.0)
    subscription = store.subscribe()
    pending = [asyncio.create_task(store.append("t", 1, [b"y"], now=1.0))]
    await asyncio.sleep(0)
    await store.close()
    assert await pending[0] == 2
    async for _ in subscription:
        pass
    with pytest.raises(StoreClosedError):
        await store.append("t", 2, [b"z"], now=1.0)
    with pytest.raises(StoreClosedError):
        await store.read("t")
    await store.close()


async def test_purge_deletes_only_old_tables_in_the_given_state(store: Store):
    await asyncio.gather(
        *(store.create(f"old{n:03}", [b"x"], now=1.0, index=Index("finished")) for n in range(250)),
        store.create("running", [b"x"], now=1.0, index=Index("playing")),
        store.create("recent", [b"x"], now=100.0, index=Index("finished")),
    )
    await store.append("old000", 1, [b"still in use"], now=99.0, index=Index("finished"))
    assert await store.purge(50.0, ["finished"]) == 249
    assert [i.table for i in await store.tables()] == ["old000", "recent", "running"]
    assert await store.purge(100.0) == 2
    assert [i.table for i in await store.tables()] == ["recent"]


async def test_deleted_table_is_gone_and_its_code_is_free(store: Store):
    await store.create("t", [b"x", b"y"], now=1.0, code="AAAA", index=Index(due=1.0))
    await store.save_snapshot("t", 2, b"s")
    assert await store.delete("t")
    assert not await store.delete("t")
    assert await store.find("AAAA") is None
    assert await store.claim_due(9.0, 1.0) == ()
    await store.create("t", [b"new"], now=2.0, code="AAAA")
    (new,) = await store.load(["t"])
    assert (new.snapshot, new.entries) == (None, (StoredEntry(1, b"new"),))


async def _fill(store: Store) -> None:
    for n in range(120):
        await store.create(
            f"t{n:03}", [b"a%d" % n, b"b"], now=n / 3, code=f"C{n}", index=Index(due=n / 7)
        )
    await store.save_snapshot("t007", 1, b"seven")
    await store.append("t007", 2, [b"c"], now=99.0)


async def test_backup_opens_as_an_equal_store(store: Store, tmp_path: Path):
    await _fill(store)
    target = tmp_path / "backup.db"
    await store.backup(target)
    await store.append("t007", 3, [b"after the backup"], now=100.0)
    copy = await open_store(f"sqlite:///{target}")
    kept = [stored async for stored in copy.dump()]
    assert len(kept) == 120
    assert len(kept[7].entries) == 3
    assert kept[7].snapshot == Snapshot(1, b"seven")
    now = [stored async for stored in store.dump()]
    assert [s for s in now if s.info.table != "t007"] == kept[:7] + kept[8:]
    # A backup can be used like any other store.
    assert await copy.append("t007", 3, [b"d"], now=1.0) == 4
    await copy.close()
    with pytest.raises(BackupError, match="exists"):
        await store.backup(target)
    with pytest.raises(BackupError, match=r"folder .* does not exist"):
        await store.backup(tmp_path / "nowhere" / "backup.db")
    assert sorted(p.name for p in tmp_path.iterdir() if "backup" in p.name) == ["backup.db"]


async def test_daily_attempt_continues_only_from_its_current_step(store: Store, tmp_path: Path):
    await store.keep_seeds({"2026-11-16": b"a" * 32, "2026-11-17": b"b" * 32})
    await store.keep_seeds({"2026-11-17": b"c" * 32, "2026-11-18": b"d" * 32})
    assert await store.daily_seeds("2026-11-17", "2026-11-30") == {
        "2026-11-17": b"b" * 32,
        "2026-11-18": b"d" * 32,
    }
    day = "2026-11-17"
    begun = await asyncio.gather(
        *(store.save_attempt(day, "ana", None, DailyAttempt("")) for _ in range(5))
    )
    assert sorted(begun) == [False] * 4 + [True]
    assert await store.daily_attempt(day, "ana") == DailyAttempt("")
    assert await store.daily_attempt(day, "ben") is None
    assert not await store.save_attempt(day, "ana", "AB", DailyAttempt("AB -", 7))
    assert not await store.save_attempt(day, "ben", "", DailyAttempt("-"))
    assert await store.save_attempt(day, "ana", "", DailyAttempt("AB", 7))
    for player, points in (("ben", 7), ("cem", 0), ("dora", None)):
        assert await store.save_attempt(day, player, None, DailyAttempt("-", points))
    await store.save_attempt("2026-11-16", "ana", None, DailyAttempt("-", 3))
    await store.save_attempt("2026-11-18", "ana", None, DailyAttempt("-"))
    assert await store.daily_points(day) == {0: 1, 7: 2}
    assert await store.daily_begun(day) == 4
    assert await store.daily_days("ana") == (day, "2026-11-16")
    await store.backup(tmp_path / "copy.db")
    copy = await open_store(f"sqlite:///{tmp_path / 'copy.db'}")
    assert await copy.daily_points(day) == {0: 1, 7: 2}
    assert await copy.daily_seeds(day, day) == {day: b"b" * 32}
    await copy.close()
    assert await store.purge_attempts("2026-11-17", "2026-11-18") == 2
    assert await store.daily_days("ana") == (day,)
    assert await store.daily_begun(day) == 3
    assert await store.forget_player("ana") == 2
    assert await store.forget_player("ana") == 0
    assert await store.daily_points(day) == {0: 1, 7: 1}


async def test_dump_restores_into_any_other_store(place: Place):
    source = await open_store("sqlite://")
    await _fill(source)
    target = await place.open()
    async for stored in source.dump():
        await target.restore(stored)
    assert [s async for s in target.dump()] == [s async for s in source.dump()]
    first = await anext(aiter(source.dump()))
    with pytest.raises(TakenError):
        await target.restore(first)
    await source.close()
    await target.close()


async def test_all_data_survives_reopening(shared: Place):
    async with shared.opened() as store:
        await _fill(store)
        before = [stored async for stored in store.dump()]
    async with shared.opened() as again:
        assert [stored async for stored in again.dump()] == before


async def test_compacting_changes_no_readable_data(store: Store):
    await _fill(store)
    await store.purge(10.0)
    before = [stored async for stored in store.dump()]
    await asyncio.gather(store.compact(), store.append("t119", 2, [b"meanwhile"], now=100.0))
    after = [stored async for stored in store.dump()]
    assert before[:-1] == after[:-1]
    assert len(after[-1].entries) == 3


async def test_cancelled_append_does_not_disturb_others(store: Store):
    await store.create("t", [b"x"], now=1.0)
    impatient = asyncio.create_task(store.append("t", 1, [b"y"], now=1.0))
    await asyncio.sleep(0)
    impatient.cancel()
    while (await store.info("t")).log_number < 2:
        await asyncio.sleep(0.01)
    assert await store.append("t", 2, [b"z"], now=1.0) == 3
