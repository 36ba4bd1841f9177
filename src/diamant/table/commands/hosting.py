"""Commands for the host.

When the game asks whether anyone is there, any player may resume it.
"""

from dataclasses import replace

from diamant.errors import did_you_mean
from diamant.rules.seats import SEAT_LETTERS
from diamant.table import events
from diamant.table.commands.base import GuestCommand, guest_command
from diamant.table.draft import Draft
from diamant.table.names import free_character, free_looks, names_at
from diamant.table.play import keep_promise, turn_card
from diamant.table.presence import (
    check_awaited,
    dismiss_spectators,
    hand_back,
    remove_guest,
    resume,
)
from diamant.table.refusals import RefusalError
from diamant.table.settings import BOT_LEVELS, Settings
from diamant.table.shuffle import NONCE_MS, commitment_of
from diamant.table.values import PLAYING, STARTED, TablePhase


@guest_command("Kick")
class Kick(GuestCommand):
    """Remove a guest; `block` also keeps them from joining again.

    With `network`, the command applies to everyone on the guest's network except the host and the
    keeper.
    """

    guest: str
    block: bool = False
    network: bool = False

    def decide(self, draft: Draft) -> None:
        """Remove the guests and invalidate their tokens."""
        draft.check_host()
        if self.guest == self.by:
            raise RefusalError("kick-yourself")
        guest = draft.table.guest(self.guest)
        if guest.id == draft.table.keeper:
            raise RefusalError("hosting-lent")
        why = "blocked" if self.block else "kicked"
        for one in draft.table.network_of(guest.id) if self.network else (guest,):
            if one.id not in (self.by, draft.table.keeper):
                remove_guest(draft, one.id, why, network=self.network and bool(one.network))


@guest_command("Unblock")
class Unblock(GuestCommand):
    """Allow all blocked guests to join again."""

    def decide(self, draft: Draft) -> None:
        """Lift all blocks, if there are any."""
        draft.check_host()
        if draft.table.blocked:
            draft.add(events.Unblocked())


@guest_command("HandOver")
class HandOver(GuestCommand):
    """Make another guest the host."""

    guest: str

    def decide(self, draft: Draft) -> None:
        """Make the guest the host."""
        draft.check_host()
        guest = draft.table.guest(self.guest)
        if guest.id != draft.table.host:
            draft.add(
                events.HostChanged(guest.id, lent=draft.table.keeper not in (self.by, guest.id))
            )


@guest_command("FillWithBots")
class FillWithBots(GuestCommand):
    """Seat bots until the table has `players` players.

    `level` is the bots' strength; the default is the table's.
    """

    players: int
    level: str | None = None

    def decide(self, draft: Draft) -> None:
        """Seat the bots on the first free seats."""
        draft.check_host()
        draft.check_phase(TablePhase.LOBBY)
        if self.level is not None and self.level not in BOT_LEVELS:
            word = f"{self.level!r}; {did_you_mean(self.level, BOT_LEVELS).rstrip('?')}"
            raise RefusalError("no-such-word", what="strength", word=word)
        if self.players > len(draft.table.seats):
            _refuse_players(draft.table.settings, self.players)
        for at, seat in enumerate(draft.table.seats):
            if seat is None and len(draft.table.taken_seats()) < self.players:
                _seat_bot(draft, at, self.level)


@guest_command("RemoveBot")
class RemoveBot(GuestCommand):
    """Remove a bot from the table."""

    seat: int

    def decide(self, draft: Draft) -> None:
        """Free the bot's seat."""
        draft.check_host()
        draft.check_phase(TablePhase.LOBBY)
        if draft.table.seat(self.seat).guest is not None:
            raise RefusalError("not-a-bot", seat=draft.table.letter(self.seat))
        draft.add(events.BotRemoved(self.seat))


@guest_command("LetBotPlay")
class LetBotPlay(GuestCommand):
    """Let a bot stand in for yourself or for a guest who keeps others waiting."""

    seat: int

    def decide(self, draft: Draft) -> None:
        """Let a bot stand in until the guest returns.

        A guest other than the host must have been away, or kept others waiting, for `AWAY_MS`.
        """
        draft.check_host()
        draft.check_phase(*PLAYING)
        seat = draft.person_seat(self.seat)
        if seat.stand_in is None:
            if seat.guest != self.by:
                check_awaited(draft, self.seat)
            draft.add(events.SeatTakenOver(self.seat, "host"))


@guest_command("ChangeSettings")
class ChangeSettings(GuestCommand):
    """Change the settings of the next game."""

    settings: Settings

    def decide(self, draft: Draft) -> None:
        """Store the settings, and replace the bots if their strength changed."""
        draft.check_host()
        draft.check_phase(TablePhase.LOBBY)
        self.settings.check()
        needed = 1 + max((at for at, _ in draft.table.taken_seats()), default=-1)
        if needed > self.settings.played_edition().most_players:
            _refuse_players(self.settings, needed)
        strength = draft.table.settings.bots
        _set(draft, self.settings)
        if self.settings.bots != strength:
            _replace_bots(draft)


