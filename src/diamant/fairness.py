"""Check whether a finished game's shuffle is proved, only consistent, or broken.

`check` deals all cards of a record again, and compares the record with what this device saw of the
shuffle. docs/dealer.md explains what each verdict proves. `web/js/fair/verify.js` does the same in
the browser, with the same codes and sentences.
"""

from dataclasses import asdict, dataclass
from typing import Any

from diamant.dealer import Dealer, commitment, first_difference, nonce_hash, read_shuffle
from diamant.locales.words import Words
from diamant.record import Record
from diamant.record.write import rounds
from diamant.rules.seats import SEAT_LETTERS
from diamant.witness import ABANDONED, Witness, cards_of, deck_hash

PROVED, CONSISTENT, BROKEN = "proved", "consistent", "broken"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check. `code` says why a game is not proved, or what is broken.

    `nonces` is the number of players who contributed a nonce to the shuffle; `own` is how many of
    them played on this device. `restarts` counts earlier shuffles that were abandoned after a nonce
    had been revealed. `seat` is a letter; `round` and `step` identify a card.
    """

    level: str
    code: str = ""
    cards: int = 0
    nonces: int = 0
    own: int = 0
    restarts: int = 0
    seat: str | None = None
    round: int | None = None
    step: int | None = None

    @property
    def fair(self) -> bool | None:
        """True if the shuffle is proved, False if something is broken, otherwise None."""
        if self.level == BROKEN:
            return False
        return True if self.level == PROVED and not self.restarts else None

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as JSON data."""
        return {"fair": self.fair, **asdict(self)}

    def sentences(self, words: Words) -> list[str]:
        """Return the verdict as sentences in a language, the most important one first."""
        if self.level == BROKEN:
            return [_broken(self, words)]
        said = _headline(self, words)
        if self.restarts:
            said.append(
                words.tn(
                    (
                        "The shuffle restarted {n} time after players had revealed their "
                        "numbers: the server operator could have rejected that deck."
                    ),
                    (
                        "The shuffle restarted {n} times after players had revealed their "
                        "numbers: the server operator could have rejected those decks."
                    ),
                    self.restarts,
                )
            )
        if self.level == PROVED and not self.own:
            said.append(
                words.t(
                    "None of the players' numbers came from this device. If all the "
                    "players conspired with the server operator, they could have chosen "
                    "the deck."
                )
            )
        return said


def check(record: Record, witness: Witness | None = None, *, missing: bool = False) -> Verdict:
    """Check a finished game against this device's witness of the shuffle, if any.

    Pass `missing=True` if the device was at the table and should have a witness. Raises
    `FairnessError` if data in the record is missing or invalid.

    >>> from diamant import Game
    >>> from diamant.dealer import fairness_tags
    >>> dealer = Dealer(bytes(32), [b"", b"luck", b""])
    >>> game = Game.start("iello-2023", 3)
    >>> while not game.is_over:
    ...     first = dealer.order(game.expedition.deck, game.expedition.round)[0]
    ...     game = game.turn(first).game.decide([0, 1, 2]).game
    >>> record = Record(("Ana", "Ben", "Cem"), game, fairness_tags(dealer))
    >>> check(record).level
    'consistent'
    >>> told = Witness(1, commitment(bytes(32)), early=True, nonces=("", "luck".encode().hex(), ""))
    >>> check(record, told).level
    'proved'
    """
    dealer, promised = read_shuffle(record)
    broken = _fault(record, dealer, promised, witness)
    if broken is not None:
        return broken
    nonces = [nonce.hex() for nonce in dealer.nonces]
    drawn = {} if witness is None else witness.drawn
    if not any(nonces):
        code = "no-numbers"
    elif witness is None:
        code = "missing" if missing else "no-witness"
    elif not witness.early:
        code = "late"
    else:
        bound = [
            _of(witness.hashes, seat) or _of(witness.nonces, seat) for seat in range(len(nonces))
        ]
        unseen = any(nonce and not known for nonce, known in zip(nonces, bound, strict=True))
        code = "numbers-unseen" if unseen else ""
    return Verdict(
        CONSISTENT if code else PROVED,
        code,
        cards=len(cards_of(record)),
        nonces=sum(map(bool, nonces)),
        own=sum(nonce in drawn.get(str(seat), ()) for seat, nonce in enumerate(nonces) if nonce),
        restarts=_restarts(record),
    )


