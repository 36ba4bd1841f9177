"""The connections at one table: what each is told of new entries, and when they end."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from diamant.protocol.outgoing import Events
from diamant.server.metrics import Metrics
from diamant.server.tables.callers import Listener, Message
from diamant.server.tables.seat_history import SeatedEntry
from diamant.table import SPECTATOR, Viewer, event_for
from diamant.table.events import (
    CardTurned,
    ChoiceMade,
    ChoicesRevealed,
    Disconnected,
    Entry,
    GuestGone,
)
from diamant.table.values import MOST_CONNECTIONS

_encode = msgspec.json.Encoder().encode
_HEAD = _encode(Events([])).removesuffix(b"]}")


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
                if isinstance(event, ChoiceMade):
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
                if not isinstance(entry.event, ChoiceMade) or entry.event.seat in seats:
                    told = event_for(entry, Viewer(guest, seats))
                    part = None if told is None else _encode_own(told)
                    differs = True
            if part is not None:
                parts.append(part)
        return _message(parts) if differs else self._common


def is_personal(entry: Entry) -> bool:
    """Return whether an entry is told differently to those whom it concerns."""
    event = entry.event
    if isinstance(event, CardTurned | ChoicesRevealed):
        return event.hidden
    return isinstance(event, ChoiceMade)


def _encode_own(told: dict[str, Any]) -> bytes:
    """Encode what somebody is told of their own seat; leaving is as long as staying."""
    return _encode(told) + b" " * (told.get("leave") is True)


def _message(parts: list[bytes]) -> Message | None:
    if not parts:
        return None
    return Message(_HEAD + b",".join(parts) + b"]}")


_ENDS = {why: why for why in ("left", "kicked", "blocked", "no-spectators")}


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

    def let_go(self, entries: Iterable[Entry]) -> None:
        """End the connections of those who are not at the table any more."""
        for entry in entries:
            event = entry.event
            if isinstance(event, GuestGone):
                for listener in list(self.values()):
                    if listener.guest == event.guest:
                        self.pop(listener.name, None)
                        listener.end(_ENDS.get(event.why, "gone"))
            elif isinstance(event, Disconnected):
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
