"""The cues of shared screens at one table: each is passed on once, here and on other nodes."""

import asyncio
import contextlib

from diamant.protocol.incoming import MOMENTS
from diamant.protocol.outgoing import Cued
from diamant.server.tables.asides import write_cue
from diamant.server.tables.listeners import Listeners
from diamant.server.tables.message import Message
from diamant.server.tables.requests import Listener
from diamant.store import Aside, Store
from diamant.store.errors import StoreError


class Cues:
    """What was shown last at one table, and the way to those who wait for it.

    Each moment of each event is told once, and none after a later one: so two screens do no harm,
    and a screen that talks a lot is told on no more than one that does not.
    """

    __slots__ = ("_listeners", "_shown", "_store", "_whispers")

    def __init__(self, listeners: Listeners, store: Store) -> None:
        self._listeners = listeners
        self._store = store
        self._shown = (0, 0)  # The event and the moment of it that a shared screen showed last.
        self._whispers: set[asyncio.Task[None]] = set()  # A task that nobody knows may be dropped.

    def pass_on(self, cued: Cued, screen: Listener | None = None) -> bool:
        """Tell everybody here but the screen itself, if it is news; return whether it is."""
        shown = (cued.public_number, MOMENTS.index(cued.moment))
        if shown <= self._shown:
            return False
        self._shown = shown
        self._listeners.tell(Message.of(cued), but=screen)
        return True

    def whisper(self, table: str, cued: Cued) -> None:
        """Tell the other nodes, and wait for nothing."""
        whisper = asyncio.create_task(self._whisper(Aside(table, write_cue(cued))))
        self._whispers.add(whisper)
        whisper.add_done_callback(self._whispers.discard)

    async def _whisper(self, aside: Aside) -> None:
        # Only the timing of a scene hangs on it: what is lost costs a moment.
        with contextlib.suppress(StoreError):
            await self._store.whisper(aside)
