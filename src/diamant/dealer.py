"""The verifiable shuffle: turn a seed and the players' nonces into deck orders.

This module implements version 1 of the algorithm, which docs/dealer.md specifies in enough detail
for implementations in other languages. It draws no random numbers: seed and nonces are arguments.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field

from diamant.errors import FairnessError, Message
from diamant.record import Record, replay
from diamant.rules.cards import Card
from diamant.rules.deck import Deck
from diamant.rules.game import Phase
from diamant.rules.seats import SEAT_LETTERS

VERSION = "1"
SEED_BYTES = 32
MOST_NONCE_BYTES = 64

_WORD_BYTES = 4
_WORDS = 1 << (8 * _WORD_BYTES)


def commitment(seed: bytes) -> str:
    """Return the commitment to publish before the game: the seed's SHA-256 in hex.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    _check_seed(seed)
    return hashlib.sha256(seed).hexdigest()


def nonce_hash(commitment: str, seat: int, nonce: bytes) -> str:
    """Return the hash that a seat publishes before any seat reveals its nonce.

    The hash covers the dealer's commitment and the seat, so a player can't reuse a copy of another
    seat's hash.
    """
    _check_nonce(seat, nonce)
    message = b"diamant nonce 1\0" + bytes.fromhex(commitment) + bytes([seat]) + nonce
    return hashlib.sha256(message).hexdigest()


@dataclass(frozen=True, slots=True)
class Dealer:
    """Determines each round's deck order from a seed and one nonce per seat.

    Pass an empty nonce for a seat without one.

    >>> from diamant import edition
    >>> dealer = Dealer(bytes(32), [b"", b"luck", b""])
    >>> [str(card) for card in dealer.order(edition("iello-2023").deck(1), 1)][:4]
    ['7', '4', '11', 'lava']
    """

    seed: bytes = field(repr=False)
    nonces: Sequence[bytes]

    def __post_init__(self) -> None:
        _check_seed(self.seed)
        for seat, nonce in enumerate(self.nonces):
            _check_nonce(seat, nonce)

    def order(self, deck: Deck, round: int) -> tuple[Card, ...]:
        """Return the cards of a round's deck in the order they will be turned."""
        cards = list(deck)
        numbers = _Numbers(self._round_key(round))
        for last in range(len(cards) - 1, 0, -1):
            other = numbers.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)

    def _round_key(self, round: int) -> bytes:
        message = b"diamant dealer 1\0" + round.to_bytes(4, "big")
        message += bytes([len(self.nonces)])
        for nonce in self.nonces:
            message += bytes([len(nonce)]) + nonce
        return hmac.digest(self.seed, message, "sha256")


class _Numbers:
    """A stream of pseudorandom 32-bit words: HMAC-SHA256 of a counter, split up."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._blocks = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """Return a uniformly distributed number from 0 to `bound` - 1."""
        # Discard words from the last, incomplete multiple of `bound`: they'd favor small numbers.
        limit = _WORDS - _WORDS % bound
        while True:
            word = self._next()
            if word < limit:
                return word % bound

    def _next(self) -> int:
        if not self._words:
            block = hmac.digest(self._key, self._blocks.to_bytes(4, "big"), "sha256")
            self._blocks += 1
            starts = range(len(block) - _WORD_BYTES, -1, -_WORD_BYTES)
            self._words = [int.from_bytes(block[at : at + _WORD_BYTES], "big") for at in starts]
        return self._words.pop()


@dataclass(frozen=True, slots=True)
class Difference:
    """The first card of a record that differs from the dealer's deck."""

    round: int
    step: int
    recorded: Card
    dealt: Card

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> Message:
        """A sentence that says where and how the cards differ."""
        return Message(
            "round {round}, card {step}: the record has {recorded}, but the seed deals {dealt}",
            self.round,
            self.step,
            self.recorded,
            self.dealt,
        )


def verify(record: Record) -> Difference | None:
    """Deal a finished record again from its seed, and return the first difference.

    Returns None if all cards match. Raises `FairnessError` if necessary tags are missing, or if the
    seed doesn't match the commitment.

    >>> from diamant import Game
    >>> dealer = Dealer(bytes(32), [b"", b"luck", b""])
    >>> game = Game.start("iello-2023", 3)
    >>> while not game.is_over:
    ...     first = dealer.order(game.expedition.deck, game.expedition.round)[0]
    ...     game = game.turn(first).game.decide([0, 1, 2]).game
    >>> verify(Record(("Ana", "Ben", "Cem"), game, fairness_tags(dealer))) is None
    True
    """
    return first_difference(record, dealer_of(record))


def first_difference(record: Record, dealer: Dealer) -> Difference | None:
    """Return the first card of `record` that differs from the dealer's, or None."""
    orders: dict[int, tuple[Card, ...]] = {}
    for step in replay(record):
        if step.number == 1:
            orders[step.round] = dealer.order(step.before.expedition.deck, step.round)
        dealt = orders[step.round][step.number - 1]
        if step.card != dealt:
            return Difference(step.round, step.number, step.card, dealt)
    return None


def dealer_of(record: Record) -> Dealer:
    """Return a finished record's dealer; raise an error if its commitment is wrong."""
    dealer, promised = read_shuffle(record)
    found = commitment(dealer.seed)
    if found != promised:
        raise FairnessError(
            ("the seed's SHA-256 is {found}, which does not match the Commitment tag"), found
        )
    return dealer


def read_shuffle(record: Record) -> tuple[Dealer, str]:
    """Return a finished record's dealer and commitment, without comparing them."""
    if record.game.phase is not Phase.OVER:
        raise FairnessError("the game is not over, so its seed is still secret")
    version = _needed(record, "Dealer")
    if version != VERSION:
        raise FairnessError(
            "the record uses dealer version {version}, but this program uses version {known}",
            repr(version),
            repr(VERSION),
        )
    seed = _hexadecimal(_needed(record, "Seed"), "Seed")
    promised = _needed(record, "Commitment")
    nonces = [
        _hexadecimal(nonce, Message("the nonce of seat {seat}", SEAT_LETTERS[seat]))
        for seat, nonce in enumerate(record.tags.get("Nonces", ("",) * record.game.players))
    ]
    return Dealer(seed, nonces), promised.lower()


def fairness_tags(dealer: Dealer) -> dict[str, tuple[str, ...]]:
    """Return the record tags that let anyone verify a finished game."""
    return {
        "Dealer": (VERSION,),
        "Commitment": (commitment(dealer.seed),),
        "Nonces": tuple(nonce.hex() for nonce in dealer.nonces),
        "Seed": (dealer.seed.hex(),),
    }


def _needed(record: Record, tag: str) -> str:
    value = record.tag(tag)
    if value is None:
        raise FairnessError("the record has no {tag} tag, so its shuffle cannot be checked", tag)
    return value


def _hexadecimal(text: str, what: str) -> bytes:
    # bytes.fromhex would ignore white space, but tags are compared exactly.
    if any(character not in "0123456789abcdefABCDEF" for character in text) or len(text) % 2:
        raise FairnessError(
            "{what} must consist of pairs of hexadecimal digits, not {value}", what, repr(text)
        )
    return bytes.fromhex(text)


def _check_seed(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise FairnessError("a seed must have {least} bytes, not {bytes}", SEED_BYTES, len(seed))


def _check_nonce(seat: int, nonce: bytes) -> None:
    if len(nonce) > MOST_NONCE_BYTES:
        raise FairnessError(
            "the nonce of seat {seat} has {bytes} bytes; at most {most} are allowed",
            SEAT_LETTERS[seat],
            len(nonce),
            MOST_NONCE_BYTES,
        )
