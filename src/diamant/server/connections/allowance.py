"""What one connection may ask for, at the expense of its address."""

from diamant.protocol.incoming import ChangeSettings, CommandMessage, Cue
from diamant.server import costs
from diamant.server.limits import Limits
from diamant.server.tables.callers import Request
from diamant.table import Table, commands
from diamant.table.commands import GuestCommand


class Allowance:
    """The limits as one connection meets them."""

    __slots__ = ("_address", "_bucket", "_limits")

    def __init__(self, limits: Limits, address: str) -> None:
        self._limits = limits
        self._address = address
        self._bucket = limits.connection_bucket()

    def message(self, cost: float) -> bool:
        """Pay for a message, or for what it asks for."""
        return self._limits.message(self._address, self._bucket, cost)

    def broadcast(self, listeners: int, message: CommandMessage | Cue) -> bool:
        """Pay for telling so many what a message leads to."""
        text = message.settings.edition_text if isinstance(message, ChangeSettings) else None
        return self._limits.fan_out(self._address, costs.of_telling(listeners, len(text or "")))

    def view(self) -> bool:
        """Pay for a short view, before it is known how long it will be; see `owe`."""
        return self._limits.fan_out(self._address, costs.VIEW)

    def enter(self, listeners: int) -> bool:
        """Pay for telling so many that somebody has come, and later that they have gone."""
        return self._limits.fan_out(self._address, 2 * costs.of_telling(listeners))

    def owe(self, cost: float) -> None:
        """Count what could not be refused any more."""
        self._limits.owe(self._address, cost)

    async def guess(self) -> bool:
        """Pay for naming a room code or a token; see `Limits.guess`."""
        return await self._limits.guess(self._address)

    def guess_now(self) -> bool:
        """Pay for a guess without waiting; see `Limits.guess_now`."""
        return self._limits.guess_now(self._address)

    def guessed(self, *, right: bool) -> None:
        """Settle a guess; see `Limits.guessed`."""
        self._limits.guessed(self._address, right=right)

    def may_write(self, table: Table, guest: str, request: Request) -> bool:
        """Return whether the database may grow by what a guest's command leads to."""
        if not isinstance(request, GuestCommand):
            return True
        written = self._limits.written
        if not written.address_may(self._address):
            return False
        if written.table_may(table.id):
            return True
        # Whatever others have done to this table, those who play go on.
        plays = guest == table.host or bool(table.seats_of(guest))
        new_text = isinstance(request, commands.ChangeSettings) and (
            request.settings.edition_text not in (None, table.settings.edition_text)
        )
        return plays and not new_text

    def wrote(self, table: Table, count: int) -> None:
        """Count the bytes that were written at a table."""
        self._limits.written.charge(self._address, table.id, count)
