"""Watch a recorded game in the terminal: step by step, back and forth, or on its own."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from diamant.cli.common import add_record_file, add_screen, console, read_games, screen_wanted, show
from diamant.cli.words import spoken

if TYPE_CHECKING:
    from diamant.record import Record


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    add_record_file(parser)
    add_screen(parser)


def run(args: Namespace) -> int:
    """Show every game of the file."""
    return show_games(read_games(args.file), plain=args.plain)


def show_games(games: "list[Record]", *, plain: bool) -> int:
    """Show games on the screen, or as text if there is no screen."""
    if screen_wanted(plain=plain):
        from diamant.cli.commands.rules import rules_text
        from diamant.terminal.screen.app import GameApp
        from diamant.terminal.screen.watching import WatchStage

        return show(GameApp(WatchStage(games, spoken(), rules_text)))
    from diamant.terminal.plain import watch

    return watch(console(), games, spoken())
