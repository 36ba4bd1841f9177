"""Tests of the verifiable shuffle, against a second implementation and against chance."""

import hashlib
import hmac
import struct
from collections import Counter
from itertools import permutations

import pytest

from diamant import dealer as dealer_module
from diamant.dealer import (
    Dealer,
    Difference,
    commitment,
    dealer_of,
    fairness_tags,
    nonce_hash,
    verify,
)
from diamant.editions import IDS, edition
from diamant.errors import FairnessError
from diamant.record import Record, replay
from diamant.record.write import rounds
from diamant.rules.cards import Hazard, Treasure
from diamant.rules.deck import Deck
from diamant.rules.game import Game, Phase

SEED = bytes(range(32))


# A second implementation of the algorithm, from its description alone.


def described_order(cards, seed, nonces, round_number):
    message = b"diamant dealer 1\0" + struct.pack(">IB", round_number, len(nonces))
    for nonce in nonces:
        message += struct.pack("B", len(nonce)) + nonce
    key = hmac.new(seed, message, hashlib.sha256).digest()

    def words():
        counter = 0
        while True:
            block = hmac.new(key, struct.pack(">I", counter), hashlib.sha256).digest()
            yield from struct.unpack(">8I", block)
            counter += 1

    stream = words()
    cards = list(cards)
    last = len(cards) - 1
    while last > 0:
        whole_runs = 2**32 // (last + 1)
        word = next(stream)
        while word >= whole_runs * (last + 1):
            word = next(stream)
        place = word % (last + 1)
        cards[last], cards[place] = cards[place], cards[last]
        last -= 1
    return tuple(cards)


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("round_number", [1, 2, 5, 256, 70000])
def test_order_matches_the_description(name, round_number):
    deck = edition(name).deck(5)
    nonces = (b"", b"luck", bytes(64), b"\xff")
    expected = described_order(deck, SEED, nonces, round_number)
    assert Dealer(SEED, nonces).order(deck, round_number) == expected


def test_order_matches_a_known_answer():
    order = Dealer(bytes(32), [b"", b"luck", b""]).order(edition("iello-2023").deck(1), 1)
    assert " ".join(map(str, order)) == (
        "7 4 11 lava lava 14 ram 11 1 lava 5 2 7 snake spider"
        " ram spider ram 17 spider 13 boulder 9 5 snake snake 15 3 boulder boulder"
    )


def test_order_has_every_card_of_the_deck_once():
    deck = edition("iello-2016").deck(1)
    assert Counter(Dealer(SEED, [b""] * 3).order(deck, 1)) == Counter(deck)


def test_empty_and_one_card_decks_can_be_dealt():
    assert Dealer(SEED, []).order(Deck.of({}), 1) == ()
    assert Dealer(SEED, []).order(Deck.of({Treasure(5): 1}), 1) == (Treasure(5),)


def test_seed_nonces_seats_and_round_each_change_the_order():
    deck = edition("iello-2016").deck(1)
    orders = [
        Dealer(SEED, [b"", b"", b""]).order(deck, 1),
        Dealer(SEED, [b"", b"", b""]).order(deck, 2),
        Dealer(SEED[::-1], [b"", b"", b""]).order(deck, 1),
        Dealer(SEED, [b"", b"", b"", b""]).order(deck, 1),
        Dealer(SEED, [b"a", b"", b""]).order(deck, 1),
        Dealer(SEED, [b"", b"a", b""]).order(deck, 1),
        Dealer(SEED, [b"a\x00", b"", b""]).order(deck, 1),
        Dealer(SEED, [b"\x01", b"b", b""]).order(deck, 1),
        Dealer(SEED, [b"", b"\x01b", b""]).order(deck, 1),
    ]
    assert len(set(orders)) == len(orders)


# Rejection sampling.


