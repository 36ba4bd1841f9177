"""Summarize many reviewed games: habits, progress, and standings without luck."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from diamant.analysis.choices import boldness
from diamant.analysis.review import Mean, PlayerReview, Rating, Review


class PlayerStanding(NamedTuple):
    """A player's results over some games.

    `adjusted` is the mean result without the luck of the cards. It is unbiased, because that luck
    has mean zero for any reference. `progress` is the decrease in losses per choice from the first
    half of the games to the second.
    """

    name: str
    games: int
    result: Mean
    fair: float
    adjusted: Mean
    decisions: Mean
    rating: Rating
    left: float  # The fraction of choices that were to leave.
    bold: float
    progress: float | None


def standings(reviews: Sequence[Review]) -> list[PlayerStanding]:
    """Return every player's standing, sorted by the result without luck, best first."""
    played: dict[str, list[tuple[Review, int]]] = defaultdict(list)
    for each in reviews:
        for seat, player in enumerate(each.players):
            played[player.name].append((each, seat))
    found = [_standing(name, games) for name, games in played.items()]
    return sorted(found, key=lambda standing: standing.fair - standing.adjusted.value)


def _standing(name: str, games: list[tuple[Review, int]]) -> PlayerStanding:
    players: list[PlayerReview] = [review.players[seat] for review, seat in games]
    choices = [
        [choice for choice in review.choices if choice.seat == seat] for review, seat in games
    ]
    everything = [choice for game in choices for choice in game]
    lost = [[choice.lost for choice in game if not choice.is_obvious] for game in choices]
    half = len(lost) // 2
    early = [each for game in lost[:half] for each in game]
    late = [each for game in lost[len(lost) - half :] for each in game]
    return PlayerStanding(
        name,
        len(games),
        Mean.of([player.result for player in players]),
        sum(player.start for player in players) / len(players),
        Mean.of([player.result - player.cards for player in players]),
        Mean.of([player.decisions for player in players]),
        Rating.of([each for game in lost for each in game]),
        sum(choice.leave for choice in everything) / len(everything),
        boldness([(choice.likely, choice.leave) for choice in everything]),
        Rating.of(early).lost - Rating.of(late).lost if early and late else None,
    )
