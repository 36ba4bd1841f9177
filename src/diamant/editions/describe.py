"""An edition as JSON data, for programs and browsers."""

from typing import Any

from diamant.rules.edition import Edition


def describe(edition: Edition) -> dict[str, Any]:
    """Return an edition as JSON data."""
    relics = edition.relics
    return {
        "id": edition.id,
        "name": edition.name,
        "summary": edition.summary,
        "rounds": edition.rounds,
        "players": {"least": edition.least_players, "most": edition.most_players},
        "treasures": list(edition.treasures),
        "hazards": {kind.kind: kind.copies for kind in edition.hazards},
        "relics": None
        if relics is None
        else {
            "enter": relics.enter,
            "worth": relics.worth,
            "points": list(relics.points),
            "supplied": relics.supplied,
        },
        "gems": [
            {"name": gem.name, "worth": gem.worth, "count": gem.count} for gem in edition.gems
        ],
        "sharing": edition.sharing,
        "tie_break": edition.tie_break,
        "ritual": edition.ritual,
        "caves": edition.caves,
        "names": dict(edition.names),
    }
