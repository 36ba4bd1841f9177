"""Check that the cards of finished games were dealt as their seeds and commitments say.

Exits with 0 if every card of every game is right, with 1 if one is not. A game into whose shuffle
no guest mixed a nonce is not called fair, though its cards are right: whoever ran the server could
have chosen the seed.
"""

from argparse import ArgumentParser, Namespace

from diamant.cli.common import add_json, add_record_file, print_json, read_games
from diamant.cli.words import fault, t, tn


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    add_record_file(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Verify every game of the file."""
    from diamant.dealer import verify
    from diamant.errors import FairnessError, Message
    from diamant.record.write import rounds

    all_fair = True
    games = read_games(args.file)
    for number, record in enumerate(games, start=1):
        which = t("game {number}", number=number) + ": " if len(games) > 1 else ""
        try:
            difference = verify(record)
        except FairnessError as error:
            if len(games) == 1:
                raise
            game = Message("game {number}", number)
            raise FairnessError("{game}: {error}", game, error) from None
        all_fair = all_fair and difference is None
        cards = sum(map(len, rounds(record.game)))
        nonces = sum(map(bool, record.tags.get("Nonces", ())))
        if args.json:
            fair = difference is None and (bool(nonces) or None)
            print_json(
                {"fair": fair, "cards": cards, "nonces": nonces, "difference": _data(difference)}
            )
        elif difference is None and nonces:
            told = tn(
                "fair: its {n} card follows from the seed that was committed to before the game",
                "fair: all {n} cards follow from the seed that was committed to before the game",
                cards,
            )
            print(f"{which}{told}")
        elif difference is None:
            told = tn(
                "not proved fair: its {n} card follows from the seed, but no guest mixed a nonce"
                " in, so whoever ran the server could have chosen it",
                "not proved fair: all {n} cards follow from the seed, but no guest mixed a nonce"
                " in, so whoever ran the server could have chosen it",
                cards,
            )
            print(f"{which}{told}")
        else:
            print(which + t("NOT fair: {difference}", difference=fault(difference.message)))
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