class FixedWords:
    """A stream in place of HMAC-SHA256: the words given, eight to a block."""

    def __init__(self, *words):
        self.blocks = [words[at : at + 8] for at in range(0, len(words), 8)]
        self.asked = []

    def __call__(self, key, message, name):
        assert name == "sha256"
        if message.startswith(b"diamant dealer 1\0"):
            return b"key"
        assert key == b"key"
        self.asked.append(message)
        block = self.blocks[int.from_bytes(message, "big")]
        return b"".join(word.to_bytes(4, "big") for word in block)


def numbers(monkeypatch, *words):
    stream = FixedWords(*words)
    monkeypatch.setattr(dealer_module.hmac, "digest", stream)
    return stream, dealer_module._Numbers(b"key")


def test_words_beyond_the_last_full_range_are_rejected(monkeypatch):
    # 2**32 = 3 * 1431655765 + 1, so the very last word would favor 0.
    _, drawn = numbers(monkeypatch, 2**32 - 1, 2**32 - 2, 5, 0, 0, 0, 0, 0)
    assert [drawn.below(3), drawn.below(3)] == [2, 2]


def test_no_word_is_rejected_if_the_range_divides_evenly(monkeypatch):
    _, drawn = numbers(monkeypatch, 2**32 - 1, 2**32 - 2, 5, 0, 0, 0, 0, 0)
    assert [drawn.below(4), drawn.below(2), drawn.below(1)] == [3, 0, 0]


def test_a_whole_block_may_be_rejected(monkeypatch):
    stream, drawn = numbers(monkeypatch, *[2**32 - 1] * 8, 7, 8, 9, 10, 11, 12, 13, 14)
    assert [drawn.below(5) for _ in range(8)] == [2, 3, 4, 0, 1, 2, 3, 4]
    assert stream.asked == [b"\0\0\0\0", b"\0\0\0\1"]


def test_words_are_used_in_the_order_of_the_stream(monkeypatch):
    _, drawn = numbers(monkeypatch, *range(16))
    assert [drawn.below(100) for _ in range(16)] == list(range(16))


def test_shuffle_goes_from_the_last_card_down(monkeypatch):
    cards = [Treasure(value) for value in (1, 2, 3, 4)]
    stream = FixedWords(1, 0, 1, 9, 9, 9, 9, 9)
    monkeypatch.setattr(dealer_module.hmac, "digest", stream)
    order = Dealer(SEED, []).order(Deck.of(dict.fromkeys(cards, 1)), 1)
    # 1 2 3 4 -> 1 4 3 2 -> 3 4 1 2 -> 3 4 1 2
    assert [card.value for card in order] == [3, 4, 1, 2]


# Chance.


def seeds(count):
    return [hashlib.sha256(b"uniform %d" % number).digest() for number in range(count)]


def chi_square(counts, cells, total):
    expected = total / cells
    return sum((count - expected) ** 2 / expected for count in counts) + expected * (
        cells - len(counts)
    )


def test_all_orders_of_four_cards_are_equally_likely():
    deck = Deck.of({Treasure(value): 1 for value in (1, 2, 3, 4)})
    total = 24 * 400
    counts = Counter(Dealer(seed, [b"n"]).order(deck, 1) for seed in seeds(total))
    assert set(counts) == set(permutations(deck))
    # With 23 degrees of freedom, chance exceeds 49.7 once in a thousand times.
    assert chi_square(counts.values(), 24, total) < 49.7


def test_every_card_is_equally_likely_at_every_place():
    size, total = 30, 3000
    deck = Deck.of({Treasure(value): 1 for value in range(1, size + 1)})
    places = [Counter() for _ in range(size)]
    for seed in seeds(total):
        for place, card in zip(places, Dealer(seed, [b"", b""]).order(deck, 3), strict=True):
            place[card] += 1
    statistics = [chi_square(place.values(), size, total) for place in places]
    # With 29 degrees of freedom, chance exceeds 64.6 once in six thousand times.
    assert max(statistics) < 64.6
    # All places together have 29 * 29 degrees of freedom: 841 on average, deviation 41.
    assert 841 - 4 * 41 < sum(statistics) * (size - 1) / size < 841 + 4 * 41


