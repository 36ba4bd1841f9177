"""Reckon the exact chances of what comes next, at any position of a record."""

import re
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from diamant.cli.common import (
    add_json,
    add_record_file,
    console,
    print_json,
    print_table,
    read_games,
)
from diamant.cli.words import spoken, t
from diamant.errors import DiamantError

if TYPE_CHECKING:
    from fractions import Fraction

    from diamant.analysis.coach import Advice, Worth
    from diamant.record import Record
    from diamant.rules.game import Game
    from diamant.view import View

LOOK_AHEAD = 5


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    add_record_file(parser)
    parser.add_argument(
        "--at",
        metavar="ROUND.STEP",
        help=t("after which card, as in 3.4; the last position if it is not given"),
    )
    parser.add_argument(
        "--game",
        type=int,
        metavar="N",
        help=t("which game of the file, from 1; the last one if it is not given"),
    )
    add_json(parser)


def run(args: Namespace) -> int:
    """Tell the odds."""
    from diamant.view import View

    games = read_games(args.file)
    number = len(games) if args.game is None else args.game
    if not 1 <= number <= len(games):
        raise DiamantError(f"there is no game {number}; the last one is {len(games)}")
    record = games[number - 1]
    game = record.game if args.at is None else position(record, args.at)
    seen = View.of(game)
    if seen.phase == "over":
        raise DiamantError("the game is over: no card is to come; --at 3.4 looks at an earlier one")
    found = reckon(seen)
    advice = advise_all(game)
    if args.json:
        print_json(_json(found) | {"advice": [each.to_json() for each in advice]})
    else:
        _print(seen, found)
        _print_advice(record, advice)
    return 0


def advise_all(game: "Game") -> "list[Advice]":
    """Return the coach's advice to everybody who has to choose, by what each of them knows."""
    from diamant.analysis.coach import advise
    from diamant.bots.likely import LIKELY
    from diamant.rules.game import Phase

    if game.phase is not Phase.DECIDE:
        return []
    return [advise(game, seat, LIKELY) for seat in game.expedition.in_cave]


def position(record: "Record", at: str) -> "Game":
    """Return a game just after a card was turned, or with step 0 before the first of a round."""
    from diamant.record import replay

    match = re.fullmatch(r"([0-9]{1,3})\.([0-9]{1,3})", at)
    if match is None:
        raise DiamantError(f"a position is a round and a step, as in 3.4, not {at!r}")
    asked, last = (int(match[1]), int(match[2])), (1, 0)
    for step in replay(record):
        if asked == (step.round, 0) and step.number == 1:
            return step.before
        if asked == (step.round, step.number):
            return step.turned
        last = step.round, step.number
    raise DiamantError(f"the record has no position {at}; its last one is {last[0]}.{last[1]}")


def reckon(seen: "View") -> dict[str, Any]:
    """Return every chance that the command tells, as exact fractions."""
    from fractions import Fraction

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
        "relics": {
            "left": seen.relics_left,
            "next": Fraction(seen.relics_left, seen.deck_size),
            "on_path": list(seen.relics),
        },
    }


def _json(found: Any) -> Any:  # noqa: ANN401 - whatever JSON can hold
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
    print_table(out, table)
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    for heading in ("sharing the next card", "gems each, on average", "left on it, on average"):
        table.add_column(heading)
    for players, share in found["share"].items():
        table.add_row(players, _number(share), _number(found["remainder"][players]))
    print_table(out, table)
    if seen.relics_left or seen.relics:
        worth = " + ".join(map(str, seen.relics)) or "none"
        out.print(f"Relics for a lone leaver: {worth}; {seen.relics_left} to come.")
    out.print("[dim]the next card is[/]")
    table = Table(box=None, padding=(0, 3, 0, 0), show_header=False)
    for word, chance in sorted(found["cards"].items(), key=lambda item: -item[1]):
        table.add_row(word, _both(chance), "█" * max(1, round(chance * 100)))
    print_table(out, table)


def _print_advice(record: "Record", advice: "list[Advice]") -> None:
    from rich.markup import escape
    from rich.table import Table

    if not advice:
        return
    out = console()
    told = "points on average and chance to win; how often others would leave"
    out.print(f"[dim]the coach to each inside: {told}[/]")
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    for heading in ("player", "stay", "leave", "others leave", "equilibrium", "champion"):
        table.add_column(heading)
    for each in advice:
        table.add_row(
            escape(record.players[each.seat]),
            _worth(each.stay),
            _worth(each.leave),
            f"{each.others:.0%}",
            *(f"{each.likely[name]:.0%}" for name in ("equilibrium", "champion")),
        )
    print_table(out, table)
    for each in advice:
        name = record.players[each.seat]
        out.print(escape(f"{name}: {each.sentence(spoken(record.game.edition))}"))


def _worth(worth: "Worth") -> str:
    return f"{worth.points:.1f}" + ("" if worth.win is None else f"  {worth.win:.1%}")


def _both(chance: "Fraction") -> str:
    return f"{float(chance):6.1%}  ({chance})"


def _number(value: "Fraction") -> str:
    return f"{float(value):.2f}  ({value})"
