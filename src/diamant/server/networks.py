"""The networks that the operator has blocked on this node."""

from collections.abc import Iterable, Iterator
from ipaddress import IPv6Network, ip_address

from diamant.server.settings import Network

HOUSEHOLD = 64  # Bits of an IPv6 address that the server counts; see `newcomers.household`.


class BlockedNetworks:
    """A set of networks, kept in memory.

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
        """Block a network; a part of an IPv6 household blocks the whole household."""
        self._networks.add(_countable(network))

    def remove(self, network: Network) -> None:
        """Let a network in again."""
        self._networks.discard(_countable(network))

    def has(self, address: str) -> bool:
        """Return whether an address, as the server counts it, is blocked."""
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
