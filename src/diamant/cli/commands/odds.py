"""Show the exact odds of what comes next, at any point in a recorded game."""

import re
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from diamant.cli import common
from diamant.cli.words import spoken, t
from diamant.errors import DiamantError
from diamant.locales.words import Words

if TYPE_CHECKING:
    from fractions import Fraction

    from diamant.analysis.coach import Advice, Worth
    from diamant.record import Record
    from diamant.rules.game import Game
    from diamant.view import View


LOOK_AHEAD = 5


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    common.add_record_file(parser)
    parser.add_argument(
        "--at",
        metavar="ROUND.STEP",
        help=t("show the odds after this card, such as 3.4 (default: the last position)"),
    )
    parser.add_argument(
        "--game",
        type=int,
        metavar="N",
        help=t("number of the game in the file, from 1 (default: the last one)"),
    )
    common.add_json(parser)


def run(args: Namespace) -> int:
    """Print the odds."""
    from diamant.view import View

    games = common.read_games(args.file)
    number = len(games) if args.game is None else args.game
    if not 1 <= number <= len(games):
        raise DiamantError(
            "game {number} does not exist (the last one is {last})", number, len(games)
        )
    record = games[number - 1]
    game = record.game if args.at is None else position(record, args.at)
    seen = View.of(game)
    ended = args.at is not None and seen.round > int(args.at.partition(".")[0])
    if seen.phase == "over":
        raise DiamantError(
            "the game is over, so no cards are left; use {option} to look at an earlier position",
            "--at 3.4",
        )
    found = odds_of(seen)
    advice = advise_all(game)
    if args.json:
        common.print_json(_json(found) | {"advice": [each.to_json() for each in advice]})
    else:
        words = spoken(record.game.edition)
        if ended:
            told = words.t(
                (
                    "Expedition {round} ended with that card. Here is the start of the next "
                    "expedition."
                ),
                round=seen.round - 1,
            )
            common.console().print(told)
        _print(seen, found, words)
        _print_advice(record, advice, words)
    return 0


def advise_all(game: "Game") -> "list[Advice]":
    """Return the coach's advice for each player who has to choose."""
    from diamant.bots.likely import coach
    from diamant.rules.game import Phase

    if game.phase is not Phase.DECIDE:
        return []
    return [coach(game, seat) for seat in game.expedition.in_cave]


def position(record: "Record", at: str) -> "Game":
    """Return the game right after a card; step 0 is before the first card of a round."""
    from diamant.record import replay

    match = re.fullmatch(r"([1-9][0-9]{0,2})\.([0-9]{1,3})", at)
    if match is None:
        raise DiamantError(
            "expected a position as round and step, such as 3.4, got {value}", repr(at)
        )
    asked, last = (int(match[1]), int(match[2])), (1, 0)
    for step in replay(record):
        if asked == (step.round, 0) and step.number == 1:
            return step.before
        if asked == (step.round, step.number):
            return step.turned
        if step.round > asked[0]:
            break  # The round has ended before this step.
        last = step.round, step.number
    raise DiamantError(
        "the record has no position {at} (the last one before it is {last})",
        at,
        f"{last[0]}.{last[1]}",
    )


def odds_of(seen: "View") -> dict[str, Any]:
    """Return every probability that the command prints, as an exact fraction."""
    from fractions import Fraction

    from diamant import odds

    inside = range(1, len(seen.in_cave) + 1)
    ahead = range(1, min(LOOK_AHEAD, seen.deck_size) + 1)
    return {
        "round": seen.round,
        "deck_size": seen.deck_size,
        "bust": odds.bust_chance(seen),
        "cards": odds.card_chances(seen),
        "survive": {str(cards): odds.survival_chance(seen, cards) for cards in ahead},
        "share": {str(players): odds.expected_share(seen, players) for players in inside},
        "remainder": {str(players): odds.expected_remainder(seen, players) for players in inside},
        "relics": {
            "left": seen.relics_left,
            "next": Fraction(seen.relics_left, seen.deck_size),
            "on_path": list(seen.relics),
        },
    }