@guest_command("SetVisibility")
class SetVisibility(GuestCommand):
    """Make the table public, private or locked, at any time."""

    visibility: str

    def decide(self, draft: Draft) -> None:
        """Set the visibility."""
        draft.check_host()
        settings = replace(draft.table.settings, visibility=self.visibility)
        settings.check()
        _set(draft, settings)


@guest_command("Start")
class Start(GuestCommand):
    """Start the game: first the nonces, then the first card."""

    def decide(self, draft: Draft) -> None:
        """Fix the list of players and start collecting nonces."""
        draft.check_host()
        draft.check_phase(TablePhase.LOBBY)
        order = tuple(at for at, _ in draft.table.taken_seats())
        if len(order) < draft.table.settings.played_edition().least_players:
            _refuse_players(draft.table.settings, len(order))
        draft.add(events.GameStarted(order, draft.now + NONCE_MS))
        dismiss_spectators(draft)


@guest_command("Pause")
class Pause(GuestCommand):
    """Pause the clock; players may still choose, but choices aren't revealed."""

    def decide(self, draft: Draft) -> None:
        """Pause the clock if it is running."""
        draft.check_host()
        draft.check_phase(*PLAYING)
        if draft.table.paused_at is None:
            draft.add(events.Paused())


@guest_command("Resume")
class Resume(GuestCommand):
    """Resume the clock; any player may do so if the game asks if anyone is there."""

    def decide(self, draft: Draft) -> None:
        """Resume a paused clock; a player who responds plays in person again."""
        own = draft.table.seats_of(self.by) if draft.table.asking else ()
        if not own:
            draft.check_host()
        draft.check_phase(*PLAYING)
        if draft.table.paused_at is not None:
            resume(draft)
        for at in own:
            hand_back(draft, at)


@guest_command("EndBreak")
class EndBreak(GuestCommand):
    """End the break after the given turn, and start the next expedition."""

    turn: int

    def decide(self, draft: Draft) -> None:
        """Turn the first card of the next expedition, unless the break is over."""
        draft.check_host()
        draft.check_phase(TablePhase.BREAK)
        table = draft.table
        if self.turn != table.turn or table.paused_at is not None:
            raise RefusalError("not-now", phase=table.phase.value)
        turn_card(draft)


@guest_command("EndGame")
class EndGame(GuestCommand):
    """End the game before its last card."""

    def decide(self, draft: Draft) -> None:
        """End the game, or cancel the shuffle if it isn't complete yet."""
        draft.check_host()
        draft.check_phase(*STARTED)
        unbegun = draft.table.game is None
        draft.add(events.GameAbandoned(commitment_of(draft.table, after=1) if unbegun else None))


@guest_command("Rematch")
class Rematch(GuestCommand):
    """Return to the lobby with the same seats and spectators."""

    def decide(self, draft: Draft) -> None:
        """Return to the lobby.

        Present guests play in person again, and guests get the seats that were promised to them.
        """
        draft.check_host()
        draft.check_phase(TablePhase.OVER)
        promises = [
            (SEAT_LETTERS.index(seat.letter), seat.promise)
            for _, seat in draft.table.taken_seats()
            if seat.promise is not None
        ]
        draft.add(events.RematchBegan(commitment_of(draft.table, after=1)))
        for at, promise in promises:
            keep_promise(draft, at, promise)
        for at, seat in draft.table.taken_seats():
            if draft.table.is_present(seat.guest):
                hand_back(draft, at)


@guest_command("CloseTable")
class CloseTable(GuestCommand):
    """Close the table permanently."""

    def decide(self, draft: Draft) -> None:
        """Close the table, unless hosting is only lent to the host."""
        draft.check_host()
        if not draft.table.may_close(self.by):
            raise RefusalError("hosting-lent")
        draft.add(events.TableClosed())


def _replace_bots(draft: Draft) -> None:
    """Replace bots that had the table's old strength with bots of the new one."""
    seats = [
        at
        for at, seat in draft.table.taken_seats()
        if seat.guest is None and seat.level is None and seat.promise is None
    ]
    for at in seats:
        draft.add(events.BotRemoved(at))
    for at in seats:
        _seat_bot(draft, at, None)


def _seat_bot(draft: Draft, at: int, level: str | None) -> None:
    """Seat a bot of `level`, or of the table's strength if `level` is None.

    The event includes the level if it differs from the table's.
    """
    strength = draft.table.settings.bots
    name, own = free_character(level or strength, names_at(draft.table))
    said = None if level is None and own == strength else own
    draft.add(events.BotSat(at, said, name, *free_looks(draft.table, at)))


def _set(draft: Draft, settings: Settings) -> None:
    if settings != draft.table.settings:
        draft.add(events.SettingsChanged(settings))


def _refuse_players(settings: Settings, players: int) -> None:
    edition = settings.played_edition()
    raise RefusalError(
        "players",
        edition=edition.id,
        least=edition.least_players,
        most=edition.most_players,
        players=players,
    )
