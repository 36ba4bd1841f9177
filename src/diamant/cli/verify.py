"""Check that the cards of finished games were dealt as their seeds and commitments say.

Exits with 0 if every card of every game is right, with 1 if one is not.
"""

from argparse import ArgumentParser, Namespace

from diamant.cli.common import add_json, add_record_file, print_json, read_games


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    add_record_file(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Verify every game of the file."""
    from diamant.dealer import verify
    from diamant.errors import FairnessError
    from diamant.record.write import rounds

    all_fair = True
    games = read_games(args.file)
    for number, record in enumerate(games, start=1):
        which = f"game {number}: " if len(games) > 1 else ""
        try:
            difference = verify(record)
        except FairnessError as error:
            raise FairnessError(f"{which}{error}") from None
        all_fair = all_fair and difference is None
        cards = sum(map(len, rounds(record.game)))
        if args.json:
            print_json(
                {"fair": difference is None, "cards": cards, "difference": _data(difference)}
            )
        elif difference is None:
            seed = "the seed that was committed to before the game"
            print(f"{which}fair: all {cards} cards follow from {seed}")
        else:
            print(f"{which}NOT fair: {difference}")
    return 0 if all_fair else 1


def _data(difference: object) -> object:
    from diamant.dealer import Difference

    if not isinstance(difference, Difference):
        return None
    return {
        "round": difference.round,
        "step": difference.step,
        "recorded": str(difference.recorded),
        "dealt": str(difference.dealt),
    }
