"""The project's reader against the independent one in tests/oracle: they must never differ.

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
FILES_PER_CHUNK = len(IDS) * amount(14)  # So many that begin with each edition.
DAMAGES_PER_CHUNK = amount(180)


def rows(text):
    return [list(replay_rows(record)) for record in read_records(text)]


def verdict(text, seed):
    """What the project makes of a text: its rows, or None if it is refused as it should be."""
    try:
        return rows(text)
    except RecordError as error:
        refusal = error
    lines = text.split("\n")
    assert 1 <= refusal.line <= len(lines), f"seed {seed}"
    # One column past the end is where something is missing.
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
    """One or more games, the first of edition and size by the seed, unfinished ones among them."""
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
def test_random_games_replay_as_the_oracle_says(chunk):
    seeds = range(chunk * FILES_PER_CHUNK, (chunk + 1) * FILES_PER_CHUNK)
    assert sum(map(one_game, seeds)) >= FILES_PER_CHUNK


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_damaged_records_are_judged_as_the_oracle_judges(chunk):
    seeds = range(chunk * DAMAGES_PER_CHUNK, (chunk + 1) * DAMAGES_PER_CHUNK)
    undoubted = sum(map(one_damage, seeds))
    assert undoubted >= DAMAGES_PER_CHUNK // 2
