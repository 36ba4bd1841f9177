"""OpenSpiel's CFR and MCTS on a small deck, compared with the exact equilibrium of `diamant solve`.

    python examples/small_deck.py --log docs/training/small-deck.csv

Two explorers, one expedition, a deck of five cards: small enough for OpenSpiel to compute how much
any policy can be exploited. The solver's policy cannot be exploited, CFR's gets ever closer to it,
and plain tree search, which ignores secret choices, does not. `--quick` takes seconds.
"""

import argparse
import csv
from pathlib import Path

import numpy as np
import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, mcts

from diamant import Game
from diamant.editions import edition
from diamant.envs.openspiel import NAME, own_deck
from diamant.solver.deck import CaveDeck
from diamant.solver.solution import solve

MIRROR = str.maketrans("01AB", "10BA")
"""One player's information, written as the other player's."""


class SymmetricCFR(cfr._CFRSolver):  # noqa: SLF001 - no other lets both learn at once
    """CFR for two players with the same strategy.

    OpenSpiel's own solvers let the players learn in turn, which leads to equilibria in which one
    always leaves and the other stays. Learning at the same time finds the symmetric one; rounding
    errors would grow, so regrets are made equal after every step.
    """

    def __init__(self, game):
        super().__init__(
            game, alternating_updates=False, linear_averaging=True, regret_matching_plus=True
        )

    def evaluate_and_update_policy(self):
        """Learn, and give both players what either has learned."""
        super().evaluate_and_update_policy()
        for text, node in self._info_state_nodes.items():
            other = self._info_state_nodes[mirrored(text)]
            for sums in ("cumulative_regret", "cumulative_policy"):
                one, two = getattr(node, sums), getattr(other, sums)
                for action in one:
                    one[action] = two[action] = (one[action] + two[action]) / 2
        cfr._update_current_policy(self._current_policy, self._info_state_nodes)  # noqa: SLF001


def mirrored(text):
    """Return the other player's information for this player's information."""
    head, _, record = text.partition("\n")
    cards = [card.partition("/") for card in record.split()]
    return "\n".join(
        [
            head.translate(MIRROR),
            " ".join(
                card + mark + "".join(sorted(who.translate(MIRROR)))
                for card, mark, who in [(cards[0][0].translate(MIRROR), "", ""), *cards[1:]]
            ),
        ]
    )


def position(deck, text):
    """Return the solver's notation of a player's information: cards, explorers inside, gems."""
    game, cards = Game.start(deck, 2), text.partition("\n")[2].split()[1:]
    for place, told in enumerate(cards):
        card, _, leavers = told.partition("/")
        game = game.turn(card).game
        if place < len(cards) - 1:
            game = game.decide(["AB".index(letter) for letter in leavers]).game
    words = [told.partition("/")[0] for told in cards]
    cave, copies = game.expedition, {hazard.kind: hazard.copies for hazard in deck.hazards}
    return (
        tuple(sorted(int(word) for word in words if word.isdigit())),
        tuple(copies[word] for word in words if word in copies),
        len(cave.in_cave),
        cave.carried,
        sum(cave.gems),
    )


def tabular(game, leave):
    """Return an OpenSpiel policy that leaves with these probabilities, by information."""
    table = policy.TabularPolicy(game)
    for text, place in table.state_lookup.items():
        if table.legal_actions_mask[place][1]:
            table.action_probability_array[place] = [1 - leave(text), leave(text)]
    return table


def searched(game, deck, simulations, seed):
    """Return the policy of plain Monte Carlo tree search: how often it tried to leave.

    It chooses first, and assumes that the other player sees the choice.
    """
    rng, found = np.random.RandomState(seed), {}
    bot = mcts.MCTSBot(
        game, 4.0, simulations, mcts.RandomRolloutEvaluator(1, rng), solve=False, random_state=rng
    )
    for state in policy.TabularPolicy(game).states:
        text = state.information_state_string()
        if state.current_player() == 0 and (where := position(deck, text)) not in found:
            visits = {
                child.action: child.explore_count for child in bot.mcts_search(state).children
            }
            found[where] = visits.get(1, 0) / sum(visits.values())
    return tabular(game, lambda text: found[position(deck, text)])


def main():
    """Print a line for every policy, the exact one first."""
    args = arguments()
    base = {"rounds": 1, "treasures": args.treasures, "hazards": args.hazards}
    deck = own_deck(edition("schmidt-2005"), **base)
    told = ",".join(f"{name}={value}" for name, value in base.items())
    game = pyspiel.convert_to_turn_based(
        pyspiel.load_game(f"{NAME}(edition=schmidt-2005,players=2,reward=points,{told})")
    )
    exact, rows = solve(CaveDeck.of(deck), 2), []

    def tell(name, steps, strategy):
        value = expected_game_score.policy_value(game.new_initial_state(), [strategy] * 2)[0]
        # The average gain of a best response, for either player.
        gap = exploitability.nash_conv(game, strategy) / 2
        rows.append({"policy": name, "steps": steps, "value": value, "exploitability": gap})
        print(f"{name:10} {steps:6,}  value {value:.6f}  exploitability {gap:.6f}", flush=True)

    print(f"diamant solve: {exact.value:.6f} points for each player")
    tell("solver", 0, tabular(game, lambda text: exact.at(*position(deck, text))[0]))
    solver = SymmetricCFR(game)
    for step in range(args.iterations + 1):
        if step == args.iterations or step in (0, 1, 2, 5, 10, 20, 50, 100, 200, 500):
            tell("CFR", step, solver.average_policy())
        solver.evaluate_and_update_policy()
    for simulations in args.simulations:
        tell("MCTS", simulations, searched(game, deck, simulations, args.seed))
    if args.log:
        with args.log.open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            table.writeheader()
            table.writerows(rows)


def arguments():
    """Return the command-line arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--treasures", default="2;5;7", help="gems (2;5;7)")
    parser.add_argument("--hazards", default="snake*2", help="kinds and copies (snake*2)")
    parser.add_argument("--iterations", type=int, default=500, help="of CFR (500)")
    parser.add_argument("--simulations", type=int, nargs="*", default=[10, 100, 1_000])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="a deck of four, few iterations")
    parser.add_argument("--log", type=Path, help="file for the results (.csv)")
    args = parser.parse_args()
    if args.quick:
        args.treasures, args.iterations, args.simulations = "2;5", 20, [10]
    return args


if __name__ == "__main__":
    main()
