"""What a game borrows from the rooms above the rules, so that it can be begun by an id alone.

The rules import nothing above them. What is found here is looked up by name when first asked for,
and a game that is begun with an `Edition` never needs it.
"""

from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diamant.rules.edition import Edition


def find_edition(name: "str | PathLike[str]") -> "Edition":
    """Return the edition of an id or of a file's path."""
    found: Edition = import_module("diamant.editions").find_edition(name)
    return found
