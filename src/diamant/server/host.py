"""Help `diamant host`: find addresses for phones, and create a table for guests."""

import ipaddress
import re
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import psutil

from diamant.errors import DiamantError
from diamant.protocol.incoming import TableSettings
from diamant.server.services import Services
from diamant.server.tables.persistence import PLAYING
from diamant.store import Store
from diamant.table.commands import FillWithBots, RemoveBot

# Networks inside the machine or of VPNs; phones on the Wi-Fi are in none of them.
_ELSEWHERE = re.compile(
    r"docker|podman|br-|bridge|veth|virbr|vmnet|vboxnet|virtualbox|vmware|hyper-v|vethernet|wsl|cni|lxc|lxd"
    r"|flannel|tun|tap|wg|tailscale|zerotier|zt|ppp|ipsec|nordlynx|proton|vpn|awdl|llw",
    re.IGNORECASE,
)
_LIKELY = re.compile(r"wl|wi-?fi|wlan|en|eth", re.IGNORECASE)
_CARRIER = ipaddress.ip_network("100.64.0.0/10")  # Also used by Tailscale.


@dataclass(frozen=True, slots=True)
class Address:
    """An address of this machine, its network device, and whether phones can use it."""

    host: str
    device: str
    likely: bool

    def url(self, port: int, base_path: str = "") -> str:
        """Return the URL of a server at this address, with a trailing slash.

        >>> Address("192.168.0.7", "wlan0", likely=True).url(8000)
        'http://192.168.0.7:8000/'
        """
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{port}{base_path}/"


def rank(devices: Mapping[str, Sequence[str]]) -> tuple[Address, ...]:
    """Return the addresses of network devices, the most useful for phones first.

    Loopback and link-local addresses are left out. Addresses of VPNs, containers and virtual
    machines come last. IPv6 addresses are only included if there are no others, since no one wants
    to type them.

    >>> [address.host for address in rank({"docker0": ["172.17.0.1"], "wlan0": ["192.168.0.7"]})]
    ['192.168.0.7', '172.17.0.1']
    """
    found: list[tuple[tuple[bool, bool, bool, bool], Address]] = []
    for device, hosts in devices.items():
        for host in hosts:
            number = ipaddress.ip_address(host.partition("%")[0])
            if number.is_loopback or number.is_link_local or number.is_unspecified:
                continue
            elsewhere = bool(_ELSEWHERE.match(device)) or number in _CARRIER
            order = (
                number.version == 6,
                elsewhere,
                not number.is_private,
                not _LIKELY.match(device),
            )
            found.append((order, Address(str(number), device, likely=not elsewhere)))
    found.sort(key=lambda pair: pair[0])
    short = [address for order, address in found if not order[0]]
    return tuple(short or [address for _, address in found])


def machine_addresses() -> tuple[Address, ...]:
    """Return this machine's addresses, the most useful for phones first."""
    stats = psutil.net_if_stats()
    devices = {
        device: [
            address.address
            for address in addresses
            if address.family in (socket.AF_INET, socket.AF_INET6)
        ]
        for device, addresses in psutil.net_if_addrs().items()
        if device in stats and stats[device].isup
    }
    return rank(devices)


BOTS = 2  # With the host, these make three players, the minimum of every edition.
MOST_LEFT = 3  # Only the most recent unfinished games are offered.


@dataclass(frozen=True, slots=True)
class Invitation:
    """A table's room code, and its URLs for the host's browser and for guests."""

    code: str
    own: str
    guests: str
    unreachable: bool
    """Whether this machine has no network, so that no other device can join."""


def find_addresses(preferred: str | None) -> list[Address]:
    """Return addresses for phones; a `preferred` address or device comes first."""
    found = list(machine_addresses())
    if preferred is not None:
        chosen = [address for address in found if preferred in (address.host, address.device)]
        if not chosen:
            known = ", ".join(f"{address.host} ({address.device})" for address in found) or "none"
            raise DiamantError(
                "this computer has no address {address} (available: {known})",
                repr(preferred),
                known,
            )
        found = chosen + [address for address in found if address not in chosen]
    return found


async def left_games(store: Store) -> list[str]:
    """Return the room codes of tables with unfinished games from the last run."""
    playing = await store.tables([PLAYING])
    latest_first = sorted(playing, key=lambda table: table.changed, reverse=True)
    return [table.code for table in latest_first if table.code is not None][:MOST_LEFT]


async def invite(
    services: Services, port: int, found: list[Address], settings: TableSettings
) -> Invitation:
    """Create a table with two bots and return its URLs."""
    base, public = services.settings.base_path, services.settings.public_url
    made = await services.rooms.make(settings, "")
    room = await services.rooms.open(made.table)
    # The first seat stays free for the first guest, usually the host.
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
