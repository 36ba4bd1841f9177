"""Under which addresses the phones in the room can reach this machine, the likeliest first."""

import ipaddress
import re
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import psutil

# Networks that live inside the machine or lead elsewhere; a phone on the Wi-Fi is in none of them.
_ELSEWHERE = re.compile(
    r"docker|podman|br-|bridge|veth|virbr|vmnet|vboxnet|virtualbox|vmware|hyper-v|vethernet|wsl|cni|lxc|lxd"
    r"|flannel|tun|tap|wg|tailscale|zerotier|zt|ppp|ipsec|nordlynx|proton|vpn|awdl|llw",
    re.IGNORECASE,
)
_LIKELY = re.compile(r"wl|wi-?fi|wlan|en|eth", re.IGNORECASE)
_CARRIER = ipaddress.ip_network("100.64.0.0/10")  # Tailscale hands these out, too.


@dataclass(frozen=True, slots=True)
class Address:
    """One address of this machine: the number, the network device, and how likely it serves."""

    host: str
    device: str
    likely: bool

    def url(self, port: int, base_path: str = "") -> str:
        """Return the address of a server there, with a slash at its end.

        >>> Address("192.168.0.7", "wlan0", likely=True).url(8000)
        'http://192.168.0.7:8000/'
        """
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{port}{base_path}/"


def rank(devices: Mapping[str, Sequence[str]]) -> tuple[Address, ...]:
    """Return the addresses of network devices, those that phones can probably reach first.

    Loopback and link-local addresses are left out; those of VPNs, containers and virtual machines
    come last; an IPv6 address is offered only where there is no other, since nobody types it.

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
    """Return this machine's own addresses, the likeliest first."""
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
