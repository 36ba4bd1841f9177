"""Everything derived from a table's secret: seeds, card orders, bots' randomness.

Each value is derived with its own label and counters, so no value reveals anything about another.
The seeds of finished games are revealed, but the secret must stay secret.
"""

import hmac
from functools import lru_cache

from diamant.dealer import Dealer, commitment
from diamant.rules.cards import Card
from diamant.table.draft import Draft
from diamant.table.events import NoncesAwaited, PlayBegan, ShuffleAbandoned
from diamant.table.settings import Settings
from diamant.table.values import Table

NONCE_MS = 5_000


def awaits_hash(table: Table) -> bool:
    """Return whether a seat with a present player may still promise a nonce."""
    return any(
        seat.nonce_hash is None
        and not seat.silent
        and not seat.bot_plays
        and table.is_present(seat.guest)
        for _, seat in table.taken_seats()
    )


def withheld(table: Table) -> tuple[int, ...]:
    """Return the seats that promised a nonce but haven't revealed it."""
    return tuple(at for at, seat in table.taken_seats() if seat.nonce_hash and seat.nonce is None)


def end_hashes(draft: Draft) -> None:
    """Start collecting the nonces, or start playing if no one promised one."""
    if withheld(draft.table):
        draft.add(NoncesAwaited(draft.now + NONCE_MS))
    else:
        draft.add(PlayBegan())


def end_nonces(draft: Draft) -> None:
    """Start playing, or restart the shuffle if a promised nonce is missing.

    Otherwise a player who cooperates with the host could choose between two decks by withholding
    their nonce.
    """
    seats = withheld(draft.table)
    if seats:
        draft.add(ShuffleAbandoned(seats, commitment_of(draft.table, after=1)))
    else:
        draft.add(PlayBegan())


_UNIT = 2.0**-64


def seed_of(table: Table) -> bytes:
    """Return the seed of the current or next game."""
    return _derive(table, "seed", table.shuffle)


def commitment_of(table: Table, after: int = 0) -> str:
    """Return the commitment to the current seed, or to one `after` shuffles later."""
    return commitment(_derive(table, "seed", table.shuffle + after))


def dealer_of(table: Table) -> Dealer:
    """Return the dealer of the current or finished game."""
    nonces = [bytes.fromhex(seat.nonce or "") for _, seat in table.taken_seats()]
    return Dealer(seed_of(table), nonces)


def next_card(table: Table) -> Card:
    """Return the next card in the dealer's order."""
    game = table.game
    assert game is not None, "no game is in progress"
    cave, settings = game.expedition, table.settings
    dealer = dealer_of(table)
    order = _order(settings, dealer.seed, tuple(dealer.nonces), cave.round, game.gone)
    return order[len(cave.path)]


# Shuffling costs more than the rest of a turn, and all cards of a round need the same order.
@lru_cache(maxsize=4096)
def _order(
    settings: Settings, seed: bytes, nonces: tuple[bytes, ...], round: int, gone: tuple[Card, ...]
) -> tuple[Card, ...]:
    deck = settings.played_edition().deck(round, gone)
    return Dealer(seed, nonces).order(deck, round)


def chance(table: Table, what: str, seat: int) -> float:
    """Return a deterministic number from 0 to 1 for a seat in this turn."""
    return int.from_bytes(_derive(table, what, table.turn, seat)[:8], "big") * _UNIT


def _derive(table: Table, label: str, *counters: int) -> bytes:
    message = f"diamant table 1 {label}\0".encode()
    message += b"".join(counter.to_bytes(4, "big") for counter in counters)
    return hmac.digest(bytes.fromhex(table.secret), message, "sha256")
