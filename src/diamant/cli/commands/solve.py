"""Find the symmetric equilibrium of the first expedition and its exact value in points."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any, NamedTuple

from diamant.cli.common import add_json, console, print_json, print_table
from diamant.cli.runs import add_edition, progress
from diamant.cli.words import mark, spoken, t, tn
from diamant.errors import DiamantError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console

    from diamant.rules.edition import Edition
    from diamant.solver.solution import Solution


HAZARD = mark("hazard")


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    add_edition(parser)
    parser.add_argument(
        "--players",
        type=int,
        required=True,
        metavar="N",
        help=t("number of players who enter the cave"),
    )
    parser.add_argument(
        "--memory", type=float, default=2.0, metavar="GB", help=t("memory limit in GB (default: 2)")
    )
    add_json(parser)


def run(args: Namespace) -> int:
    """Solve the expedition and print the solution."""
    from diamant.editions import find_edition

    edition = find_edition(args.edition)
    # Fewer players than the rules allow are also useful: one player is the lone explorer.
    if not 1 <= args.players <= edition.most_players:
        raise DiamantError(
            "expeditions of {edition} can be solved for 1 to {most} players, not {players}",
            edition.id,
            edition.most_players,
            args.players,
        )
    if not 0 < args.memory < 1e6:
        raise DiamantError("--memory must be more than 0 GB, not {memory}", f"{args.memory:g}")
    solution = _solve(edition, args.players, int(args.memory * 1e9))
    if args.json:
        print_json(
            {
                "edition": edition.id,
                "players": args.players,
                "value": solution.value,
                "states": solution.layout.positions,
                "seconds": solution.seconds,
                "exact": True,
                "mixed": solution.mixed,
                "several": solution.several,
                "first_cards": _first_json(edition, solution),
            }
        )
    else:
        _tell(edition, solution)
    return 0


def _solve(edition: "Edition", players: int, most_bytes: int) -> "Solution":
    from diamant.solver.cache import solve_once
    from diamant.solver.deck import CaveDeck
    from diamant.solver.solution import find_layout

    deck = CaveDeck.of(edition)
    layout = find_layout(deck, players, most_bytes)
    with progress(layout.positions, t("positions")) as (advance, say):
        return solve_once(deck, players, most_bytes=most_bytes, progress=advance, say=say)


def _tell(edition: "Edition", solution: "Solution") -> None:
    from diamant.solver.layout import CHANCE_BYTES, VALUE_BYTES

    out, layout, words = console(), solution.layout, spoken(edition)
    out.print(
        tn(
            "{edition}, first expedition: a lone explorer can expect {points} points",
            "{edition}, first expedition: each of {n} players can expect {points} points",
            layout.players,
            edition=f"[bold]{edition.id}[/]",
            points=f"[bold]{words.decimal(solution.value, digits=4)}[/]",
        )
    )
    if layout.keeps_all:
        _print_first_decisions(out, edition, solution)
    else:
        room = (VALUE_BYTES + CHANCE_BYTES) * layout.positions
        alone = t(
            (
                "Only this value was computed. Storing the chance to leave at every position "
                "would take {size} GB (see --memory)."
            ),
            size=words.decimal(room / 1e9),
        )
        out.print(alone, markup=False)
    told = t(
        (
            "exact: {positions} positions in {seconds} s; {mixed} have a mixed strategy, "
            "and {several} have several equilibria (see docs/solver.md)"
        ),
        positions=words.whole(layout.positions),
        seconds=words.decimal(solution.seconds, digits=2),
        mixed=words.whole(solution.mixed),
        several=words.whole(solution.several),
    )
    out.print(told, markup=False, style="dim")


class _First(NamedTuple):
    """A first card, and the position that it leads to."""

    card: str
    carried: int
    path: int
    leave: float
    value: float


def _first_cards(
    edition: "Edition", solution: "Solution", say: "Callable[[str], str]"
) -> "Iterator[_First]":
    """Yield every first card, by value or name, with the equilibrium's decision.

    Hazard kinds with the same number of copies are combined.
    """
    players, layout = solution.layout.players, solution.layout
    for value in layout.values.tolist():
        carried, path = divmod(value, players)
        found = solution.at([value], [], players, carried, path)
        yield _First(str(value), carried, path, *found)
    for copies, _ in layout.courses.groups:
        kinds = [say(hazard.kind) for hazard in edition.hazards if hazard.copies == copies]
        name = ", ".join(kinds) if len(layout.courses.groups) > 1 else say(HAZARD)
        yield _First(name, 0, 0, *solution.at([], [copies], players, 0, 0))
    for face in sorted(set(layout.deck.faces)):
        found = solution.at([], [], players, 0, 0, relics=((face,), ()))
        yield _First(say(f"relic{face or ''}"), 0, 0, *found)


def _first_json(edition: "Edition", solution: "Solution") -> list[dict[str, Any]] | None:
    """Return the decisions after each first card as JSON data, or None if not kept."""
    if not solution.layout.keeps_all:
        return None
    return [first._asdict() for first in _first_cards(edition, solution, str)]


def _print_first_decisions(out: "Console", edition: "Edition", solution: "Solution") -> None:
    """Print what to do after each first card."""
    from rich.markup import escape

    words = spoken(edition)
    headings = (t("first card"), t("carried"), t("on the path"), t("chance to leave"), t("value"))
    rows = (
        (
            escape(first.card),
            str(first.carried),
            str(first.path),
            words.percent(first.leave, digits=1),
            words.decimal(first.value, digits=4),
        )
        for first in _first_cards(edition, solution, words.card)
    )
    print_table(out, headings, rows, left=0)
