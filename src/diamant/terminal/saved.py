"""Save unfinished games of `play`, and seats at servers' tables.

The seed, the luck and the player's choices determine the whole game, so a saved game contains
nothing else. It is written after every choice. `play --continue` replays the game from its first
card without asking for the same choice twice.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from diamant.errors import DiamantError
from diamant.witness import file_name

UNFINISHED, FINISHED = "unfinished", "games"
"""A household's folders for unfinished games, and for records of finished ones."""


@dataclass(frozen=True)
class SavedGame:
    """The setup of a game; `edition` contains the edition's full text."""

    edition: str
    bots: tuple[str, ...]
    names: tuple[str, ...]
    luck: str
    closed: bool
    seed: str
    begun: str

    def file(self, household: Path) -> Path:
        """Return the game's file in a household's folder."""
        return household / UNFINISHED / f"{self.begun}.json"

    def keep(self, household: Path, choices: Sequence[bool]) -> None:
        """Write the game and its choices to disk atomically."""
        data = {**asdict(self), "choices": list(choices)}
        file = self.file(household)
        new = file.with_suffix(".new")
        try:
            file.parent.mkdir(exist_ok=True)
            with new.open("w", encoding="utf-8") as out:
                out.write(json.dumps(data))
                out.flush()
                os.fsync(out.fileno())
            new.replace(file)
        except OSError as error:
            raise DiamantError("cannot write {file}: {error}", new, error) from None

    def forget(self, household: Path) -> None:
        """Delete the game, which is over."""
        self.file(household).unlink(missing_ok=True)


def unfinished_games(household: Path) -> list[Path]:
    """Return the files of unfinished games, oldest first."""
    return sorted((household / UNFINISHED).glob("*.json"))


def last_saved(household: Path) -> tuple[SavedGame, list[bool]]:
    """Return the last unfinished game, and the choices made in it."""
    files = unfinished_games(household)
    if not files:
        raise DiamantError("no saved game to resume")
    try:
        data = json.loads(files[-1].read_text("utf-8"))
        choices = [bool(choice) for choice in data.pop("choices")]
        saved = SavedGame(**{**data, "bots": tuple(data["bots"]), "names": tuple(data["names"])})
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DiamantError("cannot read the saved game {file}: {error}", files[-1], error) from None
    return saved, choices


SEATS, WITNESSES = "seats", "witnesses"


@dataclass(frozen=True)
class KeptSeat:
    """A guest's seat at a table: server, table id, room code, and the guest's token."""

    server: str
    table: str
    code: str
    token: str

    def keep(self, household: Path) -> None:
        """Write the seat to a private file, because the token gives access to the seat."""
        folder = household / SEATS
        folder.mkdir(mode=0o700, exist_ok=True)
        file = folder / file_name(self.table)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        with os.fdopen(os.open(file, flags, 0o600), "w", encoding="utf-8") as out:
            json.dump(asdict(self), out)


def kept_seat(household: Path, server: str, table: str) -> KeptSeat | None:
    """Return the saved seat at a table, given its id or its room code."""
    for file in sorted((household / SEATS).glob("*.json")):
        try:
            seat = KeptSeat(**json.loads(file.read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            continue  # Without a saved seat, the player joins as a new guest.
        if seat.server == server and table.upper() in (seat.table.upper(), seat.code.upper()):
            return seat
    return None
