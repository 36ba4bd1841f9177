"""Find the symmetric equilibrium of a first expedition: what exact play in points is worth."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from diamant.cli.common import add_json, console, print_json, print_table
from diamant.cli.simulation import add_edition, progress
from diamant.errors import DiamantError

if TYPE_CHECKING:
    from rich.table import Table

    from diamant.rules.edition import Edition
    from diamant.solver.solution import Solution


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    add_edition(parser)
    parser.add_argument("--players", type=int, required=True, metavar="N", help="who enters")
    parser.add_argument(
        "--memory", type=float, default=2.0, metavar="GB", help="how much may be taken (2)"
    )
    add_json(parser)


def run(args: Namespace) -> int:
    """Solve."""
    from diamant.editions import find_edition

    edition = find_edition(args.edition)
    # Fewer than the rules want are of use, too: one player is the lone explorer.
    if not 1 <= args.players <= edition.most_players:
        raise DiamantError(
            f"an expedition of {edition.id} can be solved for 1 to {edition.most_players} players,"
            f" not {args.players}"
        )
    if not 0 < args.memory < 1e6:
        raise DiamantError(f"the memory must be more than 0 GB, not {args.memory:g}")
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
    with progress(layout.positions, "positions") as (advance, say):
        return solve_once(deck, players, most_bytes=most_bytes, progress=advance, say=say)


def _tell(edition: "Edition", solution: "Solution") -> None:
    out, layout = console(), solution.layout
    crowd = "a lone explorer" if layout.players == 1 else f"each of {layout.players} players"
    out.print(
        f"[bold]{edition.id}[/], first expedition: {crowd} may expect"
        f" [bold]{solution.value:.4f}[/] points"
    )
    if layout.keeps_all:
        print_table(out, _first_decisions(solution))
    out.print(
        f"[dim]exact: {layout.positions:,} positions in {solution.seconds:.2f} s; the chance to"
        f" leave is mixed at {solution.mixed:,}, and {solution.several:,} have several"
        " equilibria (docs/solver.md)[/]"
    )


def _first_decisions(solution: "Solution") -> "Table":
    """Return what to do after each first card, as a table."""
    from rich.table import Table

    players, layout = solution.layout.players, solution.layout
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    for heading in ("first card", "carried", "on the path", "leave", "worth"):
        table.add_column(heading, justify="right")
    for value in layout.values.tolist():
        carried, path = divmod(value, players)
        chance, worth = solution.at([value], [], players, carried, path)
        table.add_row(str(value), str(carried), str(path), f"{chance:.1%}", f"{worth:.4f}")
    for copies, _ in layout.courses.groups:
        chance, worth = solution.at([], [copies], players, 0, 0)
        table.add_row("hazard", "0", "0", f"{chance:.1%}", f"{worth:.4f}")
    if layout.deck.relics:
        chance, worth = solution.at([], [], players, 0, 0, relics=(1, 0))
        table.add_row("relic", "0", "0", f"{chance:.1%}", f"{worth:.4f}")
    return table
