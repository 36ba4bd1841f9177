"""Measure one bot at mixed tables of the public panel: the ladder.

Seats are rotated, and all tables play the same decks.
"""

import random
from dataclasses import dataclass, replace
from math import isqrt
from os import PathLike
from typing import Any

from diamant.bots import Bot, as_bots
from diamant.bots.families import PANEL, panel
from diamant.editions import find_edition
from diamant.errors import DiamantError, UnknownNameError
from diamant.rules.edition import Edition
from diamant.simulator.engine import TIME_LIMIT, check_games
from diamant.simulator.parallel import Hooks
from diamant.simulator.standings import Standing, Tournament
from diamant.simulator.tournament import Plan, play_plan

MOST_TABLES = 240
"""The maximum number of different tables for the bot, not counting rotations."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """A bot's results against the panel, and the panel's results at those tables."""

    bot: Standing
    outcome: Tournament

    def to_json(self) -> dict[str, Any]:
        """Return what `diamant ladder --json` prints."""
        told = self.outcome.to_json()
        own = next(row for row in told["bots"] if row["bot"] == self.bot.bot)
        others = [row for row in told["bots"] if row is not own]
        kept = ("edition", "players", "games", "decks", "seconds")
        return (
            {"bot": self.bot.bot}
            | {name: told[name] for name in kept}
            | {"tables": told["mixes"], "fair": 1 / self.outcome.players}
            | {name: own[name] for name in own if name not in ("bot", "games", "rating")}
            | {"panel": others}
        )


def ladder(
    edition: Edition | str | PathLike[str],
    bot: Bot | str,
    players: int = 4,
    games: int = 200_000,
    *,
    families: tuple[str, ...] = (),
    alike: bool = False,
    seed: int = 0,
    threads: int | None = None,
    time_limit: float = TIME_LIMIT,
    luck_adjusted: bool = False,
    hooks: Hooks | None = None,
) -> Ladder:
    """Measure a bot at tables where every opponent has a different panel strategy.

    With `alike`, all opponents at a table have the same strategy.
    """
    edition, (own,) = find_edition(edition), as_bots([bot])
    check_games(games, seed)
    edition.check_players(players)
    for family in families:
        if family not in PANEL:
            raise UnknownNameError.unknown("unknown panel family {name} ({hint})", family, PANEL)
    company = [other for other in panel(*families) if str(other) != str(own)]
    if not alike and len(company) < players - 1:
        raise DiamantError(
            "a table of {players} needs {others} opponents, but only {asked} were given",
            players,
            players - 1,
            len(company),
        )
    bots = (own, *company)
    if alike:
        mixes = [(0, *[other] * (players - 1)) for other in range(1, len(bots))]
    else:
        # As many tables as decks, because too few of either make the result uncertain.
        wanted = max(1, min(MOST_TABLES, isqrt(games // players)))
        mixes = _companies(len(bots), players, wanted, random.Random(seed))  # noqa: S311 - a sample
    plan = Plan.of(
        edition,
        bots,
        mixes,
        games,
        all_mixes=len(mixes),
        seed=seed,
        time_limit=time_limit,
        sampled=False,
    )
    outcome = play_plan(replace(plan, luck_adjusted=luck_adjusted), threads, hooks or Hooks())
    standing = next((row for row in outcome.standings if row.bot == str(own)), None)
    if standing is None:
        raise DiamantError("no game was played to the end")
    return Ladder(standing, outcome)


def _companies(bots: int, players: int, wanted: int, rng: random.Random) -> list[tuple[int, ...]]:
    """Return `wanted` random tables of bot 0 and distinct opponents, or all tables."""
    tables: set[tuple[int, ...]] = set()
    for _ in range(20 * wanted):
        tables.add(tuple(sorted(rng.sample(range(1, bots), players - 1))))
        if len(tables) == wanted:
            break
    return [(0, *table) for table in sorted(tables)]
