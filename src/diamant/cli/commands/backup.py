"""Copy a server's database into a new SQLite file, even while the server is running.

With --every, repeat the copy into a folder until stopped, and keep only the newest copies.
"""

import asyncio
import contextlib
import datetime
import re
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from diamant.cli.storage import add_database, chosen_database
from diamant.cli.words import t
from diamant.errors import DiamantError

KEEP = 60
# Another process may be writing a partial copy, so only copies untouched for this long go.
STALE_SECONDS = 3600.0
_COPY = re.compile(r"diamant-\d{8}T\d{6}Z\.db")
_PART = re.compile(r"\.diamant-\d{8}T\d{6}Z\.db\.\d+\.part.*")


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    add_database(parser)
    parser.add_argument(
        "--every",
        type=float,
        metavar="SECONDS",
        help=t("copy into a folder every SECONDS seconds until Ctrl-C"),
    )
    parser.add_argument(
        "--keep",
        type=int,
        metavar="N",
        help=t("number of copies that --every keeps (default: {count})", count=KEEP),
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help=t("file to create, which must not exist yet; with --every, a folder"),
    )


def run(args: Namespace) -> int:
    """Write one copy, or repeat until stopped."""
    database, place = chosen_database(args.database), Path(args.file)
    if args.every is None:
        if args.keep is not None:
            raise DiamantError("--keep requires --every")
        asyncio.run(_backup(database, place))
        print(t("The copy is in {file}.", file=str(place)), file=sys.stderr)
        return 0
    keep = KEEP if args.keep is None else args.keep
    if not args.every >= 1 or keep < 1:
        raise DiamantError("--every and --keep must be at least 1")
    if not place.is_dir():
        raise DiamantError("no such folder: {folder}", place)
    with contextlib.suppress(KeyboardInterrupt):
        _repeat(database, place, args.every, keep)
    return 0


def _repeat(database: str, folder: Path, every: float, keep: int) -> None:
    """Copy repeatedly; after the first copy, report failures and keep trying."""
    print(t("Saving copies to {folder}.", folder=str(folder)), file=sys.stderr)
    copied = False
    while True:
        began = time.monotonic()
        copy = folder / f"diamant-{datetime.datetime.now(datetime.UTC):%Y%m%dT%H%M%SZ}.db"
        try:
            asyncio.run(_backup(database, copy))
            _rotate(folder, keep, copy)
            copied = True
        except DiamantError as error:
            if not copied:
                raise
            print(f"diamant: {error}", file=sys.stderr, flush=True)
        time.sleep(max(0.0, began + every - time.monotonic()))


def _rotate(folder: Path, keep: int, newest: Path) -> None:
    """Delete all but the newest copies, and partial copies left by killed processes."""
    copies = sorted(file for file in folder.iterdir() if _COPY.fullmatch(file.name))
    copies.remove(newest)  # Keep it, even if the clock was set back.
    stale = [
        file
        for file in folder.iterdir()
        if _PART.fullmatch(file.name) and time.time() - file.stat().st_mtime > STALE_SECONDS
    ]
    for file in [*copies[: max(0, len(copies) + 1 - keep)], *stale]:
        file.unlink(missing_ok=True)


async def _backup(database: str, file: Path) -> None:
    from diamant.cli.storage import existing_store

    async with existing_store(database) as store:
        await store.backup(file)
