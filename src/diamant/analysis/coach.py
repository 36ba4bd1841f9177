"""The coach: the value of staying and leaving for a player, and why.

The coach knows only what the player knows. If chests are closed, it doesn't mention winning,
because nobody knows the others' points. The value of leaving comes from the reference. The
reference assumes that players who stay act as a pack, so an expert (`Foresight`) supplies the
advantage of staying and the others' probabilities of leaving.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from diamant.analysis.choices import DecisionPoint, Foresee
from diamant.analysis.value import Ahead
from diamant.errors import DiamantError
from diamant.locales.words import Words
from diamant.rules.game import Game, Phase

CLOSE_POINTS = 0.3
CLOSE_CHANCE = 0.005
HOPELESS = 0.02
NOTHING = 0.05  # Points; smaller values are shown as 0.0.
MUCH = 1.0  # Points that leaving earns in addition to the gems carried.
LIKELY = 0.5  # A higher chance is called "probable".

Likely = Callable[[Game, int], float | None]
"""A function that returns a bot's probability of leaving in a seat, or None."""


class Worth(NamedTuple):
    """The value of a choice: average points, and the chance of winning, if known."""

    points: float
    win: float | None


class Advice(NamedTuple):
    """The coach's advice for a player who decides."""

    seat: int
    stay: Worth
    leave: Worth
    cards: int  # Cards still to come.
    fatal: int  # Cards among them that would end the expedition.
    carried: int
    relics: int  # Worth of the relics on the path to a player who leaves alone.
    behind: int | None  # Points behind the best opponent; negative if ahead.
    is_last: bool
    others: float  # The other players' average probability of leaving.
    alone: float  # The probability that none of them leaves.
    likely: dict[str, float]  # How often others would leave here, by name.

    @property
    def bust(self) -> float:
        """The chance that the next card ends the expedition."""
        return self.fatal / self.cards

    @property
    def cost(self) -> float:
        """The expected loss from the next card, in points."""
        return self.bust * self.leave.points

    @property
    def brings(self) -> float:
        """The expected gain from the rest of the expedition for a player who stays."""
        return self.stay.points - self.leave.points + self.cost

    @property
    def leaves(self) -> bool | None:
        """Whether the coach recommends leaving; None if the choices are close."""
        if self.stay.win is None or self.leave.win is None:
            return self._by_points
        return _better(self.leave.win - self.stay.win, CLOSE_CHANCE)

    @property
    def _by_points(self) -> bool | None:
        return _better(self.leave.points - self.stay.points, CLOSE_POINTS)

    def to_json(self) -> dict[str, Any]:
        """Return the advice as JSON data."""
        return {
            "seat": self.seat,
            "stay": self.stay._asdict(),
            "leave": self.leave._asdict(),
            "bust": self.bust,
            "advice": {True: "leave", False: "stay", None: "close"}[self.leaves],
            "likely": self.likely,
        }

    def sentence(self, words: Words) -> str:
        """Explain the advice in words that a ten-year-old understands."""
        t = words.t
        told = []
        if not self.fatal:
            told.append(t("No card can end the expedition yet."))
        elif self.carried:
            told.append(
                words.tn(
                    (
                        "{n} of the {cards} cards left would end the expedition, and you're "
                        "carrying {carried}."
                    ),
                    (
                        "{n} of the {cards} cards left would end the expedition, and you're "
                        "carrying {carried}."
                    ),
                    self.fatal,
                    cards=self.cards,
                    carried=words.tn("{n} gem", "{n} gems", self.carried),
                )
            )
        else:
            told.append(
                words.tn(
                    (
                        "{n} of the {cards} cards left would end the expedition, but you're "
                        "not carrying anything."
                    ),
                    (
                        "{n} of the {cards} cards left would end the expedition, but you're "
                        "not carrying anything."
                    ),
                    self.fatal,
                    cards=self.cards,
                )
            )
        told.append(self._average(words))
        if self.relics:
            told.append(t("Leave alone to take relics worth {worth}.", worth=self.relics))
            if self.alone < LIKELY:
                told.append(t("But you probably won't be the only one leaving."))
        told.append(self._twist(words))
        if self.leaves is None:
            told.append(t("It's close. Your call!"))
        else:
            told.append(t("I'd leave.") if self.leaves else t("I'd go on."))
        return " ".join(filter(None, told))

    def others_say(self, words: Words) -> str:
        """Return a sentence on how often perfect play and the champion leave, if known."""
        if not {"equilibrium", "champion"} <= self.likely.keys():
            return ""
        return words.t(
            ("Perfect play leaves here in {equilibrium} of 100 games, the champion in {champion}."),
            **{name: f"{100 * chance:.0f}" for name, chance in self.likely.items()},
        )

    def _average(self, words: Words) -> str:
        """Return a sentence on each choice's points, unless the choice is obvious."""
        if self.leave.points - self.carried >= MUCH or (not self.fatal and self.leaves):
            # The gems on the path are also at stake, so the cost alone would not explain the
            # advice.
            return words.t(
                "On average, leaving now gets you {home} points; going on gets you {later}.",
                home=words.decimal(self.leave.points),
                later=words.decimal(self.stay.points),
            )
        if not self.fatal:
            return ""
        # The odds on the screen cover only the next card, so their gain is different.
        gain = words.decimal(max(self.brings, 0))
        if self.cost < NOTHING:
            return words.t(
                (
                    "The next card costs you nothing, and the rest of this expedition "
                    "earns you {gain} points on average."
                ),
                gain=gain,
            )
        return words.t(
            (
                "On average, the next card costs you {cost} points, and the rest of this "
                "expedition earns you {gain}."
            ),
            cost=words.decimal(self.cost),
            gain=gain,
        )

    def _twist(self, words: Words) -> str:
        """Return a sentence on why winning requires a different choice than points."""
        if self.leaves is None or self.behind is None:
            return ""
        if self.is_last and not self.leaves and (self.leave.win or 0) < HOPELESS:
            # If points also favor going on, this sentence adds a reason and isn't an objection.
            if self._by_points is False:
                return words.t(
                    (
                        "And you're {points} behind in the last expedition: if you leave "
                        "now, you can't win."
                    ),
                    points=words.tn("{n} point", "{n} points", self.behind),
                )
            return words.t(
                (
                    "But you're {points} behind in the last expedition: if you leave now, "
                    "you can't win."
                ),
                points=words.tn("{n} point", "{n} points", self.behind),
            )
        if self.leaves == self._by_points:
            return ""
        if self.leaves:
            return words.t("But to win, you're better off leaving now.")
        if self.behind > 0 and self._by_points:
            return words.t("But leaving now won't get you enough to win.")
        return words.t("But to win, you're better off going on.")


