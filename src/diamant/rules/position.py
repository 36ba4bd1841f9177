"""A position as one short line of text, like FEN in chess (docs/python.md).

The line contains everything that decides how a game continues, and nothing about its history.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from diamant.errors import DiamantError, PositionError
from diamant.rules.cards import Card, Hazard, Relic, Treasure
from diamant.rules.deck import Deck
from diamant.rules.edition import Edition
from diamant.rules.events import TakenRelic
from diamant.rules.expedition import Expedition, ends_bust
from diamant.rules.game import Game, Phase
from diamant.rules.seats import SEAT_LETTERS, letters
from diamant.rules.sharing import TakenRelics, relics_on
from diamant.rules.supply import missing_worth

_FIELDS = "edition, open or closed, round, phase, path, cave, chests, cards gone"
_T = TypeVar("_T")

_NOTHING = "-"
_PHASES = {phase.value: phase for phase in Phase}
_CARD = re.compile(r"(?:\(([^()+]+)\)|([^()+]+)(?:\+([0-9]{1,6}))?)")
_CAVE = re.compile(rf"([{SEAT_LETTERS}]+)(?:\+([0-9]{{1,6}}))?")
_CHEST = re.compile(r"[0-9]{1,6}(?:\+[0-9]{1,6})*")


def write_position(game: Game) -> str:
    """Write everything that decides how a game continues.

    >>> game = Game.start("iello-2016", 3).turn("11").game.decide([0]).game.turn("snake").game
    >>> write_position(game)
    'iello-2016 open 1 decide 11,snake BC+3 5,0,0 -'
    """
    cave = game.expedition
    # Relics are always taken all at once, so the remaining ones were turned last.
    taken = len(relics_on(cave.path)) - len(cave.relics)
    path = []
    for card, gems in zip(cave.path, cave.gems, strict=True):
        if isinstance(card, Relic) and taken:
            taken -= 1
            path.append(f"({card})")
        else:
            path.append(_with(str(card), gems))
    chests = [
        "+".join(map(str, (gems, *(relic.worth for relic in taken))))
        for gems, taken in zip(game.chests, game.relics, strict=True)
    ]
    before = len(game.gone) - (len(_leaving(cave.path)) if game.is_over else 0)
    fields = (
        game.edition.id,
        "closed" if game.closed else "open",
        str(cave.round),
        game.phase.value,
        ",".join(path) or _NOTHING,
        _with(letters(cave.in_cave), cave.carried) if cave.in_cave else _NOTHING,
        ",".join(chests),
        ",".join(map(str, game.gone[:before])) or _NOTHING,
    )
    return " ".join(fields)


def read_position(text: str, find: Callable[[str], Edition]) -> Game:
    """Return the game at a position; `find` returns the edition for an id.

    The game's history begins at the position. For the first position of a game, the result is the
    game at its start.
    """
    if not isinstance(text, str):
        raise PositionError("a position must be a line of text, not {text}", repr(text), column=1)
    return _Reader(text).read(find)


def _with(word: str, gems: int) -> str:
    return f"{word}+{gems}" if gems else word


def _leaving(path: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that leave the game when an expedition ends with this path."""
    return (*relics_on(path), *(path[-1:] if ends_bust(path) else ()))


