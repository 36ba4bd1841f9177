"""`diamant verify`: yes, or where the cards differ."""

import json
from dataclasses import replace

import pytest

from diamant.dealer import Dealer, commitment, fairness_tags, verify
from diamant.editions import edition
from diamant.record import Record, write_record, write_records
from diamant.rules.game import Game, Phase

SEED = bytes(range(32))
FAIR = "fair: all {} cards follow from the seed that was committed to before the game"


def dealt(seed=SEED, nonce=b"luck"):
    """A game in which everybody leaves after the second card of every round."""
    dealer = Dealer(seed, [b"", nonce, b""])
    game = Game.start(edition("iello-2016"), 3)
    while game.phase is not Phase.OVER:
        begun = game.expedition.round
        first, second, *_ = dealer.order(game.expedition.deck, begun)
        game = game.turn(first).game.decide([]).game.turn(second).game
        if game.phase is Phase.DECIDE:
            game = game.decide([0, 1, 2]).game
    return Record(("a", "b", "c"), game, fairness_tags(dealer))


@pytest.fixture
def fair():
    return dealt()


@pytest.fixture
def unfair(fair):
    return replace(fair, game=dealt(bytes(32)).game)


def test_a_fair_game_is_told_so(diamant, fair):
    assert diamant("verify", "-", stdin=write_record(fair)) == (0, FAIR.format(10) + "\n", "")
    assert diamant("verify", "-", "--json", stdin=write_record(fair)) == (
        0,
        '{"fair": true, "cards": 10, "nonces": 1, "difference": null}\n',
        "",
    )


@pytest.mark.parametrize("tags", [True, False])
def test_without_any_nonce_a_game_is_not_called_fair(diamant, tags):
    record = dealt(nonce=b"")
    if not tags:
        record = replace(record, tags={k: v for k, v in record.tags.items() if k != "Nonces"})
    out = diamant.out("verify", "-", stdin=write_record(record))
    assert out == (
        "not proved fair: all 10 cards follow from the seed, but no guest mixed a nonce in,"
        " so whoever ran the server could have chosen it\n"
    )
    assert diamant("verify", "-", "--json", stdin=write_record(record)) == (
        0,
        '{"fair": null, "cards": 10, "nonces": 0, "difference": null}\n',
        "",
    )


def test_a_card_that_differs_is_told(diamant, unfair):
    difference = verify(unfair)
    code, out, err = diamant("verify", "-", stdin=write_record(unfair))
    assert (code, out, err) == (1, f"NOT fair: {difference}\n", "")
    code, out, err = diamant("verify", "-", "--json", stdin=write_record(unfair))
    assert (code, err) == (1, "")
    assert json.loads(out) == {
        "fair": False,
        "cards": 10,
        "nonces": 1,
        "difference": {
            "round": difference.round,
            "step": difference.step,
            "recorded": str(difference.recorded),
            "dealt": str(difference.dealt),
        },
    }


def test_every_game_of_a_file_is_checked(diamant, fair, unfair):
    told = [f"game 1: {FAIR.format(10)}", f"game 2: NOT fair: {verify(unfair)}"]
    told.append(f"game 3: {FAIR.format(10)}")
    text = write_records([fair, unfair, fair])
    assert diamant("verify", "-", stdin=text) == (1, "\n".join(told) + "\n", "")


def test_a_record_without_a_seed_cannot_be_checked(refusal, fair):
    tags = {name: values for name, values in fair.tags.items() if name != "Seed"}
    text = write_record(replace(fair, tags=tags))
    message = "diamant: the record has no Seed tag, so its shuffle cannot be checked"
    assert refusal("verify", "-", stdin=text) == message


def test_which_game_cannot_be_checked_is_told(diamant, fair):
    wrong = replace(fair, tags={**fair.tags, "Commitment": ("00",)})
    code, out, err = diamant("verify", "-", stdin=write_records([fair, wrong]))
    assert (code, out) == (2, f"game 1: {FAIR.format(10)}\n")
    assert err == (
        f"diamant: game 2: the seed's SHA-256 is {commitment(SEED)}, not the Commitment\n"
    )


def test_an_unfinished_game_cannot_be_checked(refusal):
    text = '[Edition "iello-2016"]\n[Players "a" "b" "c"]\n1. 9\n'
    message = "diamant: the game is not over, so its seed is still secret"
    assert refusal("verify", "-", stdin=text) == message
