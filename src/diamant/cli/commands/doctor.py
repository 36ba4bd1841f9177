"""Check this computer: show what works, what is missing, and what looks wrong."""

import os
import platform
import shutil
import socket
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

import diamant
from diamant.cli.commands.host import PORT, PORTS
from diamant.cli.common import add_json, console, print_json
from diamant.cli.storage import household_folder
from diamant.cli.words import fault, mark, t
from diamant.errors import DiamantError
from diamant.extras import EXTRAS, IMPORTED_AS, needs

Verdict = Literal["good", "absent", "odd", "missing"]
"""The verdict of a check; 'absent' means that an optional part is missing."""
MARKS: dict[Verdict, str] = {
    "good": "[green]✓[/]",
    "absent": "[dim]-[/]",
    "odd": "[yellow]![/]",
    "missing": "[red]✗[/]",
}

LEAST_SQLITE = (3, 51, 3)
"""The minimum version of SQLite. Older versions can lose data that is written while a checkpoint
restarts."""

LEAST_BYTES = 200_000_000
"""The minimum free disk space. An evening needs far less, but a disk with less space is almost
full."""

DAY = 86_400


GAMES, CACHE, PORT_OF_HOST = mark("games"), mark("cache"), mark("port")
CHAMPION = mark("champion")
PHONES, CLOCK, TERMINAL = mark("phones"), mark("clock"), mark("terminal")


class Finding(NamedTuple):
    """The result of one check; `what` stays in English in the JSON output."""

    what: str
    verdict: Verdict
    told: str


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    add_json(parser)


def run(args: Namespace) -> int:
    """Print the results; return 1 if something is missing."""
    found = list(_findings())
    if args.json:
        print_json([finding._asdict() for finding in found])
    else:
        from rich.markup import escape
        from rich.table import Table

        table = Table.grid(padding=(0, 2, 0, 0))
        for _ in range(3):
            table.add_column(overflow="fold")  # Long paths wrap, and nothing is cut off.
        for finding in found:
            table.add_row(MARKS[finding.verdict], t(finding.what), escape(finding.told))
        console().print(table)
    return int(any(finding.verdict == "missing" for finding in found))


def _findings() -> Iterator[Finding]:
    system = f"Python {platform.python_version()}, {platform.platform(terse=True)}"
    yield Finding("diamant", "good", f"{diamant.__version__}, {system}")
    yield from map(_extra, dict.fromkeys(EXTRAS.values()))
    yield from _sqlite()
    yield from _champion()
    yield _games()
    yield _kernels()
    yield _port()
    yield from _addresses()
    yield _clock()
    yield _terminal()


def _extra(extra: str) -> Finding:
    libraries = [library for library, brought_by in EXTRAS.items() if brought_by == extra]
    if sys.platform == "win32":
        libraries = [library for library in libraries if library != "uvloop"]
    missing = [library for library in libraries if not _is_there(library)]
    if not missing:
        return Finding(extra, "good", ", ".join(libraries))
    verdict: Verdict = "missing" if extra == "server" else "absent"
    return Finding(extra, verdict, fault(needs(missing[0], extra)))


def _is_there(library: str) -> bool:
    return find_spec(IMPORTED_AS.get(library, library)) is not None


def _sqlite() -> Iterator[Finding]:
    if find_spec("apsw") is None:
        return
    import apsw

    release = apsw.sqlite_lib_version()
    if tuple(map(int, release.split("."))) >= LEAST_SQLITE:
        yield Finding("SQLite", "good", release)
    else:
        least = ".".join(map(str, LEAST_SQLITE))
        told = t(
            "{release} can lose the latest changes: install apsw {least} or newer",
            release=release,
            least=least,
        )
        yield Finding("SQLite", "odd", told)


def _champion() -> Iterator[Finding]:
    from diamant.bots.champion.model import networks

    try:
        networks()
    except DiamantError as error:
        yield Finding(CHAMPION, "missing", fault(error.message))


def _games() -> Finding:
    try:
        folder = household_folder()
    except DiamantError as error:
        return Finding(GAMES, "missing", fault(error.message))
    if not os.access(folder, os.W_OK):
        told = t("cannot write to {folder}: games would not be saved", folder=str(folder))
        return Finding(GAMES, "missing", told)
    free = shutil.disk_usage(folder).free
    if free < LEAST_BYTES:
        room = f"{free / 1e6:.0f} MB"
        told = t("{folder}: only {room} free on this disk", folder=str(folder), room=room)
        return Finding(GAMES, "odd", told)
    return Finding(GAMES, "good", str(folder))


def _kernels() -> Finding:
    if find_spec("numba") is None:
        return Finding(CACHE, "good", t("only needed for simulations"))
    from diamant.simulator.kernel.cache import cache_folder

    folder = cache_folder()
    there = folder
    while not there.exists():
        there = there.parent
    if there.is_dir() and os.access(there, os.W_OK):
        return Finding(CACHE, "good", str(folder))
    told = t(
        "cannot write to {folder}: every simulation has to be compiled again", folder=str(folder)
    )
    return Finding(CACHE, "odd", told)


def _port() -> Finding:
    free = next((port for port in range(PORT, PORT + PORTS) if _is_free(port)), None)
    if free is None:
        told = t(
            "{first} to {last} are all in use: choose another port with diamant host --port",
            first=PORT,
            last=PORT + PORTS - 1,
        )
        return Finding(PORT_OF_HOST, "missing", told)
    if free != PORT:
        told = t("{taken} is in use: diamant host will use {free}", taken=PORT, free=free)
        return Finding(PORT_OF_HOST, "odd", told)
    return Finding(PORT_OF_HOST, "good", t("{port} is free", port=PORT))


def _is_free(port: int) -> bool:
    with socket.socket() as trial:
        if sys.platform != "win32":
            # As a server does, so a port whose connections have just ended counts as free.
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("0.0.0.0", port))  # noqa: S104 - as `diamant host` will
        except OSError:
            return False
    return True


def _addresses() -> Iterator[Finding]:
    if find_spec("psutil") is None:
        return
    from diamant.server.host import machine_addresses

    addresses = machine_addresses()
    likely = [address for address in addresses if address.likely]
    if likely:
        told = ", ".join(f"{address.host} ({address.device})" for address in likely)
        yield Finding(PHONES, "good", told)
    elif addresses:
        told = t(
            (
                "phones probably cannot reach {address} on {device}: connect this computer to "
                "their network"
            ),
            address=addresses[0].host,
            device=addresses[0].device,
        )
        yield Finding(PHONES, "odd", told)
    else:
        told = t("this computer is not on a network: no other device can join")
        yield Finding(PHONES, "odd", told)


def _clock() -> Finding:
    now = time.time()
    told = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    # The clock is wrong if Diamant was installed in the future.
    if now + DAY < Path(diamant.__file__).stat().st_mtime:
        return Finding(
            CLOCK, "odd", t("{time} cannot be right: set this computer's clock", time=told)
        )
    return Finding(CLOCK, "good", told)


def _terminal() -> Finding:
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        "♦ Élise Ђорђе".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        told = t("{encoding} cannot show all characters: set PYTHONUTF8=1", encoding=encoding)
        return Finding(TERMINAL, "odd", told)
    return Finding(TERMINAL, "good", encoding)
