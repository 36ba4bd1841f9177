"""Events during a game: shuffle, cards, choices, bets, breaks, end and rematch."""

from dataclasses import field

from diamant.rules.events import GameEvent
from diamant.rules.frozen import replace
from diamant.rules.game import Game, Phase
from diamant.table.events.base import Entry, TableEvent, table_event
from diamant.table.values import Table, TablePhase


@table_event("GameStarted", told=("order", "deadline"))
class GameStarted(TableEvent):
    """The host started the game: seats `order` of the lobby become seats 0, 1, ….

    The seats keep their letters. They can promise nonces until `deadline`.
    """

    order: tuple[int, ...]
    deadline: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Remove the free seats, and wait for the hashes of nonces."""
        return replace(
            table,
            phase=TablePhase.HASHES,
            seats=tuple(table.seat(at).fresh() for at in self.order),
            deadline=self.deadline,
            # Seats have new numbers, so an old code could move the wrong seat.
            offers=(),
        )


@table_event("NoncePromised", told=("seat", "hash"))
class NoncePromised(TableEvent):
    """A seat published the hash of its nonce, or declined to give one."""

    seat: int
    hash: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """Store the hash."""
        return table.with_seat(self.seat, replace(table.seat(self.seat), nonce_hash=self.hash))


@table_event("NoncesAwaited", told=("deadline",))
class NoncesAwaited(TableEvent):
    """The table stopped collecting hashes; seats reveal nonces until `deadline`."""

    deadline: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Wait for the nonces."""
        return replace(table, phase=TablePhase.NONCES, deadline=self.deadline)


@table_event("NonceShown", told=("seat", "nonce"))
class NonceShown(TableEvent):
    """A seat revealed its promised nonce."""

    seat: int
    nonce: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """Store the nonce."""
        return table.with_seat(self.seat, replace(table.seat(self.seat), nonce=self.nonce))


@table_event("ShuffleAbandoned", told=("seats", "commitment"))
class ShuffleAbandoned(TableEvent):
    """The table returned to the lobby because `seats` did not reveal their nonces."""

    seats: tuple[int, ...]
    commitment: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """Return to the lobby; don't wait again for seats that withheld their nonces."""
        for at in self.seats:
            table = table.with_seat(at, replace(table.seat(at), silent=True))
        return table.back_in_lobby()


@table_event("PlayBegan", told=())
class PlayBegan(TableEvent):
    """The shuffle was completed, and all players entered the first cave."""

    def apply(self, table: Table, entry: Entry) -> Table:
        """Start the game, with all players in the first cave."""
        return replace(
            table,
            phase=TablePhase.BREAK,
            game=table.new_game(),
            games=table.games + 1,
            began_at=entry.at,
            deadline=None,
        )


@table_event("CardTurned", told=("card", "turn", "deadline"))
class CardTurned(TableEvent):
    """A card was turned.

    If players must choose, `turn` is the number of the turn, which lasts until `deadline`. `facts`
    are the game events of the rules. `hidden` is whether closed chests hide some of them.
    """

    card: str
    turn: int | None
    deadline: int | None
    facts: tuple[GameEvent, ...]
    hidden: bool

    def apply(self, table: Table, entry: Entry, game: Game | None = None) -> Table:
        """Turn the card, and start a turn if players must choose."""
        if game is None:
            assert table.game is not None, "no game is in progress"
            game = table.game.turn(self.card).game
        if self.turn is None:
            table = table.without_choices()
            return replace(table, game=game, phase=TablePhase.BREAK, deadline=None)
        return replace(
            table,
            game=game,
            phase=TablePhase.CAVE,
            turn=self.turn,
            asked_at=entry.at,
            deadline=self.deadline,
        )


@table_event("ChoiceMade", told=("seat",), public_if="shown")
class ChoiceMade(TableEvent):
    """A player or bot chose for a seat; if `shown`, others see that it has chosen."""

    seat: int
    leave: bool = field(repr=False)
    bot: bool
    shown: bool

    def apply(self, table: Table, entry: Entry) -> Table:
        """Store the choice until the reveal."""
        seat = table.seat(self.seat)
        missed = seat.missed if self.bot else 0
        return table.with_seat(
            self.seat, replace(seat, choice=self.leave, covered=False, missed=missed)
        )


@table_event("ChoiceMissed", told=("seat",))
class ChoiceMissed(TableEvent):
    """Time ran out, so a seat got the default choice."""

    seat: int
    leave: bool

    def apply(self, table: Table, entry: Entry) -> Table:
        """Store the default choice."""
        seat = table.seat(self.seat)
        return table.with_seat(self.seat, replace(seat, choice=self.leave, missed=seat.missed + 1))


@table_event("ChoicesRevealed", told=("leavers", "bets_won"))
class ChoicesRevealed(TableEvent):
    """All choices were revealed; `bets_won` lists the seats that bet correctly."""

    leavers: tuple[int, ...]
    bets_won: tuple[int, ...]
    facts: tuple[GameEvent, ...]
    hidden: bool

    def apply(self, table: Table, entry: Entry, game: Game | None = None) -> Table:
        """Reveal all choices, and settle the bets if a player left."""
        if game is None:
            assert table.game is not None, "no game is in progress"
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
        """Store the bet; replacing a bet doesn't count as another one."""
        seat = table.seat(self.seat)
        made = seat.bets_made + (seat.bet is None)
        return table.with_seat(self.seat, replace(seat, bet=self.on, bets_made=made))


@table_event("BreakBegan", told=("deadline",))
class BreakBegan(TableEvent):
    """A break between two expeditions began, which lasts until `deadline`."""

    deadline: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Wait for the next expedition."""
        return replace(table, deadline=self.deadline)


@table_event("GameFinished", told=("seed",))
class GameFinished(TableEvent):
    """The last expedition ended, and the seed was revealed."""

    seed: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """End the game."""
        return table.game_over()


@table_event("GameAbandoned", told=("commitment",))
class GameAbandoned(TableEvent):
    """The host ended the game before its last card.

    If the shuffle wasn't complete, `commitment` is the table's new commitment.
    """

    commitment: str | None

    def apply(self, table: Table, entry: Entry) -> Table:
        """End the game, or return to the lobby if the shuffle wasn't complete."""
        return table.back_in_lobby() if table.game is None else table.game_over()


@table_event("RematchBegan", told=("commitment",))
class RematchBegan(TableEvent):
    """The table returned to the lobby with the same seats and a new commitment."""

    commitment: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """Return to the lobby; every seat may promise a nonce again."""
        table = table.back_in_lobby()
        seats = tuple(seat and replace(seat, silent=False) for seat in table.seats)
        return replace(table, seats=seats)