class _Reader:
    """Reads a text field by field, and reports the column of an invalid word."""

    def __init__(self, text: str) -> None:
        self._fields = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", text)]
        if len(self._fields) != 8:
            found = len(self._fields)
            raise PositionError(
                "a position must have 8 fields ({fields}), not {found}", _FIELDS, found, column=1
            )

    def read(self, find: Callable[[str], Edition]) -> Game:
        """Return the game that the text describes."""
        self._edition = edition = self._find_edition(find)
        closed = self._one_of(1, {"open": False, "closed": True})
        self._round = self._one_of(2, {str(each): each for each in range(1, edition.rounds + 1)})
        self._phase = self._one_of(3, _PHASES)
        chests, relics = self._chests()
        players = len(chests)
        deck, gone = self._gone()
        deck, path, gems, lying = self._path(deck)
        in_cave, carried = self._cave(players, path)
        self._check_relics(relics, (*gone, *relics_on(path)[: -len(lying) or None]))
        if not path and self._round == 1 and not any(chests):
            return Game.start(edition, players, closed=closed)
        hazards = tuple(card.kind for card in path if isinstance(card, Hazard))
        cave = Expedition(self._round, deck, in_cave, path, gems, lying, carried, hazards)
        if self._phase is Phase.OVER:
            gone = (*gone, *_leaving(path))
        needed = missing_worth(edition, cave, chests, relics)
        return Game(edition, players, closed, self._phase, cave, chests, relics, gone, needed, None)

    def _find_edition(self, find: Callable[[str], Edition]) -> Edition:
        named, column = self._fields[0]
        try:
            found = find(named)
        except DiamantError as error:
            raise PositionError(error.message, column=column) from None
        if found.id != named:
            raise PositionError(
                "the position uses edition {named}, not {id}", named, found.id, column=column
            )
        return found

    def _one_of(self, place: int, known: Mapping[str, _T]) -> _T:
        word, column = self._fields[place]
        if word not in known:
            raise PositionError(
                "expected one of {known}, got {word}",
                ", ".join(known),
                repr(word),
                column=column,
            )
        return known[word]

    def _words(self, place: int) -> Iterator[tuple[str, int]]:
        """Yield each word of a list with its column."""
        text, column = self._fields[place]
        for word in () if text == _NOTHING else text.split(","):
            yield word, column
            column += len(word) + 1

    def _chests(self) -> tuple[tuple[int, ...], TakenRelics]:
        chests, relics = [], []
        for word, column in self._words(6):
            if not _CHEST.fullmatch(word):
                raise PositionError(
                    "expected a chest's gems, then '+' and the worth of each relic, got {word}",
                    repr(word),
                    column=column,
                )
            gems, *worths = map(int, word.split("+"))
            chests.append(gems)
            relics.append(tuple(TakenRelic(self._relic(worth), worth) for worth in worths))
        try:
            self._edition.check_players(len(chests))
        except DiamantError as error:
            raise PositionError(error.message, column=self._fields[6][1]) from None
        return tuple(chests), tuple(relics)

    def _relic(self, worth: int) -> Relic:
        schedule = self._edition.relics
        return Relic(worth if schedule is not None and schedule.worth == "printed" else None)

    def _gone(self) -> tuple[Deck, tuple[Card, ...]]:
        """Return this round's deck without the cards that left the game, and those cards."""
        edition, gone = self._edition, []
        earlier = edition.deck(max(1, self._round - 1))
        busts = 0
        for word, column in self._words(7):
            card = self._card(word, column)
            if isinstance(card, Treasure):
                raise PositionError(
                    "a treasure never leaves the game, got {word}", word, column=column
                )
            hazard = isinstance(card, Hazard)
            busts += hazard
            # Of two equal hazards one leaves, so the last of a kind always stays.
            if self._round == 1 or busts >= self._round or earlier[card] <= hazard:
                raise PositionError(
                    "this many cards cannot have left the game before round {round}",
                    self._round,
                    column=column,
                )
            earlier = earlier.draw(card)
            gone.append(card)
        return edition.deck(self._round, gone), tuple(gone)

    def _card(self, word: str, column: int) -> Card:
        edition, cards = self._edition.id, self._edition.cards
        if word not in cards:
            raise PositionError.unknown(
                "{edition} has no card {name} ({hint})", word, cards, edition=edition, column=column
            )
        return cards[word]

    def _path(
        self, deck: Deck
    ) -> tuple[Deck, tuple[Card, ...], tuple[int, ...], tuple[Relic, ...]]:
        """Split the path from the deck; return deck, path, gems on the path, and relics."""
        path: list[Card] = []
        gems: list[int] = []
        lying: list[Relic] = []
        over = self._phase is Phase.OVER
        for word, column in self._words(4):
            match = _CARD.fullmatch(word)
            if match is None:
                raise PositionError(
                    "expected a card such as snake, 7+2, or (relic), got {word}",
                    repr(word),
                    column=column,
                )
            card = self._card(match[1] or match[2], column)
            if card not in deck:
                raise PositionError(
                    "the deck of round {round} has no {card} left",
                    self._round,
                    card,
                    column=column,
                )
            if ends_bust(path):
                raise PositionError("no card can follow the second hazard of a kind", column=column)
            deck = deck.draw(card)
            if isinstance(card, Relic):
                if match[1] is None:
                    lying.append(card)
                elif lying:
                    raise PositionError(
                        "a player who took this relic also took the relics before it", column=column
                    )
            elif match[1] is not None:
                raise PositionError(
                    "only a relic can be taken off the path, not {card}", card, column=column
                )
            if match[3] and (over or not isinstance(card, Treasure)):
                raise PositionError("no gems can be on {card} here", card, column=column)
            path.append(card)
            gems.append(int(match[3] or 0))
        self._check_end(path, lying)
        return deck, tuple(path), tuple(gems), tuple(lying)

    def _check_end(self, path: list[Card], lying: list[Relic]) -> None:
        _, column = self._fields[4]
        if self._phase is Phase.OVER:
            if self._round < self._edition.rounds:
                raise PositionError(
                    "the game is over after round {rounds}",
                    self._edition.rounds,
                    column=self._fields[2][1],
                )
            if lying:
                raise PositionError(
                    "no relic can be on the path when the game is over", column=column
                )
        elif ends_bust(path):
            raise PositionError("the second hazard of a kind has ended the round", column=column)
        if not path and self._phase is not Phase.TURN:
            raise PositionError(
                "phase {phase} needs a card on the path", self._phase.value, column=column
            )

    def _cave(self, players: int, path: tuple[Card, ...]) -> tuple[tuple[int, ...], int]:
        """Return the players inside, and the gems that each of them carries."""
        word, column = self._fields[5]
        if self._phase is Phase.OVER:
            if word != _NOTHING:
                raise PositionError(
                    "no one can be inside when the game is over, got {word}",
                    repr(word),
                    column=column,
                )
            return (), 0
        match = _CAVE.fullmatch(word)
        seats = tuple(map(SEAT_LETTERS.index, match[1])) if match else ()
        if not match or seats != tuple(sorted(set(seats))) or seats[-1] >= players:
            raise PositionError(
                (
                    "expected the seats inside (from {players}), then '+' and what each "
                    "carries, got {word}"
                ),
                letters(range(players)),
                repr(word),
                column=column,
            )
        carried = int(match[2] or 0)
        decided = len(path) - (self._phase is Phase.DECIDE)
        if (decided < 1 and len(seats) < players) or (not path and carried):
            raise PositionError("everyone is inside until the first choice", column=column)
        return seats, carried

    def _check_relics(self, relics: TakenRelics, turned: tuple[Card, ...]) -> None:
        """Raise an error for relics in chests that nobody can have taken."""
        taken = [relic for chest in relics for relic in chest]
        there = Counter(card for card in turned if isinstance(card, Relic))
        possible = Counter(relic.card for relic in taken) <= there
        schedule = self._edition.relics
        if possible and schedule is not None and schedule.worth == "by order":
            # The first relic of the game is worth the first points, no matter who took it.
            worths = sorted(relic.worth for relic in taken)
            possible = worths == sorted(schedule.points[: len(taken)])
        if not possible:
            raise PositionError(
                "the chests contain relics that cannot have been taken", column=self._fields[6][1]
            )
