"""Reckon the exact chances of what comes next, at the last position of a record."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from diamant.cli.common import add_json, add_record_file, console, print_json, read_games
from diamant.errors import DiamantError

if TYPE_CHECKING:
    from fractions import Fraction

    from diamant.view import View

LOOK_AHEAD = 5


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    add_record_file(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Tell the odds."""
    from diamant.view import View

    game = read_games(args.file)[-1].game
    seen = View.of(game)
    if seen.phase == "over":
        raise DiamantError("the game is over: no card is to come")
    found = reckon(seen)
    if args.json:
        print_json(_json(found))
    else:
        _print(seen, found)
    return 0


def reckon(seen: "View") -> dict[str, Any]:
    """Return every chance that the command tells, as exact fractions."""
    from diamant import odds

    inside = range(1, len(seen.in_cave) + 1)
    ahead = range(1, min(LOOK_AHEAD, seen.deck_size) + 1)
    return {
        "round": seen.round,
        "deck_size": seen.deck_size,
        "bust": odds.bust_chance(seen),
        "cards": odds.card_chances(seen),
        "survive": {str(cards): odds.survival_chance(seen, cards) for cards in ahead},
        "share": {str(players): odds.expected_share(seen, players) for players in inside},
        "remainder": {str(players): odds.expected_remainder(seen, players) for players in inside},
    }


def _json(found: object) -> object:
    from fractions import Fraction

    if isinstance(found, Fraction):
        return {"exact": str(found), "value": float(found)}
    if isinstance(found, dict):
        return {name: _json(value) for name, value in found.items()}
    return found


def _print(seen: "View", found: dict[str, Any]) -> None:
    from rich.table import Table

    out = console()
    met = ", ".join(seen.hazards) or "none"
    out.print(f"[bold]Expedition {seen.round} of {seen.rounds}[/], {seen.deck_size} cards to come")
    out.print(f"Hazards met: {met}. Each inside carries {seen.carried}; {seen.path} on the path.")
    out.print(f"The next card busts: [bold red]{_both(found['bust'])}[/]")
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("cards ahead")
    table.add_column("nobody busts by then")
    for cards, chance in found["survive"].items():
        table.add_row(cards, _both(chance))
    out.print(table)
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    for heading in ("sharing the next card", "gems each, on average", "left on it, on average"):
        table.add_column(heading)
    for players, share in found["share"].items():
        table.add_row(players, _number(share), _number(found["remainder"][players]))
    out.print(table)
    out.print("[dim]the next card is[/]")
    table = Table(box=None, padding=(0, 3, 0, 0), show_header=False)
    for word, chance in sorted(found["cards"].items(), key=lambda item: -item[1]):
        table.add_row(word, _both(chance), "█" * max(1, round(chance * 100)))
    out.print(table)


def _both(chance: "Fraction") -> str:
    return f"{float(chance):6.1%}  ({chance})"


def _number(value: "Fraction") -> str:
    return f"{float(value):.2f}  ({value})"
