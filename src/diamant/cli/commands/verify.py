"""Check the cards of finished games and compare them with what a device saw of the shuffle.

A file alone cannot show when its seed was chosen, so the best possible verdict is 'consistent'. The
notes saved by 'diamant join' or a browser can prove that a game was fair. The exit code is 1 if any
game fails the check, otherwise 0.
"""

import json
import re
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from diamant.cli.common import add_json, add_record_file, print_json, read_bytes, read_games
from diamant.cli.words import fault, spoken, t
from diamant.errors import DiamantError, FairnessError, Message

if TYPE_CHECKING:
    from diamant.dealer import Difference
    from diamant.fairness import Verdict
    from diamant.record import Record
    from diamant.witness import Notes, Witness


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    add_record_file(parser)
    parser.add_argument(
        "--witness",
        metavar="FILE",
        help=t("compare with the notes that a device saved during the shuffle"),
    )
    parser.add_argument(
        "--commitment", metavar="HEX", help=t("compare with the commitment shown before the game")
    )
    add_json(parser)


def run(args: Namespace) -> int:
    """Verify every game of the file."""
    from diamant.fairness import BROKEN, check

    notes = _notes(args.witness)
    told = _told(args.commitment)
    if notes is not None and told is not None:
        raise DiamantError("--commitment cannot be combined with --witness")
    broken = False
    games = read_games(args.file)
    for number, record in enumerate(games, start=1):
        which = t("game {number}", number=number) + ": " if len(games) > 1 else ""
        witness = told if notes is None else notes.find(record)
        try:
            verdict = check(record, witness, missing=notes is not None)
        except FairnessError as error:
            if len(games) == 1:
                raise
            game = Message("game {number}", number)
            raise FairnessError("{game}: {error}", game, error) from None
        broken = broken or verdict.level == BROKEN
        difference = _difference(record, verdict)
        if args.json:
            print_json({**verdict.to_json(), "difference": _data(difference)})
            continue
        said = verdict.sentences(spoken(record.game.edition))
        if difference is not None:
            said.append(f"({fault(difference.message)})")
        print(which + " ".join(said))
    return 1 if broken else 0


def _notes(file: str | None) -> "Notes | None":
    from diamant.witness import Notes

    if file is None:
        return None
    try:
        return Notes.from_json(json.loads(read_bytes(file)))
    except (ValueError, RecursionError):
        raise DiamantError("{file} contains no notes from a device", file) from None


def _told(commitment: str | None) -> "Witness | None":
    from diamant.witness import Witness

    if commitment is None:
        return None
    if not re.fullmatch("[0-9a-fA-F]{64}", commitment):
        raise DiamantError(
            "--commitment must be 64 hexadecimal digits, not {value}", repr(commitment)
        )
    return Witness(0, commitment, early=True)


def _difference(record: "Record", verdict: "Verdict") -> "Difference | None":
    from diamant.dealer import first_difference, read_shuffle

    return first_difference(record, read_shuffle(record)[0]) if verdict.code == "card" else None


def _data(difference: "Difference | None") -> object:
    if difference is None:
        return None
    return {
        "round": difference.round,
        "step": difference.step,
        "recorded": str(difference.recorded),
        "dealt": str(difference.dealt),
    }
