"""A game in words: colored lines with signs, or whole sentences without any."""

import re
from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from diamant.locales.words import Words
from diamant.rules.cards import Card, Hazard, Relic, Treasure
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
from diamant.rules.game import Game
from diamant.view import View

COLORS = ("red", "dodger_blue1", "green3", "gold1", "magenta", "dark_orange", "cyan", "grey74")

STYLES = {"◆": "bold yellow", "▲": "bold red", "●": "bold cyan"}
"""How treasures, hazards and relics are colored, by the sign before their names."""

INDENT = " " * 6

# Letters for private use, which stand in for spaces while lines are broken.
_BEFORE_PERCENT = "\ue002"
_HELD = str.maketrans("\u00a0\u202f", "\ue000\ue001")
_LET_GO = str.maketrans("\ue000\ue001" + _BEFORE_PERCENT, "\u00a0\u202f ")

_GAP = re.compile(r"\0(\w+)\0")


class Narrator:
    """Tells one game: in a language, in its edition's own words, of players with names."""

    colors: Sequence[str] = COLORS
    styles: Mapping[str, str] = STYLES

    def __init__(self, words: Words, edition: Edition, names: Sequence[str]) -> None:
        self.words = words._replace(names=edition.names)
        self.edition = edition
        self.names = names

    def player(self, seat: int) -> Text:
        """Return a player's name in the seat's color."""
        return Text(self.names[seat], style=self.colors[seat])

    def players(self, seats: Sequence[int]) -> Text:
        """Return several names as a spoken list: Ana, Ben and Cem."""
        gaps = {f"seat{seat}": self.player(seat) for seat in seats}
        return _filled(self.words.listed([f"\0{name}\0" for name in gaps]), gaps)

    def card(self, card: Card) -> Text:
        """Return a card's own name: treasures in yellow, hazards in red, relics in cyan."""
        sign = card_sign(card)
        return Text(f"{sign} {self.card_name(card)}", style=self.styles[sign])

    def card_name(self, card: Card) -> str:
        """Return what the edition calls a card."""
        if isinstance(card, Treasure):
            return str(card.value)
        if isinstance(card, Hazard):
            return self.words.name(card.kind)
        number = "" if card.number is None else f" {card.number}"
        return self.words.name("relic") + number

    def heading(self, began: ExpeditionBegan) -> Text:
        """Return the line above a round."""
        rounds = self.edition.rounds
        heading = Text(
            self.words.t("Cave {round} of {rounds}", round=began.round, rounds=rounds), style="bold"
        )
        if began.relic is not None:
            said = self.styled("shuffled in: {card}", card=self.card(began.relic))
            said.stylize_before("dim")
            heading.append(" · ", style="dim").append_text(said)
        return heading

    def turned(self, number: int, card: Card, turned: Game, events: Sequence[GameEvent]) -> Text:
        """Tell a card that was just turned and what it brought."""
        line = self.brought(number, card, events)
        if any(isinstance(event, TreasureShared) for event in events):
            cave = turned.expedition
            status = self.words.t(
                "carried: {carried}, on the path: {path}", carried=cave.carried, path=sum(cave.gems)
            )
            line.append(f" ({status})", style="dim")
        return line

    def brought(self, number: int, card: Card, events: Sequence[GameEvent]) -> Text:
        """Tell a card and what it brought, where everything else is in view."""
        sign = card_sign(card)
        line = Text(f"{number:>4}  ").append(f"{sign} ", style=self.styles[sign])
        return line.append_text(self.what_it_brings(card, events))

    def followed(self, events: Sequence[GameEvent]) -> Iterator[Text]:
        """Tell what followed the card: who left with what, and which cards left the game."""
        for event in events:
            for told in self.told(event, events):
                yield Text(INDENT).append_text(told)

    def standings(self, game: Game) -> Text:
        """Return everybody's points, the best first."""
        text = Text(INDENT)
        order = sorted(range(game.players), key=lambda seat: (-game.scores[seat], seat))
        for position, seat in enumerate(order):
            text.append("   " if position else "")
            text.append_text(self.player(seat)).append(f" {game.scores[seat]}")
        return text

    def ending(self, game: Game) -> Text:
        """Tell who wins."""
        points, names = game.scores[game.winners[0]], self.players(game.winners)
        if len(game.winners) == 1:
            return self.styled_plural(
                "{names} wins with {n} point.", "{names} wins with {n} points.", points, names=names
            )
        return self.styled_plural(
            "{names} share the victory with {n} point.",
            "{names} share the victory with {n} points.",
            points,
            names=names,
        )

    def styled(self, message: str, **params: "Text | str | int") -> Text:
        """Say a message whose gaps may be colored."""
        marks = {name: f"\0{name}\0" for name in params}
        return _filled(self.words.t(message, **marks), params)

    def styled_plural(self, one: str, many: str, n: int, **params: "Text | str | int") -> Text:
        """Say a message that counts something, and whose gaps may be colored."""
        marks = {name: f"\0{name}\0" for name in params}
        return _filled(self.words.tn(one, many, n, **marks), params)

    def what_it_brings(self, card: Card, events: Sequence[GameEvent]) -> Text:
        """Tell what a card brought."""
        for event in events:
            if isinstance(event, TreasureShared):
                return self._shared(event, card)
            if isinstance(event, Bust):
                return self._bust(event)
        if isinstance(card, Hazard):
            return self.styled("{hazard}: a first warning.", hazard=self._hazard(card.kind))
        said = self.styled("A relic! Whoever leaves alone takes it.")
        # Relics that bear numbers are told apart by them.
        number = card.number if isinstance(card, Relic) else None
        return said if number is None else said.append(f" ({number})")

    def _hazard(self, kind: str) -> Text:
        name = self.words.name(kind)
        return Text(name[:1].upper() + name[1:], style=self.styles["▲"])

    def _bust(self, event: Bust) -> Text:
        hazard = self._hazard(event.kind)
        if event.lost == 0:
            return self.styled(
                "{hazard}, for the second time! Nobody had anything to lose.", hazard=hazard
            )
        return self.styled_plural(
            "{hazard}, for the second time! {names} loses {lost}.",
            "{hazard}, for the second time! {names} lose {lost} each.",
            len(event.seats),
            hazard=hazard,
            names=self.players(event.seats),
            lost=event.lost,
        )

    def _shared(self, event: TreasureShared, card: Card) -> Text:
        assert isinstance(card, Treasure), "only a treasure is shared"
        value, share, remainder = card.value, event.share, event.remainder
        if share == 0:
            return self.styled_plural(
                "{n} gem: too few to share. It stays on the card.",
                "{n} gems: too few to share. All stay on the card.",
                value,
            )
        if share == value:
            return self.styled_plural(
                "{n} gem, and nobody to share it with.",
                "{n} gems, and nobody to share them with.",
                value,
            )
        if remainder == 0:
            return self.styled_plural(
                "{n} gem: {share} each, and none is left over.",
                "{n} gems: {share} each, and none is left over.",
                value,
                share=share,
            )
        return self.styled_plural(
            "{value} gems: {share} each, and {n} stays on the card.",
            "{value} gems: {share} each, and {n} stay on the card.",
            remainder,
            value=value,
            share=share,
        )

    def told(self, event: GameEvent, events: Sequence[GameEvent]) -> Iterator[Text]:
        """Tell what one event brought, if it is worth a line."""
        if isinstance(event, ChoicesRevealed) and event.leavers:
            yield Text("← ").append_text(self._left(event, events))
        elif isinstance(event, RelicsTaken) and not _is_empty_handed(events):
            yield Text("← ").append_text(
                self.styled_plural(
                    "For leaving alone: a relic worth {worth}.",
                    "For leaving alone: {n} relics worth {worth} in all.",
                    len(event.relics),
                    worth=sum(taken.worth for taken in event.relics),
                )
            )
        elif isinstance(event, StandInsNeeded):
            yield self.styled(
                "The gems run out: stand-ins worth {worth} are in use.", worth=event.worth
            )
        elif isinstance(event, ExpeditionEnded) and event.removed:
            cards = Text(", ").join(map(self.card, event.removed))
            yield self.styled("Out of the game: {cards}", cards=cards)

    def _left(self, event: ChoicesRevealed, events: Sequence[GameEvent]) -> Text:
        """Tell who leaves; all leavers bank the same, but closed chests hide what others bank."""
        banked = [event for event in events if isinstance(event, Banked)]
        names, many = self.players(event.leavers), len(event.leavers)
        if len(banked) < many:
            text = self.styled_plural("{names} leaves.", "{names} leave.", many, names=names)
            for own in banked:
                said = self.styled(
                    "{name} puts {gems} into the chest.",
                    name=self.player(own.seat),
                    gems=own.carried + own.share,
                )
                text.append(" ").append_text(said)
            return text
        gems = banked[0].carried + banked[0].share
        taken = [event for event in events if isinstance(event, RelicsTaken)]
        if taken and _is_empty_handed(events):
            return self.styled_plural(
                "{name} leaves alone with a relic, worth {worth}.",
                "{name} leaves alone with {n} relics, worth {worth} in all.",
                len(taken[0].relics),
                name=names,
                worth=sum(relic.worth for relic in taken[0].relics),
            )
        if gems == 0:
            return self.styled_plural(
                "{names} leaves with nothing.", "{names} leave with nothing.", many, names=names
            )
        return self.styled_plural(
            "{names} leaves with {gems}.",
            "{names} leave with {gems} each.",
            many,
            names=names,
            gems=gems,
        )


