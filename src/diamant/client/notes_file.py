"""Keep the notes on a table's shuffles in a file between runs of the program."""

import json
import logging
from pathlib import Path

from diamant.errors import FairnessError
from diamant.witness import Notes, file_name

MOST_FILES = 200
"""The number of tables whose notes are kept; the oldest files are deleted."""

_log = logging.getLogger(__name__)


class NotesFile:
    """The file with the notes on one table."""

    def __init__(self, folder: Path, table: str) -> None:
        self.path = folder / file_name(table)

    def load(self) -> Notes:
        """Return the notes from the file, or empty notes if it can't be read."""
        try:
            return Notes.from_json(json.loads(self.path.read_text("utf-8")))
        except FileNotFoundError:
            return Notes()
        except (OSError, ValueError, FairnessError) as error:
            _log.warning("cannot read the notes in %s: %s", self.path, error)
            return Notes()

    def save(self, notes: Notes) -> None:
        """Write the notes atomically; log an error if that fails."""
        new = self.path.with_suffix(".new")
        try:
            if not self.path.exists():
                self._make_room()
            new.write_text(json.dumps(notes.to_json()), encoding="utf-8")
            new.replace(self.path)
        except OSError as error:
            _log.warning("cannot write the notes to %s: %s", self.path, error)
        notes.changed = False

    def _make_room(self) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        files = sorted(self.path.parent.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for old in files[: max(0, len(files) + 1 - MOST_FILES)]:
            old.unlink()
