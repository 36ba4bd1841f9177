"""Solve by brute force, to check the solver: the rules over all orders of cards and all choices."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np

from diamant.editions import edition
from diamant.rules.cards import Hazard, Treasure
from diamant.rules.edition import HazardKind, Relics
from diamant.rules.game import Game, Phase

KINDS = ("snake", "lava", "spider", "ram")


def small_edition(treasures, hazards, relics=(), worth="by order"):
    """Return an edition of one round for any number of players."""
    return replace(
        edition("schmidt-2005"),
        id="small",
        rounds=1,
        least_players=1,
        treasures=tuple(treasures),
        hazards=tuple(map(HazardKind, KINDS, hazards)),
        relics=Relics("start", worth, tuple(relics), supplied=True) if relics else None,
    )


def expect(game, decide, known):
    """Return seat 0's expected value; `decide` chooses, given the value for each set of leavers."""
    if game.phase is Phase.OVER or 0 not in game.expedition.in_cave:
        return game.scores[0]
    if game.key not in known:
        if game.phase is Phase.TURN:
            known[game.key] = sum(
                chance * expect(game.turn(card).game, decide, known)
                for card, chance in game.chances().items()
            )
        else:
            known[game.key] = decide(game, _outcomes(game, decide, known))
    return known[game.key]


def _outcomes(game, decide, known):
    """Return seat 0's value for leaving and for staying, by the number of others who leave."""
    others = game.expedition.in_cave[1:]
    found = []
    for own in ((0,), ()):
        row = []
        for leavers in range(len(others) + 1):
            # All positions are symmetric, so only the number of other leavers may matter.
            ways = {
                round(float(expect(game.decide([*own, *who]).game, decide, known)), 9)
                for who in combinations(others, leavers)
            }
            assert len(ways) == 1
            who = others[:leavers]
            row.append(expect(game.decide([*own, *who]).game, decide, known))
        found.append(row)
    return found


def mixed(chance, amounts):
    """Return the mean value if each of the others leaves with this chance."""
    others = len(amounts) - 1
    total = 0
    for mask in range(1 << others):
        leavers = mask.bit_count()
        total += chance**leavers * (1 - chance) ** (others - leavers) * amounts[leavers]
    return total


def equilibrium(game, outcomes):
    """Decide like the solver: the symmetric equilibrium with the highest value for all."""
    leave, stay = outcomes
    gains = [there - here for there, here in zip(leave, stay, strict=True)]
    found = []
    if gains[0] <= 0:
        found.append(stay[0])
    if gains[-1] >= 0:
        found.append(leave[-1])
    if len(gains) == 2 and gains[0] * gains[1] < 0:
        found.append(mixed(Fraction(gains[0]) / (gains[0] - gains[1]), stay))
    elif len(gains) > 2:
        polynomial = np.polynomial.Polynomial([0.0])
        q = np.polynomial.Polynomial([0.0, 1.0])
        for mask in range(1 << (len(gains) - 1)):
            leavers = mask.bit_count()
            term = q**leavers * (1 - q) ** (len(gains) - 1 - leavers)
            polynomial += float(gains[leavers]) * term
        found += [
            mixed(root.real, [float(amount) for amount in stay])
            for root in polynomial.trim(1e-12).roots()
            if abs(root.imag) < 1e-9 and 1e-9 < root.real < 1 - 1e-9
        ]
    return max(found)


def best_response(chance):
    """Return the best decisions against others who leave with `chance(game)`."""

    def decide(game, outcomes):
        return max(mixed(chance(game), amounts) for amounts in outcomes)

    return decide


def against(own, others):
    """Return decisions by one policy while the others follow another."""

    def decide(game, outcomes):
        leave, stay = (mixed(others(game), amounts) for amounts in outcomes)
        return own(game) * leave + (1 - own(game)) * stay

    return decide


def brute_force(game_edition, players, decide):
    """Return seat 0's value before the first card."""
    return expect(Game.start(game_edition, players), decide, {})


def coordinates(game):
    """Return a game's position in the form that `Solution.at` expects."""
    cave, box = game.expedition, {kind.kind: kind.copies for kind in game.edition.hazards}
    turned = [card.value for card in cave.path if isinstance(card, Treasure)]
    met = [box[card.kind] for card in cave.path if isinstance(card, Hazard)]
    return turned, met, len(cave.in_cave), cave.carried, sum(cave.gems)


def relics_of(game):
    """Return the relics on the path and the taken ones, in the form that `Solution.at` expects."""
    both = game.expedition.relics, [taken.card for held in game.relics for taken in held]
    if game.edition.relics and game.edition.relics.worth == "printed":
        return tuple([relic.number for relic in relics] for relics in both)
    return tuple(map(len, both))
