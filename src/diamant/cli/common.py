"""What several commands share: reading files, printing JSON, a console."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diamant.cli.words import t
from diamant.errors import DiamantError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from diamant.record import Record


def add_json(parser: ArgumentParser) -> None:
    """Add the option that every command for programs has."""
    parser.add_argument("--json", action="store_true", help=t("print JSON alone, for programs"))


def add_record_file(parser: ArgumentParser) -> None:
    """Add the record file that a command reads."""
    parser.add_argument(
        "file", metavar="FILE", help=t("a record file (.dia), or - for standard input")
    )


def print_json(data: Any) -> None:  # noqa: ANN401 - whatever JSON can hold
    """Print JSON data on one line."""
    print(json.dumps(data))


def read_bytes(file: str) -> bytes:
    """Return a file's bytes, standard input's for '-'."""
    if file == "-":
        if sys.stdin is None:
            raise DiamantError("cannot read standard input: it is closed")
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise DiamantError(f"cannot read {file}: {error.strerror}") from None
    except ValueError as error:
        raise DiamantError(f"cannot read {file!r}: {error}") from None


def write_text(file: str, text: str) -> None:
    """Write a file, or refuse one that cannot be written."""
    try:
        Path(file).write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise DiamantError(f"cannot write {file}: {error.strerror}") from None


def check_output(file: str | None) -> None:
    """Refuse a file that could not be written, before anything is played or reckoned for it."""
    if file is None or file == "-":
        return
    path = Path(file)
    existed = path.exists()
    try:
        with path.open("a"):
            pass
    except OSError as error:
        raise DiamantError(f"cannot write {file}: {error.strerror}") from None
    if not existed:
        path.unlink()


def read_games(file: str) -> "list[Record]":
    """Return every game of a record file; a refusal names the file first."""
    return parse_games(read_bytes(file), file)


def parse_games(data: bytes, file: str) -> "list[Record]":
    """Return every game of a record file's bytes."""
    from diamant.errors import RecordError
    from diamant.record import decode, read_records

    name = "standard input" if file == "-" else file
    try:
        games = list(read_records(decode(data)))
    except RecordError as error:
        raise DiamantError(f"{name}, {error}") from None
    if not games:
        raise DiamantError(f"{name}, line 1, column 1: the record is empty")
    return games


WIDEST = 10_000
"""More columns than any table has."""


def print_table(out: "Console", table: "Table") -> None:
    """Print a table as wide as it is: a narrow terminal breaks its lines, and cuts nothing off."""
    usual = out.width
    # Rich prints nothing wider than its console, and measures within that too.
    out.width = WIDEST
    out.width = max(usual, table.__rich_measure__(out, out.options).maximum)
    out.print(table)
    out.width = usual


def console(*, widest: int | None = None, aside: bool = False) -> "Console":
    """Return a console that writes colours to a terminal and plain text to a file.

    With `aside` it writes to standard error.

    Lines are broken only if a width is given that they may not exceed.
    """
    from rich.console import Console

    class OurConsole(Console):
        def on_broken_pipe(self) -> None:
            # Rich would end the program here with code 1; `main` knows better.
            raise BrokenPipeError

    # Names are shown as they were written: ":gem:" is no picture.
    out = OurConsole(highlight=False, emoji=False, soft_wrap=widest is None, stderr=aside)
    if widest is not None:
        out.width = min(out.width, widest)
    return out
