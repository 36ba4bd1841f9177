"""Deadlines as data, computed from the table alone.

A restarted server or another node therefore has the same deadlines. The caller sends a `Tick` when
the first one is due. A late, early or repeated tick does no harm.
"""

from typing import NamedTuple

from diamant.table.bot_player import thinking_ms
from diamant.table.values import PLAYING, Table, TablePhase

AWAY_MS = 60_000
LATENESS_MS = 500  # Grace period for choices made in time that are still in transit.


class Timer(NamedTuple):
    """Something that happens at a given time unless the table changes first.

    The time `at` is in milliseconds. The kinds of timers are:

    - hashes, nonces, choices, break: the phase's deadline passes
    - bot: a bot finishes thinking
    - away: a bot replaces an absent guest
    - host: another guest becomes the host
    """

    at: int
    kind: str
    seat: int | None = None
    guest: str | None = None


_DEADLINES = {
    TablePhase.HASHES: "hashes",
    TablePhase.NONCES: "nonces",
    TablePhase.CAVE: "choices",
    TablePhase.BREAK: "break",
}


def timers(table: Table) -> tuple[Timer, ...]:
    """Return all timers of a table, the earliest first."""
    if table.phase is TablePhase.CLOSED:
        return ()
    found = [] if table.paused_at is not None else _of_the_game(table)
    heir = host_heir(table)
    if heir is not None:
        host = table.find_guest(table.host)
        since = None if host is None else host.away_since
        found.append(Timer(table.latest if since is None else since + AWAY_MS, "host", guest=heir))
    if len(found) > 1:
        found.sort(key=_order)
    return tuple(found)


def host_heir(table: Table) -> str | None:
    """Return the guest who becomes host if the host is away, or None.

    If any person has a seat, only players can become host. At a table without players, any guest
    can, preferably not a shared screen, so that someone can sit down and start a game.
    """
    if table.is_present(table.host):
        return None
    players = {seat.guest for _, seat in table.taken_seats() if seat.guest is not None}
    here = [guest for guest in table.guests if guest.present]
    if players:
        here = [guest for guest in here if guest.id in players]
    here.sort(key=lambda guest: guest.screen)
    return here[0].id if here else None


def _of_the_game(table: Table) -> list[Timer]:
    found: list[Timer] = []
    if table.deadline is not None:
        late = LATENESS_MS if table.phase is TablePhase.CAVE else 0
        found.append(Timer(table.deadline + late, _DEADLINES[table.phase]))
    if table.phase is TablePhase.CAVE:
        found += [
            Timer(table.asked_at + thinking_ms(table, at), "bot", seat=at)
            for at in table.undecided()
            if table.seat(at).bot_plays
        ]
    if table.phase in PLAYING and table.settings.clock == "off":
        found += [
            Timer(guest.away_since + AWAY_MS, "away", guest=guest.id)
            for guest in table.guests
            if guest.away_since is not None
            and any(table.seat(at).stand_in is None for at in table.seats_of(guest.id))
        ]
    return found


def _order(timer: Timer) -> tuple[int, str, int, str]:
    return timer.at, timer.kind, -1 if timer.seat is None else timer.seat, timer.guest or ""
