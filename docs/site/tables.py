"""Convert Markdown tables in docstrings to reStructuredText, which Sphinx reads."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from sphinx.application import Sphinx


def as_list_table(rows: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a Markdown table as a `list-table` directive.

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
    """Convert the tables of a docstring in place; its lines are the last argument."""
    lines = about[-1]
    assert isinstance(lines, list)
    parts = groupby(lines, key=lambda line: line.startswith("|"))
    lines[:] = [
        line for table, part in parts for line in (as_list_table(list(part)) if table else part)
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.connect("autodoc-process-docstring", on_docstring)
    return {"parallel_read_safe": True}
