"""One server for each SQLite file: a lock that the system takes back when its process ends."""

import os
import sys
from pathlib import Path

from diamant.store.errors import InUseError, ReadOnlyError
from diamant.store.sqlite_file import PRIVATE

NO_LINKS = getattr(os, "O_NOFOLLOW", 0)

# Such a lock keeps out other processes, and not a second server in this one.
_held: set[Path] = set()


class ServerLock:
    """Held from its making to `release`, or to the end of the process however it ends.

    It lies in a file of its own beside the database, so that whoever only looks into the database,
    or copies it, is not kept out.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        refusal = InUseError(
            f"{path} is served by another process already: give each server a file of its own,"
            " or let several share a PostgreSQL"
        )
        # Asked first, since opening and closing the lock's file would end this process's own lock.
        if self._path in _held:
            raise refusal
        beside = path.with_name(f"{path.name}.lock")
        try:
            self._file = os.open(beside, os.O_RDWR | os.O_CREAT | NO_LINKS, PRIVATE)
        except OSError as error:
            raise ReadOnlyError(f"{beside} cannot be made: {error.strerror}") from error
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            raise refusal from None
        _held.add(self._path)

    def release(self) -> None:
        """Let another server have the file."""
        _held.discard(self._path)
        os.close(self._file)


def _lock(file: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        # Unlike flock, this is not inherited by processes that this one starts.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
