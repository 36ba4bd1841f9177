"""List the editions of the game, or describe one of your own."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from diamant.cli.common import add_json, console, print_entry, print_json
from diamant.cli.words import spoken, t, tn
from diamant.editions import IDS, find_edition
from diamant.editions.own import describe

if TYPE_CHECKING:
    from diamant.rules.edition import Edition


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("edition", nargs="*", metavar="EDITION", help=t("an ID or a TOML file"))
    add_json(parser)


def run(args: Namespace) -> int:
    """List the editions."""
    editions = [find_edition(name) for name in args.edition or IDS]
    if args.json:
        print_json([describe(edition) for edition in editions])
        return 0
    from rich.markup import escape

    out, width = console(), 1 + max(len(edition.id) for edition in editions)
    for edition in editions:
        words = spoken(edition)
        told = [_seats(edition), ", ".join(words.name(kind.kind) for kind in edition.hazards)]
        if edition.relics is not None:
            points = " ".join(map(str, edition.relics.points))
            told.append(words.t("relic values: {points}", points=points))
        name, summary = f"[bold cyan]{escape(edition.id)}[/]", words.plain(edition.summary)
        print_entry(out, name, escape(summary), width)
        print_entry(out, "", f"[dim]{escape(' · '.join(told))}[/]", width)
    return 0


def _seats(edition: "Edition") -> str:
    least, most = edition.least_players, edition.most_players
    if least == most:
        return tn("{n} player", "{n} players", most)
    return t("{least} to {most} players", least=least, most=most)
