"""Test the operator's commands: serve, backup, export, forget."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from diamant.cli import main
from diamant.protocol.incoming import TableSettings
from diamant.record import read_records
from diamant.server.metrics import Metrics
from diamant.server.tables.rooms import Rooms
from diamant.store import open_store
from diamant.table import TablePhase
from diamant.table.commands import Choose, Connect, FillWithBots, PromiseNonce, Start, TakeSeat
from tests.server.conftest import Client
from tests.server.live import live


async def _play(url: str, *, over: bool) -> str:
    """Create a database with a finished or a running game; return the room code."""
    store = await open_store(url)
    rooms = Rooms(store, Metrics(), "testnode")
    made = await rooms.make(TableSettings(thinking=False, break_seconds=0), "")
    room = await rooms.open(made.table)
    name = "testnode-1"
    room.connections[name] = Client()
    room.submit(Connect(guest="g1", connection=name))
    if not over:
        room.submit(TakeSeat(by="g1", name="Ana"))
    room.submit(FillWithBots(by="g1", players=3))
    room.submit(Start(by="g1"))
    if not over:
        room.submit(PromiseNonce(by="g1", seat=0, hash=""))
        room.submit(Choose(by="g1", seat=0, turn=1, leave=False))
    await room.settled()
    async with asyncio.timeout(10):
        while over and room.table.phase is not TablePhase.OVER:
            await asyncio.sleep(0.01)
    room.connections.clear()
    room.close()
    await store.close()
    return made.code


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'x.db'}"


async def _codes(database: str) -> tuple[str, str]:
    return await _play(database, over=True), await _play(database, over=False)


async def test_forgetting_a_table_ends_its_connections_on_a_running_server(tmp_path: Path):
    database = f"sqlite:///{tmp_path}/tables.db"
    async with live(database) as server, server.host() as ana:
        forget = ["forget", "--database", database, ana.made["table"]]
        assert await asyncio.to_thread(main, forget) == 0
        code, heard = await ana.ended()
        assert (code, heard[-1]["code"]) == (4404, "no-such-table")
        assert (await server.http.get(f"api/tables/{ana.made['table']}")).status_code == 404


def test_records_are_exported_backed_up_and_forgotten(database: str, tmp_path: Path, capsys):
    import asyncio

    finished, running = asyncio.run(_codes(database))
    assert main(["export", "--database", database, finished.lower()]) == 0
    text = capsys.readouterr().out
    assert "[Seed " in text
    assert len(list(read_records(text))) == 1
    assert main(["export", "--database", database, running, "--all"]) == 0
    text = capsys.readouterr().out
    assert "[Commitment " in text
    assert "[Seed " not in text
    copy = tmp_path / "copy.db"
    assert main(["backup", "--database", database, str(copy)]) == 0
    assert capsys.readouterr().err.endswith(f"The copy is in {copy}.\n")
    assert main(["forget", "--database", database, finished]) == 0
    assert f"Table {finished} has been deleted.\n" in capsys.readouterr().err
    assert main(["export", "--database", database, finished]) == 2
    assert "unknown table" in capsys.readouterr().err
    out = tmp_path / "game.dia"
    code = main(["export", "--database", f"sqlite:///{copy}", finished, "-o", str(out)])
    assert code == 0
    assert "[Seed " in out.read_text()
    assert f"Game saved to {out}.\n" in capsys.readouterr().err
    full = ["export", "--database", f"sqlite:///{copy}", finished, "-o", "/dev/full"]
    assert main(full) == 2
    assert "cannot write /dev/full: No space left on device" in capsys.readouterr().err


def test_household_games_are_listed(database: str, tmp_path: Path, capsys, monkeypatch):
    import asyncio
    import io
    import json
    import sys

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert main(["games"]) == 0
    out, err = capsys.readouterr()
    assert out == "No saved games yet. Games from 'diamant play' and 'diamant host' appear here.\n"
    home = tmp_path / "home" / "diamant"
    assert err == f"using {home / 'games'}\nusing {home / 'tables.db'}\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO("l\n" * 99))
    assert main(["play", "--name", "Ana"]) == 0
    (played,) = (tmp_path / "home" / "diamant" / "games").iterdir()
    code = asyncio.run(_play(database, over=True))
    capsys.readouterr()
    assert main(["games", "--database", database, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["where"] for row in rows} == {str(played), f"table {code}"}
    (mine,) = [row["number"] for row in rows if row["where"] == str(played)]
    assert main(["games", "--database", database, str(mine)]) == 0
    assert capsys.readouterr().out == played.read_text("utf-8")
    (played.parent / "broken.dia").write_text("nonsense")
    assert main(["games", "--database", database]) == 0
    out, err = capsys.readouterr()
    assert f"Table {code}" in out
    assert played.name in out
    assert "broken.dia, line 1, column 1: " in err
    assert main(["games", "--database", database, "3"]) == 2
    assert "game 3 does not exist (the last one is 2)" in capsys.readouterr().err
    assert main(["games", "--database", database, "--watch"]) == 2
    assert "--watch requires a game number" in capsys.readouterr().err
    for option, told in (
        ("--replay", "Cave 5 of 5"),
        ("--review", "Decisions"),
        ("--watch", "Everyone enters cave 5."),
    ):
        assert main(["games", "--database", database, str(mine), option]) == 0
        assert told in capsys.readouterr().out
    copy = tmp_path / "copy.dia"
    assert main(["games", "--database", database, str(mine), "--export", str(copy)]) == 0
    assert copy.read_text("utf-8") == played.read_text("utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["play"]) == 0
    capsys.readouterr()
    assert main(["games", "--database", database]) == 0
    assert "use 'diamant play --continue' to resume." in capsys.readouterr().out


def test_commands_do_not_create_a_database(tmp_path: Path, capsys):
    place = f"sqlite:///{tmp_path / 'none.db'}"
    for command in (["backup", "--database", place, "y.db"], ["forget", "--database", place, "X"]):
        assert main(command) == 2
        assert "none.db does not exist" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def _serve(*options: str, **environment: str) -> subprocess.Popen[str]:
    program = "import sys; from diamant.cli import main; sys.exit(main())"
    return subprocess.Popen(
        [sys.executable, "-c", program, "serve", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )


def test_serve_prints_its_address_and_ends_with_code_0(database: str):
    process = _serve("--port", "0", "--database", database)
    line = process.stdout.readline()
    assert line.startswith("diamant is running at http://127.0.0.1:")
    address = line.split()[4]
    assert httpx.get(f"{address}api/health").json()["status"] == "ok"
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Traceback" not in err


def test_serve_refuses_wrong_settings_in_one_line(tmp_path: Path, database: str):
    strange = tmp_path / "strange.db"
    strange.write_text("this is no database, though it has some length to it" * 50)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        cases = {
            ("--port", port): f"{port}: the port is already in use",
            ("--port", "0", "--database", "mysql://x"): "unknown database type 'mysql'",
            ("--port", "0", "--database", f"sqlite:///{strange}"): "strange.db",
            ("--host", "no.such.host.invalid", "--port", "0"): "cannot listen",
            ("--metrics", "sometimes"): "unknown metrics setting 'sometimes'",
            ("--prot", "80"): "unknown option '--prot' (did you mean '--port'?)",
            ("--port", "eighty"): "--port must be a whole number",
        }
        running = {options: _serve(*options, DIAMANT_DATABASE=database) for options in cases}
        for options, process in running.items():
            out, err = process.communicate(timeout=60)
            assert process.returncode == 2, (options, err)
            assert cases[options] in err, (options, err)
            assert err.count("\n") == 1, err
            assert out == ""
