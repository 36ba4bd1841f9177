"""Test what `diamant doctor` reports on a good machine and on a bad one."""

import json
import os
import shutil
import socket
import time

import pytest

from diamant.cli.commands import doctor
from diamant.errors import DiamantError


@pytest.fixture
def told(diamant, tmp_path, monkeypatch):
    """Check this machine with its own home folder, and return the result of each check."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(doctor, "_is_free", lambda port: port == 8000)

    def run():
        code, out, err = diamant("doctor", "--json")
        assert err == ""
        found = {one["what"]: (one["verdict"], one["told"]) for one in json.loads(out)}
        assert code == int("missing" in [verdict for verdict, _ in found.values()])
        return found

    return run


def test_good_machine_passes_every_check(told, tmp_path):
    found = told()
    assert next(iter(found)) == "diamant"
    assert (
        found["server"][0] == found["sim"][0] == found["SQLite"][0] == found["clock"][0] == "good"
    )
    assert found["games"] == ("good", str(tmp_path / "diamant"))
    assert found["port"] == ("good", "8000 is free")


def test_plain_output_has_a_line_for_each_check(diamant):
    out = diamant.out("doctor", "--language", "de")
    assert "Partien" in out
    assert "SQLite" in out


def test_missing_dependency_is_reported_with_how_to_install_it(told, monkeypatch):
    find = doctor.find_spec
    lacking = ("segno", "ray")
    monkeypatch.setattr(doctor, "find_spec", lambda name: None if name in lacking else find(name))
    found = told()
    assert found["server"][0] == "missing"
    assert found["server"][1].endswith("pip install -e '.[server]'")
    assert found["cluster"][0] == "absent", "most people need no cluster"


@pytest.mark.parametrize(
    ("free", "verdict", "sentence"),
    [
        (8003, "odd", "8000 is in use: diamant host will use 8003"),
        (0, "missing", "8000 to 8019 are all in use: choose another port with diamant host --port"),
    ],
)
def test_port_in_use_is_reported(told, monkeypatch, free, verdict, sentence):
    monkeypatch.setattr(doctor, "_is_free", lambda port: port == free)
    assert told()["port"] == (verdict, sentence)


def test_free_port_is_reported():
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        assert not doctor._is_free(taken.getsockname()[1])


def test_full_and_unwritable_disks_are_reported(told, tmp_path, monkeypatch):
    usage = shutil.disk_usage(tmp_path)._replace(free=5_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage)
    assert told()["games"][0] == "odd"
    assert told()["games"][1].endswith("only 5 MB free on this disk")
    monkeypatch.setattr(os, "access", lambda *_: False)
    found = told()
    assert found["games"][0] == "missing"
    assert found["cache"][0] == "odd"
    monkeypatch.setenv("XDG_DATA_HOME", f"{tmp_path}/file/there")
    (tmp_path / "file").write_text("")
    assert told()["games"] == (
        "missing",
        f"cannot save games in {tmp_path}/file/there/diamant: Not a directory",
    )


@pytest.mark.parametrize(
    ("networks", "verdict", "said"),
    [
        ({"wlan0": ["192.168.0.7"]}, "good", "192.168.0.7 (wlan0)"),
        ({"docker0": ["172.17.0.1"]}, "odd", "phones probably cannot reach 172.17.0.1 on docker0"),
        ({}, "odd", "this computer is not on a network"),
    ],
)
def test_reachability_from_phones_is_reported(told, monkeypatch, networks, verdict, said):
    from diamant.server import host

    found = host.rank(networks)
    monkeypatch.setattr(host, "machine_addresses", lambda: found)
    assert told()["phones"][0] == verdict
    assert told()["phones"][1].startswith(said)


def test_wrong_clock_and_old_database_are_reported(told, monkeypatch):
    import apsw

    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.45.1")
    monkeypatch.setattr(time, "time", lambda: 1_000_000_000.0)
    found = told()
    assert found["SQLite"] == (
        "odd",
        "3.45.1 can lose the latest changes: install apsw 3.51.3 or newer",
    )
    assert found["clock"][0] == "odd"
    assert found["clock"][1].startswith("2001-09-0")


def test_damaged_champion_is_reported(told, monkeypatch):
    def damaged():
        raise DiamantError("the champion model here is damaged: reinstall the game")

    assert "champion" not in told()
    monkeypatch.setattr("diamant.bots.champion.model.networks", damaged)
    assert told()["champion"] == (
        "missing",
        "the champion model here is damaged: reinstall the game",
    )
