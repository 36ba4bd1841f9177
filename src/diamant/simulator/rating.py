"""A rating for games of several players: the Plackett-Luce model of openskill."""

from collections.abc import Iterable, Sequence

from diamant.errors import DiamantError
from diamant.extras import needs

AVERAGE = 1500.0
SCALE = 40.0  # Points per unit of openskill's skill, so that differences look like chess ratings'.


def rate(bots: int, games: Iterable[tuple[Sequence[int], Sequence[int]]]) -> list[float]:
    """Return each bot's rating from games, each told as who sat where and everybody's points.

    1500 is average. The order of the games matters a little, as in every rating that is updated
    game by game.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise DiamantError(needs("openskill", "a rating")) from None
    # A bot does not learn: without tau the ratings settle instead of following the last games.
    model = PlackettLuce(tau=0.0)
    ratings = [model.rating() for _ in range(bots)]
    for line_up, points in games:
        # A bot that sits twice is rated by its first seat: it has nothing to prove to itself.
        score_of = dict(reversed(list(zip(line_up, points, strict=True))))
        if len(score_of) < 2:
            continue
        teams = [[ratings[bot]] for bot in score_of]
        rated = model.rate(teams, scores=list(score_of.values()))
        for bot, (rating,) in zip(score_of, rated, strict=True):
            ratings[bot] = rating
    start = model.rating().mu
    return [AVERAGE + SCALE * (rating.mu - start) for rating in ratings]
