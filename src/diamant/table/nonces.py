"""Everybody's part in the shuffle: first the hashes, then, when all are in, the nonces."""

from diamant.table.draft import Draft
from diamant.table.events import NoncesAwaited, PlayBegan, ShuffleAbandoned
from diamant.table.shuffle import commitment_of
from diamant.table.values import Table

NONCE_MS = 5_000


def awaits_hash(table: Table) -> bool:
    """Return whether somebody who is here may still promise a nonce."""
    return any(
        seat.nonce_hash is None
        and not seat.silent
        and not seat.bot_plays
        and table.is_present(seat.guest)
        for _, seat in table.taken_seats()
    )


def withheld(table: Table) -> tuple[int, ...]:
    """Return the seats that have promised a nonce and not shown it."""
    return tuple(at for at, seat in table.taken_seats() if seat.nonce_hash and seat.nonce is None)


def end_hashes(draft: Draft) -> None:
    """Go on to the nonces, or into the cave if nobody promised one."""
    if withheld(draft.table):
        draft.add(NoncesAwaited(draft.now + NONCE_MS))
    else:
        draft.add(PlayBegan())


def end_nonces(draft: Draft) -> None:
    """Begin to play; or start over, if a promised nonce was not shown.

    Playing on without it would let a seat that works with the host choose between two decks.
    """
    seats = withheld(draft.table)
    if seats:
        draft.add(ShuffleAbandoned(seats, commitment_of(draft.table, after=1)))
    else:
        draft.add(PlayBegan())