def test_each_round_has_its_own_order():
    deck = Deck.of({Treasure(value): 1 for value in (1, 2)})
    first = Counter(
        Dealer(seed, []).order(deck, 1) == Dealer(seed, []).order(deck, 2) for seed in seeds(4000)
    )
    # Half of all pairs agree; the deviation is 32.
    assert abs(first[True] - 2000) < 4 * 32


# Commitments.


def test_the_commitment_is_the_sha_256_of_the_seed():
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_nonce_hash_covers_the_commitment_and_the_seat():
    promised = commitment(SEED)
    message = b"diamant nonce 1\0" + hashlib.sha256(SEED).digest() + b"\x02" + b"luck"
    assert nonce_hash(promised, 2, b"luck") == hashlib.sha256(message).hexdigest()
    assert nonce_hash(promised, 1, b"luck") != nonce_hash(promised, 2, b"luck")
    assert nonce_hash(commitment(bytes(32)), 2, b"luck") != nonce_hash(promised, 2, b"luck")


@pytest.mark.parametrize("length", [0, 31, 33])
def test_seed_must_have_32_bytes(length):
    message = f"^a seed must have 32 bytes, not {length}$"
    with pytest.raises(FairnessError, match=message):
        commitment(bytes(length))
    with pytest.raises(FairnessError, match=message):
        Dealer(bytes(length), [])


def test_nonce_may_have_at_most_64_bytes():
    assert nonce_hash(commitment(SEED), 0, bytes(64))
    Dealer(SEED, [bytes(64)])
    message = "^the nonce of seat B has 65 bytes; at most 64 are allowed$"
    with pytest.raises(FairnessError, match=message):
        nonce_hash(commitment(SEED), 1, bytes(65))
    with pytest.raises(FairnessError, match=message):
        Dealer(SEED, [b"", bytes(65)])


def test_repr_of_a_dealer_hides_its_seed():
    assert repr(Dealer(SEED, (b"x",))) == "Dealer(nonces=(b'x',))"


# Verifying.

NONCES = (b"\x00", b"", b"luck")


def dealt(name="iello-2016", seed=SEED, nonces=NONCES, changed=None):
    """Return a game with a dealer's cards, in which no one leaves before the last round.

    `changed` is the round and number of a card that is replaced by another treasure. It is the last
    card of its round, so that the rest cannot repeat it.
    """
    dealer = Dealer(seed, nonces)
    game = Game.start(edition(name), 3)
    while game.phase is not Phase.OVER:
        begun = game.expedition.round
        for number, dealt_card in enumerate(dealer.order(game.expedition.deck, begun), start=1):
            card, last = dealt_card, (begun, number) == changed
            if last:
                left = game.expedition.deck
                card = next(c for c in left if isinstance(c, Treasure) and c != dealt_card)
            game = game.turn(card).game
            if game.phase is Phase.DECIDE:
                game = game.decide([0, 1, 2] if begun == 5 or last else []).game
            if game.phase is Phase.OVER or game.expedition.round != begun:
                break
    return game


def record(game=None, **tags):
    tags = fairness_tags(Dealer(SEED, NONCES)) | {name: (value,) for name, value in tags.items()}
    tags = {name: values for name, values in tags.items() if values != (None,)}
    return Record(("a", "b", "c"), dealt() if game is None else game, tags)


def refusal(lacking):
    with pytest.raises(FairnessError) as caught:
        verify(lacking)
    assert caught.value.code == "fairness"
    return str(caught.value)


def test_fairness_tags_are_complete():
    assert fairness_tags(Dealer(SEED, NONCES)) == {
        "Dealer": ("1",),
        "Commitment": (commitment(SEED),),
        "Nonces": ("00", "", "6c75636b"),
        "Seed": (SEED.hex(),),
    }


@pytest.mark.parametrize("name", IDS)
def test_game_dealt_from_its_seed_is_verified(name):
    assert verify(record(dealt(name))) is None


