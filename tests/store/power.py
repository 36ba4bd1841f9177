"""A disk that can lose power: it remembers all writes and syncs in order.

The database runs on real files through this VFS. From the recorded steps, a test generates the
disk's content after a power cut at any moment. Synced data is there; other data is there, missing,
or partly there, at random.
"""

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

# Real disks write whole sectors, and SQLite relies on no more.
SECTOR = 512


@dataclass(frozen=True)
class Step:
    """A write, a sync or another change of a file, or an acknowledgement by the store."""

    kind: str
    file: str = ""
    offset: int = 0
    data: bytes = b""
    ack: tuple[str, int] | None = None


class Disk(apsw.VFS):
    """A VFS over the system's own that records every step; writes fail while `fault` is set."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.steps: list[Step] = []
        self.fault: Callable[[], Exception] | None = None
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        return _File(self, path, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.steps.append(Step("delete", Path(filename).name))
        if syncdir:
            self.steps.append(Step("folder"))
        super().xDelete(filename, syncdir)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, path: str, flags: list[int]) -> None:
        self.disk = disk
        self.file = Path(path).name
        self.journal = not flags[0] & apsw.SQLITE_OPEN_MAIN_DB
        new = not Path(path).exists() and not flags[0] & apsw.SQLITE_OPEN_READONLY
        super().__init__("", path, flags)
        if new:
            self.disk.steps.append(Step("create", self.file))

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._fail()
        self.disk.steps.append(Step("write", self.file, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self.disk.steps.append(Step("truncate", self.file, size))
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._fail()
        super().xSync(flags)
        self.disk.steps.append(Step("sync", self.file))
        if self.journal:
            # SQLite's own VFS syncs the folder with a new journal, though not with a database.
            self.disk.steps.append(Step("folder"))

    def _fail(self) -> None:
        if self.disk.fault is not None:
            raise self.disk.fault()


@dataclass
class Platter:
    """The data that is safely on the disk after some steps, and the data still pending."""

    safe: dict[str, bytearray] = field(default_factory=dict)
    names: dict[str, bool] = field(default_factory=dict)
    """For each pending change of a name: whether the file will exist."""
    pending: dict[str, list[Step]] = field(default_factory=dict)
    acks: dict[str, int] = field(default_factory=dict)
    """The last acknowledged number of each table; 0 after its deletion, -1 while that is open."""

    def take(self, step: Step) -> None:
        match step.kind:
            case "ack":
                assert step.ack is not None
                self.acks[step.ack[0]] = step.ack[1]
            case "create":
                self.safe.pop(step.file, None)
                self.pending[step.file] = []
                self.names[step.file] = True
            case "delete":
                self.names[step.file] = False
            case "folder":
                for name, there in self.names.items():
                    if there:
                        self.safe.setdefault(name, bytearray())
                    else:
                        self.safe.pop(name, None)
                        self.pending.pop(name, None)
                self.names.clear()
            case "sync":
                content = self.safe.setdefault(step.file, bytearray())
                for change in self.pending.pop(step.file, []):
                    _apply(content, change)
                if step.file in self.names and not step.file.endswith(("-wal", "-journal")):
                    # The content is safe, but its file name is not.
                    self.pending[step.file] = [Step("write", step.file, 0, bytes(content))]
                    del self.safe[step.file]
            case _:
                self.pending.setdefault(step.file, []).append(step)

    def settle(self) -> None:
        """Complete every pending write, as a machine does after one of its processes died."""
        for name in list(self.pending):
            self.take(Step("sync", name))
        self.take(Step("folder"))
        for name in list(self.pending):
            self.take(Step("sync", name))

    def cut(self, folder: Path, dice: random.Random) -> None:
        """Write the possible content of the disk after a power cut to a folder."""
        drop = dice.choice([0.0, 0.3, 0.7, 1.0])
        tear = dice.choice([0.0, 0.5])
        files = {name: bytearray(content) for name, content in self.safe.items()}
        for name, there in self.names.items():
            if dice.random() < drop:
                continue
            if there:
                files.setdefault(name, bytearray())
            else:
                files.pop(name, None)
        for name, changes in self.pending.items():
            for change in changes:
                if name in files and dice.random() >= drop:
                    _apply(files[name], change, dice if dice.random() < tear else None)
        for name, content in files.items():
            (folder / name).write_bytes(content)


def _apply(content: bytearray, step: Step, dice: random.Random | None = None) -> None:
    """Write or truncate; with dice, write only some of the sectors."""
    if step.kind == "truncate":
        del content[step.offset :]
        return
    for start in range(0, len(step.data), SECTOR):
        if dice is not None and dice.random() < 0.5:
            continue
        piece = step.data[start : start + SECTOR]
        begin = step.offset + start
        if len(content) < begin:
            content.extend(bytes(begin - len(content)))
        content[begin : begin + len(piece)] = piece


def after_cuts(
    steps: list[Step], count: int, seed: int, folder: Path, check: Callable[[Path, Platter], None]
) -> None:
    """Cut the power at `count` random moments and check the result each time."""
    dice = random.Random(seed)
    platter = Platter()
    moments = sorted(dice.randrange(len(steps) + 1) for _ in range(count))
    done = 0
    for number, moment in enumerate(moments):
        for step in steps[done:moment]:
            platter.take(step)
        done = moment
        place = folder / f"cut{number}"
        place.mkdir()
        platter.cut(place, dice)
        check(place, platter)
        shutil.rmtree(place)
