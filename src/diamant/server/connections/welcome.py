"""What a client is sent first: a view of the table, or all that it missed while it was away."""

from msgspec import UNSET

from diamant import __version__
from diamant.protocol import PROTOCOL
from diamant.protocol.outgoing import Welcome
from diamant.server.connections.hello import HelloTransaction
from diamant.server.tables import log_lines
from diamant.server.tables.broadcast import Broadcast
from diamant.server.tables.message import Message
from diamant.server.tables.room import Room
from diamant.server.tables.rooms import Rooms
from diamant.server.tables.seat_history import SeatedEntry
from diamant.table import view_for, viewer_of
from diamant.table.events import is_public


def welcome(transaction: HelloTransaction, now: int, *, with_view: bool) -> Welcome:
    """Return the answer to a `Hello` that the table has accepted."""
    room, hello, guest = transaction.room, transaction.hello, transaction.guest
    table = room.table
    return Welcome(
        protocol=PROTOCOL,
        release=__version__,
        table=table.id,
        code=room.code,
        guest=guest,
        public_number=table.public_number,
        last_command=transaction.last_command,
        now=now,
        token=UNSET if hello.token is not None else transaction.token,
        view=view_for(table, viewer_of(table, guest)).to_json() if with_view else UNSET,
    )


async def missed(
    rooms: Rooms, room: Room, guest: str, *, after: int, since: int, until: int
) -> Message | None:
    """Return what a guest has not been told yet: of the entries up to `until`, those after `since`.

    `since` is the last public number that they know, and `after` an entry before all beyond it.
    """
    seated: list[SeatedEntry] = []
    while after < until:
        # So many at a time, so that others have their turn in between.
        wanted = min(log_lines.SLICE, until - after)
        stored = await rooms.read(room.table.id, after, wanted)
        after += wanted
        seated += [
            (entry, room.seat_history.holders_at(entry.log_number))
            for entry in map(log_lines.read, stored)
            if entry.public_number > since
            or (entry.public_number == since and not is_public(entry.event))
        ]
    return Broadcast(seated).to(guest) if seated else None
