"""Tests of the project's reader against the independent one in tests/oracle: both must agree.

A failure names its seed; `one_game(seed)` or `one_damage(seed)` runs that case again.
"""

import random

import pytest

from diamant.editions import IDS
from diamant.errors import RecordError
from diamant.record import read_records, replay_rows
from tests.amount import amount
from tests.oracle.generator import damage, random_record
from tests.oracle.replayer import Refused, doubts, replay

CHUNKS = 20
FILES_PER_CHUNK = len(IDS) * amount(14)  # The number of games that start with each edition.
DAMAGES_PER_CHUNK = amount(180)


def rows(text):
    return [list(replay_rows(record)) for record in read_records(text)]


def verdict(text, seed):
    """Return the project's rows for a text, or None if the project refuses it correctly."""
    try:
        return rows(text)
    except RecordError as error:
        refusal = error
    lines = text.split("\n")
    assert 1 <= refusal.line <= len(lines), f"seed {seed}"
    # A missing item is reported one column past the end.
    assert 1 <= refusal.column <= len(lines[refusal.line - 1]) + 1, f"seed {seed}"
    assert str(refusal) == f"line {refusal.line}, column {refusal.column}: {refusal.reason}"
    assert "\n" not in refusal.reason, f"seed {seed}"
    return None


def oracle_verdict(text):
    try:
        return replay(text)
    except Refused:
        return None


def random_text(chance, seed):
    """Return one or more games, some unfinished; the seed sets the first edition and size."""
    texts = []
    while not texts or chance.random() < 0.2:
        edition = chance.choice(IDS) if texts else IDS[seed % len(IDS)]
        players = chance.randint(3, 8) if texts else 3 + seed // len(IDS) % 6
        texts.append(random_record(chance, edition, players, unfinished=chance.random() < 0.4))
        # The tags of a game without a card would run into those of the next one.
        if len(replay(texts[-1])[0]) == 1:
            break
    return "\n".join(texts)


def one_game(seed):
    text = random_text(random.Random(seed), seed)
    assert doubts(text) == [], f"seed {seed}:\n{text}"
    expected = replay(text)
    assert rows(text) == expected, f"seed {seed}:\n{text}"
    return len(expected)


def one_damage(seed):
    chance = random.Random(f"damage {seed}")
    text = random_text(chance, seed)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        text = damage(chance, text)
    ours, theirs = verdict(text, seed), oracle_verdict(text)
    if not doubts(text):
        assert ours == theirs, f"seed {seed}:\n{text}"
        return True
    return False


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_replay_like_in_the_oracle(chunk):
    seeds = range(chunk * FILES_PER_CHUNK, (chunk + 1) * FILES_PER_CHUNK)
    assert sum(map(one_game, seeds)) >= FILES_PER_CHUNK


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_damaged_records_are_judged_like_in_the_oracle(chunk):
    seeds = range(chunk * DAMAGES_PER_CHUNK, (chunk + 1) * DAMAGES_PER_CHUNK)
    undoubted = sum(map(one_damage, seeds))
    assert undoubted >= DAMAGES_PER_CHUNK // 2
