"""Notify subscribers when tables change."""

import asyncio
from collections.abc import Iterable
from typing import Self

from diamant.store.values import Aside, Notice


class Subscription:
    """An endless stream of notices and asides.

    Only the latest notice and aside per table are kept, so the memory for a slow reader is limited.
    """

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub
        self._pending: dict[tuple[type, str | None], Notice | Aside] = {}
        self._filled = asyncio.Event()
        self._closed = False

    def put(self, notice: Notice | Aside) -> None:
        """Add a notice or aside, replacing an older one for the same table."""
        about = (type(notice), notice.table)
        self._pending.pop(about, None)
        self._pending[about] = notice
        self._filled.set()

    def close(self) -> None:
        """End the stream and release a waiting reader."""
        self._closed = True
        self._hub.forget(self)
        self._filled.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Notice | Aside:
        while not self._pending:
            if self._closed:
                raise StopAsyncIteration
            self._filled.clear()
            await self._filled.wait()
        return self._pending.pop(next(iter(self._pending)))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()


class Hub:
    """All subscriptions of one store."""

    def __init__(self) -> None:
        self._subscriptions: set[Subscription] = set()

    def subscribe(self) -> Subscription:
        """Start a subscription, which receives only later notices."""
        subscription = Subscription(self)
        self._subscriptions.add(subscription)
        return subscription

    def forget(self, subscription: Subscription) -> None:
        """Remove a closed subscription."""
        self._subscriptions.discard(subscription)

    def publish(self, notices: Iterable[Notice | Aside]) -> None:
        """Send notices to all subscriptions."""
        for notice in notices:
            for subscription in self._subscriptions:
                subscription.put(notice)

    def close(self) -> None:
        """End all subscriptions."""
        for subscription in list(self._subscriptions):
            subscription.close()
