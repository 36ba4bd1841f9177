"""Who is here and who goes, bots standing in for the absent, who is the host, and pauses.

Presence is part of the log: that a bot stands in follows from it, and must be the same after a
restart and on every node. A server that starts again closes the connections of the one before it.

A bot holds a seat for somebody who is away; it never takes a game from people who are all away:
the game pauses by itself.
"""

from diamant.table import events
from diamant.table.deadlines import AWAY_MS, host_heir
from diamant.table.draft import Draft
from diamant.table.refusals import RefusalError
from diamant.table.values import PLAYING, STARTED, Guest, Table, TablePhase


def send_away(draft: Draft, guest: str, why: str, *, network: bool = False) -> None:
    """Let a guest go for whatever reason; if they were the host, somebody else is."""
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
    """Make somebody who is here the host, in place of one who is not; nobody, if none is.

    It is lent to them while the keeper may come back, and to a spectator in any case: the table is
    not theirs to close.
    """
    heir = host_heir(draft.table)
    plays = heir is not None and bool(draft.table.seats_of(heir))
    draft.add(events.HostChanged(heir, lent=draft.table.keeper is not None or not plays))


def welcome_back(draft: Draft, guest: str) -> None:
    """Give one who has returned what is theirs: their seats, whoever plays there, and hosting."""
    for at, seat in draft.table.taken_seats():
        if seat.owner == guest != seat.guest:
            draft.add(events.SeatMoved(at, guest, by_other=True))
    for at in draft.table.seats_of(guest):
        hand_back(draft, at)
    if draft.table.keeper == guest != draft.table.host:
        draft.add(events.HostChanged(guest))
    dismiss_spectators(draft)


def return_seat(draft: Draft, at: int) -> bool:
    """Give a seat back to its absent owner, if somebody else held it; return whether that was so.

    A bot stands in for them until they return.
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
    """Refuse to give a seat to another device before its guest has been away for long."""
    since = draft.table.guest(draft.person_seat(at).guest or "").away_since
    if since is None:
        raise RefusalError("guest-present", seat=draft.table.letter(at))
    _check_waited(draft, at, since)


def check_awaited(draft: Draft, at: int) -> None:
    """Refuse to have a bot play before its guest has been away, or waited for, for long.

    Where it is a secret who has chosen, this does not hang on it, or asking would tell.
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
    """Return the guests who are not the host and have no seat, nor the promise of one."""
    promised = {seat.promise.guest for _, seat in table.taken_seats() if seat.promise is not None}
    bound = {table.host, table.keeper, *promised}
    bound |= {guest for _, seat in table.taken_seats() for guest in (seat.guest, seat.owner)}
    return tuple(guest for guest in table.guests if guest.id not in bound)


def dismiss_spectators(draft: Draft) -> None:
    """Once a game has begun at a table without spectators, only players, host and screens stay."""
    table = draft.table
    if table.settings.spectators or table.phase not in STARTED:
        return
    for guest in spectators(table):
        if not guest.screen:
            draft.add(events.GuestGone(guest.id, "no-spectators"))


def hand_back(draft: Draft, at: int) -> None:
    """Let the guest play their seat in person, if a bot stands in."""
    if draft.table.seat(at).stand_in is not None:
        draft.add(events.SeatHandedBack(at))


def take_over(draft: Draft, guest: str) -> None:
    """Let bots stand in for a guest who has been away for too long, but not play alone."""
    for at in draft.table.seats_of(guest):
        if draft.table.seat(at).stand_in is None:
            draft.add(events.SeatTakenOver(at, "away"))
    ask_if_bots_are_left(draft)


def anybody_there(table: Table) -> bool:
    """Return whether a person who plays has chosen, or looks on from the camp."""
    assert table.game is not None, "nobody is asked before the game"
    inside = table.game.expedition.in_cave
    return any(
        seat.choice is not None if at in inside else table.is_present(seat.guest)
        for at, seat in table.taken_seats()
        if not seat.bot_plays
    )


def ask_if_anybody_is_there(draft: Draft) -> None:
    """Pause, and ask whether anybody is there."""
    draft.add(events.Paused(asking=True))


def ask_if_bots_are_left(draft: Draft) -> None:
    """Pause and ask, if people have seats in a game and bots play on all of them."""
    table = draft.table
    if table.phase not in PLAYING or table.paused_at is not None:
        return
    people = [seat for _, seat in table.taken_seats() if seat.guest is not None]
    if people and all(seat.bot_plays for seat in people):
        ask_if_anybody_is_there(draft)


def resume_if_asking(draft: Draft) -> None:
    """Let the game go on if it asks whether anybody is there: somebody is."""
    if draft.table.asking:
        resume(draft)


def resume(draft: Draft) -> None:
    """Let the clock go on from where it stood or, if nobody had chosen, from its beginning."""
    table, limit = draft.table, draft.table.settings.choice_ms
    assert table.paused_at is not None, "the table is not paused"
    deadline = table.deadline
    if deadline is not None:
        deadline += draft.now - table.paused_at
        if table.asking and table.phase is TablePhase.CAVE and limit is not None:
            deadline = draft.now + limit
    draft.add(events.Resumed(deadline))
