"""The cues of shared screens at one table: each is passed on once, here and on other nodes."""

import asyncio
import contextlib

import msgspec

from diamant.protocol.incoming import MOMENTS, Counted, GuestId, Moment
from diamant.protocol.outgoing import Cued
from diamant.server.tables.callers import Listener, Message
from diamant.server.tables.listeners import Listeners
from diamant.store import Aside, Store
from diamant.store.errors import StoreError


class _Word(msgspec.Struct, array_like=True, frozen=True):
    """A cue within bounds, as from a client, since other releases may say other things."""

    guest: GuestId
    public_number: Counted
    moment: Moment


_decoder = msgspec.json.Decoder(_Word)


def write_cue(cued: Cued) -> str:
    """Return a cue as one line.

    >>> write_cue(Cued(guest="g2", public_number=17, moment="turn"))
    '["g2",17,"turn"]'
    """
    return msgspec.json.encode([cued.guest, cued.public_number, cued.moment]).decode()


def read_cue(word: str) -> Cued | None:
    """Return the cue that a line tells of, or None if it tells of something else.

    >>> read_cue('["g2",17,"turn"]'), read_cue("the weather")
    (Cued(guest='g2', public_number=17, moment='turn'), None)
    """
    try:
        read = _decoder.decode(word)
    except msgspec.DecodeError:
        return None
    return Cued(guest=read.guest, public_number=read.public_number, moment=read.moment)


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
