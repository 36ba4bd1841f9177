"""How a game ended, and how much of it was luck."""

from rich.text import Text

from diamant.analysis.page import part_names, percent
from diamant.analysis.review import review
from diamant.locales.words import Words
from diamant.record import Record
from diamant.rules.game import Game
from diamant.terminal.drawing.cave import DIM, GOLD, RELIC, SEAT_COLOURS
from diamant.terminal.drawing.players import badge, colour
from diamant.terminal.narration import Narrator

BAR = 16


def ending_lines(game: Game, narrator: Narrator) -> list[Text]:
    """Name the winners, and everybody's points, the best first."""
    lines = [narrator.ending(game), Text()]
    lines[0].stylize("bold")
    order = sorted(range(game.players), key=lambda seat: (-game.scores[seat], seat))
    best, longest = max(1, *game.scores), max(map(len, narrator.names))
    for seat in order:
        points = game.scores[seat]
        line = badge(seat).append(" ")
        line.append(narrator.names[seat].ljust(longest + 2), style=colour(SEAT_COLOURS[seat]))
        line.append(f"{points:>3} ", style=colour(GOLD, bold=True))
        line.append("▆" * round(BAR * points / best), style=colour(GOLD))
        for relic in game.relics[seat]:
            line.append(f" ●{relic.worth}", style=colour(RELIC))
        lines.append(line)
    return lines


def luck_lines(record: Record, words: Words) -> list[Text]:
    """Tell each player's result as start, luck of the cards, of others, and decisions."""
    found, parts = review(record), part_names(words)
    heads = [words.t("At the start"), words.t("Result"), *parts.values()]
    longest = max(map(len, record.players))
    lines = [Text(" " * (longest + 6) + "  ".join(heads), style=colour(DIM))]
    for seat, player in enumerate(found.players):
        line = badge(seat).append(f" {player.name.ljust(longest)}  ")
        cells = [percent(player.start, words), percent(player.result, words)]
        cells += [percent(getattr(player, part), words, signed=True) for part in parts]
        line.append(
            "  ".join(cell.rjust(len(head)) for cell, head in zip(cells, heads, strict=True))
        )
        lines.append(line)
    return [*lines, Text(), Text(words.t("By the reference {name}.", name=found.reference), "dim")]