def _better(difference: float, close: float) -> bool | None:
    return None if abs(difference) < close else difference > 0


def advise(
    game: Game,
    seat: int,
    likely: Mapping[str, Likely] | None = None,
    foresee: Foresee | None = None,
) -> Advice:
    """Return the coach's advice for a player inside who has to choose.

    `likely` maps names to functions that return a player's probability of leaving, such as the
    equilibrium's. Without `foresee`, all values come from the reference.

    >>> game = Game.from_position("iello-2016 open 5 decide 7+1,snake,lava AC+5 14,9,20 -")
    >>> advice = advise(game, seat=0)
    >>> advice.stay.points > advice.leave.points, advice.stay.win > advice.leave.win
    (True, False)
    """
    cave = game.expedition
    if game.phase is not Phase.DECIDE or seat not in cave.in_cave:
        raise DiamantError("advice is only available for a player who has to choose")
    decision, ahead = DecisionPoint(game), Ahead(game)
    expected = foresee(game, seat) if foresee else None
    leaving = expected.leaving if expected else decision.chances()
    others = [chance for each, chance in leaving.items() if each != seat]
    numbers = _numbers(others)
    rest = [points for at, points in enumerate(game.scores) if at != seat]
    win = decision.choice_shares(leaving)[seat]
    if expected:
        win = win.foreseen(expected)
    answers = {name: ask(game, seat) for name, ask in (likely or {}).items()}
    return Advice(
        seat,
        Worth(
            sum(chance * ahead.on_average(gone) for gone, chance in enumerate(numbers)),
            None if game.closed else win.stay,
        ),
        Worth(
            sum(chance * ahead.home(gone + 1) for gone, chance in enumerate(numbers)),
            None if game.closed else win.leave,
        ),
        cave.deck.size,
        sum(cave.deck[kind] for kind in cave.hazards),
        cave.carried,
        ahead.worth,
        None if game.closed else max(rest) - game.scores[seat],
        cave.round == game.edition.rounds,
        sum(others) / max(1, len(others)),
        numbers[0],
        {name: answer for name, answer in answers.items() if answer is not None},
    )


def _numbers(chances: Sequence[float]) -> list[float]:
    """Return the probabilities that 0, 1, 2, … players leave, given each player's."""
    numbers = [1.0]
    for chance in chances:
        stays = [each * (1 - chance) for each in numbers]
        numbers = [
            stay + left
            for stay, left in zip(
                [*stays, 0.0], [0.0, *(each * chance for each in numbers)], strict=True
            )
        ]
    return numbers
