"""A seat's part in the shuffle: a nonce that is promised first, and shown afterwards."""

import secrets
from typing import TYPE_CHECKING, Any

from diamant.dealer import nonce_hash

if TYPE_CHECKING:
    from diamant.client.async_client import AsyncClient

NONCE_BYTES = 16


class NonceGiver:
    """Gives what a table's shuffle waits for, for the seats of one guest."""

    def __init__(self, client: "AsyncClient") -> None:
        self._client = client
        self._nonces: dict[tuple[str, int], bytes] = {}

    async def give(self, view: dict[str, Any], seat: int) -> None:
        """Promise a nonce, or show the one that was promised, as the table's phase wants it."""
        if view["phase"] == "hashes":
            await self._promise(view["fairness"], seat)
        elif view["phase"] == "nonces":
            await self._show(view["fairness"], seat)

    async def _promise(self, fairness: dict[str, Any], seat: int) -> None:
        if fairness["hashes"][seat] is not None:
            return
        promised = fairness["commitment"]
        nonce = self._nonces.setdefault((promised, seat), secrets.token_bytes(NONCE_BYTES))
        await self._client.send("PromiseNonce", seat=seat, hash=nonce_hash(promised, seat, nonce))

    async def _show(self, fairness: dict[str, Any], seat: int) -> None:
        nonce = self._nonces.get((fairness["commitment"], seat))
        if nonce is not None and fairness["nonces"][seat] is None:
            await self._client.send("ShowNonce", seat=seat, nonce=nonce.hex())
