"""The reference: each player's share of the win at any public position.

- When the game is over, the value is the result.
- After a card, while the players inside decide, the pack (`pack.py`) determines the outcomes: all
  leave, continue and come home, or bust. Each outcome is weighted by its match equity.
- Before a card, the value is the exact mean over all possible cards. A bust, or an empty cave,
  leads to the first card of the next expedition, or to the result.

Shares add up to 1 at every position. Nothing here knows the order of the cards.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import compress
from math import exp, hypot
from operator import not_
from typing import NamedTuple

from diamant.analysis.equity import Mix, Softmax, final_shares, mix_of, spread_of
from diamant.analysis.pack import Cards, Lying, Pack, pack_of
from diamant.rules.cards import Card, Hazard, Relic, Treasure
from diamant.rules.deck import Deck
from diamant.rules.edition import Edition
from diamant.rules.game import Game, Phase
from diamant.rules.sharing import relic_worth, relics_on, share_path
from diamant.view import relics_for_taker

Shares = tuple[float, ...]

_MOST_EXPONENT = 700.0  # A float overflows above this, where shares no longer change.


class Prospect(NamedTuple):
    """A possible end of an expedition: its probability, and what each stayer gains."""

    chance: float
    gain: float
    relics: int = 0


class Prospects(NamedTuple):
    """All prospects: those that end with nobody inside, and the less certain ones."""

    settled: tuple[Prospect, ...]
    later: tuple[Prospect, ...]


class Scoreboard(NamedTuple):
    """Each player's points and number of relics."""

    scores: tuple[int, ...]
    relics: tuple[int, ...]


def value(game: Game) -> Shares:
    """Return each player's share of the win.

    >>> game = Game.start("iello-2016", 4)
    >>> value(game)
    (0.25, 0.25, 0.25, 0.25)
    """
    scores = Scoreboard(game.scores, tuple(map(len, game.relics)))
    if game.phase is Phase.OVER:
        return final_shares(*scores, game.edition)
    if game.phase is Phase.TURN:
        return Ahead(game).after(())
    return _blend(
        Leaves.of(game.edition, game.players, game.expedition.round),
        scores,
        game.expedition.in_cave,
        _prospects([(1.0, pack(game))]),
    )


def pack(game: Game) -> Pack:
    """Evaluate the current choice of the players inside, modeled as a pack."""
    cave = game.expedition
    before = sum(map(len, game.relics)) + len(cave.relics)
    cards = Cards.of(cave.deck, cave.hazards, game.edition, before)
    path = Lying(sum(cave.gems), len(cave.relics), sum(relics_for_taker(game)))
    return pack_of(cards, len(cave.in_cave), cave.carried, path)


class Leaves(NamedTuple):
    """The mixes that evaluate the end of an expedition.

    `settled` applies if nobody is left inside; None means that the game is over and the result
    counts. Before that, the wider `open` applies.
    """

    edition: Edition
    settled: Mix | None
    open: Mix

    @classmethod
    def of(cls, edition: Edition, players: int, round: int) -> "Leaves":
        """Return the mixes for the end of an expedition."""
        spread = spread_of(players, edition)
        if round >= edition.rounds:
            return cls(edition, None, (Softmax(1.0, spread),))
        settled = mix_of(players, edition.rounds - round, edition)
        wider = tuple(Softmax(weight, hypot(width, spread)) for weight, width in settled)
        return cls(edition, settled, wider)


