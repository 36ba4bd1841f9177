"""Choices to stay or leave, from the secret to the reveal, and bets on them."""

from dataclasses import field

from diamant.rules.events import GameEvent
from diamant.rules.game import Game, Phase
from diamant.table.events.base import Entry, TableEvent, table_event
from diamant.table.fast_replace import replace
from diamant.table.values import Table, TablePhase


@table_event("ChoiceMade", told=("seat",), public_if="shown")
class ChoiceMade(TableEvent):
    """A seat chose, by its player or a bot; `shown` if others learn that it has chosen now."""

    seat: int
    leave: bool = field(repr=False)
    bot: bool
    shown: bool

    def apply(self, table: Table, entry: Entry) -> Table:
        """Keep the choice until the reveal."""
        seat = table.seat(self.seat)
        missed = seat.missed if self.bot else 0
        return table.with_seat(
            self.seat, replace(seat, choice=self.leave, covered=False, missed=missed)
        )


@table_event("ChoiceMissed", told=("seat",))
class ChoiceMissed(TableEvent):
    """The clock ran out for a seat and chose for it."""

    seat: int
    leave: bool

    def apply(self, table: Table, entry: Entry) -> Table:
        """Keep what the clock chose."""
        seat = table.seat(self.seat)
        return table.with_seat(self.seat, replace(seat, choice=self.leave, missed=seat.missed + 1))


@table_event("ChoicesRevealed", told=("leavers", "bets_won"))
class ChoicesRevealed(TableEvent):
    """All choices were shown at once; `bets_won` are the seats that had bet on a leaver."""

    leavers: tuple[int, ...]
    bets_won: tuple[int, ...]
    facts: tuple[GameEvent, ...]
    hidden: bool

    def apply(self, table: Table, entry: Entry, game: Game | None = None) -> Table:
        """Show all choices, and settle the bets if somebody left."""
        if game is None:
            assert table.game is not None, "nothing is chosen before the game"
            game = table.game.decide(self.leavers).game
        for at in self.bets_won:
            seat = table.seat(at)
            table = table.with_seat(at, replace(seat, bets_won=seat.bets_won + 1))
        over = game.phase is Phase.OVER or not game.expedition.path
        table = table.without_choices(bets=bool(self.leavers) or over)
        return replace(table, game=game, phase=TablePhase.BREAK, deadline=None)


@table_event("BetMade", told=("seat", "on"))
class BetMade(TableEvent):
    """A player in the camp bet on who leaves next."""

    seat: int
    on: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Keep the bet; one that replaces another counts once."""
        seat = table.seat(self.seat)
        made = seat.bets_made + (seat.bet is None)
        return table.with_seat(self.seat, replace(seat, bet=self.on, bets_made=made))
