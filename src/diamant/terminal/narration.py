"""Narrate a game in colored lines with signs, or in whole sentences without them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

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
from diamant.terminal.scene import Moment
from diamant.view import View

COLORS = ("red", "dodger_blue1", "green3", "gold1", "magenta", "dark_orange", "cyan", "grey74")

STYLES = {"◆": "bold yellow", "▲": "bold red", "●": "bold cyan"}
"""The colors of treasures, hazards and relics, by the sign before their names."""

INDENT = " " * 6

# Private-use characters that replace spaces while lines are wrapped.
_BEFORE_PERCENT = "\ue002"
_HELD = str.maketrans("\u00a0\u202f", "\ue000\ue001")
_LET_GO = str.maketrans("\ue000\ue001" + _BEFORE_PERCENT, "\u00a0\u202f ")

_GAP = re.compile(r"\0(\w+)\0")


class Narrator:
    """Narrates a game in a language, with its edition's words and its players' names."""

    colors: Sequence[str] = COLORS
    styles: Mapping[str, str] = STYLES
    tells_totals = True

    def __init__(
        self, words: Words, edition: Edition, names: Sequence[str], you: int | None = None
    ) -> None:
        self.words = words._replace(names=edition.names)
        self.edition = edition
        self.names = names
        self.you = you

    def player(self, seat: int) -> Text:
        """Return a player's name in the seat's color."""
        return Text(self.names[seat], style=self.colors[seat])

    def players(self, seats: Sequence[int]) -> Text:
        """Return several names as a list: Ana, Ben, and Cem."""
        gaps = {f"seat{seat}": self.player(seat) for seat in seats}
        last = self.names[seats[-1]] if seats else ""
        return _filled(self.words.listed([f"\0{name}\0" for name in gaps], last), gaps)

    def tell(
        self,
        seats: Sequence[int],
        you: Callable[[], Text],
        both: Callable[[Text], Text],
        they: Callable[[Text], Text],
    ) -> Text:
        """Describe some seats' actions, with separate sentences about the reader.

        `you` describes the reader alone, `both` the reader and the named others, and `they` only
        others (like `telling` in narration.js).
        """
        if self.you not in seats:
            return they(self.players(seats))
        others = [seat for seat in seats if seat != self.you]
        return both(self.players(others)) if others else you()

    def card(self, card: Card) -> Text:
        """Return a card's name: treasures in yellow, hazards in red, relics in cyan."""
        sign = card_sign(card)
        return Text(f"{sign} {self.words.card(str(card))}", style=self.styles[sign])

    def lines(self, moment: Moment, events: Sequence[GameEvent]) -> Iterator[Text]:
        """Yield the lines for a moment, from the events that the reader may know."""
        if moment.card is not None:
            if moment.number == 1:
                history = reversed(moment.before.history)
                yield self.heading(next(one for one in history if isinstance(one, ExpeditionBegan)))
            yield self.turned(moment.number, moment.card, moment.game, events)
        yield from self.followed(events)

    def heading(self, began: ExpeditionBegan) -> Text:
        """Return the heading of a round."""
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
        """Return a line about a card that was just turned, and its effects."""
        sign = card_sign(card)
        line = Text.assemble(f"{number:>4}  ", (f"{sign} ", self.styles[sign]))
        line.append_text(self.what_it_brings(card, events))
        if self.tells_totals and any(isinstance(event, TreasureShared) for event in events):
            cave = turned.expedition
            status = self.words.t(
                "carried: {carried}, on the path: {path}", carried=cave.carried, path=sum(cave.gems)
            )
            line.append(f" ({status})", style="dim")
        return line

    def followed(self, events: Sequence[GameEvent]) -> Iterator[Text]:
        """Yield lines about what followed a card: leavers with their gems, removed cards."""
        for event in events:
            if told := self.told(event, events):
                leaves = isinstance(event, ChoicesRevealed | RelicsTaken)
                yield Text.assemble(INDENT, "← " if leaves else "", told)

    def standings(self, game: Game) -> Text:
        """Return a line with everyone's points, best first."""
        points = [Text.assemble(self.player(at), f" {game.scores[at]}") for at in ranking(game)]
        return Text.assemble(INDENT, Text("   ").join(points))

    def ending(self, game: Game) -> Text:
        """Return a line that names the winners."""
        points, winners = game.scores[game.winners[0]], game.winners

        def they(names: Text) -> Text:
            if len(winners) == 1:
                return self.styled_plural(
                    "{names} wins with {n} point.",
                    "{names} wins with {n} points.",
                    points,
                    names=names,
                )
            return self.styled_plural(
                "{names} share the victory with {n} point each.",
                "{names} share the victory with {n} points each.",
                points,
                names=names,
            )

        return self.tell(
            winners,
            lambda: self.styled_plural(
                "You win with {n} point.", "You win with {n} points.", points
            ),
            lambda names: self.styled_plural(
                "You share the victory with {names}: {n} point each.",
                "You share the victory with {names}: {n} points each.",
                points,
                names=names,
            ),
            they,
        )

    def styled(self, message: str, **params: "Text | str | int") -> Text:
        """Translate a message whose parameters may be colored."""
        marks = {name: f"\0{name}\0" for name in params}
        return _filled(self.words.t(message, **marks), params)

    def styled_plural(self, one: str, many: str, n: int, **params: "Text | str | int") -> Text:
        """Translate a message with a count whose parameters may be colored."""
        marks = {name: f"\0{name}\0" for name in params}
        return _filled(self.words.tn(one, many, n, **marks), params)

    def what_it_brings(self, card: Card, events: Sequence[GameEvent]) -> Text:
        """Describe the effects of a card."""
        for event in events:
            if isinstance(event, TreasureShared):
                return self._shared(event, card)
            if isinstance(event, Bust):
                return self._bust(event)
        if isinstance(card, Hazard):
            return self.styled("{hazard}: first warning.", hazard=self._hazard(card.kind))
        said = self.styled("A relic! Leave alone to take it.")
        # Relics with numbers are distinguished by them.
        number = card.number if isinstance(card, Relic) else None
        return said if number is None else said.append(f" ({number})")

    def _hazard(self, kind: str) -> Text:
        return Text(capitalized(self.words.name(kind)), style=self.styles["▲"])

    def _gems(self, number: int) -> str:
        return self.words.tn("{n} gem", "{n} gems", number)

    def _bust(self, event: Bust) -> Text:
        hazard = self._hazard(event.kind)
        if event.lost == 0:
            return self.styled(
                "{hazard}, for the second time! Nobody had anything to lose.", hazard=hazard
            )
        lost = self._gems(event.lost)
        return self.tell(
            event.seats,
            lambda: self.styled(
                "{hazard}, for the second time! You lose {lost}.", hazard=hazard, lost=lost
            ),
            lambda names: self.styled(
                "{hazard}, for the second time! You lose {lost}, the same as {names}.",
                hazard=hazard,
                names=names,
                lost=lost,
            ),
            lambda names: self.styled_plural(
                "{hazard}, for the second time! {names} loses {lost}.",
                "{hazard}, for the second time! {names} lose {lost} each.",
                len(event.seats),
                hazard=hazard,
                names=names,
                lost=lost,
            ),
        )

    def _shared(self, event: TreasureShared, card: Card) -> Text:
        assert isinstance(card, Treasure), "only a treasure is shared"
        value, share, remainder = card.value, event.share, event.remainder
        if share == 0:
            return self.styled_plural(
                "{n} gem: not enough to share. It stays on the card.",
                "{n} gems: not enough to share. They stay on the card.",
                value,
            )
        if share == value:

            def all_for(name: Text) -> Text:
                return self.styled_plural(
                    "{n} gem, all for {name}.", "{n} gems, all for {name}.", value, name=name
                )

            return self.tell(
                event.seats,
                lambda: self.styled_plural("{n} gem, all yours!", "{n} gems, all yours!", value),
                all_for,
                all_for,
            )
        if remainder == 0:
            return self.styled_plural(
                "{n} gem: {share} each, with none left over.",
                "{n} gems: {share} each, with none left over.",
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

    def told(self, event: GameEvent, events: Sequence[GameEvent]) -> Text:
        """Describe one event; return an empty text if it needs no line."""
        if isinstance(event, ChoicesRevealed) and event.leavers:
            return self._left(event, events)
        if isinstance(event, RelicsTaken) and not _is_empty_handed(events):
            return self.styled_plural(
                "Bonus for leaving alone: a relic worth {worth}.",
                "Bonus for leaving alone: {n} relics worth {worth} in all.",
                len(event.relics),
                worth=sum(taken.worth for taken in event.relics),
            )
        if isinstance(event, StandInsNeeded):
            return self.styled(
                "The gems have run out, so stand-ins worth {worth} are in use.", worth=event.worth
            )
        if isinstance(event, ExpeditionEnded) and event.removed:
            cards = Text(", ").join(map(self.card, event.removed))
            return self.styled("Out of the game: {cards}", cards=cards)
        return Text()

    def _left(self, event: ChoicesRevealed, events: Sequence[GameEvent]) -> Text:
        """Return a line about the leavers and, unless chests are closed, their gems.

        All leavers bank the same number of gems.
        """
        banked = [event for event in events if isinstance(event, Banked)]
        leavers, many = event.leavers, len(event.leavers)
        if len(banked) < many:
            text = self.tell(
                leavers,
                lambda: self.styled("You leave."),
                lambda names: self.styled("You leave, together with {names}.", names=names),
                lambda names: self.styled_plural(
                    "{names} leaves.", "{names} leave.", many, names=names
                ),
            )
            for own in banked:
                text.append(" ").append_text(self._chest(own))
            return text
        number = banked[0].carried + banked[0].share
        gems = self._gems(number)
        taken = [event for event in events if isinstance(event, RelicsTaken)]
        if taken and _is_empty_handed(events):
            return self._with_relics(taken[0])
        if number == 0:
            return self.tell(
                leavers,
                lambda: self.styled("You leave with nothing."),
                lambda names: self.styled(
                    "You leave with nothing, together with {names}.", names=names
                ),
                lambda names: self.styled_plural(
                    "{names} leaves with nothing.", "{names} leave with nothing.", many, names=names
                ),
            )
        return self.tell(
            leavers,
            lambda: self.styled("You leave with {gems}.", gems=gems),
            lambda names: self.styled(
                "You leave with {gems} each, together with {names}.", names=names, gems=gems
            ),
            lambda names: self.styled_plural(
                "{names} leaves with {gems}.",
                "{names} leave with {gems} each.",
                many,
                names=names,
                gems=gems,
            ),
        )

    def _chest(self, banked: Banked) -> Text:
        gems = self._gems(banked.carried + banked.share)

        def theirs(name: Text) -> Text:
            return self.styled("{name} puts {gems} in their chest.", name=name, gems=gems)

        def yours() -> Text:
            return self.styled("You put {gems} in your chest.", gems=gems)

        return self.tell([banked.seat], yours, theirs, theirs)

    def _with_relics(self, taken: RelicsTaken) -> Text:
        many, worth = len(taken.relics), sum(relic.worth for relic in taken.relics)

        def theirs(name: Text) -> Text:
            return self.styled_plural(
                "{name} leaves alone with a relic worth {worth}.",
                "{name} leaves alone with {n} relics worth {worth} in all.",
                many,
                name=name,
                worth=worth,
            )

        def yours() -> Text:
            return self.styled_plural(
                "You leave alone with a relic worth {worth}.",
                "You leave alone with {n} relics worth {worth} in all.",
                many,
                worth=worth,
            )

        return self.tell([taken.seat], yours, theirs, theirs)


def _is_empty_handed(events: Sequence[GameEvent]) -> bool:
    """Return whether the leavers are known to bring home no gems.

    A relic is then mentioned instead of "nothing".
    """
    banked = [event for event in events if isinstance(event, Banked)]
    return bool(banked) and all(event.carried + event.share == 0 for event in banked)


def tell(out: Console, line: Text | str) -> None:
    """Print a line of the story.

    In a narrow terminal, the line wraps between words, with the rest indented below its text. If a
    word is wider than the terminal, such as a path, the terminal wraps the line itself, so the word
    can be copied in one piece.
    """
    text = Text(line) if isinstance(line, str) else line
    whole = not out.is_terminal or any(len(word) > out.width for word in text.plain.split())
    for part in [text] if whole else broken(out, text, out.width):
        out.print(part, soft_wrap=whole)


def broken(out: Console, text: Text, width: int) -> list[Text]:
    """Wrap a line of the story between words, and indent the rest below its text."""
    if text.cell_len <= width:
        return [text]
    story = text.plain.startswith("  ")
    begin, rest = text.divide([len(INDENT)]) if story else (Text(), text.copy())
    lines = []
    room = max(1, width - len(INDENT)) if story else width
    # Rich also breaks lines at non-breaking spaces.
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


def capitalized(name: str) -> str:
    """Return a name with a capital first letter."""
    return name[:1].upper() + name[1:]


def ranking(game: Game) -> list[int]:
    """Return all seats, most points first."""
    return sorted(range(game.players), key=lambda seat: -game.scores[seat])


def _filled(said: str, gaps: Mapping[str, Text | str | int]) -> Text:
    """Return a sentence with its marked placeholders filled in."""
    parts = [gaps[part] if at % 2 else part for at, part in enumerate(_GAP.split(said))]
    return Text.assemble(*(part if isinstance(part, Text) else str(part) for part in parts))


class Speaker(Narrator):
    """A narrator whose lines are all sentences that can be read aloud."""

    def heading(self, began: ExpeditionBegan) -> Text:
        """Return a sentence that announces an expedition."""
        said = self.styled("Everyone enters cave {round}.", round=began.round)
        if began.relic is not None:
            said.append(" ").append(self.words.t("A relic is shuffled into the deck."))
            if began.relic.number is not None:
                said.append(f" ({began.relic.number})")
        return said

    def turned(self, number: int, card: Card, turned: Game, events: Sequence[GameEvent]) -> Text:
        """Return a sentence about the card that was turned, and its effects."""
        said = self.styled("Card {number}.", number=number).append(" ")
        return said.append_text(self.what_it_brings(card, events))

    def followed(self, events: Sequence[GameEvent]) -> Iterator[Text]:
        """Yield sentences about everyone's choices and their results."""
        for event in events:
            if told := self.told(event, events):
                yield told
            if isinstance(event, ChoicesRevealed) and event.stayers:
                yield self.stayed(event)
            elif isinstance(event, ExpeditionEnded) and not event.bust:
                yield self.styled("Nobody is left in the cave.")

    def stayed(self, event: ChoicesRevealed) -> Text:
        """Return a sentence that names the players who stay."""
        stayers = event.stayers
        if not event.leavers and len(stayers) > 1:
            return self.styled("Everyone goes on.")
        return self.tell(
            stayers,
            lambda: self.styled("You go on."),
            lambda names: self.styled("You go on, together with {names}.", names=names),
            lambda names: self.styled_plural(
                "{names} goes on.", "{names} go on.", len(stayers), names=names
            ),
        )

    def standings(self, game: Game) -> Text:
        """Return a sentence about the contents of all chests, best first."""
        points = [f"{self.names[seat]} {game.scores[seat]}" for seat in ranking(game)]
        return self.styled("In the chests: {points}.", points=self.words.listed(points))

    def where(self, seen: View) -> Iterator[Text]:
        """Yield sentences about everything visible: players, hazards, relics and chests."""
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
            yield self.styled("At camp: {names}", names=self.players(camp)).append(".")
        met = self.words.listed([self.words.name(kind) for kind in seen.hazards])
        if met:
            yield self.styled("Hazards so far: {names}", names=met).append(".")
        else:
            yield self.styled("No hazards yet.")
        if seen.relics:
            yield self.styled("Leave alone to take relics worth {worth}.", worth=sum(seen.relics))
        known = [
            f"{name} {points}"
            for name, points in zip(self.names, seen.chests, strict=True)
            if points is not None
        ]
        yield self.styled("In the chests: {points}.", points=self.words.listed(known))
