"""Tests of the champion's model file: it reads back equal, and a damaged file is refused."""

import random

import pytest

from diamant.bots.champion.model import NUMBERS, networks, read_model, write_model
from diamant.errors import DiamantError


def test_written_model_reads_back_equal(tmp_path):
    rng = random.Random(1)
    network = [rng.randrange(-8, 8) / 4 for _ in range(NUMBERS)]
    write_model(tmp_path / "own.model", network)
    assert read_model(tmp_path / "own.model") == network
    assert all(len(shipped) == NUMBERS for shipped in networks())


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda data: data[:-4], "is damaged: reinstall the game"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "is damaged: reinstall the game"),
        (
            lambda data: data.replace(b"-mind-", b"-mood-", 1),
            "is not a champion model in the format",
        ),
        (lambda data: b"", "is not a champion model in the format"),
        (lambda data: b"\xff\xfe" * 40, "is not a champion model in the format"),
    ],
)
def test_damaged_model_is_refused(tmp_path, damage, why):
    file = tmp_path / "own.model"
    write_model(file, [0.5] * NUMBERS)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(DiamantError, match=why) as refused:
        read_model(file)
    assert str(file) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_missing_model_is_reported(tmp_path):
    with pytest.raises(
        DiamantError, match=r"^cannot read the champion model .*none\.model: No such file"
    ):
        read_model(tmp_path / "none.model")
