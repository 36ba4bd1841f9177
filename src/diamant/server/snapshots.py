"""A table as bytes, so that opening it again need not fold its whole log.

A snapshot is never needed: one that this release does not understand is passed over. It is read
with care all the same, since whoever can write to the database should not run code here.
"""

import functools
import hashlib
import io
import logging
import pickle
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Any

from diamant import __version__
from diamant.editions import IDS, edition
from diamant.rules.edition import Edition
from diamant.server.trail import Mark, Trail
from diamant.table import Table

FORMAT = 1

_MODULES = (
    "diamant.rules.cards",
    "diamant.rules.deck",
    "diamant.rules.edition",
    "diamant.rules.events",
    "diamant.rules.game",
    "diamant.rules.supply",
    "diamant.table.refusals",
    "diamant.table.settings",
    "diamant.table.values",
)
_log = logging.getLogger(__name__)


def save(table: Table, trail: Trail) -> bytes:
    """Return a table, with its trail, as bytes."""
    out = io.BytesIO()
    out.write(_prefix())
    _Pickler(out, protocol=5).dump((table, trail.marks))
    return out.getvalue()


def load(data: bytes) -> tuple[Table, Trail] | None:
    """Return the table that a snapshot holds, or None if it is not of this release."""
    prefix = _prefix()
    if not data.startswith(prefix):
        return None
    try:
        table, marks = _Unpickler(io.BytesIO(data[len(prefix) :])).load()
    except Exception as error:  # Broken bytes make pickle raise whatever it likes.
        _log.warning("a snapshot cannot be read (%s); its log is folded", type(error).__name__)
        return None
    if not isinstance(table, Table) or not all(isinstance(mark, Mark) for mark in marks):
        return None
    return table, Trail(marks)


class _Pickler(pickle.Pickler):
    """Leaves out what every table shares."""

    def persistent_id(self, obj: Any) -> str | None:  # noqa: ANN401 - whatever is in a table
        """Name a built-in edition instead of copying it."""
        if isinstance(obj, Edition) and obj.id in IDS and obj == edition(obj.id):
            return obj.id
        return None


class _Unpickler(pickle.Unpickler):
    """Knows the classes of tables and of the rules, and no others."""

    def persistent_load(self, pid: Any) -> Edition:  # noqa: ANN401 - whatever the bytes hold
        """Return the built-in edition of a name."""
        return edition(pid)

    def find_class(self, module_name: str, global_name: str) -> Any:  # noqa: ANN401 - a class
        """Return a class that a snapshot may hold."""
        if (module_name, global_name) == (Mark.__module__, "Mark"):
            return Mark
        if module_name in _MODULES:
            found = getattr(import_module(module_name), global_name, None)
            if isinstance(found, type) and found.__module__ == module_name:
                return found
        raise pickle.UnpicklingError(f"no snapshot holds {module_name}.{global_name}")


@functools.cache
def _prefix() -> bytes:
    """Return what a snapshot begins with: it changes with the release and with any field."""
    form = [
        (name, kind.__name__, [field.name for field in fields(kind)])
        for name in _MODULES
        for kind in vars(import_module(name)).values()
        if isinstance(kind, type) and is_dataclass(kind)
    ]
    digest = hashlib.sha256(repr(form).encode()).hexdigest()[:16]
    return f"diamant-snapshot {FORMAT} {__version__} {digest}\n".encode()
