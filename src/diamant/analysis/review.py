"""Review a finished game: card luck, the others' choices, and own decisions.

Each player's result minus their share at the start is split exactly into three parts. A card
contributes the value after it minus the exact mean over all possible cards. A decision contributes
the value of the choice, averaged over the others' hidden choices, minus the mean of both choices,
weighted by the reference's probability of leaving. The rest of the change at a reveal is due to the
others; for players outside, all of it is.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

from diamant.analysis.choices import ChoiceShares, DecisionPoint, Foresee, boldness
from diamant.analysis.equity import REFERENCE
from diamant.analysis.value import Ahead, Shares, value
from diamant.errors import DiamantError
from diamant.record import Record, replay
from diamant.rules.game import Game, Phase

OBVIOUS = 0.05
"""A choice is obvious if its advantage exceeds this share of the win."""
TURNING_POINTS = 3
SURE = 1e-12
"""Probabilities closer than this to 0 or 1 are treated as certain."""

Chance = Callable[[Game, int], float | None]
"""A function that returns a seat's probability of leaving, or None if unknown."""


class Mean(NamedTuple):
    """A mean with its standard error, which is unknown for a single value."""

    value: float
    error: float | None

    @classmethod
    def of(cls, values: Sequence[float]) -> "Mean":
        """Return the mean of some values, or 0 for no values."""
        count = len(values)
        mean = sum(values) / max(count, 1)
        spread = sum((each - mean) ** 2 for each in values)
        return cls(mean, sqrt(spread / (count - 1) / count) if count > 1 else None)


class PlayerReview(NamedTuple):
    """A player's result and its parts: result - start = cards + others + decisions."""

    name: str
    result: float
    start: float
    cards: float
    others: float
    decisions: float
    bold: float
    rating: "Rating"


class Rating(NamedTuple):
    """The share of the win that a player gave away per choice that was not obvious."""

    choices: int
    lost: float
    error: float | None  # One standard error; unknown for a single choice.

    @classmethod
    def of(cls, lost: Sequence[float]) -> "Rating":
        """Return the mean of some losses and its standard error, as a rating."""
        return cls(len(lost), *Mean.of(lost))


class ChoiceReview(NamedTuple):
    """A choice, the value of both options, and the loss.

    `lost` is a share of the win, given the actual opponents. `lost_points` is the loss in points
    against opponents who play the equilibrium, or None if unknown. `likely` is the reference's
    probability of leaving. `part` is the choice's contribution to the `decisions` part of the
    player's result.
    """

    round: int
    step: int
    seat: int
    leave: bool
    lost: float
    lost_points: float | None
    if_stay: float
    if_leave: float
    likely: float
    part: float

    @property
    def is_obvious(self) -> bool:
        """Whether the right choice was obvious."""
        return not self.lost and abs(self.if_stay - self.if_leave) > OBVIOUS


class Moment(NamedTuple):
    """Everyone's share after a card, or after a reveal in which `leavers` left."""

    round: int
    step: int
    card: str
    leavers: tuple[int, ...] | None
    shares: Shares
    change: float

    def to_json(self) -> dict[str, Any]:
        """Return the moment as JSON data."""
        return {
            "round": self.round,
            "step": self.step,
            "card": self.card,
            "leavers": None if self.leavers is None else list(self.leavers),
            "shares": list(self.shares),
        }


class Review(NamedTuple):
    """The review of a whole game."""

    reference: str
    edition: str
    players: tuple[PlayerReview, ...]
    choices: tuple[ChoiceReview, ...]
    course: tuple[Moment, ...]

    @property
    def turning_points(self) -> tuple[Moment, ...]:
        """The moments with the largest changes, in chronological order."""
        most = sorted(self.course, key=lambda moment: -moment.change)[:TURNING_POINTS]
        return tuple(sorted(most, key=self.course.index))

    def to_json(self) -> dict[str, Any]:
        """Return the output of `diamant review --json` for a game."""
        return {
            "reference": self.reference,
            "edition": self.edition,
            "players": [
                player._asdict() | {"rating": player.rating._asdict()} for player in self.players
            ],
            "choices": [choice._asdict() for choice in self.choices],
            "course": [moment.to_json() for moment in self.course],
            "turning_points": [moment.to_json() for moment in self.turning_points],
        }


