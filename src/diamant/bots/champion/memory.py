"""The champion's memory of a game: the others' types, and what they brought home.

Everything is derived from cards and choices, which all players saw. Memories are cached, because
all moments of a game share their past.
"""

from dataclasses import dataclass, replace

from diamant.bots.champion import mind
from diamant.bots.view import BotView
from diamant.rules import events
from diamant.rules.cards import Card, Hazard, Relic, Treasure
from diamant.rules.edition import Edition
from diamant.rules.sharing import relic_worth

KEPT = 512  # Moments, over all games of a process; each takes about two kilobytes.

_found: dict[int, tuple[events.Past, "Memory"]] = {}


@dataclass
class Memory:
    """The champion's knowledge at one moment in a game."""

    edition: Edition
    players: int
    weights: list[list[float]]
    chests: list[int]
    situation: list[float]
    inside: list[bool]
    gone: list[Card]
    taken: int = 0  # Relics taken by all players.

    @classmethod
    def blank(cls, edition: Edition, players: int) -> "Memory":
        """Return the initial memory, before the first card."""
        return cls(
            edition,
            players,
            weights=[[1.0 / mind.TYPES] * mind.TYPES for _ in range(players)],
            chests=[0] * players,
            situation=[0.0] * mind.SITUATION,
            inside=[False] * players,
            gone=[],
        )

    def copy(self) -> "Memory":
        """Return a copy that can be updated."""
        return replace(
            self,
            weights=[list(own) for own in self.weights],
            chests=list(self.chests),
            situation=list(self.situation),
            inside=list(self.inside),
            gone=list(self.gone),
        )

    def see(self, event: events.GameEvent) -> None:
        """Update the memory with an event."""
        situation = self.situation
        if isinstance(event, events.ExpeditionBegan):
            self._enter(event.round)
        elif isinstance(event, events.CardTurned) and any(self.inside):
            self._turn(event.card)
        elif isinstance(event, events.ChoicesRevealed) and any(self.inside):
            self._reveal(event.leavers)
        elif isinstance(event, events.RelicsTaken):
            self.chests[event.seat] += sum(relic.worth for relic in event.relics)
            self.taken += len(event.relics)
            self.gone += [relic.card for relic in event.relics]
            situation[mind.RELICS_LYING] = situation[mind.RELICS_WORTH] = 0.0
        elif isinstance(event, events.ExpeditionEnded):
            self.gone += event.removed
            self.inside = [False] * self.players

    def _enter(self, round: int) -> None:
        situation, values = self.situation, self.edition.treasures
        situation[:] = [0.0] * mind.SITUATION
        situation[mind.INSIDE] = situation[mind.PLAYERS] = self.players
        situation[mind.DECK_SIZE] = self.edition.deck(round, self.gone).size
        situation[mind.RICHNESS] = mind.unit_of(sum(values))
        for sharing in range(1, 9):
            situation[mind.EACH + sharing] = sum([value // sharing for value in values])
        self.inside = [True] * self.players

    def _turn(self, card: Card) -> None:
        situation = self.situation
        situation[mind.STEP] += 1
        situation[mind.DECK_SIZE] -= 1
        if isinstance(card, Treasure):
            share, rest = divmod(card.value, int(situation[mind.INSIDE]))
            situation[mind.CARRIED] += share
            situation[mind.PATH] += rest
            for sharing in range(1, 9):
                situation[mind.EACH + sharing] -= card.value // sharing
        elif isinstance(card, Hazard):
            copies = next(kind.copies for kind in self.edition.hazards if kind.kind == card.kind)
            situation[mind.HAZARDS_MET] += 1
            situation[mind.BUST_CARDS] += copies - self.gone.count(card) - 1
        elif isinstance(card, Relic):
            assert self.edition.relics is not None, "a relic is of an edition that has some"
            before = self.taken + int(situation[mind.RELICS_LYING])
            situation[mind.RELICS_WORTH] += relic_worth(card, before, self.edition.relics)
            situation[mind.RELICS_LYING] += 1

    def _reveal(self, leavers: tuple[int, ...]) -> None:
        situation = self.situation
        chances = [[0.0] * mind.TYPES for _ in range(3)]
        mind.expect_types(situation, chances)
        mind.learn_all(self.inside, sum(1 << seat for seat in leavers), chances, self.weights)
        if not leavers:
            return
        part, rest = divmod(int(situation[mind.PATH]), len(leavers))
        for seat in leavers:
            self.chests[seat] += int(situation[mind.CARRIED]) + part
            self.inside[seat] = False
        situation[mind.PATH] = rest
        situation[mind.INSIDE] -= len(leavers)


def remember(view: BotView) -> Memory:
    """Return the memory of everything up to the moment of a view."""
    game = view._game  # noqa: SLF001 - its past is what moments share; nothing hidden is read
    links: list[events.Past] = []
    link, memory = game.past, None
    while link is not None:
        kept = _found.get(id(link))
        if kept is not None and kept[0] is link:
            memory = kept[1]
            break
        links.append(link)
        link = link[0]
    if memory is None:
        memory = Memory.blank(game.edition, game.players)
    if links:
        memory = memory.copy()
        for past in reversed(links):
            for event in past[1]:
                memory.see(event)
        _found[id(links[0])] = (links[0], memory)
        while len(_found) > KEPT:
            _found.pop(next(iter(_found)), None)
    return memory
