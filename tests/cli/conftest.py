"""Run the command line inside the test, and capture its output and exit code."""

import io
import json
import subprocess
import sys
from typing import NamedTuple

import pytest

from diamant.cli import main
from diamant.cli.runs import COMPILING


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch):
    """Ignore settings of the machine that change the output."""
    for name in ("FORCE_COLOR", "PYTHONUNBUFFERED", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "88")


@pytest.fixture(autouse=True)
def household(tmp_path_factory, monkeypatch):
    """Return an empty folder for the games of this test."""
    folder = tmp_path_factory.mktemp("household")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return folder / "diamant"


class Diamant:
    """Run `diamant` with arguments and, perhaps, standard input."""

    def __init__(self, capsys, monkeypatch):
        self._capsys, self._monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments, stdin=b""):
        data = stdin.encode() if isinstance(stdin, str) else stdin
        reader = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
        self._monkeypatch.setattr(sys, "stdin", reader)
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as ending:
            code = ending.code
        return Ran(code, *self._capsys.readouterr())

    def out(self, *arguments, stdin=b""):
        """Return the output of a run that succeeds without errors."""
        code, out, err = self(*arguments, stdin=stdin)
        assert (code, err) in ((0, ""), (0, f"{COMPILING}\n"))
        return out

    def json(self, *arguments, stdin=b""):
        """Return the output of such a run with `--json`, parsed."""
        return json.loads(self.out(*arguments, "--json", stdin=stdin))


@pytest.fixture
def diamant(capsys, monkeypatch):
    return Diamant(capsys, monkeypatch)


@pytest.fixture
def refusal(diamant):
    """Run `diamant` with wrong input and return its one line of error."""

    def run(*arguments, stdin=b""):
        code, out, err = diamant(*arguments, stdin=stdin)
        assert (code, out) == (2, "")
        assert err.endswith("\n")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return err[:-1]

    return run


@pytest.fixture
def process():
    """Run `diamant` as a separate process."""

    def run(*arguments, **options):
        command = [sys.executable, "-m", "diamant", *arguments]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.run(command, timeout=300, check=False, **(streams | options))

    return run
