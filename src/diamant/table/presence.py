"""Presence: guests come and go, bots stand in, hosts change, and games pause.

Presence is part of the log, because stand-ins depend on it and must be the same after a restart and
on every node. A restarted server closes the connections of its predecessor.

A bot stands in for an absent player, who keeps their seat. If everyone is away, the game pauses
automatically, so bots never play alone.
"""

from diamant.table import events
from diamant.table.deadlines import AWAY_MS, host_heir
from diamant.table.draft import Draft
from diamant.table.refusals import RefusalError
from diamant.table.values import PLAYING, STARTED, Guest, Table, TablePhase


def remove_guest(draft: Draft, guest: str, why: str, *, network: bool = False) -> None:
    """Remove a guest for the reason `why`, and appoint a new host if necessary."""
    kept = draft.table.keeper == guest
    for at in draft.table.seats_of(guest):
        return_seat(draft, at)
    draft.add(events.GuestGone(guest, why, network))
    host = draft.table.host
    if guest == host:
        appoint_heir(draft)
    elif kept and host is not None and draft.table.seats_of(host):
        draft.add(events.HostChanged(host))
    ask_if_bots_are_left(draft)


def appoint_heir(draft: Draft) -> None:
    """Replace an absent host with a present guest, or with no one if all are away.

    Hosting is only lent while the keeper may return. It is always lent to a spectator, who
    therefore can't close the table.
    """
    heir = host_heir(draft.table)
    plays = heir is not None and bool(draft.table.seats_of(heir))
    draft.add(events.HostChanged(heir, lent=draft.table.keeper is not None or not plays))


def welcome_back(draft: Draft, guest: str) -> None:
    """Restore a returning guest's seats and host role, even if others hold them."""
    for at, seat in draft.table.taken_seats():
        if seat.owner == guest != seat.guest:
            draft.add(events.SeatMoved(at, guest, by_other=True))
    for at in draft.table.seats_of(guest):
        hand_back(draft, at)
    if draft.table.keeper == guest != draft.table.host:
        draft.add(events.HostChanged(guest))
    dismiss_spectators(draft)


def return_seat(draft: Draft, at: int) -> bool:
    """Give a seat back to its absent owner; return whether it changed hands.

    In a game, a bot stands in until the owner returns.
    """
    owner = draft.table.seat(at).owner
    if owner is None or owner == draft.table.seat(at).guest:
        return False
    if draft.table.find_guest(owner) is None:
        return False
    draft.add(events.SeatMoved(at, owner, by_other=True))
    if draft.table.phase in PLAYING and draft.table.seat(at).stand_in is None:
        draft.add(events.SeatTakenOver(at, "away"))
    return True


def check_away(draft: Draft, at: int) -> None:
    """Refuse unless the guest on a seat has been away for `AWAY_MS`."""
    since = draft.table.guest(draft.person_seat(at).guest or "").away_since
    if since is None:
        raise RefusalError("guest-present", seat=draft.table.letter(at))
    _check_waited(draft, at, since)


def check_awaited(draft: Draft, at: int) -> None:
    """Refuse unless a guest was away or kept others waiting for `AWAY_MS`.

    If the table hides who has chosen, this check ignores it. Otherwise the answer would reveal it.
    """
    table, seat = draft.table, draft.person_seat(at)
    since = [table.guest(seat.guest or "").away_since]
    chosen = table.settings.show_chosen and seat.choice is not None
    asked = table.phase is TablePhase.CAVE and at in draft.game().expedition.in_cave
    if asked and table.paused_at is None and not chosen:
        since.append(table.asked_at)
    found = [moment for moment in since if moment is not None]
    if not found:
        raise RefusalError("nobody-waits", seat=draft.table.letter(at))
    _check_waited(draft, at, min(found))


def _check_waited(draft: Draft, at: int, since: int) -> None:
    left = since + AWAY_MS - draft.now
    if left > 0:
        raise RefusalError("not-absent", seat=draft.table.letter(at), seconds=-(-left // 1000))


def spectators(table: Table) -> tuple[Guest, ...]:
    """Return the guests without a (promised) seat, except the host and the keeper."""
    promised = {seat.promise.guest for _, seat in table.taken_seats() if seat.promise is not None}
    bound = {table.host, table.keeper, *promised}
    bound |= {guest for _, seat in table.taken_seats() for guest in (seat.guest, seat.owner)}
    return tuple(guest for guest in table.guests if guest.id not in bound)


def dismiss_spectators(draft: Draft) -> None:
    """Remove spectators if a game is on and the table doesn't allow them.

    Players, the host and screens stay.
    """
    table = draft.table
    if table.settings.spectators or table.phase not in STARTED:
        return
    for guest in spectators(table):
        if not guest.screen:
            draft.add(events.GuestGone(guest.id, "no-spectators"))


def hand_back(draft: Draft, at: int) -> None:
    """End the stand-in on a seat, if there is one."""
    if draft.table.seat(at).stand_in is not None:
        draft.add(events.SeatHandedBack(at))


def take_over(draft: Draft, guest: str) -> None:
    """Let bots stand in for an absent guest; pause the game if no person is left."""
    for at in draft.table.seats_of(guest):
        if draft.table.seat(at).stand_in is None:
            draft.add(events.SeatTakenOver(at, "away"))
    ask_if_bots_are_left(draft)


def anyone_there(table: Table) -> bool:
    """Return whether a person in the game has chosen or is watching from the camp."""
    assert table.game is not None, "no game is in progress"
    inside = table.game.expedition.in_cave
    return any(
        seat.choice is not None if at in inside else table.is_present(seat.guest)
        for at, seat in table.taken_seats()
        if not seat.bot_plays
    )


def ask_if_anyone_is_there(draft: Draft) -> None:
    """Pause, and ask whether anyone is there."""
    draft.add(events.Paused(asking=True))


def ask_if_bots_are_left(draft: Draft) -> None:
    """Pause and ask whether anyone is there, if bots play for all people."""
    table = draft.table
    if table.phase not in PLAYING or table.paused_at is not None:
        return
    people = [seat for _, seat in table.taken_seats() if seat.guest is not None]
    if people and all(seat.bot_plays for seat in people):
        ask_if_anyone_is_there(draft)


def resume_if_asking(draft: Draft) -> None:
    """Resume the game if it is asking whether anyone is there."""
    if draft.table.asking:
        resume(draft)


def resume(draft: Draft) -> None:
    """Resume the clock; restart the turn's time if the game paused automatically."""
    table, limit = draft.table, draft.table.settings.choice_ms
    assert table.paused_at is not None, "the table is not paused"
    deadline = table.deadline
    if deadline is not None:
        deadline += draft.now - table.paused_at
        if table.asking and table.phase is TablePhase.CAVE and limit is not None:
            deadline = draft.now + limit
    draft.add(events.Resumed(deadline))
