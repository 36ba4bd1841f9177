"""What `diamant host` knows of the evening before."""

from diamant.server.process.host import MOST_LEFT, left_games
from diamant.store import Index


async def test_games_that_were_going_on_are_named_the_latest_first(house):
    for at, state in enumerate(["playing", "lobby", "over", *["playing"] * MOST_LEFT]):
        index = Index(state=state)
        await house.store.create(f"t{at}", [b"made"], code=f"CODE{at}", index=index, now=float(at))
    assert await left_games(house.store) == ["CODE5", "CODE4", "CODE3"]