class Ahead:
    """Everything that can happen after the players inside have chosen.

    Before a card, it is everything that can happen after the card.
    """

    def __init__(self, game: Game) -> None:
        assert game.phase is not Phase.OVER, "nothing is ahead of a game that is over"
        self.game = game
        cave = game.expedition
        self.worth = sum(relics_for_taker(game))
        self._leaves = Leaves.of(game.edition, game.players, cave.round)
        self._by_number: dict[int, Prospects] = {}
        self._next: dict[tuple[str | None, int], float] = {}

    def after(self, leavers: Sequence[int]) -> Shares:
        """Return the position's value after `leavers` have left and the others stayed."""
        game, number = self.game, len(leavers)
        board = self._banked(leavers)
        stayers = [seat for seat in game.expedition.in_cave if seat not in leavers]
        taken = sum(board.relics)
        if not stayers:
            return self._next_round(board, ((None, 1.0),), taken)
        if number not in self._by_number:
            self._by_number[number] = _prospects(self._packs_without(number))
        shares = _blend(self._leaves, board, stayers, self._by_number[number])
        if not self._fatal:
            return shares
        lost = self._next_round(board, self._fatal, taken)
        return tuple(map(sum, zip(shares, lost, strict=True)))

    def home(self, leavers: int) -> int:
        """Return the points that each leaver brings home in gems and relics."""
        share, _ = self._path(leavers)
        return self.game.expedition.carried + share + (self.worth if leavers == 1 else 0)

    def on_average(self, leavers: int) -> float:
        """Return the expected points of a stayer after this many others have left.

        After the next card, the stayers leave or continue with the pack, whichever is better.
        """
        return sum(
            chance * max(pack.now, pack.alive * pack.later)
            for chance, pack in self._packs_without(leavers)
        )

    def _banked(self, leavers: Sequence[int]) -> Scoreboard:
        """Return the scoreboard after these seats have left."""
        game = self.game
        relics = [len(taken) for taken in game.relics]
        if not leavers:
            return Scoreboard(game.scores, tuple(relics))
        scores, home = list(game.scores), self.home(len(leavers))
        for seat in leavers:
            scores[seat] += home
        if len(leavers) == 1:
            relics[leavers[0]] += len(game.expedition.relics)
        return Scoreboard(tuple(scores), tuple(relics))

    def _path(self, leavers: int) -> tuple[int, int]:
        """Return each leaver's share of the path, and the remainder."""
        cave = self.game.expedition
        if not leavers:
            return 0, sum(cave.gems)
        share, rest = share_path(cave.path, cave.gems, leavers, self.game.edition.sharing)
        return share, sum(rest)

    def _packs_without(self, leavers: int) -> Iterator[tuple[float, Pack]]:
        """Yield each pack that can come next, with its probability, after `leavers` left."""
        cave = self.game.expedition
        before = sum(map(len, self.game.relics)) + len(cave.relics)
        inside, (_, gems) = len(cave.in_cave) - leavers, self._path(leavers)
        path = Lying(gems) if leavers == 1 else Lying(gems, len(cave.relics), self.worth)
        return _packs(
            self.game.edition, cave.deck, cave.hazards, inside, cave.carried, path, before
        )

    @cached_property
    def _next_leaves(self) -> Leaves:
        """The mixes that evaluate the end of the next expedition."""
        game = self.game
        return Leaves.of(game.edition, game.players, game.expedition.round + 1)

    @cached_property
    def _fatal(self) -> tuple[tuple[str, float], ...]:
        """Each kind of hazard that would be a bust, with its probability of coming next."""
        cave = self.game.expedition
        chances = ((kind, cave.deck[kind] / cave.deck.size) for kind in cave.hazards)
        return tuple((kind, chance) for kind, chance in chances if chance)

    def _next_round(
        self, board: Scoreboard, ends: Sequence[tuple[str | None, float]], taken: int
    ) -> Shares:
        """Return the value of the expedition's end, averaged over the ways it can end.

        All players are inside at the start of the next expedition and get the same gems. So the
        mean over all first cards depends only on the probability that the next expedition
        continues.
        """
        game, cave = self.game, self.game.expedition
        if cave.round == game.edition.rounds:
            chance = sum(chance for _, chance in ends)
            return tuple(chance * share for share in final_shares(*board, game.edition))
        settled = later = 0.0
        for kind, chance in ends:
            if (kind, taken) not in self._next:
                self._next[kind, taken] = self._opening(kind, taken)
            settled += chance * (1 - self._next[kind, taken])
            later += chance * self._next[kind, taken]
        prospects = Prospects((Prospect(settled, 0),), (Prospect(later, 0),))
        return _blend(self._next_leaves, board, (), prospects)

    def _opening(self, kind: str | None, taken: int) -> float:
        """Return the probability that the next expedition continues after its first card."""
        game, cave = self.game, self.game.expedition
        gone: tuple[Card, ...] = (*game.gone, *relics_on(cave.path))
        if kind is not None:
            gone = (*gone, Hazard(kind))
        deck = game.edition.deck(cave.round + 1, gone)
        first = _packs(game.edition, deck, (), game.players, 0, Lying(0), taken)
        return sum(prospect.chance for prospect in _prospects(first).later)


