"""The built-in editions: one TOML file each, found by id."""

import os
from functools import cache
from importlib.resources import files
from os import PathLike
from pathlib import Path

from diamant.editions.own import read_known
from diamant.errors import EditionError, UnknownNameError
from diamant.rules.edition import Edition
from diamant.rules.edition_text import read_edition

IDS = (
    "schmidt-2005",
    "schmidt-2005-nl",
    "iello-2016",
    "iello-2023",
    "iello-2023-relics",
    "incan-gold",
)


@cache
def edition(id: str) -> Edition:  # noqa: A002 - the word of the outside interface
    """Return a built-in edition by its id.

    >>> edition("iello-2016").relics.points
    (5, 5, 5, 10, 10)
    """
    if id not in IDS:
        raise UnknownNameError.unknown("unknown edition {name} ({hint})", id, IDS)
    text = files(__name__).joinpath(f"{id}.toml").read_text(encoding="utf-8")
    return read_edition(text)


def read_own_edition(text: str) -> Edition:
    """Read a custom edition; it can't have the id of a built-in one."""
    own = read_known(text)
    if own.id in IDS and own != edition(own.id):
        raise EditionError(
            "id {id} belongs to a built-in edition; choose a different id", repr(own.id)
        )
    return own


def find_edition(name: Edition | str | PathLike[str]) -> Edition:
    """Return an edition, given as an `Edition`, an id, or the path of a TOML file.

    For untrusted input, use `edition`, which opens no files.

    >>> find_edition("incan-gold").name_of("relic")
    'artifact'
    """
    if isinstance(name, Edition):
        return name
    if not isinstance(name, str | PathLike):
        raise EditionError("expected an edition's id or the path of a file, got {name}", repr(name))
    path = Path(name)
    # Before Python 3.14, Path.exists raises an error if a name is too long; os.path.exists doesn't.
    if name in IDS or (path.suffix != ".toml" and not os.path.exists(name)):  # noqa: PTH110
        known = str(name).lower()
        return edition(known if known in IDS else str(name))
    try:
        text = path.read_text(encoding="utf-8-sig")  # Some editors add a byte order mark.
    except OSError as error:
        raise EditionError("cannot read the edition file {file}: {error}", name, error) from None
    except UnicodeDecodeError:
        raise EditionError("the edition file {file} is not UTF-8 text", name) from None
    try:
        return read_own_edition(text)
    except EditionError as error:
        raise EditionError("{name}: {error}", name, error) from None
