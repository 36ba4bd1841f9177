"""Represent an edition as JSON data, for programs and browsers."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from diamant.errors import EditionError, Message
from diamant.rules.edition import Edition
from diamant.rules.edition_text import edition_from_data, read_edition


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


MOST_KNOWN = 128

# The result for each text: the edition, or the reason why it is invalid.
_known: OrderedDict[str, Edition | Message] = OrderedDict()


def is_known(text: str) -> bool:
    """Return whether the result of reading a text is already stored."""
    return text in _known


def learn(text: str, found: Mapping[str, Any]) -> None:
    """Store a result from another process: an edition's data, or an error."""
    if "error" in found:
        _keep(text, Message.from_json(found["error"]))
    else:
        _keep(text, edition_from_data(found["edition"]))


def read_known(text: str) -> Edition:
    """Read an edition's text, or return the stored result."""
    found = _known.get(text)
    if found is None:
        try:
            found = read_edition(text)
        except EditionError as error:
            found = error.message
        _keep(text, found)
    else:
        _known.move_to_end(text)
    if isinstance(found, Message):
        raise EditionError(found)
    return found


def _keep(text: str, found: Edition | Message) -> None:
    _known[text] = found
    while len(_known) > MOST_KNOWN:
        _known.popitem(last=False)