def _fault(
    record: Record, dealer: Dealer, promised: str, witness: Witness | None
) -> Verdict | None:
    """Return a "broken" verdict with its reason, or None if nothing is broken."""
    if witness is not None:
        if witness.decks is not None and witness.decks != deck_hash(record.game.edition):
            return Verdict(BROKEN, "edition")
        if witness.commitment.lower() != promised:
            return Verdict(BROKEN, "commitment")
    if commitment(dealer.seed) != promised:
        return Verdict(BROKEN, "seed")
    nonces = [nonce.hex() for nonce in dealer.nonces]
    letters = record.tags.get("Letters", tuple(SEAT_LETTERS[: record.game.players]))
    if witness is not None:
        fault = _nonce_fault(witness, nonces, letters)
        if fault is not None:
            return fault
    difference = first_difference(record, dealer)
    if difference is not None:
        return Verdict(BROKEN, "card", round=difference.round, step=difference.step)
    if witness is None:
        return None
    seen, cards = witness.cards, cards_of(record)
    if seen != cards[: len(seen)]:
        equal = next(
            (at for at, card in enumerate(cards) if at >= len(seen) or seen[at] != card), len(cards)
        )
        return _at_card(record, equal)
    if witness.end == ABANDONED:
        return Verdict(BROKEN, "given-up")
    if witness.restarts > _restarts(record):
        return Verdict(BROKEN, "restarts", restarts=witness.restarts)
    return None


def _nonce_fault(witness: Witness, nonces: list[str], letters: tuple[str, ...]) -> Verdict | None:
    if witness.letters and witness.letters != letters:
        return Verdict(BROKEN, "order")
    seen = [nonce or "" for nonce in witness.nonces]
    if seen != nonces and sorted(seen) == sorted(nonces):
        return Verdict(BROKEN, "order")
    for seat, nonce in enumerate(nonces):
        letter = letters[seat] if seat < len(letters) else str(seat)
        drawn, shown = witness.drawn.get(str(seat), ()), _of(witness.nonces, seat)
        if shown not in (None, nonce) or (nonce and drawn and nonce not in drawn):
            return Verdict(BROKEN, "nonce", seat=letter)
        promised = _of(witness.hashes, seat)
        if promised is None and not witness.sealed:
            continue
        found = nonce_hash(witness.commitment, seat, bytes.fromhex(nonce)) if promised else ""
        if found != (promised or "") or (nonce and not promised):
            return Verdict(BROKEN, "hash", seat=letter)
    return None


def _of(values: tuple[str | None, ...], seat: int) -> str | None:
    return values[seat] if seat < len(values) else None


def _at_card(record: Record, place: int) -> Verdict:
    """Return the verdict that card `place` of the game (from 0) isn't the one shown."""
    played = rounds(record.game)
    number = 0
    while number < len(played) - 1 and place >= len(played[number]):
        place -= len(played[number])
        number += 1
    return Verdict(BROKEN, "shown", round=number + 1, step=place + 1)


def _restarts(record: Record) -> int:
    tag = record.tag("Restarts") or ""
    return int(tag) if tag.isdecimal() else 0


def _headline(verdict: Verdict, words: Words) -> list[str]:
    t, tn = words.t, words.tn
    if verdict.level == PROVED:
        return [
            tn(
                (
                    "Proved on this device: {n} card follows from the seed that was set "
                    "before the shuffle."
                ),
                (
                    "Proved on this device: all {n} cards follow from the seed that was set "
                    "before the shuffle."
                ),
                verdict.cards,
            )
        ]
    said = tn(
        "Consistent with the file: {n} card follows from its seed.",
        "Consistent with the file: all {n} cards follow from its seed.",
        verdict.cards,
    )
    return [
        said,
        {
            "no-numbers": t(
                "No player added a number, so the server operator could have chosen the seed."
            ),
            "no-witness": t(
                "This device didn't see the shuffle, so it can't tell whether the seed "
                "was set beforehand."
            ),
            "missing": t(
                "This device was at the table but has no notes on this shuffle, so it "
                "can't tell whether the seed was set beforehand."
            ),
            "late": t(
                "This device joined after players had revealed their numbers, so it can't "
                "tell whether the seed was set beforehand."
            ),
            "numbers-unseen": t(
                "The seed is correct, but this device didn't see every player's number."
            ),
        }[verdict.code],
    ]


def _broken(verdict: Verdict, words: Words) -> str:
    t, card = words.t, {"round": verdict.round or 0, "card": verdict.step or 0}
    return {
        "edition": t("Check failed: this device saw a different edition or different cards."),
        "commitment": t("Check failed: before the game, this device saw a different fingerprint."),
        "seed": t("Check failed: the seed doesn't match its fingerprint."),
        "order": t("Check failed: this device saw the players in a different order."),
        "nonce": t(
            "Check failed: the random number from seat {seat} isn't the one this device saw.",
            seat=verdict.seat or "",
        ),
        "hash": t(
            "Check failed: the random number from seat {seat} doesn't match its fingerprint.",
            seat=verdict.seat or "",
        ),
        "card": t(
            "Check failed: in cave {round}, card {card} doesn't follow from the seed.", **card
        ),
        "shown": t(
            "Check failed: in cave {round}, card {card} isn't the one this device saw.", **card
        ),
        "given-up": t("Check failed: this shuffle was abandoned while this device was watching."),
        "restarts": t("Check failed: this device saw more shuffle restarts than the file lists."),
    }[verdict.code]
