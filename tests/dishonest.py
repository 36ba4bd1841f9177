"""Cases of dishonest changes to a game's record, and the verdict that every check must give.

Python (`tests/test_fairness.py`), the browser's script (`tests/web/test_fair.py`) and
`diamant verify` (`tests/cli/test_verify.py`) check the same cases.
"""

import random
from dataclasses import dataclass, replace

from diamant.dealer import Dealer, commitment, fairness_tags, nonce_hash
from diamant.editions import edition
from diamant.fairness import BROKEN, CONSISTENT, PROVED, Verdict
from diamant.record import Record
from diamant.record.write import rounds
from diamant.rules.game import Game, Phase
from diamant.witness import ABANDONED, FINISHED, Witness, cards_of, deck_hash

SEED, OTHER_SEED = bytes(range(32)), bytes(32)
NONCES = (b"", b"luck", b"fortune", b"own")


def played(rules, dealer, chance, daring=0.3):
    """Play a game with a dealer's cards."""
    game = Game.start(rules, len(dealer.nonces))
    order, began = [], 0
    while game.phase is not Phase.OVER:
        cave = game.expedition
        if cave.round != began:
            order, began = list(dealer.order(cave.deck, cave.round)), cave.round
        game = game.turn(order.pop(0)).game
        if game.phase is Phase.DECIDE:
            inside = game.expedition.in_cave
            game = game.decide([seat for seat in inside if chance.random() < daring]).game
    return game


def finished(rules, chance, *, daring=0.2):
    """Return the record of a random game, dealt from a random seed and random nonces."""
    players = chance.randint(rules.least_players, rules.most_players)
    nonces = [chance.randbytes(chance.choice((0, 0, 1, 16, 64))) for _ in range(players)]
    dealer = Dealer(chance.randbytes(32), nonces)
    names = tuple(f"player {seat}" for seat in range(players))
    return Record(names, played(rules, dealer, chance, daring), fairness_tags(dealer))


def recorded(seed=SEED, nonces=NONCES, rules="iello-2016", **tags):
    """Return the record of one fixed game, as written by a server that deals from this seed."""
    dealer = Dealer(seed, nonces)
    game = played(edition(rules), dealer, random.Random(1))
    tags = {name: (value,) if isinstance(value, str) else value for name, value in tags.items()}
    named = fairness_tags(dealer) | {"Shuffle": ("3",)} | tags
    return Record(("Ana", "Ben", "Cem", "Dora"), game, named)


@dataclass(frozen=True)
class Case:
    """A record, what the device saw of its shuffle, and the expected verdict."""

    name: str
    record: Record
    witness: Witness | None
    verdict: Verdict
    missing: bool = False


HONEST = recorded()
TOLD = commitment(SEED)
SEEN = Witness(
    3,
    TOLD,
    early=True,
    games=1,
    decks=deck_hash(HONEST.game.edition),
    letters=("A", "B", "C", "D"),
    hashes=("", *(nonce_hash(TOLD, at, NONCES[at]) for at in (1, 2, 3))),
    nonces=(None, *(nonce.hex() for nonce in NONCES[1:])),
    sealed=True,
    drawn={"3": (NONCES[3].hex(),)},
    cards=cards_of(HONEST),
    end=FINISHED,
)
BEFORE_CARDS = replace(SEEN, cards=(), end=None)
SWAPPED = (b"", b"fortune", b"luck", b"own")
OTHER_NONCE = (b"", b"luck", b"misfortune", b"own")
LAST_STEP = len(rounds(HONEST.game)[-1])


def _ok(level, code="", record=HONEST, own=1, restarts=0):
    nonces = sum(map(bool, record.tags["Nonces"]))
    return Verdict(level, code, len(cards_of(record)), nonces, own, restarts)


def _broken(code, **more):
    return Verdict(BROKEN, code, **more)


