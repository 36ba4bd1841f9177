"""A game told in whole sentences, without signs and columns: for ears, braille, and files."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from diamant.rules.cards import Card
from diamant.rules.events import ChoicesRevealed, ExpeditionBegan, ExpeditionEnded, GameEvent
from diamant.rules.game import Game
from diamant.terminal.narration import Narrator
from diamant.view import View


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
