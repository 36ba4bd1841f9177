"""List the editions of the game, or describe one of your own."""

from argparse import ArgumentParser, Namespace

from diamant.cli.common import add_json, console, print_json
from diamant.editions import IDS, find_edition
from diamant.editions.describe import describe


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("edition", nargs="*", metavar="EDITION", help="an id or a TOML file")
    add_json(parser)


def run(args: Namespace) -> int:
    """List the editions."""
    editions = [find_edition(name) for name in args.edition or IDS]
    if args.json:
        print_json([describe(edition) for edition in editions])
        return 0
    from rich.markup import escape

    out = console()
    for edition in editions:
        hazards = ", ".join(edition.name_of(kind.kind) for kind in edition.hazards)
        points = "" if edition.relics is None else " ".join(map(str, edition.relics.points))
        relics = f"; {edition.name_of('relic')}s worth {points}" if points else ""
        seats = f"{edition.least_players} to {edition.most_players} players"
        out.print(f"[bold cyan]{edition.id:<18}[/]", escape(edition.summary))
        out.print(f"[dim]{'':<18} {seats}; {escape(hazards + relics)}[/]")
    return 0
