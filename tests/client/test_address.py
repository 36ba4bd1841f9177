"""Test addresses as people type them."""

import pytest

from diamant.client import Address, ClientError


@pytest.mark.parametrize(
    ("written", "http", "websocket"),
    [
        ("http://localhost:8000", "http://localhost:8000/", "ws://localhost:8000/ws"),
        ("localhost:8000", "http://localhost:8000/", "ws://localhost:8000/ws"),
        ("wss://a.org/x/", "https://a.org/x/", "wss://a.org/x/ws"),
        ("https://a.org/x/y", "https://a.org/x/y/", "wss://a.org/x/y/ws"),
        ("http://[::1]:80/#t", "http://[::1]:80/", "ws://[::1]:80/ws"),
    ],
)
def test_both_addresses_are_derived_from_one(written, http, websocket):
    address = Address.read(written)
    assert (address.http, address.websocket) == (http, websocket)


@pytest.mark.parametrize(
    "written",
    ["", "ftp://a.org/", "http://", "http://a.org:port/", "http://a.org/?token=1",
     "http://me:secret@a.org/"],
)  # fmt: skip
def test_invalid_address_is_refused_without_repeating_a_secret(written):
    with pytest.raises(ClientError) as caught:
        Address.read(written)
    assert "secret" not in str(caught.value)


def test_path_segments_are_escaped():
    assert Address.read("http://a/x").below("api", "a/b?").endswith("/x/api/a%2Fb%3F")
