"""Write the conformance suite anew from the rules: `python -m conformance.write`.

docs/conformance.md tells what the files hold; `tests/test_conformance.py` checks them.
"""

import argparse
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from diamant.editions import IDS, edition, read_own_edition
from diamant.errors import DiamantError
from diamant.record import Record, read_record
from diamant.record.replay import replay
from diamant.rules.edition import HazardKind
from diamant.rules.edition_text import write_edition
from diamant.rules.game import Game, Phase
from diamant.rules.seats import SEAT_LETTERS
from diamant.view import View

FOLDER = Path(__file__).parent
GAMES = 1_000

HEAD = '[Edition "{edition}"]\n[Players {players}]\n\n'
# Each ruling of docs/rules.md by its number and name, with records that show it.
RULINGS = [
    (
        2,
        "gems that cannot be shared lie on the deepest treasure",
        "schmidt-2005",
        3,
        "1. 5/- 11/- 7/AB",
    ),
    (2, "the path is divided once over all cards", "schmidt-2005", 4, "1. 5/- 7/- 9/AB 2/CD"),
    (3, "a lone leaver takes every relic", "iello-2016", 3, "1. relic/- relic/- relic/A 5/BC"),
    (
        *(3, "the third and fourth relic taken are worth 5 and 10", "iello-2016", 3),
        "1. relic/- relic/A snake/BC\n2. relic/- relic/B 4/AC",
    ),
    (
        *(4, "relics that were not turned stay in the deck", "iello-2016", 3),
        "1. 9/ABC\n2. relic/- relic/- relic/- relic/- relic/A 7/BC",
    ),
    (
        *(4, "turned relics that nobody took leave the game", "iello-2023-relics", 3),
        "1. relic5/AB 2/C\n2. relic7/- 9/ABC\n3. relic8/A 1/BC",
    ),
    (5, "a player leaves alone after others have left", "iello-2016", 5, "1. relic/ABCD 4/E"),
    (5, "two who leave together are not alone", "iello-2016", 3, "1. relic/A relic/BC"),
    (
        *(6, "stand-ins replace missing gems", "schmidt-2005-nl", 3),
        "1. 17/- 15/- 14/- 13/- 11/- 11/- 9/- 7/- 7/- 5/ABC\n"
        "2. 17/- 15/- 14/- 13/- 11/- 11/- 9/- 7/- 7/- 5/-",
    ),
    (
        *(8, "tied players share the victory", "schmidt-2005", 3),
        "1. 17/ABC\n2. 17/ABC\n3. 17/ABC\n4. 17/ABC\n5. 17/ABC",
    ),
    (
        *(8, "in incan-gold relics break ties", "incan-gold", 3),
        "1. relic/A 11/BC\n2. 17/ABC\n3. 17/ABC\n4. 17/ABC\n5. 17/ABC",
    ),
    (
        *(9, "all cards except removed ones are shuffled again", "schmidt-2005", 3),
        "1. snake/- 9/- snake\n2. 9/- snake/ABC\n3. snake/- 9/- snake\n4. snake/ABC\n5. snake/ABC",
    ),
]
# Records that the rules do not allow, each with the ruling or rule that it breaks.
REFUSED = [
    (
        9,
        "a hazard that has left the game cannot be turned",
        "schmidt-2005",
        3,
        "1. snake/- snake\n2. snake/- snake\n3. snake/- snake",
    ),
    (
        4,
        "a relic cannot be turned twice",
        "iello-2023-relics",
        3,
        "1. relic5/ABC\n2. relic5",
    ),
    (0, "a card that the deck no longer contains", "schmidt-2005", 3, "1. 17/- 17"),
    (0, "a player who is not in the cave leaves", "schmidt-2005", 3, "1. 17/A 15/A"),
    (0, "a card after the expedition has ended", "schmidt-2005", 3, "1. 17/ABC 15"),
    (0, "an edition without relics has none", "iello-2023", 3, "1. relic"),
]


