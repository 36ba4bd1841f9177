"""Who is here and who goes, bots standing in for the absent, and who is the host.

Presence is part of the log: that a bot stands in follows from it, and must be the same after a
restart and on every node. A server that starts again closes the connections of the one before it.
"""

from diamant.table.deadlines import host_heir
from diamant.table.draft import Draft
from diamant.table.events import GuestGone, HostChanged, SeatHandedBack, SeatTakenOver
from diamant.table.values import STARTED, Guest, Table


def send_away(draft: Draft, guest: str, why: str) -> None:
    """Let a guest go for whatever reason; if they were the host, somebody else is."""
    draft.add(GuestGone(guest, why))
    if guest == draft.table.host:
        appoint_heir(draft)


def appoint_heir(draft: Draft) -> None:
    """Make somebody who is here the host, in place of one who is not; nobody, if none is."""
    draft.add(HostChanged(host_heir(draft.table)))


def spectators(table: Table) -> tuple[Guest, ...]:
    """Return the guests who are not the host and have no seat, nor the promise of one."""
    promised = {seat.promise.guest for _, seat in table.taken_seats() if seat.promise is not None}
    bound = {table.host, *promised, *(seat.guest for _, seat in table.taken_seats())}
    return tuple(guest for guest in table.guests if guest.id not in bound)


def dismiss_spectators(draft: Draft) -> None:
    """Once a game has begun at a table without spectators, only players, host and screens stay."""
    table = draft.table
    if table.settings.spectators or table.phase not in STARTED:
        return
    for guest in spectators(table):
        if not guest.screen:
            draft.add(GuestGone(guest.id, "no-spectators"))


def hand_back(draft: Draft, at: int) -> None:
    """Let the guest play their seat in person, if a bot stands in."""
    if draft.table.seat(at).stand_in is not None:
        draft.add(SeatHandedBack(at))


def take_over(draft: Draft, guest: str) -> None:
    """Let bots stand in for a guest who has been away for too long."""
    for at in draft.table.seats_of(guest):
        if draft.table.seat(at).stand_in is None:
            draft.add(SeatTakenOver(at, "away"))