def _packs(
    edition: Edition,
    deck: Deck,
    met: tuple[str, ...],
    inside: int,
    carried: int,
    path: Lying,
    before: int,
) -> Iterator[tuple[float, Pack]]:
    """Yield each harmless card's probability of coming next, and the pack after it.

    `before` is the number of relics that have already been turned or taken.
    """
    cards = Cards.of(deck, met, edition, before)
    for card, copies in deck.items():
        share = worth = 0
        lying = path
        if isinstance(card, Treasure):
            share, rest = divmod(card.value, inside)
            lying = path._replace(gems=path.gems + rest)
        elif isinstance(card, Relic):
            assert edition.relics is not None, "an edition with relics says what they are worth"
            worth = relic_worth(card, before, edition.relics)
            lying = Lying(path.gems, path.relics + 1, path.worth + worth)
        elif card.kind in met:
            continue
        left = cards.without(card, copies, worth)
        yield copies / deck.size, pack_of(left, inside, carried + share, lying)


def _prospects(packs: Iterable[tuple[float, Pack]]) -> Prospects:
    """Return the possible ends of packs, weighted by each pack's probability."""
    # Several cards may lead to the same end; their chances are added.
    settled: dict[tuple[float, int], float] = defaultdict(float)
    later: dict[float, float] = defaultdict(float)
    for chance, pack in packs:
        going = chance * (1 - pack.leave)
        settled[pack.now, pack.relics] += chance * pack.leave
        settled[0, 0] += going * (1 - pack.alive)
        later[pack.later] += going * pack.alive
    return Prospects(
        tuple(Prospect(chance, *end) for end, chance in settled.items()),
        tuple(Prospect(chance, gain) for gain, chance in later.items()),
    )


def _blend(
    leaves: Leaves, board: Scoreboard, stayers: Sequence[int], prospects: Prospects
) -> Shares:
    """Return the shares averaged over all possible ends of an expedition."""
    shares = _mixed(board.scores, stayers, prospects.later, leaves.open)
    if leaves.settled is not None:
        settled = _mixed(board.scores, stayers, prospects.settled, leaves.settled)
        return tuple(map(sum, zip(shares, settled, strict=True)))
    for chance, gain, taken in prospects.settled:
        scores, relics = list(board.scores), list(board.relics)
        for seat in stayers:
            scores[seat] += int(gain)
            relics[seat] += taken
        for seat, share in enumerate(final_shares(scores, relics, leaves.edition)):
            shares[seat] += chance * share
    return tuple(shares)


def _mixed(
    scores: Sequence[int], stayers: Sequence[int], prospects: Sequence[Prospect], mix: Mix
) -> list[float]:
    """Return the shares for a mix of softmaxes, averaged over some prospects.

    All stayers gain the same amount in a prospect, so its softmax has only two factors.
    """
    best = max(scores)
    shares = [0.0] * len(scores)
    leads = [score - best for score in scores]
    is_in = [seat in stayers for seat in range(len(scores))]
    for weight, width in mix:
        parts = [exp(lead / width) for lead in leads]
        inside = sum(compress(parts, is_in))
        outside = sum(compress(parts, map(not_, is_in)))
        stay = leave = 0.0
        for chance, gain, _ in prospects:
            grown = exp(min(gain / width, _MOST_EXPONENT))
            each = chance / (outside + grown * inside)
            leave += each
            stay += each * grown
        stay *= weight
        leave *= weight
        for seat, part in enumerate(parts):
            shares[seat] += part * (stay if is_in[seat] else leave)
    return shares
