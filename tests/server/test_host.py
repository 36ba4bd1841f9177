"""Test which unfinished games `diamant host` finds, and which addresses it gives to phones."""

from diamant.server.host import MOST_LEFT, left_games, rank
from diamant.store import Index


async def test_unfinished_games_are_listed_latest_first(house):
    for at, state in enumerate(["playing", "lobby", "over", *["playing"] * MOST_LEFT]):
        index = Index(state=state)
        await house.store.create(f"t{at}", [b"made"], code=f"CODE{at}", index=index, now=float(at))
    assert await left_games(house.store) == ["CODE5", "CODE4", "CODE3"]


def hosts(devices):
    return [address.host for address in rank(devices)]


def test_wireless_network_precedes_containers_and_vpns():
    devices = {
        "docker0": ["172.17.0.1"],
        "tun0": ["10.8.0.2"],
        "vEthernet (WSL)": ["172.28.0.1"],
        "tailscale0": ["100.101.1.1"],
        "wlp3s0": ["192.168.178.20", "fe80::1%wlp3s0"],
        "br-4f": ["172.18.0.1"],
    }
    ranked = rank(devices)
    assert ranked[0].host == "192.168.178.20"
    assert [address.likely for address in ranked] == [True, *[False] * 5]


def test_tailscale_address_is_recognized_under_any_device_name():
    assert hosts({"net9": ["100.64.0.7"], "eth1": ["10.0.0.3"]}) == ["10.0.0.3", "100.64.0.7"]


def test_loopback_and_link_local_addresses_are_omitted():
    assert hosts({"lo": ["127.0.0.1", "::1"], "eth0": ["169.254.3.4", "fe80::2"]}) == []


def test_ipv6_address_is_offered_only_without_ipv4():
    assert hosts({"eth0": ["fd00::2", "192.168.0.7"]}) == ["192.168.0.7"]
    (only,) = rank({"eth0": ["fd00::2"]})
    assert only.url(8000) == "http://[fd00::2]:8000/"
