"""Events about guests: they join, leave, connect and change."""

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
    """A guest joined; they are away until they open a connection."""

    guest: str
    token: str = field(repr=False)
    origin: str = field(repr=False)
    screen: bool
    network: str = field(default="", repr=False)

    def apply(self, table: Table, entry: Entry) -> Table:
        """Add the guest."""
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
    """A guest left or was removed, for the reason `why`.

    Their token becomes invalid. Their seats become free; in a game, bots get them instead. With
    `network`, a block applies to all devices on their network.
    """

    guest: str
    why: str
    network: bool = False

    def apply(self, table: Table, entry: Entry) -> Table:
        """Remove the guest, vacate their seats, and invalidate their token."""
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
    """All blocks were lifted.

    Blocks can't be lifted one by one, because the server may not be able to distinguish the devices
    of a family: unblocking one device could unblock another.
    """

    def apply(self, table: Table, entry: Entry) -> Table:
        """Remove all blocks."""
        return replace(table, blocked=())


@table_event("ScreenSet", told=("guest", "screen"))
class ScreenSet(TableEvent):
    """A guest became the shared screen, or stopped being it."""

    guest: str
    screen: bool

    def apply(self, table: Table, entry: Entry) -> Table:
        """Make the guest a shared screen, or a normal guest again."""
        return table.with_guest(replace(table.guest(self.guest), screen=self.screen))


@table_event("Connected", told=("guest",), public_if="arrived")
class Connected(TableEvent):
    """A guest opened a connection; `arrived` is whether they had none before.

    Commands on this connection come from `sender`.
    """

    guest: str
    connection: str
    arrived: bool
    sender: str = ""

    def apply(self, table: Table, entry: Entry) -> Table:
        """Add the connection, and drop codes that others created for the guest's seats."""
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
    """A guest's connection closed; `away` is whether it was their last one.

    `why` is empty if the connection broke or its node died. It is "replaced" if the same sender
    opened a newer connection, and "oldest" if the guest had too many.
    """

    guest: str
    connection: str
    away: bool
    why: str = ""

    def apply(self, table: Table, entry: Entry) -> Table:
        """Remove the connection."""
        guest = table.guest(self.guest)
        connections = tuple(other for other in guest.connections if other.name != self.connection)
        away_since = entry.at if self.away else None
        return table.with_guest(replace(guest, connections=connections, away_since=away_since))


@table_event("HostChanged", told=("guest", "lent"))
class HostChanged(TableEvent):
    """Another guest became the host; `guest` is None if no one is available.

    While the keeper is away, hosting is only `lent`: the keeper gets it back when they return.
    """

    guest: str | None
    lent: bool = False

    def apply(self, table: Table, entry: Entry) -> Table:
        """Make the guest the host and, unless lent, the keeper."""
        keeper = table.keeper if self.lent else self.guest
        return replace(table, host=self.guest, keeper=keeper)


@table_event("Emoted", told=("seat", "emote"))
class Emoted(TableEvent):
    """A player or spectator sent an emote."""

    seat: int | None
    emote: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """Remember the times of the guest's last emotes."""
        guest = table.guest(entry.by or "")
        return table.with_guest(replace(guest, emoted=(*guest.emoted, entry.at)[-MOST_EMOTES:]))