def review(record: Record, foresee: Foresee | None = None) -> Review:
    """Review a finished game; raise an error for one that is still in progress.

    The reference splits the result. An expert, `foresee`, judges each choice from the events before
    it. Without an expert, the reference judges the choices as well.

    >>> from diamant import Game, Record
    >>> found = review(Record(("Ana", "Ben", "Cem"), Game.play(["threshold"] * 3, seed=1)))
    >>> ana = found.players[0]
    >>> round(ana.cards + ana.others + ana.decisions - (ana.result - ana.start), 9) == 0
    True
    """
    game = record.game
    if game.phase is not Phase.OVER:
        raise DiamantError("the game is still in progress; only finished games can be reviewed")
    steps = list(replay(record))
    decided = [
        (DecisionPoint(step.turned), step.leavers) for step in steps if step.leavers is not None
    ]
    bold = _boldness(decided)
    start = value(steps[0].before)
    here, cards, others = start, _Sums(game.players), _Sums(game.players)
    own = _Sums(game.players)
    choices: list[ChoiceReview] = []
    course: list[Moment] = []
    decisions = iter(decided)
    for step in steps:
        after = value(step.turned)
        cards.add(here, after)
        course.append(_moment(step.round, step.number, str(step.card), None, here, after))
        here = after
        if step.leavers is None:
            continue
        decision, leavers = next(decisions)
        after = decision.after(leavers)
        others.add(here, after)
        judge = _Judge(step.turned, decision, foresee)
        for seat, shares in decision.choice_shares().items():
            leave = seat in leavers
            # For a lone explorer, the entire change is due to their own decision.
            alone = len(decision.inside) == 1
            part = shares.of(leave=leave) - (here[seat] if alone else shares.mean(decision.leave))
            own[seat] += part
            others[seat] -= part
            worth, points = judge.of(seat)
            choices.append(
                ChoiceReview(
                    step.round,
                    step.number,
                    seat,
                    leave,
                    worth.lost(leave=leave),
                    None if points is None else max(0.0, points if leave else -points),
                    worth.stay,
                    worth.leave,
                    decision.leave,
                    part,
                )
            )
        course.append(_moment(step.round, step.number, str(step.card), leavers, here, after))
        here = after
    players = tuple(
        PlayerReview(
            name,
            here[seat],
            start[seat],
            cards[seat],
            others[seat],
            own[seat],
            bold.get(seat, 0.0),
            Rating.of([each.lost for each in choices if each.seat == seat and not each.is_obvious]),
        )
        for seat, name in enumerate(record.players)
    )
    return Review(REFERENCE, game.edition.id, players, tuple(choices), tuple(course))


class _Judge:
    """The value of each choice as players could foresee it when they decided."""

    def __init__(self, game: Game, decision: DecisionPoint, foresee: Foresee | None) -> None:
        expected = {seat: foresee(game, seat) for seat in decision.inside} if foresee else {}
        self._expected = expected
        known = next(filter(None, expected.values()), None)
        # The others' probabilities are public, so they are the same for every seat.
        self._shares = decision.choice_shares(known.leaving if known else None)

    def of(self, seat: int) -> tuple[ChoiceShares, float | None]:
        """Return a seat's shares, and the advantage of staying in points, if known."""
        expected, shares = self._expected.get(seat), self._shares[seat]
        if expected is None:
            return shares, None
        return shares.foreseen(expected), expected.points


def luck_of_cards(record: Record) -> list[float]:
    """Return the luck of the cards for each player, as in a review.

    This luck has mean zero for any players and any reference. So a result minus this luck has the
    same mean and a smaller spread.
    """
    return luck_of(record, lambda game, seat: None)


def luck_of(record: Record, chance_of: Chance) -> list[float]:
    """Return the luck of cards and random choices for each player.

    If some players' probabilities of leaving are known, the outcome of their draws is luck, too:
    the value after the reveal, minus its mean over all possible draws. This luck also has mean
    zero. Choices with unknown probabilities are treated as fixed.
    """
    luck, here = _Sums(record.game.players), None
    for step in replay(record):
        here = here or value(step.before)
        after = value(step.turned)
        luck.add(here, after)
        here = after
        if step.leavers is not None:
            ahead = Ahead(step.turned)
            here = ahead.after(step.leavers)
            drawn = _drawn(step.turned, chance_of)
            if drawn:
                luck.add(_mean_reveal(ahead, step.leavers, drawn), here)
    return luck


def _drawn(game: Game, chance_of: Chance) -> dict[int, float]:
    """Return the probability of leaving for each seat inside that chooses at random."""
    known = ((seat, chance_of(game, seat)) for seat in game.expedition.in_cave)
    return {
        seat: chance for seat, chance in known if chance is not None and SURE < chance < 1 - SURE
    }


def _mean_reveal(ahead: Ahead, leavers: Sequence[int], drawn: Mapping[int, float]) -> Shares:
    """Return the mean value over some seats' random choices; the others are fixed."""
    others = [seat for seat in leavers if seat not in drawn]
    sums = [0.0] * ahead.game.players
    for choices in product((False, True), repeat=len(drawn)):
        weight, gone = 1.0, list(others)
        for (seat, chance), leave in zip(drawn.items(), choices, strict=True):
            weight *= chance if leave else 1 - chance
            if leave:
                gone.append(seat)
        if weight > SURE:
            for seat, share in enumerate(ahead.after(sorted(gone))):
                sums[seat] += weight * share
    return tuple(sums)


class _Sums(list[float]):
    """A running sum for each seat."""

    def __init__(self, players: int) -> None:
        super().__init__([0.0] * players)

    def add(self, before: Shares, after: Shares) -> None:
        """Add the change in each seat's share."""
        for seat, (old, new) in enumerate(zip(before, after, strict=True)):
            self[seat] += new - old


def _moment(
    round: int, step: int, card: str, leavers: tuple[int, ...] | None, before: Shares, after: Shares
) -> Moment:
    change = sum(abs(new - old) for old, new in zip(before, after, strict=True)) / 2
    return Moment(round, step, card, leavers, after, change)


def _boldness(decided: Iterable[tuple[DecisionPoint, Sequence[int]]]) -> dict[int, float]:
    """Return the boldness of each seat in a game."""
    chosen: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for decision, leavers in decided:
        for seat in decision.inside:
            chosen[seat].append((decision.leave, seat in leavers))
    return {seat: boldness(choices) for seat, choices in chosen.items()}
