"""Everybody's part in the shuffle: first the hashes, then, when all are in, the nonces."""

import re

from diamant.dealer import MOST_NONCE_BYTES, nonce_hash
from diamant.table.commands import PromiseNonce, ShowNonce
from diamant.table.draft import Draft
from diamant.table.events import (
    NoncePromised,
    NoncesAwaited,
    NonceShown,
    PlayBegan,
    ShuffleAbandoned,
)
from diamant.table.refusals import RefusalError
from diamant.table.shuffle import commitment_of
from diamant.table.values import Table, TablePhase, seat_word

NONCE_MS = 5_000

_HASH = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(rf"([0-9a-f]{{2}}){{0,{MOST_NONCE_BYTES}}}")


def promise_nonce(draft: Draft, command: PromiseNonce) -> None:
    """Take a seat's hash."""
    draft.check_phase(TablePhase.HASHES)
    seat = draft.own_seat(command.seat)
    if command.hash and not _HASH.fullmatch(command.hash):
        raise RefusalError("nonce-form", most=MOST_NONCE_BYTES)
    if seat.nonce_hash is not None:
        raise RefusalError("nonce-given", seat=seat_word(command.seat))
    draft.add(NoncePromised(command.seat, command.hash))


def show_nonce(draft: Draft, command: ShowNonce) -> None:
    """Take a seat's nonce, if it is the one that was promised."""
    draft.check_phase(TablePhase.NONCES)
    seat = draft.own_seat(command.seat)
    if not _NONCE.fullmatch(command.nonce):
        raise RefusalError("nonce-form", most=MOST_NONCE_BYTES)
    if seat.nonce is not None:
        raise RefusalError("nonce-given", seat=seat_word(command.seat))
    shown = nonce_hash(commitment_of(draft.table), command.seat, bytes.fromhex(command.nonce))
    if shown != seat.nonce_hash:
        raise RefusalError("nonce-differs", seat=seat_word(command.seat))
    draft.add(NonceShown(command.seat, command.nonce))


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
