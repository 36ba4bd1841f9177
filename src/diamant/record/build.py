"""Build a record from tags, cards and leavers, for the text and JSON readers.

Every fault raises a `FaultError` with the reason; the reader adds the position.
"""

from collections.abc import Mapping, Sequence

from diamant.editions import edition, read_own_edition
from diamant.errors import DiamantError
from diamant.record.value import DERIVED_TAGS, Record
from diamant.rules.cards import Card
from diamant.rules.edition import Edition
from diamant.rules.game import Game, Phase
from diamant.rules.seats import SEAT_LETTERS

_ONE_VALUE = ("Edition", "EditionText", "Chests", "Scores", "Dealer", "Commitment", "Seed",
              "Shuffle", "Restarts")  # fmt: skip


class FaultError(DiamantError):
    """Raised if a record is invalid, with the reason and the tag at fault, if any."""

    def __init__(
        self, reason: str, /, *args: object, tag: str | None = None, **params: object
    ) -> None:
        super().__init__(reason, *args, **params)
        self.tag = tag


class RecordBuilder:
    """Builds one record from its tags and then its rounds, word by word."""

    def __init__(self, tags: Mapping[str, tuple[str, ...]]) -> None:
        for name in ("Edition", "Players"):
            if name not in tags:
                raise FaultError("the record is missing the tag {tag}", name)
        for name in _ONE_VALUE:
            if name in tags and len(tags[name]) != 1:
                raise FaultError(
                    "the tag {tag} takes one value, not {n}", name, len(tags[name]), tag=name
                )
        self._tags = tags
        self._players = tags["Players"]
        self._edition = _edition_of(tags)
        _check_nonces(tags)
        closed = _closed(tags)
        try:
            self._game = Game.start(self._edition, len(self._players), closed=closed)
        except DiamantError as error:
            raise FaultError(error.message, tag="Players") from None
        self._round = 0

    def begin_round(self, number: int) -> None:
        """Begin the round with a number."""
        game = self._game
        if game.phase is Phase.OVER:
            raise FaultError("the game is over after round {rounds}", self._edition.rounds)
        coming = game.expedition.round
        if self._round == coming:
            inside = "".join(SEAT_LETTERS[seat] for seat in game.expedition.in_cave)
            raise FaultError(
                "round {round} has not ended: {seats} still in the cave", coming, inside
            )
        if number != coming:
            raise FaultError("expected round {coming}, got {number}", coming, number)
        self._round = number

    def turn(self, word: str) -> None:
        """Add a card; if the previous decision is still open, everyone inside stays."""
        card = self._card(word)
        game = self._game
        if game.phase is Phase.OVER:
            raise FaultError("the game is over; no more cards can follow")
        if self._round != game.expedition.round:
            if self._round == 0:
                raise FaultError("a round must begin with its number, such as '1.'")
            raise FaultError(
                "round {round} has ended; expected '{next}.'", self._round, self._round + 1
            )
        if game.phase is Phase.DECIDE:
            game = game.decide(()).game
        try:
            self._game = game.turn(card).game
        except DiamantError as error:
            raise FaultError(error.message) from None

    def leave(self, leavers: Sequence[int]) -> None:
        """Add the seats, if any, that leave after the latest card."""
        if self._game.phase is not Phase.DECIDE:
            # After a bust there is nothing to decide, so only "nobody leaves" is valid.
            if leavers:
                raise FaultError("nobody can leave here: the round ended with this card")
            return
        inside = self._game.expedition.in_cave
        for place, seat in enumerate(leavers):
            if seat not in inside:
                raise FaultError("{seat} cannot leave: not in the cave", SEAT_LETTERS[seat])
            if seat in leavers[:place]:
                raise FaultError("{seat} is listed twice", SEAT_LETTERS[seat])
        self._game = self._game.decide(leavers).game

    def finish(self) -> Record:
        """Check the scores, if they are given, and return the record."""
        if "Scores" in self._tags:
            self._check_scores(self._tags["Scores"][0])
        tags = {name: values for name, values in self._tags.items() if name not in DERIVED_TAGS}
        return Record(self._players, self._game, tags)

    def _card(self, word: str) -> Card:
        card = self._edition.cards.get(word)
        if card is None:
            known = self._edition.cards
            raise FaultError.unknown(
                "{edition} has no card {name} ({hint})", word, known, edition=self._edition.id
            )
        return card

    def _check_scores(self, text: str) -> None:
        if self._game.phase is not Phase.OVER:
            raise FaultError(
                "only a finished game can have Scores, and this game is not over", tag="Scores"
            )
        scores = " ".join(map(str, self._game.scores))
        if text.split() != scores.split():
            raise FaultError(
                "expected the scores {scores}, got {text}", repr(scores), repr(text), tag="Scores"
            )


def _check_nonces(tags: Mapping[str, tuple[str, ...]]) -> None:
    seats, nonces = len(tags["Players"]), len(tags.get("Nonces", ()))
    if "Nonces" in tags and nonces != seats:
        raise FaultError(
            "expected {seats} nonces, one for each seat, got {nonces}",
            seats,
            nonces,
            tag="Nonces",
        )


def _edition_of(tags: Mapping[str, tuple[str, ...]]) -> Edition:
    named = tags["Edition"][0]
    if "EditionText" not in tags:
        try:
            return edition(named)
        except DiamantError as error:
            raise FaultError(error.message, tag="Edition") from None
    try:
        own = read_own_edition(tags["EditionText"][0])
    except DiamantError as error:
        raise FaultError(error.message, tag="EditionText") from None
    if own.id != named:
        raise FaultError(
            "EditionText describes {own}, but Edition is {named}",
            repr(own.id),
            repr(named),
            tag="Edition",
        )
    return own


def _closed(tags: Mapping[str, tuple[str, ...]]) -> bool:
    (chests,) = tags.get("Chests", ("open",))
    if chests not in ("open", "closed"):
        raise FaultError(
            "Chests must be 'open' or 'closed', not {chests}", repr(chests), tag="Chests"
        )
    return chests == "closed"
