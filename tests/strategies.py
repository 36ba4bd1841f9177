"""Hypothesis strategies: custom editions, and games of them at any moment.

- `editions()`, `built_in_editions()`: an `Edition`
- `games(...)`, `games_in_progress(...)`, `finished_games(...)`: a `Game`
"""

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from diamant import editions as built_in
from diamant.rules.cards import Card
from diamant.rules.edition import Edition, HazardKind, Relics
from diamant.rules.game import Game, Phase
from diamant.rules.supply import Gem

KINDS = ("snake", "lava", "gas", "Žaba", "cave-in", "x_1", "treasure", "relics", "蛇")
WORDS = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=12)


def built_in_editions() -> st.SearchStrategy[Edition]:
    """Return a strategy for all editions that ship with the game."""
    return st.sampled_from(built_in.IDS).map(built_in.edition)


@st.composite
def editions(
    draw: st.DrawFn, *, most_rounds: int = 4, most_treasures: int = 8, most_worth: int = 40
) -> Edition:
    """Draw a playable custom edition: a small deck, few gems, any schedule and option."""
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4, unique=True))
    # The first kind has at least two copies, because a deck without a pair could run out.
    copies = [draw(st.integers(2, 4)), *(draw(st.integers(1, 4)) for _ in kinds[1:])]
    pairs = sum(copies) - len(copies)
    rounds = draw(st.integers(1, min(most_rounds, pairs)))
    least = draw(st.integers(1, 8))
    relics = draw(st.none() | relic_schedules())
    return Edition(
        id=draw(st.from_regex(r"own-[a-z0-9-]{1,12}", fullmatch=True)),
        name=draw(WORDS),
        summary=draw(st.just("") | WORDS),
        rounds=rounds,
        least_players=least,
        most_players=draw(st.integers(least, 8)),
        treasures=tuple(
            draw(st.lists(st.integers(1, most_worth), min_size=1, max_size=most_treasures))
        ),
        hazards=tuple(map(HazardKind, kinds, copies)),
        gems=draw(gem_boxes()),
        relics=relics,
        sharing=draw(st.sampled_from(["pooled", "card by card"])),
        tie_break=draw(st.sampled_from(["shared", "relics"])) if relics else "shared",
        ritual=draw(st.sampled_from(["fist", "card"])),
        caves=draw(st.sampled_from(["blockers", "barricades"])),
        names=draw(st.dictionaries(st.sampled_from([*kinds, "relic", "cave"]), WORDS, max_size=2)),
    )


@st.composite
def relic_schedules(draw: st.DrawFn) -> Relics:
    """Draw a way for relics to enter and to be worth something."""
    worth = draw(st.sampled_from(["printed", "by order"]))
    points = draw(st.lists(st.integers(1, 15), min_size=1, max_size=5))
    return Relics(
        enter=draw(st.sampled_from(["start", "each round"])),
        worth=worth,
        points=tuple(sorted(points) if worth == "printed" else points),
        supplied=draw(st.booleans()),
    )


@st.composite
def gem_boxes(draw: st.DrawFn) -> tuple[Gem, ...]:
    """Draw one to three sorts of gems, each a multiple of the one before, often too few."""
    factors = draw(st.lists(st.integers(2, 5), max_size=2))
    worths = [1]
    for factor in factors:
        worths.append(worths[-1] * factor)
    return tuple(
        Gem(f"gem{position}", worth, draw(st.integers(0, 30)))
        for position, worth in enumerate(worths)
    )


def course_of_play(game: Game, chance: random.Random, leave: float) -> list[Game]:
    """Play a game to its end with random cards and choices, and return all its moments."""
    moments = [game]
    while game.phase is not Phase.OVER:
        if game.phase is Phase.TURN:
            game = game.turn(chance.choice(_cards_left(game))).game
        else:
            inside = game.expedition.in_cave
            game = game.decide([seat for seat in inside if chance.random() < leave]).game
        moments.append(game)
    return moments


def _cards_left(game: Game) -> Sequence[Card]:
    return list(game.expedition.deck)


@st.composite
def courses_of_play(
    draw: st.DrawFn, editions: st.SearchStrategy[Edition] | None = None
) -> list[Game]:
    """Draw all moments of a game, with open or closed chests and careful or daring players."""
    edition = draw(built_in_editions() if editions is None else editions)
    players = draw(st.integers(edition.least_players, edition.most_players))
    game = Game.start(edition, players, closed=draw(st.booleans()))
    # One seed for all cards and choices keeps the search fast and failures repeatable.
    chance = random.Random(draw(st.integers(0, 2**32)))
    return course_of_play(game, chance, draw(st.sampled_from([0.1, 0.3, 0.5, 0.9])))


def games(editions: st.SearchStrategy[Edition] | None = None) -> st.SearchStrategy[Game]:
    """Draw a game at any moment from the first to the last, by default of a built-in edition."""
    return courses_of_play(editions).flatmap(st.sampled_from)


def games_in_progress(
    editions: st.SearchStrategy[Edition] | None = None,
) -> st.SearchStrategy[Game]:
    """Draw a game at any moment before the last."""
    return courses_of_play(editions).flatmap(lambda moments: st.sampled_from(moments[:-1]))


def finished_games(editions: st.SearchStrategy[Edition] | None = None) -> st.SearchStrategy[Game]:
    """Draw a finished game."""
    return courses_of_play(editions).map(lambda moments: moments[-1])
