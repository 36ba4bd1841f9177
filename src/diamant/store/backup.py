"""Writing a backup so that there is a whole one or none."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from diamant.store.errors import BackupError, FullError
from diamant.store.sqlite_file import make_private, sync_folder


@contextmanager
def in_one_piece(path: Path) -> Iterator[Path]:
    """Give a place beside `path` to write to; afterwards it is made durable and gets its name."""
    if path.exists():
        raise BackupError(f"{path} exists: name a new file for the backup")
    if not path.parent.is_dir():
        raise BackupError(f"{path} cannot be written: there is no folder {path.parent}")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        make_private(part)
        yield part
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.rename(path)
        sync_folder(path.parent)
    except FullError as error:
        raise FullError(f"the disk of {path} is full") from error  # Nobody named the part.
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror}") from error
    finally:
        with suppress(OSError):  # What could not be made cannot be left behind.
            part.unlink(missing_ok=True)
