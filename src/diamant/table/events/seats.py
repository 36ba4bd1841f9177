"""Events about seats: a seat is taken, left, renamed, restyled or moved."""

from dataclasses import field

from diamant.rules.frozen import replace
from diamant.rules.seats import SEAT_LETTERS
from diamant.table.events.base import Entry, TableEvent, table_event
from diamant.table.values import Offer, Promise, Seat, Table


@table_event("SeatTaken", told=("seat", "guest", "name", "color", "shape"))
class SeatTaken(TableEvent):
    """A guest took a free seat or a bot's seat."""

    seat: int
    guest: str
    name: str
    color: int
    shape: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Seat the guest, who continues with the bot's chest and state."""
        old = table.seats[self.seat]
        if old is None:
            letter = SEAT_LETTERS[self.seat]
            seat = Seat(self.name, self.color, self.shape, self.guest, letter, owner=self.guest)
        else:
            seat = replace(
                old,
                name=self.name,
                color=self.color,
                shape=self.shape,
                guest=self.guest,
                owner=self.guest,
                level=None,
                stand_in=old.plays_on,
                promise=None,
                missed=0,
            )
        return table.with_seat(self.seat, seat)


@table_event("SeatPromised", told=("seat", "guest", "name"))
class SeatPromised(TableEvent):
    """A guest was promised a bot's seat for the end of the expedition."""

    seat: int
    guest: str
    name: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """Reserve the bot's seat for the guest."""
        promise = Promise(self.guest, self.name)
        return table.with_seat(self.seat, replace(table.seat(self.seat), promise=promise))


@table_event("SeatLeft", told=("seat",))
class SeatLeft(TableEvent):
    """A guest left a seat or gave up a promise; in a game, a bot takes over."""

    seat: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Free the seat, give it to a bot in a game, or drop the promise."""
        seat = table.seat(self.seat)
        if seat.promise is not None:
            return table.with_seat(self.seat, replace(seat, promise=None))
        return table.with_covered_choices(seat.guest).vacated(self.seat)


@table_event("SeatRenamed", told=("seat", "name"))
class SeatRenamed(TableEvent):
    """A player was renamed."""

    seat: int
    name: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """Rename the player."""
        return table.with_seat(self.seat, replace(table.seat(self.seat), name=self.name))


@table_event("SeatDressed", told=("seat", "color", "shape"))
class SeatDressed(TableEvent):
    """A player chose a new color or shape."""

    seat: int
    color: int
    shape: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Set the player's color and shape."""
        seat = replace(table.seat(self.seat), color=self.color, shape=self.shape)
        return table.with_seat(self.seat, seat)


@table_event("SeatOffered", told=None)
class SeatOffered(TableEvent):
    """A code was created that moves a seat to another device."""

    seat: int
    code: str = field(repr=False)
    until: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Store the seat's code in place of an earlier one."""
        offer = Offer(self.seat, self.code, self.until, entry.by)
        return replace(table, offers=(*table.offers_but(self.seat), offer))


@table_event("SeatMoved", told=("seat", "guest", "by_other"))
class SeatMoved(TableEvent):
    """A seat moved to another guest; `by_other` is set if its holder didn't move it."""

    seat: int
    guest: str
    by_other: bool = False

    def apply(self, table: Table, entry: Entry) -> Table:
        """Give the seat to the other guest.

        If its holder moved it, the new guest sees its secrets, and owns it if the holder did. If
        someone else moved it, the seat keeps its owner and loses its pending choice, and its chest
        is veiled unless the owner gets the seat back.
        """
        seat = table.seat(self.seat)
        table = replace(table, offers=table.offers_but(self.seat)).with_covered_choices(seat.guest)
        seat = table.seat(self.seat)
        if self.by_other:
            returned = self.guest == seat.owner
            seat = replace(seat, choice=None, missed=0, veiled=not returned)
        elif seat.owner == seat.guest:
            seat = replace(seat, owner=self.guest)
        table = table.with_seat(self.seat, replace(seat, guest=self.guest))
        return table.with_covered_choices(self.guest)


@table_event("BotSat", told=("seat", "level", "name", "color", "shape"))
class BotSat(TableEvent):
    """A bot took a seat."""

    seat: int
    level: str | None
    name: str
    color: int
    shape: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Seat the bot."""
        letter = SEAT_LETTERS[self.seat]
        seat = Seat(self.name, self.color, self.shape, None, letter, level=self.level)
        return table.with_seat(self.seat, seat)


@table_event("BotRemoved", told=("seat",))
class BotRemoved(TableEvent):
    """A bot left its seat."""

    seat: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Free the seat."""
        return table.with_seat(self.seat, None)


@table_event("SeatTakenOver", told=("seat", "why"))
class SeatTakenOver(TableEvent):
    """A bot began to stand in; `why` is "away", "missed" (choices) or "host"."""

    seat: int
    why: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """Let a bot stand in."""
        return table.with_seat(self.seat, replace(table.seat(self.seat), stand_in=self.why))


@table_event("SeatHandedBack", told=("seat",))
class SeatHandedBack(TableEvent):
    """A stand-in ended, and the guest plays in person again."""

    seat: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Remove the stand-in."""
        seat = replace(table.seat(self.seat), stand_in=None, missed=0)
        return table.with_seat(self.seat, seat)
