"""Seats at servers' tables, kept so that whoever comes back has theirs again."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

SEATS = "seats"


@dataclass(frozen=True)
class KeptSeat:
    """What lets a guest in again: the table's server, id and room code, and the guest's token."""

    server: str
    table: str
    code: str
    token: str

    def keep(self, household: Path) -> None:
        """Write it down for nobody else to read, since the token is the seat."""
        folder = household / SEATS
        folder.mkdir(mode=0o700, exist_ok=True)
        file = folder / f"{self.table}.json"
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with os.fdopen(os.open(file, flags, 0o600), "w", encoding="utf-8") as out:
            json.dump(asdict(self), out)


def kept_seat(household: Path, server: str, table: str) -> KeptSeat | None:
    """Return the seat that was kept at a table, named by its id or its room code."""
    for file in sorted((household / SEATS).glob("*.json")):
        try:
            seat = KeptSeat(**json.loads(file.read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            continue  # Without it one comes as a new guest.
        if seat.server == server and table.upper() in (seat.table.upper(), seat.code.upper()):
            return seat
    return None
