"""A game told in words and colours, for `replay` and `play`."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from diamant.rules.cards import Card, Hazard, Treasure
from diamant.rules.edition import Edition
from diamant.rules.events import (
    Banked,
    Bust,
    ChoicesRevealed,
    ExpeditionBegan,
    ExpeditionEnded,
    GameEvent,
    RelicsTaken,
    StandInsNeeded,
    TreasureShared,
)
from diamant.rules.game import Expedition, Game

COLOURS = ("red", "dodger_blue1", "green3", "gold1", "magenta", "dark_orange", "cyan", "grey74")

CARD_WIDTH = 18


def player(names: Sequence[str], seat: int) -> Text:
    """Return a player's name in the seat's colour."""
    return Text(names[seat], style=COLOURS[seat])


def players(names: Sequence[str], seats: Sequence[int]) -> Text:
    """Return several names as a spoken list: Ana, Ben and Cem."""
    text = Text()
    for position, seat in enumerate(seats):
        if position:
            text.append(" and " if position == len(seats) - 1 else ", ")
        text.append_text(player(names, seat))
    return text


def card_text(card: Card, edition: Edition) -> Text:
    """Return a card's own name: treasures in yellow, hazards in red, relics in cyan."""
    if isinstance(card, Treasure):
        return Text(f"◆ {card.value}", style="bold yellow")
    if isinstance(card, Hazard):
        return Text(f"▲ {edition.name_of(card.kind)}", style="bold red")
    number = "" if card.number is None else f" {card.number}"
    return Text(f"● {edition.name_of('relic')}{number}", style="bold cyan")


def expedition_heading(event: ExpeditionBegan, edition: Edition) -> Text:
    """Return the line above a round."""
    heading = Text(f"Expedition {event.round} of {edition.rounds}", style="bold")
    if event.relic is not None:
        heading.append(" · shuffled in: ", style="dim")
        heading.append_text(card_text(event.relic, edition))
    return heading


def card_line(
    number: int, card: Card, turned: Game, events: Sequence[GameEvent], names: Sequence[str]
) -> Text:
    """Tell a card that was just turned and what it brought."""
    line = Text(f"{number:>4}  ")
    name = card_text(card, turned.edition)
    name.pad_right(max(0, CARD_WIDTH - name.cell_len))
    line.append_text(name)
    return line.append_text(_what_it_brings(card, turned, events, names))


def event_lines(
    events: Sequence[GameEvent], edition: Edition, names: Sequence[str]
) -> Iterator[Text]:
    """Tell what followed the card: who left with what, and which cards left the game."""
    banked = [event for event in events if isinstance(event, Banked)]
    for event in events:
        told = _told(event, edition, names, banked)
        if told is not None:
            yield Text(" " * (CARD_WIDTH + 6)).append_text(told)


def standings(game: Game, names: Sequence[str]) -> Text:
    """Return everybody's points, the best first."""
    text = Text()
    order = sorted(range(game.players), key=lambda seat: (-game.scores[seat], seat))
    for position, seat in enumerate(order):
        text.append("   " if position else "")
        text.append_text(player(names, seat)).append(f" {game.scores[seat]}")
    return text


def _what_it_brings(
    card: Card, turned: Game, events: Sequence[GameEvent], names: Sequence[str]
) -> Text:
    for event in events:
        if isinstance(event, TreasureShared):
            return _shared(event, turned.expedition, names)
        if isinstance(event, Bust):
            each = " each" if len(event.seats) > 1 else ""
            flee = "flee and lose" if each else "flees and loses"
            return (
                Text()
                .append(f"the second {turned.edition.name_of(event.kind)}! ", style="bold red")
                .append_text(players(names, event.seats))
                .append(f" {flee} {event.lost}{each}")
            )
    if isinstance(card, Hazard):
        return Text("a first warning", style="dim")
    return Text("it lies on the path; one who leaves alone takes it", style="dim")


def _shared(event: TreasureShared, cave: Expedition, names: Sequence[str]) -> Text:
    inside = len(event.seats)
    if inside > 1:
        text = Text(f"{inside} inside get {event.share} each")
    else:
        text = Text().append_text(player(names, event.seats[0]))
        text.append(f", alone inside, gets {event.share}")
    if event.remainder:
        text.append(f", {event.remainder} left over")
    each = "each carries" if inside > 1 else "carries"
    return text.append(f"   ({each} {cave.carried}, path {sum(cave.gems)})", style="dim")


def _told(
    event: GameEvent, edition: Edition, names: Sequence[str], banked: Sequence[Banked]
) -> Text | None:
    if isinstance(event, ChoicesRevealed) and event.leavers:
        return _left(event, names, banked)
    if isinstance(event, RelicsTaken):
        relic = edition.name_of("relic")
        worth = " and ".join(f"a {relic} worth {taken.worth}" for taken in event.relics)
        return Text("← ").append_text(player(names, event.seat)).append(f" takes {worth}")
    if isinstance(event, StandInsNeeded):
        return Text(f"the supply runs short: stand-ins worth {event.worth} are in use", style="dim")
    if isinstance(event, ExpeditionEnded) and event.removed:
        cards = Text("out of the game: ", style="dim")
        for position, card in enumerate(event.removed):
            cards.append(", " if position else "").append_text(card_text(card, edition))
        return cards
    return None


def _left(event: ChoicesRevealed, names: Sequence[str], banked: Sequence[Banked]) -> Text:
    """Tell who leaves; all leavers bank the same, but closed chests hide what others bank."""
    text = Text("← ").append_text(players(names, event.leavers))
    text.append(" leaves" if len(event.leavers) == 1 else " leave")
    if not banked:
        return text
    first = banked[0]
    share = f" + {first.share} from the path" if first.share else ""
    if len(banked) < len(event.leavers):
        text.append("; ").append_text(player(names, first.seat)).append(" banks")
    else:
        text.append(", each banks" if len(banked) > 1 else ", banks")
    return text.append(f" {first.carried}{share}")
