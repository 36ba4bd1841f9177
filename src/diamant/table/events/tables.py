"""Events about the table: creation, settings, pauses, closing, command results."""

from dataclasses import field

from diamant.rules.frozen import replace
from diamant.table.events.base import Entry, TableEvent, table_event
from diamant.table.refusals import Refusal
from diamant.table.settings import Settings
from diamant.table.values import Guest, Table, TablePhase


@table_event("TableCreated", told=("table", "settings", "guest"))
class TableCreated(TableEvent):
    """A table was created; the first guest is its host."""

    table: str
    settings: Settings
    secret: str = field(repr=False)
    guest: str
    token: str = field(repr=False)
    origin: str = field(repr=False)

    def apply(self, table: Table | None, entry: Entry) -> Table:
        """Create the table with its host."""
        host = Guest(self.guest, self.token, self.origin, screen=False, away_since=entry.at)
        return Table(
            id=self.table,
            secret=self.secret,
            settings=self.settings,
            phase=TablePhase.LOBBY,
            host=self.guest,
            keeper=self.guest,
            guests=(host,),
            joined=1,
            seats=(None,) * self.settings.played_edition().most_players,
        )


@table_event("SettingsChanged", told=("settings",))
class SettingsChanged(TableEvent):
    """The settings of the next game changed."""

    settings: Settings

    def apply(self, table: Table, entry: Entry) -> Table:
        """Store the settings; in the lobby, adjust the number of seats to the edition."""
        seats = table.seats
        if table.phase is TablePhase.LOBBY:
            most = self.settings.played_edition().most_players
            seats = (*seats, *[None] * most)[:most]
        return replace(table, settings=self.settings, seats=seats)


@table_event("TableClosed", told=())
class TableClosed(TableEvent):
    """The table was closed permanently."""

    def apply(self, table: Table, entry: Entry) -> Table:
        """Close the table."""
        table = table.without_choices()
        return replace(table, phase=TablePhase.CLOSED, deadline=None, paused_at=None, asking=False)


@table_event("CommandRefused", told=None)
class CommandRefused(TableEvent):
    """A command was refused; stored so that a repeated command gets the same answer."""

    refusal: Refusal

    def apply(self, table: Table, entry: Entry) -> Table:
        """Count wrong codes, so that no one can guess a code by trying them all."""
        if self.refusal.code != "wrong-code":
            return table
        guest = table.guest(entry.by or "")
        return table.with_guest(replace(guest, wrong_codes=guest.wrong_codes + 1))


@table_event("NothingChanged", told=None)
class NothingChanged(TableEvent):
    """A command changed nothing; stored so that a repeated one gets the same answer."""

    def apply(self, table: Table, entry: Entry) -> Table:
        """Return the table unchanged."""
        return table


@table_event("Paused", told=("asking",))
class Paused(TableEvent):
    """The clock was paused; if `asking`, the game asks whether anyone is there."""

    asking: bool = False

    def apply(self, table: Table, entry: Entry) -> Table:
        """Pause the clock."""
        return replace(table, paused_at=entry.at, asking=self.asking)


@table_event("Resumed", told=("deadline",))
class Resumed(TableEvent):
    """The clock was resumed, with a new deadline."""

    deadline: int | None

    def apply(self, table: Table, entry: Entry) -> Table:
        """Resume the clock; the time of the pause doesn't count."""
        assert table.paused_at is not None, "the table is not paused"
        asked_at = table.asked_at + entry.at - table.paused_at
        return replace(
            table, paused_at=None, asking=False, asked_at=asked_at, deadline=self.deadline
        )


@table_event("ClockMoved", told=("back", "deadline"))
class ClockMoved(TableEvent):
    """The server's clock was set back by `back` milliseconds."""

    back: int
    deadline: int | None

    def apply(self, table: Table, entry: Entry) -> Table:
        """Shift all stored times by the same amount as the clock."""
        back = self.back
        guests = tuple(
            replace(
                guest,
                away_since=None if guest.away_since is None else guest.away_since - back,
                emoted=tuple(at - back for at in guest.emoted),
            )
            for guest in table.guests
        )
        return replace(
            table,
            guests=guests,
            asked_at=table.asked_at - back,
            deadline=self.deadline,
            paused_at=None if table.paused_at is None else table.paused_at - back,
            offers=tuple(replace(o, until=o.until - back) for o in table.offers),
        )
