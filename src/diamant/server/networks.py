"""IP addresses and their networks, for limits and for the operator's blocks."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from diamant.server.settings import Network

HOUSEHOLD = 64  # The prefix length of the IPv6 network that counts as one address.
WIDER = ((56, 4), (48, 16))
"""Prefix lengths of IPv6 networks that one customer may own, and how many households' budgets each
network gets.
"""


class BlockedNetworks:
    """A set of blocked networks, in memory.

    >>> from ipaddress import ip_network
    >>> blocked = BlockedNetworks([ip_network("203.0.113.0/24"), ip_network("2001:db8::1")])
    >>> [blocked.has(address) for address in ("203.0.113.9", "203.0.114.9", "2001:db8::", "?")]
    [True, False, True, False]
    """

    def __init__(self, networks: Iterable[Network] = ()) -> None:
        self._networks = set(map(_countable, networks))

    def __iter__(self) -> Iterator[Network]:
        return iter(sorted(self._networks, key=lambda network: (network.version, str(network))))

    def add(self, network: Network) -> None:
        """Block a network; an IPv6 network smaller than a household is widened to one."""
        self._networks.add(_countable(network))

    def remove(self, network: Network) -> None:
        """Unblock a network."""
        self._networks.discard(_countable(network))

    def has(self, address: str) -> bool:
        """Return whether an address, as returned by `household`, is blocked."""
        if not self._networks:
            return False
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)


def _countable(network: Network) -> Network:
    if isinstance(network, IPv6Network) and network.prefixlen > HOUSEHOLD:
        return network.supernet(new_prefix=HOUSEHOLD)
    return network


def household(address: str) -> str:
    """Return the form of an address to count: for IPv6, its /64 network's address."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((found, HOUSEHOLD), strict=False).network_address)
    return str(found)


@lru_cache(maxsize=4096)
def networks_of(address: str) -> tuple[tuple[str, int], ...]:
    """Return an address from `household` and its wider networks, each with its share.

    >>> networks_of("192.0.2.1")
    (('192.0.2.1', 1),)
    >>> networks_of("2001:db8:1:203::")
    (('2001:db8:1:203::', 1), ('2001:db8:1:200::/56', 4), ('2001:db8:1::/48', 16))
    """
    own = (address, 1)
    try:
        found = ip_address(address)
    except ValueError:
        return (own,)
    if isinstance(found, IPv4Address):
        return (own,)
    wider = ((str(ip_network((found, bits), strict=False)), share) for bits, share in WIDER)
    return (own, *wider)


def widest_of(address: str) -> str:
    """Return the widest counted network around an address.

    >>> widest_of("192.0.2.1"), widest_of("2001:db8:1:203::")
    ('192.0.2.1', '2001:db8:1::/48')
    """
    return networks_of(address)[-1][0]


def without_port(address: str) -> str:
    """Return an address from a proxy's header without its brackets and port.

    >>> [without_port(text) for text in ("192.0.2.1:443", "[2001:db8::1]:443", "2001:db8::1")]
    ['192.0.2.1', '2001:db8::1', '2001:db8::1']
    """
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address
