"""Editions of users' own, each text read once: whoever sends it again costs nothing."""

from collections import OrderedDict
from typing import Any

from diamant.errors import EditionError
from diamant.rules.edition import Edition
from diamant.rules.edition_text import edition_from_data, read_edition

MOST_KNOWN = 128

# What became of each text: the edition, or why it is none.
_known: OrderedDict[str, Edition | str] = OrderedDict()


def is_known(text: str) -> bool:
    """Return whether a text has been read already, so that reading it costs nothing."""
    return text in _known


def learn(text: str, found: dict[str, Any] | str) -> None:
    """Take over what another process has read: an edition's data, or why it is none."""
    _keep(text, found if isinstance(found, str) else edition_from_data(found))


def read_known(text: str) -> Edition:
    """Read an edition's text, or remember what became of it."""
    found = _known.get(text)
    if found is None:
        try:
            found = read_edition(text)
        except EditionError as error:
            found = str(error)
        _keep(text, found)
    else:
        _known.move_to_end(text)
    if isinstance(found, str):
        raise EditionError(found)
    return found


def _keep(text: str, found: Edition | str) -> None:
    _known[text] = found
    while len(_known) > MOST_KNOWN:
        _known.popitem(last=False)
