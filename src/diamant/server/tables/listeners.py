"""The connections at one table: their messages, who receives which entries, screens' cues."""

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
    """A message as bytes of JSON, and as a WebSocket frame."""

    __slots__ = ("_frame", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._frame: bytes | None = None

    @classmethod
    def of(cls, said: Outgoing) -> "Message":
        """Encode what the server says; a view is as long whatever its viewer has chosen."""
        data = _encode(said)
        if isinstance(said, TableViewMessage | Welcome) and not isinstance(said.view, UnsetType):
            data += b" " * sum(hand["choice"] is not False for hand in said.view["hands"])
        return cls(data)

    @property
    def frame(self) -> bytes:
        """The frame, which is the same for every client since a server does not mask."""
        frame = self._frame
        if frame is None:
            frame = self._frame = Frame(Opcode.TEXT, self.data).serialize(mask=False)
        return frame


class Listener(Protocol):
    """A connection that is told what happens at the table."""

    name: str
    guest: str

    def tell(self, message: Message) -> None:
        """Send a message, when what came before has been sent."""
        ...

    def end(self, code: str, **params: str | int) -> None:
        """Close the connection, saying why."""
        ...


class Broadcast:
    """A batch of entries as each guest is told of it.

    Most is the same for everybody. Only a choice, and what is hidden by closed chests, is told
    differently to the holder of a seat.
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
        """Whether everybody is told something."""
        return self._common is not None

    def to(self, guest: str | None) -> Message | None:
        """Return what a guest is told, or None if that is nothing."""
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
    """Return whether an entry is told differently to those whom it concerns."""
    event = entry.event
    if isinstance(event, events.CardTurned | events.ChoicesRevealed):
        return event.hidden
    return isinstance(event, events.ChoiceMade)


def _encode_own(told: dict[str, Any]) -> bytes:
    """Encode what somebody is told of their own seat; leaving is as long as staying."""
    return _encode(told) + b" " * (told.get("leave") is True)


def _message(parts: list[bytes]) -> Message | None:
    if not parts:
        return None
    return Message(_HEAD + b",".join(parts) + b"]}")


_ENDS = {why: why for why in ("left", "kicked", "blocked", "no-spectators", "table-full")}


class Listeners(dict[str, Listener]):
    """Those who are told what happens at a table, by the names of their connections."""

    def broadcast(self, entries: Sequence[SeatedEntry], metrics: Metrics) -> None:
        """Tell everybody what they may know of new entries."""
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
        """Tell everybody the same, but for one."""
        for listener in list(self.values()):
            if listener is not but:
                listener.tell(message)

    def let_go(self, entries: Iterable[events.Entry]) -> None:
        """End the connections of those who are not at the table any more."""
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
                    # Others took this node for dead; the guest can come back at once.
                    gone.end("stopping")

    def end(self, code: str) -> None:
        """End every connection."""
        for listener in list(self.values()):
            listener.end(code)
        self.clear()


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