def _is_empty_handed(events: Sequence[GameEvent]) -> bool:
    """Return whether it is told that those who leave bring no gems home.

    A relic is then what they leave with, and not told beside nothing.
    """
    banked = [event for event in events if isinstance(event, Banked)]
    return bool(banked) and all(event.carried + event.share == 0 for event in banked)


def tell(out: Console, line: Text | str) -> None:
    """Print a line of the story.

    A narrow terminal breaks it between words, and what follows stands below its text. A line with
    a word that is longer, as a file's path may be, is left to the terminal: it can be copied whole.
    """
    text = Text(line) if isinstance(line, str) else line
    whole = not out.is_terminal or any(len(word) > out.width for word in text.plain.split())
    for part in [text] if whole else broken(out, text, out.width):
        out.print(part, soft_wrap=whole)


def broken(out: Console, text: Text, width: int) -> list[Text]:
    """Break a line of the story between words, and set what follows below its text."""
    if text.cell_len <= width:
        return [text]
    story = text.plain.startswith("  ")
    begin, rest = text.divide([len(INDENT)]) if story else (Text(), text.copy())
    lines = []
    room = max(1, width - len(INDENT)) if story else width
    # Rich breaks lines also at spaces that hold words together.
    rest.plain = rest.plain.translate(_HELD).replace(" %", f"{_BEFORE_PERCENT}%")
    for number, part in enumerate(rest.wrap(out, room)):
        part.rstrip()
        part.plain = part.plain.translate(_LET_GO)
        indent = Text(INDENT) if story else Text()
        lines.append(Text.assemble(indent if number else begin, part))
    return lines


