"""List the editions of the game, or describe one of your own."""

from argparse import ArgumentParser, Namespace
from typing import Any

from diamant.cli.common import add_json, console, print_json
from diamant.editions import IDS, find_edition
from diamant.rules.edition import Edition


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


def describe(edition: Edition) -> dict[str, Any]:
    """Return an edition as JSON data."""
    relics = edition.relics
    return {
        "id": edition.id,
        "name": edition.name,
        "summary": edition.summary,
        "rounds": edition.rounds,
        "players": {"least": edition.least_players, "most": edition.most_players},
        "treasures": list(edition.treasures),
        "hazards": {kind.kind: kind.copies for kind in edition.hazards},
        "relics": None
        if relics is None
        else {
            "enter": relics.enter,
            "worth": relics.worth,
            "points": list(relics.points),
            "supplied": relics.supplied,
        },
        "gems": [
            {"name": gem.name, "worth": gem.worth, "count": gem.count} for gem in edition.gems
        ],
        "sharing": edition.sharing,
        "tie_break": edition.tie_break,
        "ritual": edition.ritual,
        "caves": edition.caves,
        "names": dict(edition.names),
    }
