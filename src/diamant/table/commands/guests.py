"""Commands for joining, connecting and leaving."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from diamant.table.commands.base import Command, GuestCommand, guest_command
from diamant.table.commands.seats import find_offer, move_seat
from diamant.table.draft import Draft
from diamant.table.events import Connected, Disconnected, GuestGone, GuestJoined, ScreenSet
from diamant.table.presence import remove_guest, spectators, welcome_back
from diamant.table.refusals import RefusalError
from diamant.table.settings import MOST_GUESTS, Settings
from diamant.table.values import MOST_CONNECTIONS, Guest, TablePhase


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTable:
    """Create a table with its first guest, the host.

    `token` is the hash of the host's token. `secret` is 32 random bytes in hexadecimal, from which
    all seeds and the bots' random numbers are derived. Pass this command to `open_table`, since no
    table exists yet.
    """

    table: str
    secret: str = field(repr=False)
    token: str = field(repr=False)
    origin: str = field(default="", repr=False)
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Command):
    """Join as a guest; joining again with the same token has no effect.

    With the hash of a seat's `code`, the guest also gets the seat, even at a locked table. An
    `invited` guest knows the room code. If the table is full, a spectator may be removed for them.
    """

    token: str = field(repr=False)
    origin: str = field(default="", repr=False)
    screen: bool = False
    code: str | None = field(default=None, repr=False)
    network: str = field(default="", repr=False)
    invited: bool = False

    def decide(self, draft: Draft) -> None:
        """Add the guest if they are allowed to join."""
        table = draft.table
        if table.guest_with_token(self.token) is not None:
            return
        blocked = table.is_blocked(self.origin, self.network)
        if any(gone.token == self.token for gone in table.departed):
            # Don't suggest joining again to a blocked guest.
            raise RefusalError("blocked" if blocked else "token-retired")
        draft.check_phase(*(phase for phase in TablePhase if phase is not TablePhase.CLOSED))
        if blocked:
            raise RefusalError("blocked")
        offer = None
        if self.code is not None:
            offer = find_offer(draft, self.code)
        elif table.settings.visibility == "locked":
            raise RefusalError("locked")
        elif table.phase is not TablePhase.LOBBY and not table.settings.spectators:
            raise RefusalError("no-spectators")
        if offer is None and self.network:
            _check_network(draft, self.network)
        if len(draft.table.guests) >= MOST_GUESTS:
            _make_room(draft, self)
        guest = f"g{table.joined + 1}"
        draft.add(GuestJoined(guest, self.token, self.origin, self.screen, self.network))
        if offer is not None:
            move_seat(draft, offer, guest)


@dataclass(frozen=True, slots=True, kw_only=True)
class Connect(Command):
    """Report that a guest has opened a connection.

    The server chooses the connection's name. The connection replaces earlier ones of the same
    `sender`; commands still in transit on those are ignored. A guest who gives no sender name may
    have several connections.
    """

    guest: str
    connection: str
    sender: str = ""

    def decide(self, draft: Draft) -> None:
        """Add the connection; a returning guest gets their seats back."""
        guest = draft.table.guest(self.guest)
        if any(opened.name == self.connection for opened in guest.connections):
            return
        replaced = [
            opened for opened in guest.connections if self.sender and opened.sender == self.sender
        ]
        if len(guest.connections) - len(replaced) >= MOST_CONNECTIONS:
            raise RefusalError("too-many-connections", most=MOST_CONNECTIONS)
        draft.add(Connected(guest.id, self.connection, not guest.present, self.sender))
        for opened in replaced:
            draft.add(Disconnected(guest.id, opened.name, away=False, why="replaced"))
        if not guest.present:
            welcome_back(draft, guest.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disconnect(Command):
    """Report that a guest's connection closed, and why if the server closed it."""

    guest: str
    connection: str
    why: str = ""

    def decide(self, draft: Draft) -> None:
        """Remove the connection if it was open."""
        guest = draft.table.find_guest(self.guest)
        if guest is not None and guest.sender_by(self.connection) is not None:
            away = len(guest.connections) == 1
            draft.add(Disconnected(guest.id, self.connection, away, self.why))


@dataclass(frozen=True, slots=True)
class Tick(Command):
    """Report the current time, so that overdue timers fire."""

    def decide(self, draft: Draft) -> None:
        """Do nothing: `handle` fires due timers before and after every command."""


@guest_command("LeaveTable")
class LeaveTable(GuestCommand):
    """Leave the table and give up all seats."""

    def decide(self, draft: Draft) -> None:
        """Remove the guest."""
        remove_guest(draft, self.by, "left")


@guest_command("BeScreen")
class BeScreen(GuestCommand):
    """Become the shared screen, or stop being it."""

    screen: bool

    def decide(self, draft: Draft) -> None:
        """Make the guest a shared screen, or a normal guest again."""
        guest = draft.table.guest(self.by)
        if guest.screen != self.screen:
            draft.add(ScreenSet(guest.id, self.screen))


def _check_network(draft: Draft, network: str) -> None:
    """Enforce the host's limit on spectators from one network."""
    here = [guest for guest in spectators(draft.table) if guest.network == network]
    most = draft.table.settings.guests_per_network
    if len(here) >= most and not _remove_longest_away(draft, here):
        raise RefusalError("network-full", most=most)


def _make_room(draft: Draft, join: Join) -> None:
    """Remove a spectator so that a full table can admit a new guest, or refuse.

    The spectator who has been away longest goes first. If none is away, an invited guest replaces
    the most recent spectator of the network with the most spectators, if that network has at least
    two more than the guest's own.
    """
    watching = spectators(draft.table)
    if _remove_longest_away(draft, watching):
        return
    counts = Counter(guest.network for guest in watching if guest.network)
    crowd = max(counts, key=lambda network: counts[network], default="")
    if not join.invited or counts[crowd] <= counts[join.network] + 1:
        raise RefusalError("table-full", most=MOST_GUESTS)
    latest = [guest for guest in watching if guest.network == crowd][-1]
    draft.add(GuestGone(latest.id, "table-full"))


def _remove_longest_away(draft: Draft, guests: Sequence[Guest]) -> bool:
    """Remove the guest who has been away longest; return whether there was one."""
    away = [(guest.away_since, guest.id) for guest in guests if guest.away_since is not None]
    if away:
        draft.add(GuestGone(min(away)[1], "away"))
    return bool(away)
