"""Connections coming and going, bots standing in for the absent, and who is the host.

Presence is part of the log: that a bot stands in follows from it, and must be the same after a
restart and on every node. A server that starts again closes the connections of the one before it.
"""

from diamant.table.commands import Connect, Disconnect
from diamant.table.deadlines import host_heir
from diamant.table.draft import Draft
from diamant.table.events import (
    Connected,
    Disconnected,
    HostChanged,
    SeatHandedBack,
    SeatTakenOver,
)
from diamant.table.refusals import RefusalError
from diamant.table.values import MOST_CONNECTIONS


def connect(draft: Draft, command: Connect) -> None:
    """Open a connection; whoever returns gets his seats back."""
    guest = draft.table.guest(command.guest)
    if command.connection in guest.connections:
        return
    if len(guest.connections) >= MOST_CONNECTIONS:
        raise RefusalError("too-many-connections", most=MOST_CONNECTIONS)
    draft.add(Connected(guest.id, command.connection, arrived=not guest.present))
    if not guest.present:
        for at in draft.table.seats_of(guest.id):
            hand_back(draft, at)


def disconnect(draft: Draft, command: Disconnect) -> None:
    """Close a connection."""
    guest = draft.table.find_guest(command.guest)
    if guest is not None and command.connection in guest.connections:
        away = len(guest.connections) == 1
        draft.add(Disconnected(guest.id, command.connection, away=away))


def hand_back(draft: Draft, at: int) -> None:
    """Let the guest play his seat himself, if a bot stands in."""
    if draft.table.seat(at).stand_in is not None:
        draft.add(SeatHandedBack(at))


def take_over(draft: Draft, guest: str) -> None:
    """Let bots stand in for a guest who has been away for too long."""
    for at in draft.table.seats_of(guest):
        if draft.table.seat(at).stand_in is None:
            draft.add(SeatTakenOver(at, "away"))


def appoint_heir(draft: Draft) -> None:
    """Make somebody who is here the host, in place of one who is not; nobody, if none is."""
    draft.add(HostChanged(host_heir(draft.table)))
