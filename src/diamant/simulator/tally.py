"""Adding games up, in whole numbers."""

import numpy as np

from diamant.rules.cards import Relic
from diamant.rules.events import (
    Banked,
    Bust,
    CardTurned,
    ChoicesRevealed,
    ExpeditionEnded,
    RelicsTaken,
    TreasureShared,
)
from diamant.rules.game import Game
from diamant.simulator.kernel import layout
from diamant.simulator.result import FLOWS, MOST_COUNTED, WIN_PARTS, Detail, Games


class Tally:
    """Sums and counts of games, which add up the same in whatever order they are added.

    `sums` has the rows that `layout` names, for each seat. Its row of relics, and the rest, are
    counted by a kernel only where details are asked for; games of called bots are always counted
    whole. The rest are `scores[seat, points]`, `lengths[round, cards]`, `busts[round]`,
    `leavers[how many at once]`, and where gems and relics went as `flows`, by their places in
    `layout`.
    """

    def __init__(
        self, players: int, rounds: int, most_cards: int, counted: int = MOST_COUNTED
    ) -> None:
        self.games = 0
        self.sums = np.zeros((4, layout.MOST_SEATS), np.uint64)
        self.scores = np.zeros((players, counted), np.int64)
        self.lengths = np.zeros((rounds, most_cards + 1), np.int64)
        self.busts = np.zeros(rounds, np.int64)
        self.leavers = np.zeros(layout.MOST_SEATS + 1, np.int64)
        self.flows = np.zeros(len(FLOWS), np.uint64)

    def add(self, other: "Tally") -> None:
        """Add another tally to this one."""
        self.games += other.games
        self.sums += other.sums
        self.scores += other.scores
        self.lengths += other.lengths
        self.busts += other.busts
        self.leavers += other.leavers
        self.flows += other.flows

    def add_game(self, game: Game, each: Games | None = None, place: int = 0) -> None:
        """Add a finished game, and write its outcome at a place among those of single games."""
        part = WIN_PARTS // len(game.winners)
        winning = 0
        for seat, score in enumerate(game.scores):
            self.sums[layout.POINTS, seat] += score
            self.sums[layout.SQUARES, seat] += score * score
            self.sums[layout.RELICS, seat] += len(game.relics[seat])
            if seat in game.winners:
                self.sums[layout.WINS, seat] += part
                winning |= 1 << seat
            self.scores[seat, min(score, self.scores.shape[1] - 1)] += 1
            if each is not None:
                each.scores[place, seat] = score
        if each is not None:
            each.winners[place] = winning
        self._add_events(game, each, place)
        self.games += 1

    def _add_events(self, game: Game, each: Games | None, place: int) -> None:
        """Count what the events of a game tell."""
        cards, path = 0, 0
        for event in game.history:
            if isinstance(event, CardTurned):
                cards += 1
                self.flows[layout.RELICS_TURNED] += isinstance(event.card, Relic)
            elif isinstance(event, TreasureShared):
                path += event.remainder
            elif isinstance(event, Bust):
                self.flows[layout.LOST_IN_BUSTS] += event.lost * len(event.seats)
            elif isinstance(event, ChoicesRevealed) and event.leavers:
                self.leavers[len(event.leavers)] += 1
            elif isinstance(event, Banked):
                self.flows[layout.FROM_HAND] += event.carried
                self.flows[layout.FROM_PATH] += event.share
                path -= event.share
            elif isinstance(event, RelicsTaken):
                self.flows[layout.RELICS_TAKEN] += len(event.relics)
            elif isinstance(event, ExpeditionEnded):
                self.flows[layout.LEFT_ON_PATH] += path
                self.lengths[event.round - 1, cards] += 1
                self.busts[event.round - 1] += event.bust
                if each is not None:
                    each.lengths[place, event.round - 1] = cards
                    each.busts[place, event.round - 1] = event.bust
                cards, path = 0, 0

    def to_detail(self) -> Detail:
        """Return the histograms."""
        flows = dict(zip(FLOWS, map(int, self.flows), strict=True))
        return Detail(self.scores, self.lengths, self.busts, self.leavers, flows)
