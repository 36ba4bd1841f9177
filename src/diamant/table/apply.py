"""From one moment of a table to the next: a table is the fold of `apply` over its log."""

from diamant.table.events import CommandRefused, Entry, TableCreated
from diamant.table.fast_replace import replace
from diamant.table.values import MOST_ANSWERS, Answer, Table


def apply(table: Table | None, entry: Entry) -> Table:
    """Return the table after an entry; before the first one there is none."""
    if table is None:
        assert isinstance(entry.event, TableCreated), "a log begins with TableCreated"
        table = entry.event.apply(None, entry)
    else:
        table = entry.event.apply(table, entry)
    return _counted(table, entry)


def _counted(table: Table, entry: Entry) -> Table:
    """Count the entry, and keep what its command was answered."""
    guests, departed = table.guests, table.departed
    if entry.command is not None:
        refusal = entry.event.refusal if isinstance(entry.event, CommandRefused) else None
        answer = Answer(entry.command, entry.public_number, refusal)
        guests = tuple(
            replace(guest, answers=_with(guest.answers, answer)) if guest.id == entry.by else guest
            for guest in guests
        )
        # Those who left by this command may ask again whether they have.
        departed = tuple(
            replace(gone, answers=_with(gone.answers, answer)) if gone.guest == entry.by else gone
            for gone in departed
        )
    return replace(
        table,
        log_number=entry.log_number,
        public_number=entry.public_number,
        latest=entry.at,
        guests=guests,
        departed=departed,
    )


def _with(answers: tuple[Answer, ...], answer: Answer) -> tuple[Answer, ...]:
    """Add an answer, of the last `MOST_ANSWERS`; a command of several events has one, the last."""
    if answers and answers[-1].command == answer.command:
        return (*answers[:-1], answer)
    return (*answers, answer)[-MOST_ANSWERS:]
