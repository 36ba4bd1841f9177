"""The clock of a table: stopped, going on, and set back."""

from diamant.table.events.base import Entry, TableEvent, table_event
from diamant.table.fast_replace import replace
from diamant.table.values import Table


@table_event("Paused", told=("asking",))
class Paused(TableEvent):
    """The clock stands still; by itself if `asking`, until somebody says that they are there."""

    asking: bool = False

    def apply(self, table: Table, entry: Entry) -> Table:
        """Stop the clock."""
        return replace(table, paused_at=entry.at, asking=self.asking)


@table_event("Resumed", told=("deadline",))
class Resumed(TableEvent):
    """The clock goes on; the deadline has moved."""

    deadline: int | None

    def apply(self, table: Table, entry: Entry) -> Table:
        """Let the clock go on: the time of the pause does not count."""
        assert table.paused_at is not None, "the table is not paused"
        asked_at = table.asked_at + entry.at - table.paused_at
        return replace(
            table, paused_at=None, asking=False, asked_at=asked_at, deadline=self.deadline
        )


@table_event("ClockMoved", told=("back", "deadline"))
class ClockMoved(TableEvent):
    """The server's clock was set back by `back` milliseconds, and every deadline with it."""

    back: int
    deadline: int | None

    def apply(self, table: Table, entry: Entry) -> Table:
        """Move every moment that something is reckoned from as far as the clock was set back."""
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
