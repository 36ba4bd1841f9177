"""The course of a game: the shuffle, cards, breaks, the end and the rematch."""

from diamant.rules.events import GameEvent
from diamant.rules.game import Game
from diamant.table.events.base import Entry, TableEvent, table_event
from diamant.table.fast_replace import replace
from diamant.table.values import Table, TablePhase


@table_event("GameStarted", told=("order", "deadline"))
class GameStarted(TableEvent):
    """The players are settled: those of the lobby's seats `order`, from now on seats 0, 1, ….

    Until `deadline` seats promise their nonces. Seats keep their letters.
    """

    order: tuple[int, ...]
    deadline: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Close the gaps between the players, and wait for hashes."""
        return replace(
            table,
            phase=TablePhase.HASHES,
            seats=tuple(table.seat(at).fresh() for at in self.order),
            deadline=self.deadline,
            # Seats have other numbers now, so a code could mean the wrong one.
            offers=(),
        )


@table_event("NoncePromised", told=("seat", "hash"))
class NoncePromised(TableEvent):
    """A seat published the hash of its nonce, or said that it gives none."""

    seat: int
    hash: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """Keep the hash."""
        return table.with_seat(self.seat, replace(table.seat(self.seat), nonce_hash=self.hash))


@table_event("NoncesAwaited", told=("deadline",))
class NoncesAwaited(TableEvent):
    """All hashes are in: until `deadline` the nonces are shown."""

    deadline: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Wait for the nonces."""
        return replace(table, phase=TablePhase.NONCES, deadline=self.deadline)


@table_event("NonceShown", told=("seat", "nonce"))
class NonceShown(TableEvent):
    """A seat showed the nonce that it had promised."""

    seat: int
    nonce: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """Keep the nonce."""
        return table.with_seat(self.seat, replace(table.seat(self.seat), nonce=self.nonce))


@table_event("ShuffleAbandoned", told=("seats", "commitment"))
class ShuffleAbandoned(TableEvent):
    """These seats did not show their nonces: back to the lobby, with a new commitment."""

    seats: tuple[int, ...]
    commitment: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """Go back to the lobby; those who kept their nonce are not waited for again."""
        for at in self.seats:
            table = table.with_seat(at, replace(table.seat(at), silent=True))
        return table.back_in_lobby()


@table_event("PlayBegan", told=())
class PlayBegan(TableEvent):
    """The shuffle is settled, and everybody enters the first cave."""

    def apply(self, table: Table, entry: Entry) -> Table:
        """Let everybody enter the first cave."""
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
    """A card was turned; if there is something to choose, this is turn `turn` until `deadline`.

    `facts` is what the rules say happened; `hidden` whether chests are closed to others.
    """

    card: str
    turn: int | None
    deadline: int | None
    facts: tuple[GameEvent, ...]
    hidden: bool

    def apply(self, table: Table, entry: Entry, game: Game | None = None) -> Table:
        """Turn the card, and ask those in the cave if there is something to choose."""
        if game is None:
            assert table.game is not None, "no card is turned before the game"
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


@table_event("BreakBegan", told=("deadline",))
class BreakBegan(TableEvent):
    """An expedition has ended; the next one begins at `deadline`."""

    deadline: int

    def apply(self, table: Table, entry: Entry) -> Table:
        """Wait before the next expedition."""
        return replace(table, deadline=self.deadline)


@table_event("GameFinished", told=("seed",))
class GameFinished(TableEvent):
    """The last expedition is over, and the seed is shown."""

    seed: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """End the game."""
        return table.game_over()


@table_event("GameAbandoned", told=("commitment",))
class GameAbandoned(TableEvent):
    """The host ended the game before its last card; before the first, with a new commitment."""

    commitment: str | None

    def apply(self, table: Table, entry: Entry) -> Table:
        """End the game, or go back to the lobby if it had not begun."""
        return table.back_in_lobby() if table.game is None else table.game_over()


@table_event("RematchBegan", told=("commitment",))
class RematchBegan(TableEvent):
    """Back to the lobby with the same seats, and a new commitment."""

    commitment: str

    def apply(self, table: Table, entry: Entry) -> Table:
        """Go back to the lobby; every seat may promise a nonce again."""
        table = table.back_in_lobby()
        seats = tuple(seat and replace(seat, silent=False) for seat in table.seats)
        return replace(table, seats=seats)
