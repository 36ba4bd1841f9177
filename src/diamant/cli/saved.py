"""A game of `play` that is not over, on disk after every choice.

Seed, luck and the person's choices make the whole game, so these are all that is kept: whoever goes
on with it plays it again from its first card, without being asked twice.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from diamant.cli.household import household_folder
from diamant.errors import DiamantError


@dataclass(frozen=True)
class SavedGame:
    """What a game was begun with; `edition` is its whole text."""

    edition: str
    bots: tuple[str, ...]
    names: tuple[str, ...]
    luck: str
    closed: bool
    seed: str
    begun: str

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return _folder() / f"{self.begun}.json"

    def keep(self, choices: Sequence[bool]) -> None:
        """Write it down, whole or not at all."""
        data = {**asdict(self), "choices": list(choices)}
        new = self.file.with_suffix(".new")
        try:
            new.write_text(json.dumps(data), encoding="utf-8")
            new.replace(self.file)
        except OSError as error:
            raise DiamantError(f"cannot write {new}: {error.strerror}") from None

    def forget(self) -> None:
        """Throw it away, since it is over."""
        self.file.unlink(missing_ok=True)


def last_saved() -> tuple[SavedGame, list[bool]]:
    """Return the last game that was not finished, and the choices made in it."""
    files = sorted(_folder().glob("*.json"))
    if not files:
        raise DiamantError("no game waits to be continued")
    try:
        data = json.loads(files[-1].read_text("utf-8"))
        choices = [bool(choice) for choice in data.pop("choices")]
        saved = SavedGame(**data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DiamantError(f"the saved game {files[-1]} cannot be read: {error}") from None
    return saved, choices


def _folder() -> Path:
    folder = household_folder() / "unfinished"
    folder.mkdir(exist_ok=True)
    return folder
