"""How events change the game that is played at a table, and its clock."""

from diamant.rules.game import Game, Phase
from diamant.table import events
from diamant.table.events import Entry
from diamant.table.fast_replace import replace
from diamant.table.values import Offer, Seat, Table, TablePhase


def game_started(table: Table, event: events.GameStarted, entry: Entry) -> Table:
    """Settle who plays, seat by seat without a gap, and wait for hashes."""
    return replace(
        table,
        phase=TablePhase.HASHES,
        seats=tuple(_fresh(table.seat(at)) for at in event.order),
        deadline=event.deadline,
        # Seats have other numbers now, so a code could mean the wrong one.
        offers=(),
    )


def nonce_promised(table: Table, event: events.NoncePromised, entry: Entry) -> Table:
    """Keep a seat's hash."""
    return table.with_seat(event.seat, replace(table.seat(event.seat), nonce_hash=event.hash))


def nonces_awaited(table: Table, event: events.NoncesAwaited, entry: Entry) -> Table:
    """Wait for the nonces."""
    return replace(table, phase=TablePhase.NONCES, deadline=event.deadline)


def nonce_shown(table: Table, event: events.NonceShown, entry: Entry) -> Table:
    """Keep a seat's nonce."""
    return table.with_seat(event.seat, replace(table.seat(event.seat), nonce=event.nonce))


def shuffle_abandoned(table: Table, event: events.ShuffleAbandoned, entry: Entry) -> Table:
    """Go back to the lobby; those who kept their nonce to themselves are not waited for again."""
    for at in event.seats:
        table = table.with_seat(at, replace(table.seat(at), silent=True))
    return _to_lobby(table)


def play_began(table: Table, event: events.PlayBegan, entry: Entry) -> Table:
    """Let everybody enter the first cave."""
    game = Game.start(
        table.settings.played_edition(), len(table.seats), closed=table.settings.closed
    )
    return replace(
        table,
        phase=TablePhase.BREAK,
        game=game,
        games=table.games + 1,
        began_at=entry.at,
        deadline=None,
    )


def card_turned(table: Table, event: events.CardTurned, entry: Entry) -> Table:
    """Turn a card, and ask those in the cave if there is something to choose."""
    assert table.game is not None, "no card is turned before the game"
    game = table.game.turn(event.card).game
    if event.turn is None:
        return replace(_without_choices(table), game=game, phase=TablePhase.BREAK, deadline=None)
    return replace(
        table,
        game=game,
        phase=TablePhase.CAVE,
        turn=event.turn,
        asked_at=entry.at,
        deadline=event.deadline,
    )


def choice_made(table: Table, event: events.ChoiceMade, entry: Entry) -> Table:
    """Keep a choice until the reveal."""
    seat = table.seat(event.seat)
    missed = seat.missed if event.bot else 0
    return table.with_seat(event.seat, replace(seat, choice=event.leave, missed=missed))


def choice_missed(table: Table, event: events.ChoiceMissed, entry: Entry) -> Table:
    """Keep what the clock chose."""
    seat = table.seat(event.seat)
    return table.with_seat(event.seat, replace(seat, choice=event.leave, missed=seat.missed + 1))


def choices_revealed(table: Table, event: events.ChoicesRevealed, entry: Entry) -> Table:
    """Show all choices, and settle the bets if somebody left."""
    game = table.game
    assert game is not None, "nothing is chosen before the game"
    game = game.decide(event.leavers).game
    for at in event.bets_won:
        seat = table.seat(at)
        table = table.with_seat(at, replace(seat, bets_won=seat.bets_won + 1))
    over = game.phase is Phase.OVER or not game.expedition.path
    table = _without_choices(table, bets=bool(event.leavers) or over)
    return replace(table, game=game, phase=TablePhase.BREAK, deadline=None)


def break_began(table: Table, event: events.BreakBegan, entry: Entry) -> Table:
    """Wait before the next expedition."""
    return replace(table, deadline=event.deadline)


def bet_made(table: Table, event: events.BetMade, entry: Entry) -> Table:
    """Keep a bet; one that replaces another counts once."""
    seat = table.seat(event.seat)
    made = seat.bets_made + (seat.bet is None)
    return table.with_seat(event.seat, replace(seat, bet=event.on, bets_made=made))


def game_over(
    table: Table, event: events.GameFinished | events.GameAbandoned, entry: Entry
) -> Table:
    """End the game, whether it is finished or not; nobody is owed a seat of it any more."""
    if table.game is None:  # It was ended before the first card.
        return _to_lobby(table)
    table = _without_choices(table)
    seats = tuple(seat and replace(seat, promise=None) for seat in table.seats)
    return replace(table, phase=TablePhase.OVER, seats=seats, deadline=None, paused_at=None)


def rematch_began(table: Table, event: events.RematchBegan, entry: Entry) -> Table:
    """Go back to the lobby; every seat may promise a nonce again."""
    table = _to_lobby(table)
    seats = tuple(seat and replace(seat, silent=False) for seat in table.seats)
    return replace(table, seats=seats)


def paused(table: Table, event: events.Paused, entry: Entry) -> Table:
    """Stop the clock."""
    return replace(table, paused_at=entry.at)


def resumed(table: Table, event: events.Resumed, entry: Entry) -> Table:
    """Let the clock go on: the time of the pause does not count."""
    assert table.paused_at is not None, "the table is not paused"
    asked_at = table.asked_at + entry.at - table.paused_at
    return replace(table, paused_at=None, asked_at=asked_at, deadline=event.deadline)


def clock_moved(table: Table, event: events.ClockMoved, entry: Entry) -> Table:
    """Move every moment that something is reckoned from as far as the clock was set back."""
    back = event.back
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
        deadline=event.deadline,
        paused_at=None if table.paused_at is None else table.paused_at - back,
        offers=tuple(Offer(o.seat, o.code, o.until - back) for o in table.offers),
    )


def table_closed(table: Table, event: events.TableClosed, entry: Entry) -> Table:
    """Close the table."""
    table = _without_choices(table)
    return replace(table, phase=TablePhase.CLOSED, deadline=None, paused_at=None)


def _fresh(seat: Seat) -> Seat:
    """Return a seat as it begins a game, with nothing of the last one."""
    return replace(
        seat, choice=None, bet=None, bets_won=0, bets_made=0, missed=0, nonce_hash=None, nonce=None
    )


def _to_lobby(table: Table) -> Table:
    most = table.settings.played_edition().most_players
    seats = tuple(_fresh(seat) for _, seat in table.taken_seats())
    return replace(
        table,
        phase=TablePhase.LOBBY,
        seats=(*seats, *[None] * (most - len(seats))),
        shuffle=table.shuffle + 1,
        game=None,
        deadline=None,
        paused_at=None,
        offers=(),
    )


def _without_choices(table: Table, *, bets: bool = True) -> Table:
    seats = tuple(
        seat and replace(seat, choice=None, bet=None if bets else seat.bet) for seat in table.seats
    )
    return replace(table, seats=seats)
