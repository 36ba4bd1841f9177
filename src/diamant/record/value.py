"""A record: a whole game, with its players and its other tags."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from diamant.errors import Message, RecordError
from diamant.rules.game import Game

# These tags are derived from the game when a record is written, so they are not stored twice.
DERIVED_TAGS = ("Edition", "EditionText", "Players", "Chests", "Scores")

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

# Not allowed in tags: these break the line or can't be written as UTF-8.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Record:
    """One game of a record file.

    `tags` contains every other tag unchanged: the fairness tags (`Dealer`, `Commitment`, `Nonces`,
    `Seed`), `Date`, `Site`, `Event` and custom ones.

    >>> record = Record(("Ana", "Ben", "Cem"), Game.start("iello-2016", 3).turn("9").game)
    >>> record.game.expedition.carried
    3
    """

    players: tuple[str, ...]
    game: Game
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise RecordError(
                Message("a record must contain a game, not {game}", repr(self.game)), "the game"
            )
        if not isinstance(self.tags, Mapping):
            raise RecordError(
                Message(
                    "tags must be a mapping from names to strings, not {tags}", repr(self.tags)
                ),
                "the tags",
            )
        object.__setattr__(self, "players", _as_tuple(self.players))
        if any(isinstance(values, list) for values in self.tags.values()):
            tags = {name: _as_tuple(values) for name, values in self.tags.items()}
            object.__setattr__(self, "tags", tags)
        for name, values in (("Players", self.players), *self.tags.items()):
            if not _are_texts(values):
                reason = f"values must be a list of strings such as ('Ana', 'Ben'), not {values!r}"
                raise RecordError(reason, name)
        if len(self.players) != self.game.players:
            seats = self.game.players
            reason = f"expected {seats} names, one for each seat, got {len(self.players)}"
            raise RecordError(reason, "Players")
        if self.game.history[:1] != self.game.edition.beginnings[:1]:
            reason = "it starts from a position, but a record needs the whole game"
            raise RecordError(reason, "the game")
        for name, values in (("Players", self.players), *self.tags.items()):
            if not TAG_NAME.fullmatch(name) or (name in DERIVED_TAGS and name in self.tags):
                raise RecordError("not the name of a tag that can be set", repr(name))
            if not values or any(CONTROL.search(value) for value in values):
                raise RecordError(
                    "a tag must have at least one value and no control characters", name
                )

    def tag(self, name: str) -> str | None:
        """Return the first value of a tag, or None if the record doesn't have it."""
        values = self.tags.get(name)
        return values[0] if values else None


def _as_tuple(values: Any) -> Any:  # noqa: ANN401 - whatever a caller gives
    return tuple(values) if isinstance(values, list) else values


def _are_texts(values: object) -> bool:
    return isinstance(values, tuple) and all(isinstance(value, str) for value in values)
