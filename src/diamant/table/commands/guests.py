"""Coming to a table, being there and going."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from diamant.table.commands.base import Command, GuestCommand, guest_command
from diamant.table.commands.seats import find_offer, move_seat
from diamant.table.draft import Draft
from diamant.table.events import Connected, Disconnected, GuestGone, GuestJoined, ScreenSet
from diamant.table.presence import send_away, spectators, welcome_back
from diamant.table.refusals import RefusalError
from diamant.table.settings import MOST_GUESTS, Settings
from diamant.table.values import MOST_CONNECTIONS, Guest, TablePhase


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTable:
    """Open a table; the guest whose token has the hash `token` is its host.

    `secret` is 32 random bytes in hexadecimal: all seeds and the bots' chance follow from it. This
    is for `open_table`, since there is no table yet that could decide it.
    """

    table: str
    secret: str = field(repr=False)
    token: str = field(repr=False)
    origin: str = field(default="", repr=False)
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Command):
    """Come in as a guest; repeating it with the same token changes nothing.

    With the hash of a seat's `code` the seat comes along, even where nobody else may come in. One
    who is `invited` knows the room code: at a full table a spectator makes room for them.
    """

    token: str = field(repr=False)
    origin: str = field(default="", repr=False)
    screen: bool = False
    code: str | None = field(default=None, repr=False)
    network: str = field(default="", repr=False)
    invited: bool = False

    def decide(self, draft: Draft) -> None:
        """Let the guest in, if the table is open to them."""
        table = draft.table
        if table.guest_with_token(self.token) is not None:
            return
        blocked = table.is_blocked(self.origin, self.network)
        if any(gone.token == self.token for gone in table.departed):
            # Whoever is sent away for good is not told to come in again.
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
    """Tell that a connection of a guest is open; its name is the server's choice.

    It takes the place of the earlier ones of its `sender`: what these still hold is not taken any
    more. Those who do not name a sender may have several.
    """

    guest: str
    connection: str
    sender: str = ""

    def decide(self, draft: Draft) -> None:
        """Open the connection; whoever returns gets their seats back."""
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
    """Tell that a connection of a guest is closed, and why, if not by itself."""

    guest: str
    connection: str
    why: str = ""

    def decide(self, draft: Draft) -> None:
        """Close the connection, if it was open."""
        guest = draft.table.find_guest(self.guest)
        if guest is not None and guest.sender_by(self.connection) is not None:
            away = len(guest.connections) == 1
            draft.add(Disconnected(guest.id, self.connection, away, self.why))


@dataclass(frozen=True, slots=True)
class Tick(Command):
    """Tell the time, so that deadlines that have passed take effect."""

    def decide(self, draft: Draft) -> None:
        """Do nothing: what is due happens before and after every command."""


@guest_command("LeaveTable")
class LeaveTable(GuestCommand):
    """Go, and give up every seat."""

    def decide(self, draft: Draft) -> None:
        """Let the guest go."""
        send_away(draft, self.by, "left")


@guest_command("BeScreen")
class BeScreen(GuestCommand):
    """Become the shared screen, or stop being it."""

    screen: bool

    def decide(self, draft: Draft) -> None:
        """Make the guest the shared screen, or not."""
        guest = draft.table.guest(self.by)
        if guest.screen != self.screen:
            draft.add(ScreenSet(guest.id, self.screen))


def _check_network(draft: Draft, network: str) -> None:
    """Refuse a further guest where one network has as many without a seat as the host allows."""
    here = [guest for guest in spectators(draft.table) if guest.network == network]
    most = draft.table.settings.guests_per_network
    if len(here) >= most and not _let_longest_away_go(draft, here):
        raise RefusalError("network-full", most=most)


def _make_room(draft: Draft, join: Join) -> None:
    """Let a spectator go who is away, or nobody would ever come in again.

    One who is invited takes the place of the latest spectator of the most numerous network, unless
    that is their own.
    """
    watching = spectators(draft.table)
    if _let_longest_away_go(draft, watching):
        return
    counts = Counter(guest.network for guest in watching if guest.network)
    crowd = max(counts, key=lambda network: counts[network], default="")
    if not join.invited or counts[crowd] <= counts[join.network] + 1:
        raise RefusalError("table-full", most=MOST_GUESTS)
    latest = [guest for guest in watching if guest.network == crowd][-1]
    draft.add(GuestGone(latest.id, "table-full"))


def _let_longest_away_go(draft: Draft, guests: Sequence[Guest]) -> bool:
    """Let the guest go who has been away for longest; return whether one was away."""
    away = [(guest.away_since, guest.id) for guest in guests if guest.away_since is not None]
    if away:
        draft.add(GuestGone(min(away)[1], "away"))
    return bool(away)
