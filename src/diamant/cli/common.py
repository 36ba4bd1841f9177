"""Shared code of the commands: reading files, printing JSON, a console, a screen."""

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
    """Add the --json option."""
    parser.add_argument("--json", action="store_true", help=t("print only JSON, for programs"))


def add_record_file(parser: ArgumentParser) -> None:
    """Add the argument for the record file to read."""
    parser.add_argument(
        "file", metavar="FILE", help=t("a record file (.dia), or - for standard input")
    )


def print_json(data: Any) -> None:  # noqa: ANN401 - whatever JSON can hold
    """Print JSON data on one line."""
    print(json.dumps(data))


def read_bytes(file: str) -> bytes:
    """Return the bytes of a file, or of standard input for '-'."""
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
    """Write a file, or raise an error if that fails."""
    try:
        Path(file).write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise DiamantError("cannot write {file}: {error}", file, error) from None


def check_output(file: str | None) -> None:
    """Raise an error if a file can't be written, before a long computation starts."""
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
    """Return every game of a record file; errors start with the file's name."""
    return parse_games(read_bytes(file), file)


def parse_games(data: bytes, file: str) -> "list[Record]":
    """Return every game in a record file's bytes."""
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
"""A console width, in columns, that is greater than any table's."""


def print_table(
    out: "Console",
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    left: int = 1,
    gap: int = 3,
    spare: bool = False,
) -> None:
    """Print a table at its full width without truncation; cells are markup.

    The first `left` columns are left-aligned, and all others, which contain numbers, right-aligned.
    If the terminal is too narrow, the columns are split into several tables, one below the other,
    each starting with the first column. If not even two columns fit, their words wrap. A last
    column marked `spare`, such as bars, is omitted in that case.
    """
    from rich.table import Table

    table = Table(box=None, padding=(0, gap, 0, 0), header_style="dim", show_header=any(headings))
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="left" if place < left else "right")
    for row in rows:
        table.add_row(*row)
    usual = out.width
    # Rich limits printing and measuring to the width of its console.
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
    """Split a table into tables that fit, each starting with the first column."""
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
    """Return a table with some of the columns."""
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
    """Print a name and its description, both as markup; names are padded to `width`.

    In a terminal, long descriptions wrap within their own column.
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

    With `aside`, it writes to standard error. In a terminal, lines wrap between words; elsewhere
    they wrap only if `widest` is given. Text that users will copy is printed with `soft_wrap`.
    """
    from rich.console import Console

    class OurConsole(Console):
        def on_broken_pipe(self) -> None:
            # Rich would exit with code 1 here; `main` handles this better.
            raise BrokenPipeError

    # Names are shown as written: ":gem:" is not an emoji.
    out = OurConsole(highlight=False, emoji=False, stderr=aside)
    out.soft_wrap = widest is None and not out.is_terminal
    if widest is not None:
        out.width = min(out.width, widest)
    return out


def add_screen(parser: ArgumentParser) -> None:
    """Add the options that choose how the game is shown."""
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
    """Raise an error if the input or output isn't usable for a game."""
    if sys.stdin is None:
        raise DiamantError("cannot read standard input: it is closed")
    if sys.stdout is None:
        raise DiamantError("cannot use standard output: it is closed")


def screen_wanted(*, plain: bool) -> bool:
    """Return whether to use the screen; if only Textual is missing, say so."""
    from diamant.terminal.mode import plain_because, without_textual

    why = plain_because(asked=plain)
    if why == "no textual":
        print(f"diamant: {fault(without_textual())}", file=sys.stderr)
    return why is None


def show(app: "GameApp") -> int:
    """Run a screen, and then print its `last_words` in the terminal."""
    from diamant.terminal.narration import tell

    if hasattr(signal, "SIGHUP"):
        # Without its terminal, a screen is useless. After nohup, it would otherwise wait for keys
        # forever. Everything important has already been saved.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    app.run()
    out = console()
    for line in app.last_words:
        tell(out, line)
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0
