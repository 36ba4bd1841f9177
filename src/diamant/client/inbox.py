"""Events that have come and wait to be read, with an eye on their numbers."""

import asyncio
from collections import deque
from typing import Any

from diamant.client.connection import LostError
from diamant.protocol.close_codes import LOST

MOST_WAITING = 20_000

EventData = dict[str, Any]
"""An event of a table as it came: its name in `event`, `public_number`, time and fields."""


class Inbox:
    """Events in order; `public_number` is the last one's, `gaps` counts those that were missing."""

    def __init__(self) -> None:
        self.public_number = 0
        self.gaps = 0
        self._events: deque[EventData] = deque()
        self._news = asyncio.Event()
        self._ended = False

    def add(self, events: list[EventData]) -> None:
        """Take events; where one is missing, the connection is given up: coming back brings it."""
        for event in events:
            if event["public_number"] > self.public_number + 1:
                self.gaps += 1
                raise LostError(LOST, why="events are missing")
            self.public_number = max(self.public_number, event["public_number"])
            self._events.append(event)
        if len(self._events) > MOST_WAITING:
            self._events.clear()
            self.skip(self.public_number, None)
        self._news.set()

    def skip(self, public_number: int, view: dict[str, Any] | None) -> None:
        """Tell the reader that events are missing, and how things stand, if that is known."""
        self.public_number = public_number
        self._events.append(
            {"event": "Skipped", "public_number": public_number, "at": 0, "view": view}
        )
        self._news.set()

    def end(self) -> None:
        """Tell the reader that nothing more will come."""
        self._ended = True
        self._news.set()

    async def take(self) -> EventData | None:
        """Return the next event, or None when nothing more will come."""
        while not self._events:
            if self._ended:
                return None
            self._news.clear()
            await self._news.wait()
        return self._events.popleft()

    def take_all(self) -> list[EventData]:
        """Return what has come so far, without waiting."""
        taken = list(self._events)
        self._events.clear()
        return taken
