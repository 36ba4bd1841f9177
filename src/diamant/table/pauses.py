"""The pause: the host's, and the one that comes by itself where nobody plays in person.

A bot holds a seat for somebody who is away; it never takes a game from people who are all away.
"""

from diamant.table.draft import Draft
from diamant.table.events import Paused, Resumed
from diamant.table.values import PLAYING, Table, TablePhase


def anybody_there(table: Table) -> bool:
    """Return whether a person who plays has chosen, or looks on from the camp."""
    assert table.game is not None, "nobody is asked before the game"
    inside = table.game.expedition.in_cave
    return any(
        seat.choice is not None if at in inside else table.is_present(seat.guest)
        for at, seat in table.taken_seats()
        if not seat.bot_plays
    )


def ask(draft: Draft) -> None:
    """Pause, and ask whether anybody is there."""
    draft.add(Paused(asking=True))


def ask_if_bots_are_left(draft: Draft) -> None:
    """Pause and ask, if people have seats in a game and bots play on all of them."""
    table = draft.table
    if table.phase not in PLAYING or table.paused_at is not None:
        return
    people = [seat for _, seat in table.taken_seats() if seat.guest is not None]
    if people and all(seat.bot_plays for seat in people):
        ask(draft)


def resume_if_asking(draft: Draft) -> None:
    """Let the game go on if it asks whether anybody is there: somebody is."""
    if draft.table.asking:
        resume(draft)


def resume(draft: Draft) -> None:
    """Let the clock go on from where it stood or, if nobody had chosen, from its beginning."""
    table, limit = draft.table, draft.table.settings.choice_ms
    assert table.paused_at is not None, "the table is not paused"
    deadline = table.deadline
    if deadline is not None:
        deadline += draft.now - table.paused_at
        if table.asking and table.phase is TablePhase.CAVE and limit is not None:
            deadline = draft.now + limit
    draft.add(Resumed(deadline))
