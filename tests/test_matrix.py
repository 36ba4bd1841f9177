"""Tests of finding every Python on a machine, for `make matrix`."""

import platform
import sys

import pytest

from tools import matrix


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Return a function that writes programs to a PATH of its own, with an empty pyenv."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))

    def add(name, script):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)

    add("python3.11", f'exec {sys.executable} "$@"')
    return add


def test_each_release_is_found_once(machine):
    machine("python3.12", f'exec {sys.executable} "$@"')
    assert [python.release for python in matrix.find()] == [platform.python_version()]


def test_releases_of_pyenv_are_found(machine, tmp_path):
    folder = tmp_path / "pyenv" / "versions" / "3.99.1" / "bin"
    folder.mkdir(parents=True)
    machine("pyenv/versions/3.99.1/bin/python", "echo 3.99.1")
    assert [python.release for python in matrix.find()][-1] == "3.99.1"


def test_release_without_a_module_is_reported_and_skipped(machine, capsys):
    machine("python3.13", "echo \"ModuleNotFoundError: No module named '_ssl'\" >&2; exit 1")
    assert len(matrix.find()) == 1
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert "python3.13 cannot be used: ModuleNotFoundError: No module named '_ssl'" in said


def test_pyenv_shim_without_a_release_is_skipped_silently(machine, capsys):
    machine("python3.14", "echo 'pyenv: python3.14: command not found' >&2; exit 127")
    assert len(matrix.find()) == 1
    assert capsys.readouterr().out == ""


def test_missing_releases_are_listed_and_a_failure_sets_the_exit_code(machine, monkeypatch, capfd):
    monkeypatch.setattr(matrix, "find", lambda: [matrix.Python("3.12.1", "python3.12")])
    monkeypatch.setattr(matrix, "prepare", lambda python: "false")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert matrix.main(["tests/rules"]) == 1
    said = capfd.readouterr().out
    assert "Tried on: 3.12.1." in said
    assert "Not found on this machine: 3.11, 3.13, 3.14." in said
    assert "Failed on: 3.12.1." in said
