"""Tables in docstrings are written as in the pages, in Markdown; Sphinx reads docstrings as RST."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from sphinx.application import Sphinx


def as_list_table(rows: Sequence[str]) -> Iterator[str]:
    """Give a Markdown table, whose second row is only a line, as a directive of RST.

    >>> list(as_list_table(["| a | b |", "|---|---|", "| 1 | `c` |"]))[3:]
    ['   * - a', '     - b', '   * - 1', '     - `c`', '']
    """
    yield from ("", ".. list-table::", "   :header-rows: 1", "")
    for row in (rows[0], *rows[2:]):
        first, *others = (cell.strip() for cell in row.strip().strip("|").split("|"))
        yield f"   * - {first}"
        yield from (f"     - {cell}" for cell in others)
    yield ""


def on_docstring(app: Sphinx, *about: object) -> None:
    """Write the tables of a docstring anew; the lines come last, and are changed in place."""
    lines = about[-1]
    assert isinstance(lines, list)
    parts = groupby(lines, key=lambda line: line.startswith("|"))
    lines[:] = [
        line for table, part in parts for line in (as_list_table(list(part)) if table else part)
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what is added."""
    app.connect("autodoc-process-docstring", on_docstring)
    return {"parallel_read_safe": True}
