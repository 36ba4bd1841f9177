"""What only the host may do."""

from dataclasses import replace

from diamant.errors import did_you_mean
from diamant.table.commands import (
    ChangeSettings,
    CloseTable,
    EndGame,
    FillWithBots,
    HandOver,
    Kick,
    LetBotPlay,
    Pause,
    Rematch,
    RemoveBot,
    Resume,
    SetVisibility,
    Start,
)
from diamant.table.draft import Draft
from diamant.table.events import (
    BotRemoved,
    BotSat,
    GameAbandoned,
    GameStarted,
    HostChanged,
    Paused,
    RematchBegan,
    Resumed,
    SeatTakenOver,
    SettingsChanged,
    TableClosed,
)
from diamant.table.names import bot_name
from diamant.table.nonces import NONCE_MS
from diamant.table.refusals import RefusalError
from diamant.table.seating import all_names, dismiss_spectators, free_looks, send_away
from diamant.table.settings import BOT_LEVELS, Settings
from diamant.table.shuffle import commitment_of
from diamant.table.values import PLAYING, STARTED, TablePhase, seat_word


def kick(draft: Draft, command: Kick) -> None:
    """Send a guest away; his token is worth nothing from now on."""
    draft.check_host()
    if command.guest == draft.by:
        raise RefusalError("kick-yourself")
    guest = draft.table.guest(command.guest)
    send_away(draft, guest.id, "blocked" if command.block else "kicked")


def hand_over(draft: Draft, command: HandOver) -> None:
    """Make another guest the host."""
    draft.check_host()
    guest = draft.table.guest(command.guest)
    if guest.id != draft.table.host:
        draft.add(HostChanged(guest.id))


def fill_with_bots(draft: Draft, command: FillWithBots) -> None:
    """Put bots on free seats."""
    draft.check_host()
    draft.check_phase(TablePhase.LOBBY)
    if command.level is not None and command.level not in BOT_LEVELS:
        word = f"{command.level!r}; {did_you_mean(command.level, BOT_LEVELS).rstrip('?')}"
        raise RefusalError("no-such-word", what="strength", word=word)
    if command.players > len(draft.table.seats):
        _refuse_players(draft, command.players)
    for at, seat in enumerate(draft.table.seats):
        if seat is None and len(draft.table.taken_seats()) < command.players:
            name = bot_name(all_names(draft.table))
            draft.add(BotSat(at, command.level, name, *free_looks(draft.table, at)))


def remove_bot(draft: Draft, command: RemoveBot) -> None:
    """Take a bot off its seat."""
    draft.check_host()
    draft.check_phase(TablePhase.LOBBY)
    if draft.table.seat(command.seat).guest is not None:
        raise RefusalError("not-a-bot", seat=seat_word(command.seat))
    draft.add(BotRemoved(command.seat))


def let_bot_play(draft: Draft, command: LetBotPlay) -> None:
    """Have a bot stand in for a guest."""
    draft.check_host()
    draft.check_phase(*PLAYING)
    if draft.person_seat(command.seat).stand_in is None:
        draft.add(SeatTakenOver(command.seat, "host"))


def change_settings(draft: Draft, command: ChangeSettings) -> None:
    """Take other settings for the next game."""
    draft.check_host()
    draft.check_phase(TablePhase.LOBBY)
    command.settings.check()
    edition = command.settings.played_edition()
    needed = 1 + max((at for at, _ in draft.table.taken_seats()), default=-1)
    if needed > edition.most_players:
        raise RefusalError(
            "players",
            edition=edition.id,
            least=edition.least_players,
            most=edition.most_players,
            players=needed,
        )
    _set(draft, command.settings)


def set_visibility(draft: Draft, command: SetVisibility) -> None:
    """Make the table public, private or locked."""
    draft.check_host()
    settings = replace(draft.table.settings, visibility=command.visibility)
    settings.check()
    _set(draft, settings)


def start(draft: Draft, command: Start) -> None:
    """Settle who plays, and begin with the nonces."""
    draft.check_host()
    draft.check_phase(TablePhase.LOBBY)
    order = tuple(at for at, _ in draft.table.taken_seats())
    if len(order) < draft.table.settings.played_edition().least_players:
        _refuse_players(draft, len(order))
    draft.add(GameStarted(order, draft.now + NONCE_MS))
    dismiss_spectators(draft)


def pause(draft: Draft, command: Pause) -> None:
    """Stop the clock."""
    draft.check_host()
    draft.check_phase(*PLAYING)
    if draft.table.paused_at is None:
        draft.add(Paused())


def resume(draft: Draft, command: Resume) -> None:
    """Let the clock go on."""
    draft.check_host()
    draft.check_phase(*PLAYING)
    paused_at, deadline = draft.table.paused_at, draft.table.deadline
    if paused_at is not None:
        draft.add(Resumed(None if deadline is None else deadline + draft.now - paused_at))


def end_game(draft: Draft, command: EndGame) -> None:
    """End the game before its last card, or the shuffle before the first."""
    draft.check_host()
    draft.check_phase(*STARTED)
    unbegun = draft.table.game is None
    draft.add(GameAbandoned(commitment_of(draft.table, after=1) if unbegun else None))


def rematch(draft: Draft, command: Rematch) -> None:
    """Go back to the lobby with the same seats and spectators."""
    draft.check_host()
    draft.check_phase(TablePhase.OVER)
    draft.add(RematchBegan(commitment_of(draft.table, after=1)))


def close_table(draft: Draft, command: CloseTable) -> None:
    """Close the table for good."""
    draft.check_host()
    draft.add(TableClosed())


def _set(draft: Draft, settings: Settings) -> None:
    if settings != draft.table.settings:
        draft.add(SettingsChanged(settings))


def _refuse_players(draft: Draft, players: int) -> None:
    edition = draft.table.settings.played_edition()
    raise RefusalError(
        "players",
        edition=edition.id,
        least=edition.least_players,
        most=edition.most_players,
        players=players,
    )
