"""Host a table: start a server on this computer, show a code to scan, and open the browser."""

import asyncio
import io
import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from diamant.cli.storage import household_database, told_place
from diamant.cli.words import t
from diamant.errors import DiamantError

if TYPE_CHECKING:
    from diamant.server.host import Invitation
    from diamant.server.services import Services


PORT = 8000
PORTS = 20  # Ports to try if none was given and the first one is in use.


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--edition",
        metavar="ID|FILE",
        default="iello-2016",
        help=t("the table's edition, or a TOML file with your own (default: iello-2016)"),
    )
    parser.add_argument(
        "--port",
        type=int,
        help=t("port to listen on (default: {port}, or the next free one)", port=PORT),
    )
    parser.add_argument(
        "--address",
        metavar="ADDRESS",
        help=t("which of this computer's addresses phones should use (default: the likeliest)"),
    )
    parser.add_argument(
        "--local",
        action="store_true",
        help=t("accept connections only from this computer"),
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help=t("public address of this server, if it is behind a proxy or a tunnel"),
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help=t(
            "where to save games: sqlite:///file.db or postgresql://… (default: a file "
            "in your home folder)"
        ),
    )
    parser.add_argument(
        "--log", metavar="FORMAT", help=t("log format: text or json (default: text)")
    )
    parser.add_argument("--no-browser", action="store_true", help=t("do not open the browser"))


def run(args: Namespace) -> int:
    """Host a table until the user presses Ctrl-C."""
    from diamant.editions import find_edition
    from diamant.server.host import find_addresses
    from diamant.server.logs import set_up_logging
    from diamant.server.run import ListenError, listen, serve
    from diamant.server.settings import settings_from

    find_edition(args.edition)
    if args.local and args.address is not None:
        raise DiamantError("--local cannot be combined with --address")
    find_addresses(args.address)
    host = "127.0.0.1" if args.local else "0.0.0.0"  # noqa: S104 - The phones must reach it.
    port = args.port
    if port is None:
        for port in range(PORT, PORT + PORTS):
            try:
                listen(host, port).close()
                break
            except ListenError:
                continue
    settings = settings_from(
        {
            "host": host,
            "port": port,
            "public_url": args.public_url,
            "database": args.database or household_database(),
            "log_level": "warning",
            "log": args.log,
        },
        {name: value for name, value in os.environ.items() if name != "DIAMANT_DATABASE"},
    )
    set_up_logging(settings.log_level, settings.log)
    opening: list[asyncio.Task[None]] = []

    def ready(address: str, services: "Services") -> None:
        bound = urlsplit(address).port
        assert bound is not None, "a server that listens has a port"
        opening.append(asyncio.create_task(_make_table(services, bound, args)))
        opening[0].add_done_callback(_end_if_failed)

    serve(settings, ready=ready)
    opening[0].result()
    return 0


def _end_if_failed(opening: asyncio.Task[None]) -> None:
    # A server without its table is useless; `run` prints the reason.
    if not opening.cancelled() and opening.exception() is not None:
        signal.raise_signal(signal.SIGINT)


async def _make_table(services: "Services", port: int, args: Namespace) -> None:
    from diamant.editions import IDS, find_edition
    from diamant.protocol.incoming import TableSettings
    from diamant.rules.edition_text import write_edition
    from diamant.server.host import find_addresses, invite, left_games

    found = [] if args.local else find_addresses(args.address)
    edition = find_edition(args.edition)
    text = None if edition.id in IDS else write_edition(edition)
    settings = TableSettings(edition=edition.id, edition_text=text)
    left = await left_games(services.store)
    invitation = await invite(services, port, found, settings)
    _announce(invitation, left, services.settings.database, local=args.local)
    if not args.no_browser and _has_screen():
        import webbrowser

        await asyncio.to_thread(webbrowser.open, invitation.own)


def _announce(invitation: "Invitation", left: list[str], database: str, *, local: bool) -> None:

    print()
    if invitation.unreachable and local:
        print(t("Only this computer can play here (--local)."))
        print("  " + t("To join from another window, open {address}", address=invitation.guests))
    elif invitation.unreachable:
        print(t("This computer isn't on a network, so only you can play here."))
    else:
        print(_qr_code(invitation.guests, colors=sys.stdout.isatty()))
        print()
        print("  " + t("On a phone, scan the code or open {address}", address=invitation.guests))
        print("  " + t("and take a seat at table {code}", code=invitation.code))
        if not local:
            print("  " + t("Phones must be on the same network (Wi-Fi) as this computer."))
    print()
    print("  " + t("To play on this computer, open {address}", address=invitation.own))
    home = invitation.own.partition("#")[0]
    for code in left:
        told = t(
            "Table {code} has a game in progress. Rejoin from the start page: {address}",
            code=code,
            address=home,
        )
        print("  " + told)
    print()
    print("  " + t("Games are saved in {place}", place=told_place(database)))
    end = t(
        "Press Ctrl-C to stop the server. Games are saved, and open pages resume after a restart."
    )
    print("  " + end, flush=True)


def _has_screen() -> bool:
    """Return whether a browser can be opened.

    Without a graphical display, a text browser would take over the terminal.
    """
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _qr_code(text: str, *, colors: bool) -> str:
    """Return the QR code of a text as lines for a terminal.

    With `colors`, the code is black on white in any terminal, because some phones can't read
    inverted codes.
    """
    import segno

    lines = io.StringIO()
    segno.make_qr(text, error="l").terminal(lines, border=2, compact=True)
    rows = lines.getvalue().rstrip("\n").split("\n")
    if colors:
        rows = [f"\x1b[97;40m{row}\x1b[0m" for row in rows]
    return "\n".join(rows)
