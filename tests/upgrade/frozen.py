"""Freeze and open data of a release: its database, its players' tokens, and its messages.

`python -m tests.upgrade.frozen 0.1` plays with the current code and saves everything in a file. Run
it once per release and never again: every later version must open the file. `0.1.dev` is the format
before the first release.
"""

import asyncio
import json
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import asyncpg

from diamant.store import migrations
from diamant.store.sqlite_file import APPLICATION_ID
from tests.live.people import CALM_SETTINGS, QUICK, SHORT_SETTINGS, company
from tests.own_editions import LONG
from tests.server.live import Guest, live

HERE = Path(__file__).parent
RELEASES = sorted(path.stem for path in HERE.glob("*.json"))
TABLES = ("tables", "events", "snapshots", "texts", "daily_seeds", "daily_attempts")
KEY = "0" * 32

PAGE: list[dict[str, Any]] = [
    {"type": "Hello", "protocol": 3, "client": "web", "sender": "page"},
    {"type": "TakeSeat", "id": 1, "name": "Ana"},
    {"type": "Dress", "id": 2, "seat": 0, "color": 3, "shape": 4},
    {"type": "FillWithBots", "id": 3, "players": 3},
    {"type": "ChangeSettings", "id": 4, "settings": {**QUICK, "edition": "incan-gold"}},
    {"type": "Start", "id": 5},
    {"type": "PromiseNonce", "id": 6, "seat": 0, "hash": ""},
    {"type": "Choose", "id": 7, "seat": 0, "turn": 1, "leave": False},
    {"type": "Look", "id": 8},
    {"type": "SendEmote", "id": 9, "emote": "wave", "seat": 0},
    {"type": "OfferSeat", "id": 10, "seat": 0},
    {"type": "EndGame", "id": 11},
    {"type": "Rematch", "id": 12},
    {"type": "Choose", "id": 13, "seat": 0, "turn": 1, "leave": False},
    {"type": "LeaveTable", "id": 14},
]
"""All messages of a page in a short game; the last choice is refused."""


async def converse(server, said: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Send a page's messages to a server, and return all of its replies."""
    made = await server.make_table()
    hello, *commands = said
    heard = []
    async with server.line() as line:
        guest = Guest(line)
        await line.send(json.dumps({**hello, "table": made["table"], "token": made["token"]}))
        heard.append(await guest.hear())
        for message in commands:
            await line.send(json.dumps(message))
            while heard[-1].get("id") != message["id"]:
                heard.append(await guest.hear())
    return heard


def shapes(heard: list[dict[str, Any]]) -> dict[str, Any]:
    """Return one example of every kind of message and event."""
    found: dict[str, Any] = {}
    for message in heard:
        if message["type"] == "Events":
            found |= {f"event {event['event']}": event for event in message["events"]}
        else:
            found[message["type"] + (" refused" if "refusal" in message else "")] = message
    return found


async def _play(url: str) -> dict[str, Any]:
    """Create tables of every kind, and return how their people reconnect."""
    people: dict[str, Any] = {}
    async with live(url) as server:
        for name, settings in (
            ("lobby", {**QUICK, "edition": "long", "edition_text": LONG.replace("= 20", "= 1")}),
            ("game", CALM_SETTINGS),
            ("over", SHORT_SETTINGS),
        ):
            async with company(server.address, people=3, **settings) as party:
                if name != "lobby":
                    await party.begin()
                if name == "game":
                    await party.all_choose()
                    turn = (await party.host.look())["turn"]
                    await party.people[1].send("Choose", seat=1, turn=turn, leave=True)
                if name == "over":
                    await party.play_out()
                tokens = [person.token for person in party.people]
                people[name] = {"table": party.table, "code": party.made.code, "tokens": tokens}
        headers = {"Authorization": f"Bearer {KEY}"}
        await server.http.get("api/daily")
        await server.http.post("api/daily/attempt", headers=headers)
        return {"people": people, "heard": shapes(await converse(server, PAGE))}


def _named(cursor: apsw.Cursor, row: tuple[Any, ...]) -> dict[str, Any]:
    names = [name for name, *_ in cursor.get_description()]
    plain = [{"hex": value.hex()} if isinstance(value, bytes) else value for value in row]
    return dict(zip(names, plain, strict=True))


def _real(value: Any) -> Any:
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


async def freeze(release: str) -> None:
    """Save the data of a release in a file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        kept = await _play(f"sqlite:///{file}")
        with closing(apsw.Connection(str(file))) as connection:
            connection.row_trace = _named
            kept["rows"] = {
                table: list(connection.execute(f"SELECT * FROM {table}")) for table in TABLES
            }
    kept["said"] = PAGE
    kept["schema"] = {d: migrations.steps(d, 0, "it") for d in ("sqlite", "postgresql")}
    text = json.dumps(kept, indent=1, ensure_ascii=False)
    (HERE / f"{release}.json").write_text(text + "\n", encoding="utf-8")


def frozen(release: str) -> dict[str, Any]:
    """Return the saved data of a release."""
    return json.loads((HERE / f"{release}.json").read_text(encoding="utf-8"))


def thaw_sqlite(release: str, file: Path) -> None:
    """Create a release's database as a file."""
    kept = frozen(release)
    with closing(apsw.Connection(str(file))) as connection:
        for number, sql in kept["schema"]["sqlite"]:
            connection.execute(sql)
            connection.pragma("user_version", number)
        connection.pragma("application_id", APPLICATION_ID)
        for table, rows in kept["rows"].items():
            for row in rows:
                gaps = ", ".join("?" * len(row))
                sql = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({gaps})"
                connection.execute(sql, tuple(map(_real, row.values())))


async def thaw_postgres(release: str, url: str) -> None:
    """Create a release's database on an empty PostgreSQL database."""
    kept = frozen(release)
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("CREATE SCHEMA diamant; CREATE TABLE diamant.schema (version int)")
        for _, sql in kept["schema"]["postgresql"]:
            await connection.execute(sql)
        last = kept["schema"]["postgresql"][-1][0]
        await connection.execute("INSERT INTO diamant.schema VALUES ($1)", last)
        for table, rows in kept["rows"].items():
            for row in rows:
                real = {name: _real(value) for name, value in row.items()}
                if table == "tables":
                    real["public"] = bool(real["public"])
                gaps = ", ".join(f"${place + 1}" for place in range(len(real)))
                await connection.execute(
                    f"INSERT INTO diamant.{table} ({', '.join(real)})"
                    f" OVERRIDING SYSTEM VALUE VALUES ({gaps})",
                    *real.values(),
                )
        sql = "SELECT setval(pg_get_serial_sequence('diamant.tables', 'key'), 1000)"
        await connection.execute(sql)
    finally:
        await connection.close()


if __name__ == "__main__":
    asyncio.run(freeze(sys.argv[1]))