def _json(found: Any) -> Any:  # noqa: ANN401 - whatever JSON can hold
    from fractions import Fraction

    if isinstance(found, Fraction):
        return {"exact": str(found), "value": float(found)}
    if isinstance(found, dict):
        return {name: _json(value) for name, value in found.items()}
    return found


def _print(seen: "View", found: dict[str, Any], words: Words) -> None:
    from rich.markup import escape

    from diamant.terminal.drawing.advice import odds_sentence

    out, t = common.console(), words.t
    heading = words.tn(
        "Expedition {round} of {rounds}, {n} card left in the deck",
        "Expedition {round} of {rounds}, {n} cards left in the deck",
        seen.deck_size,
        round=seen.round,
        rounds=seen.rounds,
    )
    out.print(heading, style="bold")
    met = words.listed([words.name(kind) for kind in seen.hazards])
    if met:
        out.print(t("Hazards so far: {names}", names=met), markup=False)
    else:
        out.print(t("No hazards yet."))
    out.print(
        t(
            "Carried by each player in the cave: {carried}. On the path: {path}.",
            carried=seen.carried,
            path=seen.path,
        )
    )
    out.print(odds_sentence(seen, words, digits=1))
    headings = [t("cards ahead"), t("expedition survives")]
    ahead = ((cards, _both(chance, words)) for cards, chance in found["survive"].items())
    common.print_table(out, headings, ahead, left=2)
    headings = [
        t("players sharing the next card"),
        t("gems each, on average"),
        t("left on the card, on average"),
    ]
    shares = (
        (players, _number(share, words), _number(found["remainder"][players], words))
        for players, share in found["share"].items()
    )
    common.print_table(out, headings, shares, left=3)
    if seen.relics_left or seen.relics:
        worth = " + ".join(map(str, seen.relics)) or "0"
        out.print(
            t(
                "Relic points if you leave alone: {worth}. Relics left in the deck: {left}.",
                worth=worth,
                left=seen.relics_left,
            )
        )
    out.print(t("The next card:"), style="dim")
    cards = (
        (escape(words.card(word)), _both(chance, words), "█" * max(1, round(chance * 100)))
        for word, chance in sorted(found["cards"].items(), key=lambda item: -item[1])
    )
    common.print_table(out, ("", "", ""), cards, left=3, spare=True)


def _print_advice(record: "Record", advice: "list[Advice]", words: Words) -> None:
    from rich.markup import escape

    if not advice:
        return
    out, t = common.console(), words.t
    told = t(
        "The coach's estimates for each player in the cave: average points by the end of "
        "this expedition, chance to win, and how often others leave."
    )
    out.print(told, style="dim")
    headings = [
        *(t("Player"), t("Go on"), t("Leave"), t("others leave"), t("perfect play")),
        t("champion"),
    ]
    rows = []
    for each in advice:
        chances = (each.others, each.likely.get("equilibrium"), each.likely.get("champion"))
        likely = ("-" if chance is None else words.percent(chance) for chance in chances)
        worths = (_worth(each.stay, words), _worth(each.leave, words))
        rows.append((escape(record.players[each.seat]), *worths, *likely))
    common.print_table(out, headings, rows, left=len(headings))
    for each in advice:
        out.print(f"{record.players[each.seat]}: {each.sentence(words)}", markup=False)


def _worth(worth: "Worth", words: Words) -> str:
    points = words.decimal(worth.points)
    return points if worth.win is None else f"{points}  {words.percent(worth.win, digits=1)}"


def _both(chance: "Fraction", words: Words) -> str:
    told = words.percent(float(chance), digits=1)
    return f"{told:>{len(words.percent(1)) + 2}}  ({chance})"


def _number(value: "Fraction", words: Words) -> str:
    return f"{words.decimal(float(value), digits=2)}  ({value})"