def states(record: Record) -> list[list[Any]]:
    """Return a row for every card: what lies there after it, and after the choice that follows."""
    told = []
    for step in replay(record):
        cave, after = step.turned.expedition, step.after
        bust = step.turned.phase is not Phase.DECIDE
        same = after.expedition.round == cave.round and not after.is_over
        leavers = None
        if step.leavers is not None:
            leavers = "".join(SEAT_LETTERS[seat] for seat in step.leavers)
        told.append(
            [
                step.round,
                str(step.card),
                step.before.expedition.deck.size - 1,
                0 if bust else cave.carried,
                0 if bust else sum(cave.gems),
                [] if bust else list(View.of(step.turned).relics),
                step.turned.stand_ins,
                leavers,
                sum(after.expedition.gems) if same and not bust else 0,
                list(after.scores),
                after.stand_ins,
            ]
        )
    return told


def case(record: Record) -> dict[str, Any]:
    """Return a record as the suite has it."""
    game = record.game
    return {
        "edition": game.edition.id,
        "players": game.players,
        "steps": states(record),
        "finished": game.is_over,
        "winners": list(game.winners),
    }


def random_game(name: str, players: int, rng: random.Random) -> Record:
    """Play a game in which everybody leaves by chance, some sooner and some later."""
    game, chances = Game.start(name, players), [rng.uniform(0.05, 0.5) for _ in range(players)]
    while not game.is_over:
        if game.phase is Phase.TURN:
            deck = [card for card, copies in game.expedition.deck.items() for _ in range(copies)]
            game = game.turn(rng.choice(deck)).game
        else:
            inside = game.expedition.in_cave
            game = game.decide([seat for seat in inside if rng.random() < chances[seat]]).game
    return Record(tuple(map(str, range(players))), game)


def games(name: str, first: int = GAMES) -> list[dict[str, Any]]:
    """Return the first games of an edition."""
    rng = random.Random(f"conformance {name}")  # noqa: S311 - games
    place = IDS.index(name)
    count = GAMES // len(IDS) + (place < GAMES % len(IDS))
    return [case(random_game(name, 3 + number % 6, rng)) for number in range(min(first, count))]


def _record(name: str, players: int, text: str) -> Record:
    names = " ".join(f'"{letter}"' for letter in SEAT_LETTERS[:players])
    return read_record(HEAD.format(edition=name, players=names) + text + "\n")


def rulings() -> list[dict[str, Any]]:
    """Return the cases of the rulings, those that are refused last."""
    told: list[dict[str, Any]] = []
    for number, name, box, players, course in RULINGS:
        record = _record(box, players, course)
        told.append({"ruling": number, "name": name} | case(record))
        if number == 2:
            told[-1]["gems"] = list(record.game.expedition.gems)
    closed = Game.start("schmidt-2005", 3, closed=True).turn("17").game.decide([0]).game
    told.append(
        {"ruling": 7, "name": "closed chests are known to their owners alone"}
        | case(Record(("A", "B", "C"), closed))
        | {
            "closed": True,
            "known": [View.of(closed, seat).chests for seat in (0, 1, 2, None)],
        }
    )
    told += [
        {"ruling": number, "name": name, "edition": box, "players": players, "refused": course}
        for number, name, box, players, course in REFUSED
    ]
    few = tuple(HazardKind(kind, 2) for kind in ("snake", "explosion"))
    box = replace(edition("schmidt-2005"), id="two-kinds", rounds=3, hazards=few, names={})
    told.append(
        {
            "ruling": 1,
            "name": "a deck that could run out is refused",
            "edition_text": write_edition(box),
        }
    )
    return told


def text(cases: list[dict[str, Any]]) -> str:
    """Return cases as JSON, one to a line."""
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in cases)
    return f"[\n{lines}\n]\n"


def refusal(one: dict[str, Any]) -> str:
    """Return what the rules say to a case that they should refuse, or nothing."""
    try:
        if "edition_text" in one:
            read_own_edition(one["edition_text"])
        else:
            _record(one["edition"], one["players"], one["refused"])
    except DiamantError as error:
        return str(error)
    return ""


def main() -> None:
    """Write all files."""
    argparse.ArgumentParser(prog="python -m conformance.write", description=__doc__).parse_args()
    for name in IDS:
        (FOLDER / f"games-{name}.json").write_text(text(games(name)), encoding="utf-8")
    (FOLDER / "rulings.json").write_text(text(rulings()), encoding="utf-8")


if __name__ == "__main__":
    main()
