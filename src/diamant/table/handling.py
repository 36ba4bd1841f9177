"""Decide commands: `(table, command, now) -> (table, entries, timers, answer)`.

Each command class contains its own decision. This module contains what they share: each command
runs only once and entirely or not at all, and due timers fire before and after it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from diamant.table import events, play, presence, shuffle
from diamant.table.commands import Command, CreateTable, GuestCommand
from diamant.table.deadlines import Timer, timers
from diamant.table.draft import Draft, apply
from diamant.table.refusals import Refusal, RefusalError
from diamant.table.senders import MOST_COMMAND_ID, Answer, CommandId
from diamant.table.values import Table, TablePhase

SECRET_BYTES = 32
# Tolerated clock difference between nodes; a greater one means the clock was set back.
CLOCK_MS = 5_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a command: the table, entries to commit, timers, and the answer.

    A refused command may have entries, too: overdue deadlines, and the refusal itself.
    """

    table: Table
    entries: tuple[events.Entry, ...]
    timers: tuple[Timer, ...]
    answer: Answer


def open_table(command: CreateTable, now: int) -> Outcome:
    """Open a table; raises `RefusalError` if its settings are invalid."""
    assert len(bytes.fromhex(command.secret)) == SECRET_BYTES, "the secret is too short"
    command.settings.check()
    event = events.TableCreated(
        command.table, command.settings, command.secret, "g1", command.token, command.origin
    )
    entry = events.Entry(1, 1, now, None, None, event)
    table = apply(None, entry)
    return Outcome(table, (entry,), timers(table), Answer(0, 1))


def handle(table: Table, command: Command, now: int, most: int | None = None) -> Outcome:
    """Decide a command at time `now`, in milliseconds.

    Timers that are due fire first, so the exact arrival of a `Tick` doesn't matter. After `most`
    entries, bots without thinking time wait for the next command, and their timers stay due.
    Otherwise a table of such bots would play a whole game in one call while all other tables wait.
    """
    command_id = None
    if isinstance(command, GuestCommand):
        known = _recognized(table, command)
        if isinstance(known, Answer):
            return Outcome(table, (), timers(table), known)
        command_id = known
    draft = Draft(table, max(now, table.latest))
    if now < table.latest - CLOCK_MS:
        _set_back(draft, now)
    _handle_due_events(draft, most)
    refusal = _decide(draft, command, command_id)
    public_number = draft.table.public_number
    draft.by = draft.command = None
    coming = _handle_due_events(draft, most)
    number = 0 if command_id is None else command_id.number
    answer = Answer(number, public_number, refusal)
    return Outcome(draft.table, tuple(draft.entries), coming, answer)


def _recognized(table: Table, command: GuestCommand) -> Answer | CommandId | None:
    """Return a command's known answer, or its id if it must still be decided.

    A command doesn't run if its guest or connection is gone, or if it ran before. A command that
    was stuck in a suspended node therefore has no effect. A command without `sent` has no id.
    """
    sent = command.sent
    guest = table.find_guest(command.by)
    if guest is None:
        return Answer(0 if sent is None else sent.id, 0, Refusal("unknown-guest"))
    if sent is None:
        return None
    assert 0 < sent.id <= MOST_COMMAND_ID, "the protocol lets no other number pass"
    sender = guest.sender_by(sent.connection)
    if sender is None:
        return Answer(sent.id, 0, Refusal("connection-closed"))
    return sender.earlier(sent.id) or CommandId(sender.name, sent.id)


def _decide(draft: Draft, command: Command, command_id: CommandId | None) -> Refusal | None:
    """Decide a command; a guest's command always adds an entry with its id."""
    if not isinstance(command, GuestCommand):
        return _decide_atomically(draft, command)
    draft.by, draft.command = command.by, command_id
    before = draft.table.log_number
    if draft.table.phase is TablePhase.CLOSED:
        refusal: Refusal | None = Refusal("not-now", {"phase": draft.table.phase.value})
    else:
        refusal = _decide_atomically(draft, command)
    if refusal is not None:
        draft.add(events.CommandRefused(refusal))
    elif draft.table.log_number == before:
        draft.add(events.NothingChanged())
    return refusal


def _decide_atomically(draft: Draft, command: Command) -> Refusal | None:
    """Decide a command; if it is refused halfway, undo everything."""
    table, count = draft.table, len(draft.entries)
    try:
        command.decide(draft)
    except RefusalError as error:
        draft.table = table
        del draft.entries[count:]
        return error.refusal
    return None


def _handle_due_events(draft: Draft, most: int | None) -> tuple[Timer, ...]:
    """Take all automatic steps and fire due timers; return the remaining timers."""
    play.settle(draft)
    coming = timers(draft.table)
    while _is_due(coming, draft.now):
        if most is not None and len(draft.entries) >= most and coming[0].kind == "bot":
            break
        _fire(draft, coming[0])
        play.settle(draft)
        coming = timers(draft.table)
    return coming


def _is_due(coming: tuple[Timer, ...], now: int) -> bool:
    return bool(coming) and coming[0].at <= now


def _fire(draft: Draft, timer: Timer) -> None:
    match timer:
        case Timer(kind="bot", seat=int(at)):
            play.bot_chooses(draft, at)
        case Timer(kind="away", guest=str(guest)):
            presence.take_over(draft, guest)
        case Timer(kind="host"):
            presence.appoint_heir(draft)
        case _:
            _PASSED[timer.kind](draft)


_PASSED: Mapping[str, Callable[[Draft], None]] = {
    "hashes": shuffle.end_hashes,
    "nonces": shuffle.end_nonces,
    "choices": play.end_choices,
    "break": play.turn_card,
}


def _set_back(draft: Draft, now: int) -> None:
    """Shift the table's times after the clock was set back."""
    back = draft.table.latest - now
    draft.now = now
    deadline = draft.table.deadline
    draft.add(events.ClockMoved(back, None if deadline is None else deadline - back))
