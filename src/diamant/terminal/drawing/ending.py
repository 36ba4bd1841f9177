"""How a game ended, and how much of it was luck."""

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from diamant.analysis.page import part_names, percent
from diamant.analysis.review import review
from diamant.locales.words import Words
from diamant.record import Record
from diamant.rules.game import Game
from diamant.terminal.drawing.cave import DIM, GOLD, RELIC, SEAT_COLORS
from diamant.terminal.drawing.players import badge, color
from diamant.terminal.narration import Narrator

BAR = 16


def ending_lines(game: Game, narrator: Narrator, room: int) -> list[Text]:
    """Name the winners, and everybody's points, the best first; bars have what room is left."""
    lines = [narrator.ending(game), Text()]
    lines[0].stylize("bold")
    order = sorted(range(game.players), key=lambda seat: (-game.scores[seat], seat))
    best, longest = max(1, *game.scores), max(map(cell_len, narrator.names))
    rows = []
    for seat in order:
        begin = badge(seat).append(" ")
        name = set_cell_size(narrator.names[seat], longest + 2)
        begin.append(name, style=color(SEAT_COLORS[seat]))
        begin.append(f"{game.scores[seat]:>3} ", style=color(GOLD, bold=True))
        worths = "".join(f" ●{relic.worth}" for relic in game.relics[seat])
        rows.append((begin, game.scores[seat], Text(worths, style=color(RELIC))))
    bar = min(BAR, *(room - begin.cell_len - relics.cell_len for begin, _, relics in rows))
    for begin, points, relics in rows:
        begin.append("▆" * round(max(0, bar) * points / best), style=color(GOLD))
        lines.append(begin.append_text(relics))
    return lines


def luck_lines(record: Record, words: Words, room: int) -> list[Text]:
    """Tell each player's result as start, luck of the cards, of others, and decisions.

    Where a table is too wide, each player has a heading and a line for each figure.
    """
    found, parts = review(record), part_names(words)
    heads = [words.t("At the start"), words.t("Result"), *parts.values()]
    rows = []
    for player in found.players:
        cells = [percent(player.start, words), percent(player.result, words)]
        rows.append(cells + [percent(getattr(player, part), words, signed=True) for part in parts])
    names = [badge(seat).append(f" {name}") for seat, name in enumerate(record.players)]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    longest = max(name.cell_len for name in names)
    lines: list[Text] = []
    if longest + sum(2 + width for width in widths) <= room:
        lines.append(_row(Text(" " * longest), heads, widths, longest))
        lines[0].stylize(color(DIM))
        lines += [_row(name, row, widths, longest) for name, row in zip(names, rows, strict=True)]
    else:
        for name, row in zip(names, rows, strict=True):
            figures = zip(heads, row, strict=True)
            lines += [name, *(Text(f"{cell:>9}  {head}") for head, cell in figures)]
    return [*lines, Text(), Text(words.t("By the reference {name}.", name=found.reference), "dim")]


def _row(begin: Text, cells: list[str], widths: list[int], longest: int) -> Text:
    """Return a line of a table, whose figures end below each other."""
    row = begin.copy()
    row.pad_right(longest - row.cell_len)
    for cell, width in zip(cells, widths, strict=True):
        row.append("  " + cell.rjust(width))
    return row
