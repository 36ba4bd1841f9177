"""Guests come, go and change."""

from dataclasses import field

from diamant.rules.frozen import replace
from diamant.table.events.base import Entry, TableEvent, table_event
from diamant.table.senders import Connection
from diamant.table.values import (
    MOST_BLOCKED,
    MOST_DEPARTED,
    MOST_EMOTES,
    Blocked,
    Departed,
    Guest,
    Table,
)


@table_event("GuestJoined", told=("guest", "screen"))
class GuestJoined(TableEvent):
    """A guest came in, and is away until a connection is open."""

    guest: str
    token: str = field(repr=False)
    origin: str = field(repr=False)
    screen: bool
    network: str = field(default="", repr=False)

    def apply(self, table: Table, entry: Entry) -> Table:
        """Let the guest in."""
        guest = Guest(
            self.guest,
            self.token,
            self.origin,
            self.screen,
            away_since=entry.at,
            network=self.network,
        )
        return replace(table, guests=(*table.guests, guest), joined=table.joined + 1)


@table_event("GuestGone", told=("guest", "why"))
class GuestGone(TableEvent):
    """A guest left, was kicked or blocked, could not stay as a spectator, or was away for long.

    Their token is worth nothing any more. In the lobby their seats are free; in a game they are
    bots'. With `network`, a block is one of all devices behind their address.
    """

    guest: str
    why: str
    network: bool = False

    def apply(self, table: Table, entry: Entry) -> Table:
        """Let the guest go, with all that was theirs."""
        guest = table.find_guest(self.guest)
        assert guest is not None, f"{self.guest} is not here"
        blocked = table.blocked
        if self.why == "blocked":
            origin = guest.network if self.network else guest.origin
            known = Blocked(origin, table.name_of(guest.id))
            blocked = (*blocked, known)[-MOST_BLOCKED:]
        for at in table.seats_of(guest.id):
            table = table.vacated(at)
        seats = tuple(
            replace(seat, promise=None)
            if seat is not None and seat.promise is not None and seat.promise.guest == guest.id
            else seat
            for seat in table.seats
        )
        gone = Departed(guest.id, guest.token)
        return replace(
            table,
            keeper=None if table.keeper == guest.id else table.keeper,
            guests=tuple(other for other in table.guests if other.id != guest.id),
            seats=seats,
            departed=(*table.departed, gone)[-MOST_DEPARTED:],
            blocked=blocked,
        )


@table_event("Unblocked", told=())
class Unblocked(TableEvent):
    """Everybody who was sent away for good may come in again.

    All at once, since devices of one family may look the same to the server: to let in one of them
    could let in another, too.
    """

    def apply(self, table: Table, entry: Entry) -> Table:
        """Forget who was sent away."""
        return replace(table, blocked=())


@table_event("ScreenSet", told=("guest", "screen"))
class ScreenSet(TableEvent):
    """A guest became the shared screen, or stopped being it."""

    guest: str
    screen: bool

    def apply(self, table: Table, entry: Entry) -> Table:
        """Make the guest the shared screen, or not."""
        return table.with_guest(replace(table.guest(self.guest), screen=self.screen))


@table_event("Connected", told=("guest",), public_if="arrived")
class Connected(TableEvent):
    """A connection of a guest was opened; `arrived` if they had none before.

    The commands that come by it are those of the `sender`.
    """

    guest: str
    connection: str
    arrived: bool
    sender: str = ""

    def apply(self, table: Table, entry: Entry) -> Table:
        """Open the connection; whoever is here again shows the codes of their seats themselves."""
        guest = table.guest(self.guest)
        if table.offers:
            own = table.seats_of(guest.id)
            kept = tuple(
                offer for offer in table.offers if offer.seat not in own or offer.by == guest.id
            )
            table = replace(table, offers=kept)
        return table.with_guest(guest.connected(Connection(self.connection, self.sender)))


@table_event("Disconnected", told=("guest",), public_if="away")
class Disconnected(TableEvent):
    """A connection of a guest was closed; `away` if it was the last.

    `why` is empty where it broke or its node died, and else "replaced" by a newer one of its
    sender, or the "oldest" of too many.
    """

    guest: str
    connection: str
    away: bool
    why: str = ""

    def apply(self, table: Table, entry: Entry) -> Table:
        """Close the connection."""
        guest = table.guest(self.guest)
        connections = tuple(other for other in guest.connections if other.name != self.connection)
        away_since = entry.at if self.away else None
        return table.with_guest(replace(guest, connections=connections, away_since=away_since))


@table_event("HostChanged", told=("guest", "lent"))
class HostChanged(TableEvent):
    """Another guest is the host; nobody is, if there was none to be it.

    Hosting is `lent` while the one whose table it is is away, and goes back to them.
    """

    guest: str | None
    lent: bool = False

    def apply(self, table: Table, entry: Entry) -> Table:
        """Make the guest the host, and the table theirs unless it is lent."""
        keeper = table.keeper if self.lent else self.guest
        return replace(table, host=self.guest, keeper=keeper)


@table_event("Emoted", told=("seat", "emote"))
class Emoted(TableEvent):
    """A player showed a feeling; one who looks on, without a seat."""

    seat: int | None
    emote: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """Remember when the guest's last emotes were."""
        guest = table.guest(entry.by or "")
        return table.with_guest(replace(guest, emoted=(*guest.emoted, entry.at)[-MOST_EMOTES:]))
