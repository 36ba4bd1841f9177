"""What several commands share: reading files, printing JSON, a console, a screen."""

import json
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diamant.cli.words import fault, t
from diamant.errors import DiamantError, Message

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from diamant.record import Record
    from diamant.terminal.screen.app import GameApp


def add_json(parser: ArgumentParser) -> None:
    """Add the option that every command for programs has."""
    parser.add_argument("--json", action="store_true", help=t("print only JSON, for programs"))


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
        raise DiamantError("cannot read {file}: {error}", file, error) from None
    except ValueError as error:
        raise DiamantError("cannot read {file}: {error}", repr(file), error) from None


def write_text(file: str, text: str) -> None:
    """Write a file, or refuse one that cannot be written."""
    try:
        Path(file).write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise DiamantError("cannot write {file}: {error}", file, error) from None


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
        raise DiamantError("cannot write {file}: {error}", file, error) from None
    if not existed:
        path.unlink()


def read_games(file: str) -> "list[Record]":
    """Return every game of a record file; a refusal names the file first."""
    return parse_games(read_bytes(file), file)


def parse_games(data: bytes, file: str) -> "list[Record]":
    """Return every game of a record file's bytes."""
    from diamant.errors import RecordError
    from diamant.record import decode, read_records

    name = Message("standard input") if file == "-" else file
    try:
        games = list(read_records(decode(data)))
    except RecordError as error:
        raise DiamantError("{name}, {error}", name, error) from None
    if not games:
        empty = RecordError.at(1, 1, "the record is empty")
        raise DiamantError("{name}, {error}", name, empty)
    return games


WIDEST = 10_000
"""More columns than any table has."""


def print_table(
    out: "Console",
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    left: int = 1,
    gap: int = 3,
    spare: bool = False,
) -> None:
    """Print a table as wide as it is, and cut nothing off; cells are markup.

    The first `left` columns begin at the left, and all others, which are numbers, end at the right.
    On a terminal that is too narrow its columns come in several tables, one below the other, and
    each begins with the first column; where not even two fit, their words are broken. A last column
    that is `spare`, as bars are, is left out there.
    """
    from rich.table import Table

    table = Table(box=None, padding=(0, gap, 0, 0), header_style="dim", show_header=any(headings))
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="left" if place < left else "right")
    for row in rows:
        table.add_row(*row)
    usual = out.width
    # Rich prints nothing wider than its console, and measures within that too.
    out.width = WIDEST
    if out.is_terminal:
        pieces = _pieces(out, table, usual, spare=spare)
        out.width = usual
        for number, piece in enumerate(pieces):
            if number:
                out.print()
            out.print(piece)
    else:
        out.width = max(usual, _width(out, table))
        out.print(table)
        out.width = usual


def _width(out: "Console", table: "Table") -> int:
    return table.__rich_measure__(out, out.options).maximum


def _pieces(out: "Console", table: "Table", room: int, *, spare: bool) -> "list[Table]":
    """Return tables that fit, as far as that can be: each has the first column and one more."""
    columns = len(table.columns)
    if spare and _width(out, _part(table, range(columns))) > room:
        columns -= 1
    pieces, chosen = [], [0]
    for column in range(1, columns):
        if len(chosen) > 1 and _width(out, _part(table, [*chosen, column])) > room:
            pieces.append(_part(table, chosen))
            chosen = [0]
        chosen.append(column)
    return [*pieces, _part(table, chosen)]


def _part(table: "Table", chosen: Sequence[int]) -> "Table":
    """Return a table of some columns."""
    from rich.table import Table

    part = Table(
        box=table.box,
        padding=table.padding,
        pad_edge=False,
        header_style=table.header_style,
        show_header=table.show_header,
    )
    columns = [table.columns[number] for number in chosen]
    for column in columns:
        part.add_column(column.header, justify=column.justify, overflow="fold", style=column.style)
    rows = zip(*(column.cells for column in columns), strict=True)
    for row, cells in zip(table.rows, rows, strict=True):
        part.add_row(*cells, style=row.style, end_section=row.end_section)
    return part


def print_entry(out: "Console", name: str, told: str, width: int) -> None:
    """Print a name and what is told about it, both as markup; names are as wide as each other.

    On a terminal what is too long for one line goes on below itself.
    """
    from rich.table import Table
    from rich.text import Text

    begin = Text.from_markup(name, emoji=False)
    begin.pad_right(max(0, width - begin.cell_len))
    if not out.is_terminal:
        out.print(begin, told)
        return
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(begin, told)
    out.print(grid)


def console(*, widest: int | None = None, aside: bool = False) -> "Console":
    """Return a console that writes colors to a terminal and plain text to a file.

    With `aside` it writes to standard error.

    On a terminal lines are broken between words; elsewhere only if a width is given that they may
    not exceed. What has to be copied whole is printed with `soft_wrap`.
    """
    from rich.console import Console

    class OurConsole(Console):
        def on_broken_pipe(self) -> None:
            # Rich would end the program here with code 1; `main` knows better.
            raise BrokenPipeError

    # Names are shown as they were written: ":gem:" is no picture.
    out = OurConsole(highlight=False, emoji=False, stderr=aside)
    out.soft_wrap = widest is None and not out.is_terminal
    if widest is not None:
        out.width = min(out.width, widest)
    return out


def add_screen(parser: ArgumentParser) -> None:
    """Add the options that say how the game is shown."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help=t("print full sentences line by line, without a full-screen display"),
    )
    parser.add_argument(
        "--still",
        action="store_true",
        help=t("turn off animation and wait for a key before each step"),
    )


def check_streams() -> None:
    """Refuse to play where nothing can be read, or nothing told."""
    if sys.stdin is None:
        raise DiamantError("cannot read standard input: it is closed")
    if sys.stdout is None:
        raise DiamantError("cannot use standard output: it is closed")


def screen_wanted(*, plain: bool) -> bool:
    """Tell whether there is to be a screen; where only a library is missing, say so."""
    from diamant.terminal.mode import plain_because, without_textual

    why = plain_because(asked=plain)
    if why == "no textual":
        print(f"diamant: {fault(without_textual())}", file=sys.stderr)
    return why is None


def show(app: "GameApp") -> int:
    """Run a screen, and say afterwards what is worth keeping in the terminal."""
    from diamant.terminal.narration import tell

    if hasattr(signal, "SIGHUP"):
        # Without its terminal a screen is nothing, however it was started: else, where nohup was
        # before it, it would go on looking for keys for ever. All that counts is kept already.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    app.run()
    out = console()
    for line in app.last_words:
        tell(out, line)
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0
