"""Tell a recorded game card by card, or print it as JSON, one line per card."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from diamant.cli.common import add_json, add_record_file, console, print_json, read_games

if TYPE_CHECKING:
    from rich.console import Console

    from diamant.record import Record


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    add_record_file(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Replay every game of the file."""
    from diamant.record import replay_rows

    games = read_games(args.file)
    if args.json:
        for record in games:
            for row in replay_rows(record):
                print_json(row)
        return 0
    out = console()
    for number, record in enumerate(games):
        if number:
            out.rule()
        tell(record, out)
    return 0


def tell(record: "Record", out: "Console") -> None:
    """Narrate one game."""
    from rich.markup import escape

    from diamant.cli.narration import (
        card_line,
        card_text,
        event_lines,
        expedition_heading,
        players,
        standings,
    )
    from diamant.record import replay
    from diamant.rules.events import ExpeditionBegan
    from diamant.rules.game import Phase

    game, names = record.game, record.players
    out.print(f"[bold]{escape(game.edition.name)}[/]", *_known(record))
    out.print("Players:", players(names, range(game.players)))
    headings = [
        expedition_heading(event, game.edition)
        for event in game.history
        if isinstance(event, ExpeditionBegan)
    ]
    for step in replay(record):
        if step.number == 1:
            out.print()
            out.print(headings[step.round - 1])
        out.print(card_line(step.number, step.card, step.turned, step.events, names))
        for line in event_lines(step.events, game.edition, names):
            out.print(line)
        if step.after.expedition.round != step.round or step.after.phase is Phase.OVER:
            out.print("      ", standings(step.after, names))
    out.print()
    if game.phase is Phase.OVER:
        wins = "wins" if len(game.winners) == 1 else "share the victory"
        best = game.scores[game.winners[0]]
        out.print(players(names, game.winners), f"[bold]{wins} with {best}[/]")
    elif game.phase is Phase.DECIDE:
        out.print(
            "The game still goes on: after",
            card_text(game.expedition.path[-1], game.edition),
            "those inside have to decide.",
        )
    else:
        out.print("The game still goes on: the next card has to be turned.")


def _known(record: "Record") -> list[str]:
    """Return what the tags tell about when and where."""
    from rich.markup import escape

    told = [
        ", ".join(record.tags[name]) for name in ("Event", "Site", "Date") if name in record.tags
    ]
    chests = ["closed chests"] if record.game.closed else []
    return [f"[dim]· {escape(part)}[/]" for part in told + chests]
