"""A table for tonight: the server on this machine, with a table that is ready for its guests."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from diamant.errors import DiamantError
from diamant.protocol.incoming import TableSettings
from diamant.server.process.addresses import Address, machine_addresses
from diamant.server.services import Services
from diamant.server.tables.table_index import PLAYING
from diamant.store import Store
from diamant.table.commands import FillWithBots, RemoveBot

BOTS = 2  # With the host that makes three players, the fewest that every edition takes.
MOST_LEFT = 3  # Whoever left more of them knows it.


@dataclass(frozen=True, slots=True)
class Invitation:
    """How to come to a table: for the host's own browser, and for everybody else."""

    code: str
    own: str
    guests: str
    unreachable: bool
    """Whether this machine is in no network, so that nobody else can come."""


def find_addresses(preferred: str | None) -> list[Address]:
    """Return where phones can try; the preferred one, by its number or its device, comes first."""
    found = list(machine_addresses())
    if preferred is not None:
        chosen = [address for address in found if preferred in (address.host, address.device)]
        if not chosen:
            known = ", ".join(f"{address.host} ({address.device})" for address in found) or "none"
            raise DiamantError(f"this machine has no address {preferred!r}; it has: {known}")
        found = chosen + [address for address in found if address not in chosen]
    return found


async def left_games(store: Store) -> list[str]:
    """Return the codes of tables where a game was going on when the last server ended."""
    playing = await store.tables([PLAYING])
    latest_first = sorted(playing, key=lambda table: table.changed, reverse=True)
    return [table.code for table in latest_first if table.code is not None][:MOST_LEFT]


async def invite(
    services: Services, port: int, found: list[Address], settings: TableSettings
) -> Invitation:
    """Make a table with two bots at it, and tell where it is."""
    base, public = services.settings.base_path, services.settings.public_url
    made = await services.rooms.make(settings, "")
    room = await services.rooms.open(made.table)
    # The first seat is left to whoever comes first: as a rule the host, as at the page's tables.
    room.submit(FillWithBots(by=made.guest, players=BOTS + 1))
    room.submit(RemoveBot(by=made.guest, seat=0))
    await room.settled()
    urls = [(address.url(port, base), address.device, address.likely) for address in found]
    if public:
        urls.insert(0, (f"{public.rstrip('/')}/", urlsplit(public).hostname or "", True))
    services.addresses = [
        {"url": url, "device": device, "likely": likely} for url, device, likely in urls
    ]
    own = f"http://localhost:{port}{base}/"
    return Invitation(
        code=made.code,
        own=f"{own}#claim={services.make_claim(made)}",
        guests=f"{urls[0][0] if urls else own}#/t/{made.code}",
        unreachable=not urls,
    )
