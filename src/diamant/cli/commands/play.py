"""Play a game in the terminal against bots."""

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from diamant.bots.characters import LEVELS
from diamant.cli.commands.rules import rules_text
from diamant.cli.common import add_screen, check_output, check_streams, console, screen_wanted, show
from diamant.cli.runs import add_edition
from diamant.cli.storage import household_folder
from diamant.cli.words import refused, spoken, t
from diamant.editions import find_edition
from diamant.errors import DiamantError

if TYPE_CHECKING:
    from diamant.terminal.opponents import Companion
    from diamant.terminal.saved import SavedGame


EDITION = "iello-2016"


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    add_edition(parser, EDITION)
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help=t("total number of players, including you (default: 4)"),
    )
    parser.add_argument(
        "--bots",
        metavar="B1,B2,…",
        help=t("your opponents: bots (as in 'diamant simulate'), characters, or levels"),
    )
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        help=t("your opponents' level: {levels} (default: medium)", levels=", ".join(LEVELS)),
    )
    parser.add_argument("--name", default=t("Explorer"), help=t("your name"))
    parser.add_argument("--luck", default="", help=t("a word of your own to mix into the shuffle"))
    parser.add_argument("--closed", action="store_true", help=t("play with closed chests"))
    parser.add_argument(
        "--continue",
        dest="go_on",
        action="store_true",
        help=t("resume the last unfinished game"),
    )
    parser.add_argument(
        "--save", metavar="FILE", help=t("write the game's record to FILE when the game ends")
    )
    add_screen(parser)


def run(args: Namespace) -> int:
    """Play one game from the first card to the last, or continue one."""
    from diamant.terminal.saved import last_saved
    from diamant.terminal.solo import SoloGame

    check_streams()
    if args.go_on:
        _check_as_begun(args)
    check_output(args.save)
    household = household_folder()
    saved, choices = last_saved(household) if args.go_on else (_begin(args), [])
    solo = SoloGame(saved, choices, household)
    words, file = spoken(solo.game.edition), Path(args.save) if args.save is not None else None
    if not screen_wanted(plain=args.plain):
        from diamant.terminal import plain

        return plain.play(console(), solo, words, file)
    from diamant.terminal.screen.app import GameApp
    from diamant.terminal.screen.playing import SoloStage

    return show(GameApp(SoloStage(solo, words, rules_text, file, still=args.still)))


def _check_as_begun(args: Namespace) -> None:
    """Raise an error for options that cannot be combined with --continue."""
    wishes = {
        "--edition": args.edition != EDITION,
        "--players": args.players is not None,
        "--bots": args.bots is not None,
        "--level": args.level is not None,
        "--luck": args.luck != "",
        "--closed": args.closed,
    }
    for option, wished in wishes.items():
        if wished:
            raise DiamantError("--continue cannot be combined with {option}", option)


def _begin(args: Namespace) -> "SavedGame":
    """Create a new game from the options."""
    from diamant.table.names import clean_name
    from diamant.table.refusals import RefusalError
    from diamant.terminal.solo import begin

    edition = find_edition(args.edition)
    if args.players is not None:
        edition.check_players(args.players)
    try:
        name = clean_name(args.name)
    except RefusalError as error:
        raise DiamantError(refused(error.refusal)) from None
    luck = os.fsencode(args.luck)  # The bytes as typed, in any encoding of the terminal.
    return begin(edition, name, _company(args, name), luck, closed=args.closed)


def _company(args: Namespace, name: str) -> "list[Companion]":
    """Return the player's opponents: the named ones, or the characters of a level."""
    from diamant.terminal.opponents import (
        USUAL_LEVEL,
        USUAL_PLAYERS,
        find_company,
        known_level,
        usual_company,
    )

    if args.bots is None:
        level = USUAL_LEVEL if args.level is None else known_level(args.level)
        players = USUAL_PLAYERS if args.players is None else args.players
        return usual_company(level, players, [name])
    if args.level is not None:
        raise DiamantError("--level cannot be combined with --bots")
    named = find_company(args.bots, [name])
    if args.players not in (None, len(named) + 1):
        together = len(named) + 1
        raise DiamantError(
            "the bots ({bots}) and you make {together} players, but --players is {players}",
            len(named),
            together,
            args.players,
        )
    return named
