"""Test how much strangers can write to the database, and the cost of long texts."""

import json
from pathlib import Path

import pytest

from diamant.server.limits import WrittenBytes
from diamant.server.settings import ServerSettings
from diamant.server.tables import persistence
from diamant.store import StoredEntry, open_store
from diamant.table import LogError, write_entry
from diamant.table.events import Entry, NothingChanged, SettingsChanged
from diamant.table.senders import CommandId
from diamant.table.settings import Settings
from tests.own_editions import SMALL
from tests.server.live import live

LARGE = f"{SMALL}\n{'# ' + 'x' * 30_000}"


def _settings(text: str) -> dict[str, str]:
    return {"edition": "own-small", "edition_text": text}


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


async def test_one_address_cannot_fill_the_disk(tmp_path: Path):
    # Without the limit, each command of this connection would add 32 KB.
    limits = {"message_burst": 1e6, "written_burst": 200_000.0, "written_rate": 0.0}
    async with (
        live(f"sqlite:///{tmp_path / 'tables.db'}", **limits) as server,
        server.host() as host,
    ):
        before = _size(tmp_path)
        answers = []
        for number in range(60):
            text = f"{LARGE}{number}"
            answers.append(await host.ask("ChangeSettings", settings=_settings(text)))
        refused = [answer["code"] for answer in answers if answer["type"] == "Problem"]
        assert len(refused) > 50
        assert set(refused) == {"too-much-written"}
        # A refused command has no effect and leaves no data.
        assert _size(tmp_path) - before < 1_500_000
        settings = (await host.ask("Look"))["view"]["settings"]
        accepted = len(answers) - len(refused)
        assert settings["edition_text"] == f"{LARGE}{accepted - 1}"
        # A repeated command that succeeded is not reported as refused.
        again = {"id": answers[0]["id"], "settings": _settings(f"{LARGE}0")}
        assert await host.ask("ChangeSettings", **again) == answers[0]


async def test_players_at_a_full_table_may_continue():
    async with live(table_written_burst=3_000.0, table_written_rate=0.0) as server:
        made = await server.make_table()
        async with (
            server.guest(made["table"], token=made["token"]) as host,
            server.guest(made["table"]) as player,
            server.guest(made["table"]) as spectator,
        ):
            await player.done("TakeSeat", name="Ben")
            while (await spectator.ask("BeScreen", screen=True))["type"] == "Answer":
                pass
            full = await spectator.ask("BeScreen", screen=True)
            assert (full["type"], full["code"]) == ("Problem", "too-much-written")
            await player.done("Rename", seat=0, name="Benno")
            await host.done("ChangeSettings", settings={"clock": "off"})
            new_text = await host.ask("ChangeSettings", settings=_settings(SMALL))
            assert new_text["code"] == "too-much-written"


async def test_refusal_stores_little(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    async with live(database) as server, server.host() as host:
        for text in (SMALL.replace("own-small", "o" * 20_000), f"{'k' * 20_000} = 1\n{SMALL}"):
            answer = await host.ask("ChangeSettings", settings=_settings(text))
            assert answer["refusal"]["code"] == "bad-setting"
    store = await open_store(database)
    lengths = [len(entry.payload) for entry in await store.read(host.made["table"])]
    assert max(lengths) < 1_000
    await store.close()


async def test_table_with_a_long_edition_reopens_unchanged(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    async with live(database, message_burst=1000.0) as server:
        made = await server.make_table(**_settings(LARGE))
        async with server.guest(made["table"], token=made["token"]) as host:
            for clock in ("off", "brisk", "relaxed") * 5:
                await host.done("ChangeSettings", settings={**_settings(LARGE), "clock": clock})
            view = (await host.ask("Look"))["view"]
            number = view["public_number"]
    store = await open_store(database)
    entries = await store.read(made["table"])
    kept = [entry for entry in entries if entry.text is not None]
    assert len(kept) == 16
    assert {entry.text for entry in kept} == {LARGE.encode()}
    assert max(len(entry.payload) for entry in entries) < 1_000
    named = {json.dumps(json.loads(e.payload)["settings"]["edition_text"]) for e in kept}
    assert len(named) == 1, "the same text has the same hash"
    await store.close()
    async with live(database) as server:
        async with server.guest(made["table"], token=made["token"]) as host:
            assert host.welcome["view"]["settings"]["edition_text"] == LARGE
        # A returning guest gets missed events from the log.
        async with server.guest(made["table"], token=made["token"], since=number - 2) as host:
            told = await host.until("SettingsChanged")
            assert told["settings"]["edition_text"] == LARGE


def test_missing_text_is_reported():
    entry = Entry(1, 1, 0, None, None, SettingsChanged(Settings(**_settings(LARGE))))
    lines, texts = persistence.pack_entries(
        [entry, Entry(2, 1, 0, "g1", CommandId("", 1), NothingChanged())]
    )
    assert texts == {0: LARGE.encode()}
    assert persistence.read_entry(StoredEntry(1, lines[0], texts[0])) == entry
    for text in (None, b"another"):
        with pytest.raises(LogError, match="refers to a text that is missing"):
            persistence.read_entry(StoredEntry(1, lines[0], text))
    # A short text is part of its entry.
    short = Entry(1, 1, 0, None, None, SettingsChanged(Settings(**_settings(SMALL))))
    assert persistence.pack_entries([short]) == ([write_entry(short).encode()], {})
    assert persistence.read_entry(StoredEntry(1, write_entry(entry).encode())) == entry


def test_budget_may_be_overdrawn_once_and_refills():
    now = 0.0
    settings = ServerSettings(
        written_rate=10, written_burst=100, table_written_rate=1, table_written_burst=1000
    )
    written = WrittenBytes(settings, lambda: now)
    assert written.address_may("a")
    written.charge("a", "t", 150)
    assert not written.address_may("a")
    assert written.table_may("t")
    assert written.address_may("b")
    now = 5.0
    assert not written.address_may("a")
    now = 6.0
    assert written.address_may("a")
    written.forget_quiet()
    assert len(written) == 2
    now = 1000.0
    written.forget_quiet()
    assert len(written) == 0


async def test_bytes_written_are_counted_per_caller(server):
    async with server.host() as host:
        await host.done("TakeSeat", name="Ana")
        assert len(server.services.limits.written) == 2
