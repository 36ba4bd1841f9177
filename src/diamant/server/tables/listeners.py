"""Deliver events, and the cues of shared screens, to the connections at a table."""

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import UnsetType
from websockets.frames import Frame, Opcode

from diamant.protocol.incoming import MOMENTS, Counted, GuestId, Moment
from diamant.protocol.outgoing import Cued, Events, Outgoing, TableViewMessage, Welcome
from diamant.server.metrics import Metrics
from diamant.server.tables.seat_history import SeatedEntry
from diamant.store import Aside, Store
from diamant.store.errors import StoreError
from diamant.table import SPECTATOR, Viewer, event_for, events
from diamant.table.settings import MOST_GUESTS
from diamant.table.values import MOST_CONNECTIONS

_encode = msgspec.json.Encoder().encode
_HEAD = _encode(Events([])).removesuffix(b"]}")


class Message:
    """A server message, encoded as JSON and as a WebSocket frame."""

    __slots__ = ("_frame", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._frame: bytes | None = None

    @classmethod
    def of(cls, said: Outgoing) -> "Message":
        """Encode a server message; pad views so that their length reveals no choice."""
        data = _encode(said)
        if isinstance(said, TableViewMessage | Welcome) and not isinstance(said.view, UnsetType):
            data += b" " * sum(hand["choice"] is not False for hand in said.view["hands"])
        return cls(data)

    @property
    def frame(self) -> bytes:
        """The WebSocket frame; all clients get the same one, since servers don't mask."""
        frame = self._frame
        if frame is None:
            frame = self._frame = Frame(Opcode.TEXT, self.data).serialize(mask=False)
        return frame


class Listener(Protocol):
    """A connection that receives the table's events."""

    name: str
    guest: str

    def tell(self, message: Message) -> None:
        """Send a message, after all earlier ones."""
        ...

    def end(self, code: str, **params: str | int) -> None:
        """Close the connection with a reason."""
        ...


class Broadcast:
    """A batch of entries, encoded for each guest.

    Most entries are the same for everyone. Only choices and the contents of closed chests differ
    for the guest on a seat.
    """

    __slots__ = ("_common", "_concerned", "_parts", "_seated")

    def __init__(self, seated: Sequence[SeatedEntry]) -> None:
        self._seated = seated
        self._parts: list[bytes | None] = []
        self._concerned: set[str | None] = set()
        for entry, holders in seated:
            if is_personal(entry):
                event = entry.event
                if isinstance(event, events.ChoiceMade):
                    self._concerned.update(holders[event.seat : event.seat + 1])
                else:
                    self._concerned.update(holders)
            told = event_for(entry, SPECTATOR)
            self._parts.append(None if told is None else _encode(told))
        self._common = _message([part for part in self._parts if part is not None])

    @property
    def is_public(self) -> bool:
        """Whether any of the entries is public."""
        return self._common is not None

    def to(self, guest: str | None) -> Message | None:
        """Return the message for a guest, or None if they receive nothing."""
        if guest is None or guest not in self._concerned:
            return self._common
        parts: list[bytes] = []
        differs = False
        for (entry, holders), common in zip(self._seated, self._parts, strict=True):
            part = common
            if guest in holders and is_personal(entry):
                seats = tuple([at for at, holder in enumerate(holders) if holder == guest])
                if not isinstance(entry.event, events.ChoiceMade) or entry.event.seat in seats:
                    told = event_for(entry, Viewer(guest, seats))
                    part = None if told is None else _encode_own(told)
                    differs = True
            if part is not None:
                parts.append(part)
        return _message(parts) if differs else self._common


def is_personal(entry: events.Entry) -> bool:
    """Return whether different guests receive different versions of an entry."""
    event = entry.event
    if isinstance(event, events.CardTurned | events.ChoicesRevealed):
        return event.hidden
    return isinstance(event, events.ChoiceMade)


def _encode_own(told: dict[str, Any]) -> bytes:
    """Encode an event for the guest on a seat; pad it so that its length is secret."""
    return _encode(told) + b" " * (told.get("leave") is True)


def _message(parts: list[bytes]) -> Message | None:
    if not parts:
        return None
    return Message(_HEAD + b",".join(parts) + b"]}")


_ENDS = {why: why for why in ("left", "kicked", "blocked", "no-spectators", "table-full")}


class Listeners(dict[str, Listener]):
    """The listeners of a table's events, by the names of their connections."""

    def broadcast(self, entries: Sequence[SeatedEntry], metrics: Metrics) -> None:
        """Send new entries to all listeners, without what each one may not know."""
        if not self:
            return
        broadcast = Broadcast(entries)
        if broadcast.is_public:
            metrics.sent += len(self)
        told: dict[str, Message | None] = {}
        for listener in list(self.values()):
            guest = listener.guest
            if guest not in told:
                told[guest] = broadcast.to(guest)
            message = told[guest]
            if message is not None:
                listener.tell(message)

    def tell(self, message: Message, but: Listener | None = None) -> None:
        """Send the same message to all listeners except `but`."""
        for listener in list(self.values()):
            if listener is not but:
                listener.tell(message)

    def let_go(self, entries: Iterable[events.Entry]) -> None:
        """Close the connections of guests who are no longer at the table."""
        for entry in entries:
            event = entry.event
            if isinstance(event, events.GuestGone):
                for listener in list(self.values()):
                    if listener.guest == event.guest:
                        self.pop(listener.name, None)
                        full = {"most": MOST_GUESTS} if event.why == "table-full" else {}
                        listener.end(_ENDS.get(event.why, "gone"), **full)
            elif isinstance(event, events.Disconnected):
                gone = self.pop(event.connection, None)
                if gone is None:
                    continue
                if event.why == "oldest":
                    gone.end("oldest-connection", most=MOST_CONNECTIONS)
                elif event.why == "replaced":
                    gone.end("replaced")
                else:
                    # Other nodes considered this one dead; the guest can return at once.
                    gone.end("stopping")

    def end(self, code: str) -> None:
        """Close every connection."""
        for listener in list(self.values()):
            listener.end(code)
        self.clear()


class _Word(msgspec.Struct, array_like=True, frozen=True):
    """A cue from another node; nodes of other releases may send different cues."""

    guest: GuestId
    public_number: Counted
    moment: Moment


_decoder = msgspec.json.Decoder(_Word)


def write_cue(cued: Cued) -> str:
    """Return a cue as one line of JSON.

    >>> write_cue(Cued(guest="g2", public_number=17, moment="turn"))
    '["g2",17,"turn"]'
    """
    return msgspec.json.encode([cued.guest, cued.public_number, cued.moment]).decode()


def read_cue(word: str) -> Cued | None:
    """Parse a cue from one line of JSON; return None if it is something else.

    >>> read_cue('["g2",17,"turn"]'), read_cue("the weather")
    (Cued(guest='g2', public_number=17, moment='turn'), None)
    """
    try:
        read = _decoder.decode(word)
    except msgspec.DecodeError:
        return None
    return Cued(guest=read.guest, public_number=read.public_number, moment=read.moment)


class Cues:
    """The last moment that a shared screen showed; forwards new cues to listeners.

    Each moment of an event is sent once, and never after a later one. A second screen therefore
    does no harm, and a screen that repeats its cues causes no further messages.
    """

    __slots__ = ("_listeners", "_shown", "_store", "_whispers")

    def __init__(self, listeners: Listeners, store: Store) -> None:
        self._listeners = listeners
        self._store = store
        self._shown = (0, 0)  # The event and moment that a shared screen showed last.
        # Keeps references to the tasks, or they could be garbage-collected.
        self._whispers: set[asyncio.Task[None]] = set()

    def pass_on(self, cued: Cued, screen: Listener | None = None) -> bool:
        """Send a cue, if new, to all but the screen; return whether it was new."""
        shown = (cued.public_number, MOMENTS.index(cued.moment))
        if shown <= self._shown:
            return False
        self._shown = shown
        self._listeners.tell(Message.of(cued), but=screen)
        return True

    def whisper(self, table: str, cued: Cued) -> None:
        """Send a cue to the other nodes without waiting."""
        whisper = asyncio.create_task(self._whisper(Aside(table, write_cue(cued))))
        self._whispers.add(whisper)
        whisper.add_done_callback(self._whispers.discard)

    async def _whisper(self, aside: Aside) -> None:
        # Losing a cue only delays a scene by a moment.
        with contextlib.suppress(StoreError):
            await self._store.whisper(aside)
