"""From one moment of a table to the next: a table is the fold of `apply` over its log.

Nothing is decided here, and nothing refused: an entry is a fact that was accepted once.
"""

from collections.abc import Callable, Mapping
from typing import Any

from diamant.table import apply_game as game
from diamant.table import apply_people as people
from diamant.table import events
from diamant.table.events import CommandRefused, Entry
from diamant.table.fast_replace import replace
from diamant.table.values import MOST_ANSWERS, Answer, Table

Change = Callable[[Table, Any, Entry], Table]

_CHANGES: Mapping[type[Any], Change] = {
    events.GuestJoined: people.guest_joined,
    events.GuestGone: people.guest_gone,
    events.ScreenSet: people.screen_set,
    events.Connected: people.connected,
    events.Disconnected: people.disconnected,
    events.HostChanged: people.host_changed,
    events.SeatTaken: people.seat_taken,
    events.SeatPromised: people.seat_promised,
    events.SeatLeft: people.seat_left,
    events.SeatRenamed: people.seat_renamed,
    events.SeatDressed: people.seat_dressed,
    events.SeatOffered: people.seat_offered,
    events.SeatMoved: people.seat_moved,
    events.BotSat: people.bot_sat,
    events.BotRemoved: people.bot_removed,
    events.SeatTakenOver: people.seat_taken_over,
    events.SeatHandedBack: people.seat_handed_back,
    events.SettingsChanged: people.settings_changed,
    events.Emoted: people.emoted,
    events.CommandRefused: people.command_refused,
    events.GameStarted: game.game_started,
    events.NoncePromised: game.nonce_promised,
    events.NoncesAwaited: game.nonces_awaited,
    events.NonceShown: game.nonce_shown,
    events.ShuffleAbandoned: game.shuffle_abandoned,
    events.PlayBegan: game.play_began,
    events.CardTurned: game.card_turned,
    events.ChoiceMade: game.choice_made,
    events.ChoiceMissed: game.choice_missed,
    events.ChoicesRevealed: game.choices_revealed,
    events.BreakBegan: game.break_began,
    events.BetMade: game.bet_made,
    events.GameFinished: game.game_over,
    events.GameAbandoned: game.game_over,
    events.RematchBegan: game.rematch_began,
    events.Paused: game.paused,
    events.Resumed: game.resumed,
    events.ClockMoved: game.clock_moved,
    events.TableClosed: game.table_closed,
}


def apply(table: Table | None, entry: Entry) -> Table:
    """Return the table after an entry; before the first one there is none."""
    event = entry.event
    if isinstance(event, events.TableCreated):
        table = people.table_created(event, entry)
    else:
        assert table is not None, "a log begins with TableCreated"
        change = _CHANGES.get(type(event))
        if change is not None:  # NothingChanged has none.
            table = change(table, event, entry)
    return _keep_account(table, entry)


def _keep_account(table: Table, entry: Entry) -> Table:
    """Count the entry, and keep what its command was answered."""
    guests, departed = table.guests, table.departed
    if entry.command is not None:
        refusal = entry.event.refusal if isinstance(entry.event, CommandRefused) else None
        answer = Answer(entry.command, entry.seen, refusal)
        guests = tuple(
            replace(guest, answers=_with(guest.answers, answer)) if guest.id == entry.by else guest
            for guest in guests
        )
        # One who left by this command may ask again whether he has.
        departed = tuple(
            replace(gone, answers=_with(gone.answers, answer)) if gone.guest == entry.by else gone
            for gone in departed
        )
    return replace(
        table,
        number=entry.number,
        seen=entry.seen,
        latest=entry.at,
        guests=guests,
        departed=departed,
    )


def _with(answers: tuple[Answer, ...], answer: Answer) -> tuple[Answer, ...]:
    """Add an answer, of the last `MOST_ANSWERS`; a command of several events has one, the last."""
    if answers and answers[-1].command == answer.command:
        return (*answers[:-1], answer)
    return (*answers, answer)[-MOST_ANSWERS:]
