"""The connections at one table here: told what happens, and ended when their guest has gone."""

from collections.abc import Iterable, Sequence

from diamant.server.metrics import Metrics
from diamant.server.tables.broadcast import Broadcast
from diamant.server.tables.message import Message
from diamant.server.tables.requests import Listener
from diamant.server.tables.seat_history import SeatedEntry
from diamant.table.events import Disconnected, Entry, GuestGone
from diamant.table.values import MOST_CONNECTIONS

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
