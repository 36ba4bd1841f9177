"""Step through a record card by card."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from diamant.record.value import Record
from diamant.record.write import rounds
from diamant.rules.cards import Card
from diamant.rules.events import GameEvent, RelicsTaken
from diamant.rules.game import Game, Phase


class ReplayStep(NamedTuple):
    """One card, with the game before it, after it, and after the players' choices."""

    round: int
    number: int
    card: Card
    before: Game
    turned: Game
    leavers: tuple[int, ...] | None
    after: Game
    events: tuple[GameEvent, ...]


def replay(record: Record) -> Iterator[ReplayStep]:
    """Replay a record through the rules, one card at a time."""
    game = Game.start(record.game.edition, record.game.players, closed=record.game.closed)
    for round_number, turns in enumerate(rounds(record.game), start=1):
        for number, (card, leavers) in enumerate(turns, start=1):
            before = game
            turned, events = game.turn(card)
            game = turned
            if leavers is not None:
                game, more = turned.decide(leavers)
                events += more
            yield ReplayStep(round_number, number, card, before, turned, leavers, game, events)


def replay_rows(record: Record) -> Iterator[dict[str, Any]]:
    """Yield the rows of `diamant replay --json`: one for each card, and a final one."""
    for step in replay(record):
        cave = step.turned.expedition
        # A bust leads straight into the next round, where the path is still empty.
        bust = step.turned.phase is not Phase.DECIDE
        inside = step.before.expedition.in_cave
        carried = [0] * record.game.players
        for seat in inside:
            carried[seat] = cave.carried
        yield {
            "round": step.round,
            "step": step.number,
            "card": str(step.card),
            "bust": bust,
            "in_cave": list(inside),
            "carried": carried,
            "path": sum(cave.gems),
            "leavers": list(step.leavers or ()),
            "relics_taken": sum(
                len(event.relics) for event in step.events if isinstance(event, RelicsTaken)
            ),
            "chests": list(step.after.scores),
        }
    game = record.game
    yield {
        "scores": list(game.scores),
        "winners": list(game.winners),
        "finished": game.phase is Phase.OVER,
    }
