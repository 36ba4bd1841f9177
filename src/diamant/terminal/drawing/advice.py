"""The odds, the coach and the end of a game, as lines."""

from collections import Counter
from fractions import Fraction

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from diamant.analysis.coach import Advice, Worth
from diamant.analysis.page import part_names, percent
from diamant.analysis.review import review
from diamant.bots.likely import coach
from diamant.locales.words import Words
from diamant.odds import bust_chance, card_chances, expected_share
from diamant.record import Record
from diamant.rules.game import Game
from diamant.terminal.drawing.cave import DANGER, DIM, GOLD, RELIC, SEAT_COLORS
from diamant.terminal.drawing.players import GREEN, badge, color
from diamant.terminal.narration import Narrator
from diamant.view import View

BAR = 20


def odds_lines(seen: View, words: Words) -> list[Text]:
    """Tell how likely the next card ends it, and what else it may be."""
    chance = bust_chance(seen)
    lines = [
        Text(
            words.t(
                "The next card ends the expedition with {chance} ({exact}).",
                chance=words.percent(float(chance)),
                exact=str(chance),
            ),
            style="bold",
        )
    ]
    kinds: Counter[str] = Counter()
    fatal: dict[str, Fraction] = {}
    for word, likely in card_chances(seen).items():
        if word in seen.hazards:
            fatal[word] = likely
        elif word in seen.hazards_left:
            kinds["hazard"] += likely  # type: ignore[assignment]
        elif word.startswith("relic"):
            kinds["relic"] += likely  # type: ignore[assignment]
        else:
            kinds["treasure"] += likely  # type: ignore[assignment]
    rows = [("▲", _heading(words.name(kind)), likely, DANGER) for kind, likely in fatal.items()]
    rows.append(("△", words.t("A first hazard"), Fraction(kinds["hazard"]), DIM))
    rows.append(("◆", words.t("Treasure"), Fraction(kinds["treasure"]), GOLD))
    if kinds["relic"]:
        rows.append(("●", _heading(words.name("relic")), Fraction(kinds["relic"]), RELIC))
    longest = max(len(name) for _, name, _, _ in rows)
    for sign, name, likely, tint in rows:
        line = Text(f"{sign} ", style=color(tint, bold=True)).append(name.ljust(longest))
        line.append(f"  {words.percent(float(likely)):>5}  ")
        lines.append(line.append("▆" * max(1, round(BAR * likely)), style=color(tint)))
    share = expected_share(seen, max(1, len(seen.in_cave)))
    said = {"chance": words.percent(float(chance)), "share": words.decimal(float(share))}
    if seen.carried:
        risk = words.tn(
            "Risk {chance} of {n} gem; the next card brings {share} on average.",
            "Risk {chance} of {n} gems; the next card brings {share} on average.",
            seen.carried,
            **said,
        )
    else:
        risk = words.t(
            "Risk {chance}, with nothing to lose; the next card brings {share} on average.", **said
        )
    return [*lines, Text(risk, style=color(DIM))]


def _heading(name: str) -> str:
    return name[:1].upper() + name[1:]


def coach_lines(game: Game, seat: int, words: Words) -> list[Text]:
    """Tell what each choice is worth, and why."""
    told = coach(game, seat)
    lines = [
        Text(told.sentence(words), style="bold"),
        Text(words.t("By the end of this expedition:"), style=color(DIM)),
    ]
    for sign, (label, said), tint in zip("→←", worths(told, words), (GREEN, RELIC), strict=True):
        line = Text(f"{sign} {said}")
        line.stylize(color(tint, bold=True), 0, len(sign) + 1 + len(label))
        lines.append(line)
    return [*lines, *_others(told, words)]


def worths(told: Advice, words: Words) -> list[tuple[str, str]]:
    """Return both choices, going on first, and the line that says what each is worth."""
    choices = ((words.t("Go on"), told.stay), (words.t("Leave"), told.leave))
    return [
        (label, words.t("{thing}: {text}", thing=label, text=_worth(worth, words)))
        for label, worth in choices
    ]


def _worth(worth: Worth, words: Words) -> str:
    points = words.decimal(worth.points)
    if worth.win is None:
        return words.t("{points} points on average", points=points)
    return words.t(
        "{points} points on average, {chance} to win",
        points=points,
        chance=words.percent(worth.win),
    )


def _others(told: Advice, words: Words) -> list[Text]:
    said = told.others_say(words)
    return [Text(said, style=color(DIM))] if said else []


SCORE_BAR = 16


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
    bar = min(SCORE_BAR, *(room - begin.cell_len - relics.cell_len for begin, _, relics in rows))
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
