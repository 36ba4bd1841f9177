"""Test addresses of databases: valid ones open, others get an error of one line."""

import sys
from pathlib import Path

import pytest

from diamant.errors import DiamantError
from diamant.store import open_store
from diamant.store.errors import StoreSetupError, StoreUrlError


@pytest.mark.parametrize(
    "url",
    [
        "",
        "tables.db",
        "mysql://ann:geheim@host/db",
        "sqlite:",
        "sqlite:/",
        "sqlite:///",
        "sqlite:tables.db",
        "sqlite://tables.db",
        "sqlite:///tables.db?mode=ro",
        "sqlite:///tables%00.db",
        "http://[geheim",
        "postgresql://ann:geheim@host:port/db",
        "postgresql://ann:geheim@host/db?sslmode=perhaps",
    ],
)
async def test_wrong_address_is_refused_without_its_password(url: str):
    with pytest.raises(StoreUrlError) as caught:
        await open_store(url)
    assert caught.value.code == "store-url"
    assert "geheim" not in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_sqlite_paths_may_be_relative_or_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    for url in ("sqlite:///here.db", f"sqlite:///{tmp_path}/with%20space.db"):
        await (await open_store(url)).close()
    assert {path.name for path in tmp_path.iterdir()} == {"here.db", "with space.db"}


@pytest.mark.parametrize(
    ("module", "url"), [("apsw", "sqlite://"), ("asyncpg", "postgresql://host/db")]
)
async def test_missing_library_is_named(module: str, url: str, monkeypatch: pytest.MonkeyPatch):
    for name in list(sys.modules):
        if name == module or name.startswith(("diamant.store.sqlite", "diamant.store.postgres")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(StoreSetupError, match=rf"needs {module}; .*pip install -e '\.\[server\]'"):
        await open_store(url)


def test_every_error_has_its_own_code():
    from diamant.store import errors

    found = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, DiamantError) and kind is not DiamantError
    ]
    assert len({kind.code for kind in found}) == len(found) > 10
    for kind in found:
        assert kind.__name__ in (errors.__doc__ or "")
