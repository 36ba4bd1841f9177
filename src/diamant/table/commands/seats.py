"""Commands for seats: take, customize, move to another device, and leave."""

from dataclasses import field

from diamant.table import events, presence
from diamant.table.commands.base import GuestCommand, guest_command
from diamant.table.draft import Draft
from diamant.table.names import check_free, check_looks, clean_name, free_looks, names_at
from diamant.table.refusals import RefusalError
from diamant.table.values import Former, Offer, Seat, Table, TablePhase

CODE_MS = 300_000
MOST_WRONG_CODES = 10


@guest_command("TakeSeat")
class TakeSeat(GuestCommand):
    """Take a free seat or a bot's seat; the default is the first free seat.

    During an expedition, a bot's seat is promised and changes hands when the expedition ends. A
    device that several people share takes one seat for each of them.
    """

    name: str
    seat: int | None = None
    color: int | None = None
    shape: int | None = None

    def decide(self, draft: Draft) -> None:
        """Seat the guest, or promise them the seat for the end of the expedition."""
        draft.check_phase(TablePhase.LOBBY, TablePhase.CAVE, TablePhase.BREAK)
        table = draft.table
        name = clean_name(self.name)
        former = next((one for one in table.former if one.name == name), None)
        at = _seat_for(table, name, former) if self.seat is None else self.seat
        if not 0 <= at < len(table.seats):
            raise RefusalError("no-such-seat", seat=draft.table.letter(at))
        seat = table.seats[at]
        if seat is not None and (seat.guest is not None or seat.promise is not None):
            raise RefusalError("seat-taken", seat=draft.table.letter(at))
        check_free(name, names_at(table, but=at))
        if table.phase is TablePhase.CAVE:
            draft.add(events.SeatPromised(at, self.by, name))
            return
        color, shape = free_looks(table, at, former)
        if seat is not None:
            color, shape = seat.color, seat.shape
        color = color if self.color is None else self.color
        shape = shape if self.shape is None else self.shape
        check_looks(table, at, color, shape)
        draft.add(events.SeatTaken(at, self.by, name, color, shape))


@guest_command("LeaveSeat")
class LeaveSeat(GuestCommand):
    """Leave a seat, or give up a promised one; in a game, a bot takes over."""

    seat: int

    def decide(self, draft: Draft) -> None:
        """Free the seat, and remove the guest if they may not stay as a spectator."""
        promise = draft.table.seat(self.seat).promise
        if promise is None or promise.guest != self.by:
            draft.own_seat(self.seat)
        if not presence.return_seat(draft, self.seat):
            draft.add(events.SeatLeft(self.seat))
        presence.ask_if_bots_are_left(draft)
        presence.dismiss_spectators(draft)


@guest_command("Rename")
class Rename(GuestCommand):
    """Change the name on your own seat; the host may also rename bots."""

    seat: int
    name: str

    def decide(self, draft: Draft) -> None:
        """Rename the player if no one else has a similar name."""
        if draft.table.seat(self.seat).guest is not None or self.by != draft.table.host:
            draft.own_seat(self.seat)
        name = clean_name(self.name)
        check_free(name, names_at(draft.table, but=self.seat))
        if name != draft.table.seat(self.seat).name:
            draft.add(events.SeatRenamed(self.seat, name))


@guest_command("Dress")
class Dress(GuestCommand):
    """Choose the color and shape of your own seat."""

    seat: int
    color: int
    shape: int

    def decide(self, draft: Draft) -> None:
        """Set the player's color and shape if they are free."""
        seat = draft.own_seat(self.seat)
        check_looks(draft.table, self.seat, self.color, self.shape)
        if (seat.color, seat.shape) != (self.color, self.shape):
            draft.add(events.SeatDressed(self.seat, self.color, self.shape))


@guest_command("OfferSeat")
class OfferSeat(GuestCommand):
    """Create a code that moves a seat to another device.

    The host may do so for a guest who has been away for `AWAY_MS`.
    """

    seat: int
    code: str = field(repr=False)

    def decide(self, draft: Draft) -> None:
        """Store the code if the guest may offer this seat."""
        seat = draft.person_seat(self.seat)
        if seat.guest != self.by:
            if self.by != draft.table.host:
                draft.own_seat(self.seat)
            presence.check_away(draft, self.seat)
        draft.add(events.SeatOffered(self.seat, self.code, draft.now + CODE_MS))


@guest_command("ClaimSeat")
class ClaimSeat(GuestCommand):
    """Take the seat that a code was created for."""

    code: str = field(repr=False)

    def decide(self, draft: Draft) -> None:
        """Move the seat to the guest if the code is valid."""
        if draft.table.guest(self.by).wrong_codes >= MOST_WRONG_CODES:
            raise RefusalError("too-many-codes")
        move_seat(draft, find_offer(draft, self.code), self.by)


@guest_command("TakeBack")
class TakeBack(GuestCommand):
    """Play in person again instead of the stand-in."""

    seat: int

    def decide(self, draft: Draft) -> None:
        """Remove the stand-in, if there is one."""
        draft.own_seat(self.seat)
        presence.resume_if_asking(draft)
        presence.hand_back(draft, self.seat)


def find_offer(draft: Draft, code: str) -> Offer:
    """Return the offer for a code; refuse a wrong or expired code."""
    for offer in draft.table.offers:
        if offer.code == code and draft.now < offer.until:
            return offer
    raise RefusalError("wrong-code")


def move_seat(draft: Draft, offer: Offer, guest: str) -> None:
    """Move an offered seat to a guest.

    The guest sees the holder's secrets only if the holder offered the seat.
    """
    holder = draft.table.seat(offer.seat).guest
    if guest != holder:
        draft.add(events.SeatMoved(offer.seat, guest, by_other=offer.by != holder))
    if draft.table.is_present(guest):
        presence.hand_back(draft, offer.seat)
    presence.dismiss_spectators(draft)


def _seat_for(table: Table, name: str, former: Former | None) -> int:
    """Return the first free seat, or else a bot's seat that isn't promised.

    A returning player gets their former seat if it's free, or if a bot took it over under their
    name.
    """
    if former is not None:
        for at, seat in enumerate(table.seats):
            if table.letter(at) == former.letter and _is_left(seat, name):
                return at
    bots = []
    for at, seat in enumerate(table.seats):
        if seat is None:
            return at
        if seat.guest is None and seat.promise is None:
            bots.append((seat.name != name, at))
    if not bots:
        raise RefusalError("no-free-seat")
    return min(bots)[1]


def _is_left(seat: Seat | None, name: str) -> bool:
    """Return whether a seat is free, or played by a bot under a player's `name`."""
    return seat is None or (seat.guest is None and seat.promise is None and seat.name == name)
