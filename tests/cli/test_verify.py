"""Test `diamant verify`: proved with a witness, consistent with a file alone, or broken."""

import json
from dataclasses import replace

import pytest

from diamant.dealer import commitment, verify
from diamant.locales.words import Words
from diamant.record import write_record, write_records
from diamant.witness import Notes
from tests.dishonest import CASES, HONEST, OTHER_SEED, SEED, SEEN, recorded

FILE_ALONE = (
    "Consistent with the file: all {} cards follow from its seed. This device didn't see the"
    " shuffle, so it can't tell whether the seed was set beforehand."
)
CARDS = len(SEEN.cards)
UNFAIR = replace(HONEST, game=recorded(OTHER_SEED).game)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_dishonest_record_is_detected(diamant, tmp_path, case):
    options = []
    if case.witness is not None or case.missing:
        file = tmp_path / "witness.json"
        seen = [] if case.witness is None else [case.witness]
        file.write_text(json.dumps(Notes(seen).to_json()), encoding="utf-8")
        options = ["--witness", file]
    code, out, err = diamant("verify", "-", *options, stdin=write_record(case.record))
    assert (code, err) == (case.verdict.level == "broken", "")
    assert out.startswith(" ".join(case.verdict.sentences(Words())))
    _, out, _ = diamant("verify", "-", *options, "--json", stdin=write_record(case.record))
    found = json.loads(out)
    del found["difference"]
    assert found == case.verdict.to_json()


def test_file_alone_does_not_prove_when_its_seed_was_chosen(diamant):
    out = diamant.out("verify", "-", stdin=write_record(HONEST))
    assert out == FILE_ALONE.format(CARDS) + "\n"
    assert "before the game" not in out


def test_commitment_seen_by_a_player_is_compared(diamant):
    def run(told):
        return diamant("verify", "-", "--commitment", told, stdin=write_record(HONEST))

    assert run(commitment(SEED).upper()) == (
        0,
        f"Consistent with the file: all {CARDS} cards follow from its seed. The seed is correct,"
        " but this device didn't see every player's number.\n",
        "",
    )
    assert run(commitment(OTHER_SEED)) == (
        1,
        "Check failed: before the game, this device saw a different fingerprint.\n",
        "",
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--commitment", "abc"], "--commitment must be 64 hexadecimal digits, not 'abc'"),
        (["--witness", "{}"], "{} contains no notes from a device"),
        (["--witness", "{good}", "--commitment", "0" * 64],
         "--commitment cannot be combined with --witness"),
    ],
)  # fmt: skip
def test_wrong_witness_is_refused(refusal, tmp_path, options, message):
    file, good = tmp_path / "wrong.json", tmp_path / "good.json"
    file.write_text('{"format": 7}', encoding="utf-8")
    good.write_text(json.dumps(Notes([SEEN]).to_json()), encoding="utf-8")
    options = [option.format(file, good=good) for option in options]
    said = refusal("verify", "-", *options, stdin=write_record(HONEST))
    assert said == f"diamant: {message.format(file)}"


def test_differing_card_is_named(diamant):
    difference = verify(UNFAIR)
    code, out, err = diamant("verify", "-", stdin=write_record(UNFAIR))
    assert (code, err) == (1, "")
    assert out.endswith(f"doesn't follow from the seed. ({difference})\n")
    code, out, err = diamant("verify", "-", "--json", stdin=write_record(UNFAIR))
    assert (code, err) == (1, "")
    assert json.loads(out)["difference"] == {
        "round": difference.round,
        "step": difference.step,
        "recorded": str(difference.recorded),
        "dealt": str(difference.dealt),
    }


def test_every_game_of_a_file_is_checked(diamant):
    text = write_records([HONEST, UNFAIR, HONEST])
    code, out, _ = diamant("verify", "-", stdin=text)
    first, second, third = out.splitlines()
    assert code == 1
    assert first == f"game 1: {FILE_ALONE.format(CARDS)}"
    assert second.startswith("game 2: Check failed: ")
    assert third == f"game 3: {FILE_ALONE.format(CARDS)}"


def without_seed():
    tags = {name: values for name, values in HONEST.tags.items() if name != "Seed"}
    return replace(HONEST, tags=tags)


def test_record_without_a_seed_cannot_be_checked(refusal):
    message = "diamant: the record has no Seed tag, so its shuffle cannot be checked"
    assert refusal("verify", "-", stdin=write_record(without_seed())) == message


def test_uncheckable_game_is_named(diamant):
    code, out, err = diamant("verify", "-", stdin=write_records([HONEST, without_seed()]))
    assert (code, out) == (2, f"game 1: {FILE_ALONE.format(CARDS)}\n")
    assert err == (
        "diamant: game 2: the record has no Seed tag, so its shuffle cannot be checked\n"
    )


def test_unfinished_game_cannot_be_checked(refusal):
    text = '[Edition "iello-2016"]\n[Players "a" "b" "c"]\n1. 9\n'
    message = "diamant: the game is not over, so its seed is still secret"
    assert refusal("verify", "-", stdin=text) == message
