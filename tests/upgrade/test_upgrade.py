"""Test that data and pages of every release work with this version."""

import re
import shutil
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

import diamant
from diamant.dealer import verify
from diamant.record import read_records
from diamant.server.tables.persistence import FORM
from diamant.store import migrations
from tests.live.people import Person
from tests.server.live import live
from tests.upgrade.frozen import KEY, RELEASES, converse, frozen, shapes, thaw_postgres, thaw_sqlite
from tools.rolling import upgrade

MAPS = ("deck", "hazards_left")
_UNUSED = shutil.ignore_patterns("__pycache__", "docs_site")


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("dialect", ["sqlite", "postgresql"])
async def test_games_of_a_release_continue_without_any_loss(
    release: str, dialect: str, tmp_path: Path, request: pytest.FixtureRequest
):
    kept = frozen(release)
    if dialect == "sqlite":
        database = f"sqlite:///{tmp_path}/tables.db"
        thaw_sqlite(release, tmp_path / "tables.db")
    else:
        database = request.getfixturevalue("postgres").empty_database()
        await thaw_postgres(release, database)
    entries = {row["key"]: 0 for row in kept["rows"]["tables"]}
    for row in kept["rows"]["events"]:
        entries[row["key"]] += 1
    async with live(database, message_burst=10_000, address_burst=10_000) as server:
        for row in kept["rows"]["tables"]:
            assert (await server.services.store.info(row["id"])).log_number == entries[row["key"]]
        tables = {name: table["table"] for name, table in kept["people"].items()}
        async with AsyncExitStack() as stack:
            for name in ("lobby", "game"):
                people = [
                    await stack.enter_async_context(Person(server.address))
                    for _ in kept["people"][name]["tokens"]
                ]
                for person, token in zip(people, kept["people"][name]["tokens"], strict=True):
                    await person.join(tables[name], token)
                await _play_out(people)
        for name in ("lobby", "game", "over"):
            records = await server.http.get(f"api/tables/{tables[name]}/records")
            (record,) = read_records(records.text)
            assert verify(record) is None
        for row in kept["rows"]["daily_attempts"]:
            assert await server.services.store.daily_begun(row["day"]) == 1
        assert (
            await server.http.delete("api/daily/player", headers={"Authorization": f"Bearer {KEY}"})
        ).status_code == 204


async def _play_out(people: list[Person]) -> None:
    while (view := await people[0].look())["phase"] != "over":
        if view["phase"] == "lobby":
            await people[0].send("Start")
        elif view["paused"]:
            await people[0].send("Resume")
        for person in people:
            view = await person.look()
            for hand in view["hands"]:
                seat = hand["seat"]
                if view["phase"] == "hashes":
                    await person.send("PromiseNonce", seat=seat, hash="")
                elif view["phase"] == "cave" and seat in view["game"]["in_cave"]:
                    await person.send("Choose", seat=seat, turn=view["turn"], leave=True)


@pytest.mark.parametrize("release", RELEASES)
async def test_page_of_a_release_works_with_this_server(release: str):
    kept = frozen(release)
    async with live() as server:
        heard = shapes(await converse(server, kept["said"]))
    assert heard.keys() >= kept["heard"].keys()
    for kind, message in kept["heard"].items():
        _check(heard[kind], message, kind)


def _check(new: object, old: object, where: str) -> None:
    """Check that all fields that an old page reads exist and have the same type."""
    if isinstance(old, dict) and isinstance(new, dict):
        if old.get("event") != new.get("event") or where.endswith(MAPS):
            return  # The cards of another game.
        assert new.keys() >= old.keys(), f"{where}: {old.keys() - new.keys()} is missing"
        for name, value in old.items():
            _check(new[name], value, f"{where}.{name}")
    elif isinstance(old, list) and isinstance(new, list):
        for one, other in zip(new, old, strict=False):
            _check(one, other, f"{where}[]")
    elif old is not None and new is not None:
        assert type(new) is type(old) or {type(new), type(old)} == {int, float}, where


@pytest.mark.parametrize("release", RELEASES)
def test_migrations_of_a_release_never_change(release: str):
    for dialect, steps in frozen(release)["schema"].items():
        now = dict(migrations.steps(dialect, 0, "it"))
        for number, sql in steps:
            assert _words(now[number]) == _words(sql)


def _words(sql: str) -> list[str]:
    """Return the words of SQL without its comments, which may change."""
    return re.sub("--.*", "", sql).split()


async def test_nodes_of_another_release_can_be_replaced_during_games(postgres, tmp_path: Path):
    """The other release has another version and another snapshot format."""
    package = tmp_path / "src" / "diamant"
    shutil.copytree(Path(diamant.__file__).parent, package, ignore=_UNUSED)
    for file, ours, theirs in (
        ("__init__.py", f'__version__ = "{diamant.__version__}"', '__version__ = "0.0.9"'),
        ("server/tables/persistence.py", f"FORM = {FORM}\n", f"FORM = {FORM - 1}\n"),
    ):
        text = (package / file).read_text(encoding="utf-8")
        assert ours in text
        (package / file).write_text(text.replace(ours, theirs), encoding="utf-8")
    made, games = await upgrade(postgres.new_database(), tmp_path, tmp_path / "src", choices=60)
    assert made >= 180
    assert games > 0


def test_control_missing_field_is_noticed():
    with pytest.raises(AssertionError, match=r"Answer: .*public_number.* is missing"):
        _check({"id": 1}, {"id": 1, "public_number": 2}, "Answer")
    with pytest.raises(AssertionError, match=r"Answer.id"):
        _check({"id": "1"}, {"id": 1}, "Answer")
