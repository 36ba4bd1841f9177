"""Write the `.dia` notation; reading it back gives the same record."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from diamant.editions import IDS
from diamant.errors import DiamantError
from diamant.record.value import Record
from diamant.rules.cards import Card
from diamant.rules.edition import Edition
from diamant.rules.edition_text import write_edition
from diamant.rules.events import CardTurned, ChoicesRevealed, ExpeditionBegan
from diamant.rules.game import Game, Phase
from diamant.rules.seats import SEAT_LETTERS


class Turn(NamedTuple):
    """A turned card, and its leavers; None while the decision is open."""

    card: Card
    leavers: tuple[int, ...] | None


def rounds(game: Game) -> list[list[Turn]]:
    """Return the cards and leavers of each round so far, in order of play."""
    played: list[list[Turn]] = []
    for event in game.history:
        if isinstance(event, ExpeditionBegan):
            played.append([])
        elif isinstance(event, CardTurned):
            played[-1].append(Turn(event.card, None))
        elif isinstance(event, ChoicesRevealed):
            played[-1][-1] = Turn(played[-1][-1].card, event.leavers)
    return played


def write_record(record: Record) -> str:
    """Write one game in the notation.

    >>> from diamant import Game, Record
    >>> game = Game.start("iello-2016", 3).turn("9").game.decide([1]).game
    >>> print(write_record(Record(("Ana", "Ben", "Cem"), game)))
    [Edition "iello-2016"]
    [Players "Ana" "Ben" "Cem"]
    <BLANKLINE>
    1. 9/B
    <BLANKLINE>
    """
    if not isinstance(record, Record):
        raise DiamantError(
            "expected a Record, made as Record(names, game), got {record}", repr(record)
        )
    lines = [tag_line(name, values) for name, values in all_tags(record)]
    lines.append("")
    played = rounds(record.game)
    for number, turns in enumerate(played, start=1):
        words = [_word(turn) for turn in turns]
        # Only after the very last card must the notation say that everyone stayed.
        if number == len(played) and turns and turns[-1].leavers == ():
            words[-1] += "/-"
        if words:
            lines.append(f"{number}. {' '.join(words)}")
    return "\n".join(lines) + "\n"


def write_records(records: Iterable[Record] | Record) -> str:
    """Write several games one after the other, as one file.

    >>> from diamant import Game, Record
    >>> game = Game.start("iello-2016", 3)
    >>> write_records([Record(("Ana", "Ben", "Cem"), game)] * 2).count("Edition")
    2
    """
    if not isinstance(records, Iterable):
        records = [records]  # A single record; anything else is rejected below.
    return "\n".join(map(write_record, records))


def all_tags(record: Record) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every tag of a record, first those derived from its game."""
    game = record.game
    yield from edition_tags(game.edition)
    yield "Players", record.players
    if game.closed:
        yield "Chests", ("closed",)
    yield from record.tags.items()
    if game.phase is Phase.OVER:
        yield "Scores", (" ".join(map(str, game.scores)),)


def edition_tags(edition: Edition) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the tags that name an edition; a custom edition's text is included."""
    yield "Edition", (edition.id,)
    if edition.id not in IDS:
        yield "EditionText", (write_edition(edition),)


def _word(turn: Turn) -> str:
    letters = "".join(SEAT_LETTERS[seat] for seat in turn.leavers or ())
    return f"{turn.card}/{letters}" if letters else str(turn.card)


def tag_line(name: str, values: tuple[str, ...]) -> str:
    """Write one tag."""
    return f"[{name} {' '.join(map(_quoted, values))}]"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
