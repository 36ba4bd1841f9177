"""Narrate a recorded game card by card, or print it as JSON, one line per card."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from diamant.cli.common import add_json, add_record_file, console, print_json, read_games
from diamant.cli.words import spoken, t

if TYPE_CHECKING:
    from rich.console import Console

    from diamant.record import Record


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
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

    from diamant.rules.game import Phase
    from diamant.terminal.narration import Narrator, tell
    from diamant.terminal.scene import moments_of

    game = record.game
    narrator = Narrator(spoken(), game.edition, record.players)
    name = narrator.words.plain(game.edition.name)
    out.print(f"[bold]{escape(name)}[/]", *_known(record))
    tell(out, narrator.styled("Players: {names}", names=narrator.players(range(game.players))))
    for moment in moments_of(game):
        if moment.card is not None and moment.number == 1:
            out.print()
        for line in narrator.lines(moment, moment.events):
            tell(out, line)
        if moment.ends_expedition:
            tell(out, narrator.standings(moment.game))
    out.print()
    if game.phase is Phase.OVER:
        tell(out, narrator.ending(game))
    elif game.phase is Phase.DECIDE:
        goes_on = narrator.styled(
            "The game isn't over yet: after {card}, everyone in the cave has to choose.",
            card=narrator.card(game.expedition.path[-1]),
        )
        tell(out, goes_on)
    else:
        tell(out, t("The game is still in progress: the next card hasn't been turned yet."))


def _known(record: "Record") -> list[str]:
    """Return details from the record's tags, such as event, site and date."""
    from rich.markup import escape

    told = [
        ", ".join(record.tags[name]) for name in ("Event", "Site", "Date") if name in record.tags
    ]
    chests = [t("Closed chests")] if record.game.closed else []
    return [f"[dim]· {escape(part)}[/]" for part in told + chests]