def test_a_game_without_nonces_is_verified():
    game = dealt(nonces=(b"", b"", b""))
    assert verify(record(game, Nonces=None)) is None
    assert dealer_of(record(game, Nonces=None)) == Dealer(SEED, [b"", b"", b""])


def test_hexadecimal_digits_may_be_uppercase():
    tags = {"Seed": SEED.hex().upper(), "Commitment": commitment(SEED).upper()}
    assert verify(record(**tags)) is None


@pytest.mark.parametrize("steps", [(1, 1), (1, 2), (2, 3), (4, 1), (5, 1)])
def test_first_different_card_is_reported(steps):
    game = dealt(changed=steps)
    round_number, number = steps
    recorded = rounds(game)[round_number - 1][number - 1].card
    deck = next(
        step.before.expedition.deck
        for step in replay(record(game))
        if (step.round, step.number) == (round_number, 1)
    )
    dealt_card = Dealer(SEED, NONCES).order(deck, round_number)[number - 1]
    assert recorded != dealt_card
    assert verify(record(game)) == Difference(round_number, number, recorded, dealt_card)


def test_difference_names_the_place_and_both_cards():
    difference = Difference(2, 3, Treasure(9), Hazard("ram"))
    assert str(difference) == "round 2, card 3: the record has 9, but the seed deals ram"


def test_game_with_other_nonces_differs():
    assert verify(record(dealt(nonces=(b"\x00", b"", b"Luck")))) is not None


def test_an_unfinished_game_keeps_its_seed_secret():
    message = "the game is not over, so its seed is still secret"
    assert refusal(record(Game.start(edition("iello-2016"), 3))) == message


@pytest.mark.parametrize("tag", ["Dealer", "Seed", "Commitment"])
def test_record_without_a_tag_cannot_be_checked(tag):
    message = f"the record has no {tag} tag, so its shuffle cannot be checked"
    assert refusal(record(**{tag: None})) == message


ANOTHER_DEALER = "but this program uses version '1'"


@pytest.mark.parametrize(
    ("tags", "message"),
    [
        ({"Dealer": "2"}, "the record uses dealer version '2', but this program uses version '1'"),
        (
            {"Dealer": "1 "},
            "the record uses dealer version '1 ', but this program uses version '1'",
        ),
        ({"Seed": "00"}, "a seed must have 32 bytes, not 1"),
        ({"Seed": ""}, "a seed must have 32 bytes, not 0"),
        ({"Seed": "0"}, "Seed must consist of pairs of hexadecimal digits, not '0'"),
        ({"Seed": "XX"}, "Seed must consist of pairs of hexadecimal digits, not 'XX'"),
        ({"Seed": "0g"}, "Seed must consist of pairs of hexadecimal digits, not '0g'"),
        (
            {"Seed": "00 " * 31 + "000"},
            f"Seed must consist of pairs of hexadecimal digits, not '{'00 ' * 31}000'",
        ),
        (
            {"Commitment": "00" * 32},
            f"the seed's SHA-256 is {commitment(SEED)}, which does not match the Commitment tag",
        ),
        (
            {"Commitment": commitment(SEED) + " "},
            f"the seed's SHA-256 is {commitment(SEED)}, which does not match the Commitment tag",
        ),
        (
            {"Seed": "ff" * 32},
            f"the seed's SHA-256 is {commitment(bytes.fromhex('ff' * 32))},"
            " which does not match the Commitment tag",
        ),
    ],
)
def test_wrong_tag_is_refused(tags, message):
    assert refusal(record(**tags)) == message


def test_malformed_nonce_is_refused_with_its_seat():
    tags = fairness_tags(Dealer(SEED, NONCES))
    wrong = Record(("a", "b", "c"), dealt(), tags | {"Nonces": ("00", "xy", "")})
    message = "the nonce of seat B must consist of pairs of hexadecimal digits, not 'xy'"
    assert refusal(wrong) == message
    long = Record(("a", "b", "c"), dealt(), tags | {"Nonces": ("00", "", "00" * 65)})
    assert refusal(long) == "the nonce of seat C has 65 bytes; at most 64 are allowed"