CASES = [
    Case("honest", HONEST, SEEN, _ok(PROVED)),
    Case("honest, seen to the third card", HONEST, replace(SEEN, cards=SEEN.cards[:3], end=None),
         _ok(PROVED)),
    Case("honest, seen by a spectator", HONEST, replace(SEEN, drawn={}), _ok(PROVED, own=0)),
    Case("honest, only promises seen", HONEST, replace(SEEN, nonces=(), cards=()), _ok(PROVED)),
    Case("honest, left before the promises", HONEST,
         replace(BEFORE_CARDS, hashes=(None,) * 4, nonces=(None,) * 4, sealed=False),
         _ok(CONSISTENT, "numbers-unseen")),
    Case("honest file", HONEST, None, _ok(CONSISTENT, "no-witness", own=0)),
    Case("honest, no notes", HONEST, None, _ok(CONSISTENT, "missing", own=0), missing=True),
    Case("honest, seen late", HONEST, replace(SEEN, early=False), _ok(CONSISTENT, "late")),
    Case("commitment alone seen", HONEST, Witness(3, TOLD, early=True),
         _ok(CONSISTENT, "numbers-unseen", own=0)),
    Case("no numbers", recorded(nonces=(b"",) * 4),
         replace(BEFORE_CARDS, hashes=("",) * 4, nonces=(None,) * 4, drawn={}),
         _ok(CONSISTENT, "no-numbers", recorded(nonces=(b"",) * 4), own=0)),
    Case("seed ground and commitment swapped", recorded(OTHER_SEED), BEFORE_CARDS,
         _broken("commitment")),
    Case("seed ground and commitment swapped, file", recorded(OTHER_SEED), None,
         _ok(CONSISTENT, "no-witness", recorded(OTHER_SEED), own=0)),
    Case("seed ground, commitment kept", recorded(OTHER_SEED, Commitment=TOLD), BEFORE_CARDS,
         _broken("seed")),
    Case("seed ground, commitment kept, file", recorded(OTHER_SEED, Commitment=TOLD), None,
         _broken("seed")),
    Case("commitment alone swapped", recorded(Commitment="ab" * 32), SEEN, _broken("commitment")),
    Case("commitment alone swapped, file", recorded(Commitment="ab" * 32), None, _broken("seed")),
    Case("one nonce ground", recorded(nonces=OTHER_NONCE), BEFORE_CARDS,
         _broken("nonce", seat="C")),
    Case("one nonce ground, its showing unseen", recorded(nonces=OTHER_NONCE),
         replace(BEFORE_CARDS, nonces=()), _broken("hash", seat="C")),
    Case("a nonce added after the promises", recorded(nonces=(b"late", *NONCES[1:])), BEFORE_CARDS,
         _broken("hash", seat="A")),
    Case("own nonce replaced, promise and all", HONEST,
         replace(SEEN, drawn={"3": (b"another".hex(),)}), _broken("nonce", seat="D")),
    Case("a nonce shown that was not promised", HONEST,
         replace(SEEN, hashes=("", "ab" * 32, *SEEN.hashes[2:])), _broken("hash", seat="B")),
    Case("nonces in another order", recorded(nonces=SWAPPED), BEFORE_CARDS, _broken("order")),
    Case("seats in another order", recorded(Letters=tuple("BACD")), SEEN, _broken("order")),
    Case("another edition", recorded(rules="iello-2023"), BEFORE_CARDS, _broken("edition")),
    Case("cards that the seed does not deal", replace(HONEST, game=recorded(OTHER_SEED).game), SEEN,
         _broken("card", round=1, step=1)),
    Case("cards that were not shown", HONEST,
         replace(SEEN, cards=(*SEEN.cards[:-1], "17")),
         _broken("shown", round=5, step=LAST_STEP)),
    Case("a shuffle that was given up", HONEST, replace(SEEN, end=ABANDONED), _broken("given-up")),
    Case("restarted twice", recorded(Restarts="2"), replace(SEEN, restarts=2),
         _ok(PROVED, restarts=2)),
    Case("restarted twice, file", recorded(Restarts="2"), None,
         _ok(CONSISTENT, "no-witness", own=0, restarts=2)),
    Case("restarts hidden", recorded(Restarts="1"), replace(SEEN, restarts=2),
         _broken("restarts", restarts=2)),
]  # fmt: skip
