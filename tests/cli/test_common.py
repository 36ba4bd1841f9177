"""Test code shared by several commands."""

import io

import pytest
from rich.console import Console

from diamant.cli.common import print_table


def printed(width, *, terminal, spare=False):
    headings = ["bot", *(f"figure {number}" for number in range(1, 5))]
    rows = [["expect", *(f"{number}0 ± 1" for number in range(1, 5))]]
    file = io.StringIO()
    out = Console(file=file, width=width, force_terminal=terminal, color_system=None)
    print_table(out, headings, rows, spare=spare)
    return [line.rstrip() for line in file.getvalue().splitlines()]


def test_wide_terminal_shows_a_whole_table():
    assert printed(60, terminal=True) == printed(30, terminal=False)
    assert len(printed(60, terminal=True)) == 2


@pytest.mark.parametrize(("width", "tables"), [(49, 2), (30, 2), (20, 4)])
def test_narrow_terminal_stacks_the_columns(width, tables):
    lines = printed(width, terminal=True)
    assert len(lines) == 3 * tables - 1
    assert [line[:6] for line in lines[1::3]] == ["expect"] * tables
    assert max(map(len, lines)) <= width
    said = " ".join(lines)
    assert all(f"figure {number}" in said and f"{number}0 ± 1" in said for number in range(1, 5))


def test_very_narrow_terminal_cuts_nothing():
    lines = printed(13, terminal=True)
    assert max(map(len, lines)) <= 13
    said = "".join(lines).replace(" ", "")
    assert all(f"{number}0±1" in said for number in range(1, 5))
    assert "…" not in said


def test_optional_column_is_dropped_first():
    assert len(printed(49, terminal=True, spare=True)) == 2
    assert "figure 4" not in printed(49, terminal=True, spare=True)[0]
    assert printed(60, terminal=True, spare=True) == printed(60, terminal=True)