def card_sign(card: Card) -> str:
    """Return the sign of a card's kind."""
    if isinstance(card, Treasure):
        return "◆"
    return "▲" if isinstance(card, Hazard) else "●"


def _filled(said: str, gaps: Mapping[str, Text | str | int]) -> Text:
    """Return a sentence with its marked gaps filled."""
    text = Text()
    for at, piece in enumerate(_GAP.split(said)):
        if at % 2 == 0:
            text.append(piece)
        else:
            value = gaps[piece]
            text.append_text(value if isinstance(value, Text) else Text(str(value)))
    return text


class Speaker(Narrator):
    """A narrator whose every line is a sentence that can be read aloud."""

    def heading(self, began: ExpeditionBegan) -> Text:
        """Say which expedition begins."""
        said = self.styled("Everybody goes into cave {round}.", round=began.round)
        if began.relic is not None:
            said.append(" ").append(self.words.t("A relic is shuffled into the deck."))
            if began.relic.number is not None:
                said.append(f" ({began.relic.number})")
        return said

    def turned(self, number: int, card: Card, turned: Game, events: Sequence[GameEvent]) -> Text:
        """Say which card was turned and what it brought."""
        said = self.styled("Card {number}.", number=number).append(" ")
        return said.append_text(self.what_it_brings(card, events))

    def followed(self, events: Sequence[GameEvent]) -> Iterator[Text]:
        """Say what everybody did, and what came of it."""
        for event in events:
            for told in self.told(event, events):
                # A sign that points out of the cave is for eyes.
                yield told[2:] if told.plain.startswith("← ") else told
            if isinstance(event, ChoicesRevealed):
                yield self.stayed(event)
            elif isinstance(event, ExpeditionEnded) and not event.bust:
                yield self.styled("Nobody is left in the cave.")

    def stayed(self, event: ChoicesRevealed) -> Text:
        """Say who goes on."""
        if not event.leavers and len(event.stayers) > 1:
            return self.styled("Everybody goes on.")
        if not event.stayers:
            return Text()
        return self.styled_plural(
            "{names} goes on.",
            "{names} go on.",
            len(event.stayers),
            names=self.players(event.stayers),
        )

    def standings(self, game: Game) -> Text:
        """Say what lies in everybody's chest, the best first."""
        order = sorted(range(game.players), key=lambda seat: (-game.scores[seat], seat))
        points = [f"{self.names[seat]} {game.scores[seat]}" for seat in order]
        return self.styled("In the chests: {points}.", points=self.words.listed(points))

    def where(self, seen: View) -> Iterator[Text]:
        """Say everything that can be seen: who is where, and what has been met."""
        inside = [seat for seat in range(seen.players) if seat in seen.in_cave]
        camp = [seat for seat in range(seen.players) if seat not in seen.in_cave]
        yield self.styled(
            "Cave {round} of {rounds}, card {card}",
            round=seen.round,
            rounds=seen.rounds,
            card=len(seen.cards),
        ).append(".")
        yield self.styled("In the cave: {names}", names=self.players(inside)).append(".")
        if camp:
            yield self.styled("In the camp: {names}", names=self.players(camp)).append(".")
        met = self.words.listed([self.words.name(kind) for kind in seen.hazards])
        if met:
            yield self.styled("Dangers met: {names}", names=met).append(".")
        else:
            yield self.styled("No danger has been met yet.")
        if seen.relics:
            yield self.styled(
                "Whoever leaves alone takes relics worth {worth}.", worth=sum(seen.relics)
            )
        known = [
            f"{name} {points}"
            for name, points in zip(self.names, seen.chests, strict=True)
            if points is not None
        ]
        yield self.styled("In the chests: {points}.", points=self.words.listed(known))
