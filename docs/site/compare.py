"""Write docs/editions-compared.md from the editions' own data: `python -m docs.site.compare`.

`tests/test_site.py` fails if the committed page differs.
"""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from diamant import Game, View, bust_chance
from diamant.editions import IDS, edition
from diamant.rules.edition import Edition

PAGE = Path(__file__).parents[1] / "editions-compared.md"

_INTRODUCTION = """# The editions side by side

This page compares the six built-in editions to help you choose one. The [rules](rules.md) explain
the terms. You can choose an edition in the lobby or with `--edition ID`. To print the rules of an
edition, run `diamant rules --edition ID`.

`python -m docs.site.compare` generates this page from the editions' data.
"""

_NONE = "none"
_TIES = {
    "shared": "the victory is shared",
    "relics": "most {relic}s; if still tied, the victory is shared",
}
_RITUALS = {"card": "a face-down card", "fist": "a closed fist, with the explorer in it to leave"}
_CAVES = {
    "barricades": "a barricade placed after each cave",
    "blockers": "a blocker removed before each cave",
}
_SHARING = {"pooled": "all gems are divided together", "card by card": "card by card"}


def _relics(box: Edition) -> str:
    if box.relics is None:
        return _NONE
    entering = {
        "start": "all in the deck from the start",
        "each round": "one joins the deck before each expedition",
    }
    return f"{len(box.relics.points)} ({entering[box.relics.enter]})"


def _worth(box: Edition) -> str:
    if box.relics is None:
        return "no relics"
    points = ", ".join(map(str, box.relics.points))
    worth = {"by order": "in the order taken", "printed": "the number on the card"}
    return f"{worth[box.relics.worth]}: {points}"


def _paid(box: Edition) -> str:
    if box.relics is None:
        return "no relics"
    return "yes, when taken" if box.relics.supplied else "no, added at the end"


def _decks(box: Edition) -> str:
    """Return the size of the first deck, and the largest size of the last one."""
    first, last = (len(box.deck(round)) for round in (1, box.rounds))
    return str(first) if first == last else f"{first}; later decks have at most {last}"


def second_card(box: Edition) -> Fraction:
    """Return the chance that the second card of a fresh deck ends the first expedition."""
    start = Game.start(box, box.least_players)
    after = {card: View.of(start.turn(card).game) for card in start.chances()}
    return sum(
        (chance * bust_chance(after[card]) for card, chance in start.chances().items()), Fraction(0)
    )


def _called(box: Edition) -> str:
    things = ("relic", "cave", "treasure", "hazard", "gem", "explorer", "chest")
    named = [f"*{box.names[thing]}* for {thing}" for thing in things if thing in box.names]
    return ", ".join(named) or _NONE


FACTS: dict[str, Callable[[Edition], str]] = {
    "number of players": lambda box: f"{box.least_players} to {box.most_players}",
    "number of expeditions": lambda box: str(box.rounds),
    "treasures": lambda box: ", ".join(map(str, box.treasures)),
    "hazards": lambda box: ", ".join(
        f"{box.name_of(kind)} ({copies})" for kind, copies in box.hazards
    ),
    "cards in the first deck": _decks,
    "chance of a bust on the second card": lambda box: str(second_card(box)),
    "relics": _relics,
    "value of a relic": _worth,
    "relics paid in gems": _paid,
    "in the box": lambda box: ", ".join(
        f"{gem.name} ({gem.count}, worth {gem.worth} each)" for gem in box.gems
    ),
    "how leavers share gems on the path": lambda box: _SHARING[box.sharing],
    "how players choose": lambda box: _RITUALS[box.ritual],
    "how caves are marked": lambda box: _CAVES[box.caves],
    "ties": lambda box: _TIES[box.tie_break].format(relic=box.name_of("relic")),
    "different terms": _called,
}


def page() -> str:
    """Return the page."""
    boxes = [edition(name) for name in IDS]
    told = {fact: [tell(box) for box in boxes] for fact, tell in FACTS.items()}
    same = {fact: values[0] for fact, values in told.items() if len(set(values)) == 1}
    rows = [["", *(f"`{box.id}`" for box in boxes)], ["---"] * (len(boxes) + 1)]
    rows += [[fact, *values] for fact, values in told.items() if fact not in same]
    names = [f"- `{box.id}`: {box.name}. {box.summary}" for box in boxes]
    parts = [
        _INTRODUCTION,
        "\n".join(names),
        "## What all editions share",
        "\n".join(f"- {fact.capitalize()}: {value}" for fact, value in same.items()),
        "## Where they differ",
        "\n".join(f"| {' | '.join(row)} |" for row in rows),
        "You can also [write your own edition](editions.md).\n",
    ]
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
