"""Simulated games as records."""

from collections.abc import Sequence

from diamant.record import Record, write_record
from diamant.record.write import edition_tags, tag_line
from diamant.rules.edition import Edition
from diamant.rules.game import Game
from diamant.rules.seats import SEAT_LETTERS
from diamant.simulator.kernel.arrays import EditionArrays
from diamant.simulator.kernel.compiled import Transcript
from diamant.simulator.kernel.layout import MASKS
from diamant.simulator.result import Array

_LEAVERS = [
    "".join(letter for seat, letter in enumerate(SEAT_LETTERS) if mask >> seat & 1)
    for mask in range(MASKS)
]


def transcript_records(
    edition: Edition,
    arrays: EditionArrays,
    names: Sequence[str],
    transcript: Transcript,
    points: Array,
) -> str:
    """Write games straight as text, without playing them again."""
    tags = [tag_line(name, values) for name, values in edition_tags(edition)]
    head = "\n".join([*tags, tag_line("Players", tuple(names))])
    texts = []
    for cards, leavers, lengths, scores in zip(
        transcript.cards.tolist(),
        transcript.leavers.tolist(),
        transcript.lengths.tolist(),
        points.tolist(),
        strict=True,
    ):
        lines = [head, tag_line("Scores", (" ".join(map(str, scores)),)), ""]
        place = 0
        for number, length in enumerate(lengths, start=1):
            words = [
                f"{arrays.words[card]}/{_LEAVERS[mask]}" if mask else arrays.words[card]
                for card, mask in zip(
                    cards[place : place + length], leavers[place : place + length], strict=True
                )
            ]
            lines.append(f"{number}. {' '.join(words)}")
            place += length
        texts.append("\n".join(lines) + "\n\n")
    return "".join(texts)


def game_record(names: Sequence[str], game: Game) -> str:
    """Write a game that the rules played."""
    return write_record(Record(tuple(names), game)) + "\n"
