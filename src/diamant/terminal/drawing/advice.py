"""Format the odds, the coach and the end of a game as lines."""

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
from diamant.terminal.drawing.players import GREEN, badge
from diamant.terminal.narration import Narrator, capitalized, ranking
from diamant.view import View

BAR = 20


def odds_sentence(seen: View, words: Words, *, digits: int = 0) -> str:
    """Return the probability that the next card ends the expedition, as a sentence."""
    chance = bust_chance(seen)
    return words.t(
        "Chance that the next card ends the expedition: {chance} ({exact}).",
        chance=words.percent(float(chance), digits=digits),
        exact=str(chance),
    )


def odds_lines(seen: View, words: Words) -> list[Text]:
    """Return lines with the odds of a bust and of every other kind of card."""
    lines = [Text(odds_sentence(seen, words), style="bold")]
    fatal: list[tuple[str, str, Fraction, str]] = []
    hazard = treasure = relic = Fraction()
    for word, likely in card_chances(seen).items():
        if word in seen.hazards:
            fatal.append(("▲", capitalized(words.name(word)), likely, DANGER))
        elif word in seen.hazards_left:
            hazard += likely
        elif word.startswith("relic"):
            relic += likely
        else:
            treasure += likely
    rows = [
        *fatal,
        ("△", words.t("A new hazard"), hazard, DIM),
        ("◆", words.t("Treasure"), treasure, GOLD),
        *([("●", capitalized(words.name("relic")), relic, RELIC)] if relic else ()),
    ]
    longest = max(len(name) for _, name, _, _ in rows)
    for sign, name, likely, tint in rows:
        text = f"{sign} {name.ljust(longest)}  {words.percent(float(likely)):>5}  "
        bar = "▆" * max(1, round(BAR * likely))
        lines.append(Text.assemble((text, f"bold {tint}"), (bar, tint)))
    share = expected_share(seen, max(1, len(seen.in_cave)))
    said = {"chance": words.percent(float(bust_chance(seen))), "share": words.decimal(float(share))}
    if seen.carried:
        risk = words.tn(
            "{chance} chance of losing your {n} gem; staying earns about {share} more.",
            "{chance} chance of losing your {n} gems; staying earns about {share} more.",
            seen.carried,
            **said,
        )
    else:
        risk = words.t(
            (
                "{chance} chance that the next card ends the expedition, but you have "
                "nothing to lose; staying earns about {share} gems."
            ),
            **said,
        )
    return [*lines, Text(risk, style=DIM)]


def coach_lines(game: Game, seat: int, words: Words) -> list[Text]:
    """Return lines with the value of each choice, and the coach's reasons."""
    told = coach(game, seat)
    lines = [
        Text(told.sentence(words), style="bold"),
        Text(words.t("By the end of this expedition:"), style=DIM),
    ]
    for sign, (label, said), tint in zip("→←", worths(told, words), (GREEN, RELIC), strict=True):
        line = Text(f"{sign} {said}")
        line.stylize(f"bold {tint}", 0, len(sign) + 1 + len(label))
        lines.append(line)
    others = told.others_say(words)
    return [*lines, *([Text(others, style=DIM)] if others else ())]


def worths(told: Advice, words: Words) -> list[tuple[str, str]]:
    """Return both choices, staying first, each with a line about its value."""
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
        "{points} points on average, {chance} chance to win",
        points=points,
        chance=words.percent(worth.win),
    )


SCORE_BAR = 16


def ending_lines(game: Game, narrator: Narrator, room: int) -> list[Text]:
    """Return the winners and everyone's points, best first, with bars."""
    lines = [narrator.ending(game), Text()]
    lines[0].stylize("bold")
    best, longest = max(1, *game.scores), max(map(cell_len, narrator.names))
    rows = []
    for seat in ranking(game):
        name = (set_cell_size(narrator.names[seat], longest + 2), SEAT_COLORS[seat])
        points = (f"{game.scores[seat]:>3} ", f"bold {GOLD}")
        worths = "".join(f" ●{relic.worth}" for relic in game.relics[seat])
        begin, relics = Text.assemble(badge(seat), " ", name, points), Text(worths, style=RELIC)
        rows.append((begin, game.scores[seat], relics))
    bar = min(SCORE_BAR, *(room - begin.cell_len - relics.cell_len for begin, _, relics in rows))
    for begin, score, relics in rows:
        lines.append(Text.assemble(begin, ("▆" * round(max(0, bar) * score / best), GOLD), relics))
    return lines


def luck_lines(record: Record, words: Words, room: int) -> list[Text]:
    """Return each player's result and its parts: card luck, others and decisions.

    If the table would be too wide, each player gets a heading and a line for each figure.
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
        for begin, row in zip([Text(), *names], [heads, *rows], strict=True):
            begin.pad_right(longest - begin.cell_len)
            pairs = zip(row, widths, strict=True)
            lines.append(begin.append("".join(f"  {cell:>{width}}" for cell, width in pairs)))
        lines[0].stylize(DIM)
    else:
        for name, row in zip(names, rows, strict=True):
            figures = zip(heads, row, strict=True)
            lines += [name, *(Text(f"{cell:>9}  {head}") for head, cell in figures)]
    return [*lines, Text(), Text(words.t("Reference model: {name}.", name=found.reference), "dim")]
