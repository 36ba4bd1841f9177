"""Play a game in the terminal against bots."""

import os
import random
import secrets
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diamant.bots import Bot, BotView, find_bots, leaving_chance
from diamant.cli.common import console
from diamant.dealer import Dealer, commitment, fairness_tags
from diamant.editions import find_edition
from diamant.errors import BotError, DiamantError
from diamant.odds import bust_chance
from diamant.record import Record, write_record
from diamant.rules.cards import Card
from diamant.rules.events import ExpeditionBegan, GameEvent
from diamant.rules.game import Game, Phase
from diamant.view import View, events_for

if TYPE_CHECKING:
    from rich.console import Console

YOU = 0
OPPONENTS = "catch-up,vulture,expect,wolf,threshold,risk,hazards"
NAMES = ("Rosa", "Teun", "Mirko", "Élise", "Gino", "Lola", "Jelena")


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "--edition", default="iello-2016", metavar="ID", help="an id or a TOML file"
    )
    parser.add_argument("--players", type=int, metavar="N", help="how many in all (4)")
    parser.add_argument("--bots", metavar="B1,B2,…", help=f"who sits with you ({OPPONENTS})")
    parser.add_argument("--name", default="Explorer", help="your name")
    parser.add_argument("--luck", default="", help="a word of yours that joins in the shuffle")
    parser.add_argument("--closed", action="store_true", help="play with closed chests")
    parser.add_argument("--save", metavar="FILE", help="write the game's record here at the end")


def run(args: Namespace) -> int:
    """Play one game from the first card to the last."""
    edition, bots = find_edition(args.edition), _opponents(args.bots, args.players)
    game = Game.start(edition, 1 + len(bots), closed=args.closed)
    names = (args.name, *NAMES[: len(bots)])
    luck = os.fsencode(args.luck)  # As typed, whatever the terminal's letters are.
    dealer = Dealer(secrets.token_bytes(32), (luck, *[b""] * len(bots)))
    record = Record(names, game, {"Date": (date.today().isoformat(),)})  # noqa: DTZ011 - the player's day
    from rich.markup import escape

    out = console()
    out.print(f"[bold]{escape(game.edition.name)}[/] · {escape(game.edition.summary)}")
    for name, bot in zip(names[1:], bots, strict=True):
        out.print(f"{escape(name)} [dim]is {escape(str(bot))}: {escape(bot.summary)}[/]")
    out.print(f"[dim]The deck is settled; its commitment is {commitment(dealer.seed)}[/]")
    try:
        game = _Terminal(out, record, dealer, _Opponents(bots, dealer.seed)).play(game)
    except EOFError:
        out.print("\nYou left the table. [dim]The record of a game left early is not kept.[/]")
        return 0
    record = Record(names, game, {**record.tags, **fairness_tags(dealer)})
    _close(out, record, args.save)
    return 0


def _opponents(bots: str | None, players: int | None) -> list[Bot]:
    """Return who sits with the person: the bots named, or as many of the house's as are asked."""
    if bots is None:
        house = find_bots(OPPONENTS)
        return [house[seat % len(house)] for seat in range((players or 4) - 1)]
    named = find_bots(bots)
    if players not in (None, len(named) + 1):
        raise DiamantError(f"{len(named)} bots and you are {len(named) + 1} players, not {players}")
    return named


class _Opponents:
    """The bots at seats B and on."""

    def __init__(self, bots: Sequence[Bot], seed: bytes) -> None:
        self._bots = bots
        # Their chances come from the seed too: it, the luck and the choices make the whole game.
        self._rng = random.Random(b"bots" + seed)  # noqa: S311 - a game
        self._asked: list[Callable[[BotView], Any]] = [bot.seat_down() for bot in bots]

    def leaves(self, game: Game, seat: int) -> bool:
        """Ask the bot at a seat."""
        bot = self._bots[seat - 1]
        try:
            answer = self._asked[seat - 1](BotView(game, seat, lambda: self._rng))
            return self._rng.random() < leaving_chance(answer)
        except Exception as error:
            raise BotError(f"the bot {bot} failed: {type(error).__name__}: {error}") from error


@dataclass(frozen=True)
class _Terminal:
    """Turns cards, asks the person at seat A and the bots, and tells what happens."""

    out: "Console"
    record: Record
    dealer: Dealer
    opponents: _Opponents

    def play(self, game: Game) -> Game:
        """Play until the game is over."""
        while game.phase is not Phase.OVER:
            game = self._expedition(game)
        return game

    def _expedition(self, game: Game) -> Game:
        from diamant.cli.narration import expedition_heading, standings

        round_number = game.expedition.round
        began = [event for event in game.history if isinstance(event, ExpeditionBegan)]
        self.out.print()
        self.out.print(expedition_heading(began[-1], game.edition))
        order = self.dealer.order(game.expedition.deck, round_number)
        for number, card in enumerate(order, start=1):
            game = self._card(game, number, card)
            if game.phase is Phase.OVER or game.expedition.round != round_number:
                break
        if not game.closed:
            self.out.print("      ", standings(game, self.record.players))
        return game

    def _card(self, game: Game, number: int, card: Card) -> Game:
        from diamant.cli.narration import card_line

        turned, events = game.turn(card)
        self.out.print(card_line(number, card, turned, events, self.record.players))
        self._tell(events, turned)
        if turned.phase is not Phase.DECIDE:
            return turned
        leavers = [seat for seat in turned.expedition.in_cave if self._leaves(turned, seat)]
        after, events = turned.decide(leavers)
        self._tell(events, after)
        return after

    def _tell(self, events: tuple[GameEvent, ...], game: Game) -> None:
        from diamant.cli.narration import event_lines

        known = events_for(events, YOU) if game.closed else events
        for line in event_lines(known, game.edition, self.record.players):
            self.out.print(line)

    def _leaves(self, game: Game, seat: int) -> bool:
        if seat == YOU:
            return self._ask(View.of(game, seat))
        return self.opponents.leaves(game, seat)

    def _ask(self, seen: View) -> bool:
        """Ask until the answer is understood."""
        while True:
            self.out.print(
                f"      You carry {seen.carried}, {seen.path} on the path."
                " [bold]Enter[/] go on, [bold]l[/] leave, [bold]o[/] odds: ",
                end="",
            )
            sys.stdout.flush()
            try:
                answer = input().strip().lower()
            except UnicodeDecodeError:
                answer = "?"
            if answer in ("", "g", "go", "go on"):
                return False
            if answer in ("l", "leave"):
                return True
            if answer in ("q", "quit"):
                raise EOFError
            if answer in ("o", "odds"):
                chance = bust_chance(seen)
                self.out.print(f"      The next card busts with {float(chance):.0%} ({chance}).")
            else:
                self.out.print("      Press Enter to go on, or type l, o, or q to quit the game.")


def _close(out: "Console", record: Record, save: str | None) -> None:
    """Name the winners, and save the record or say how to."""
    from rich.markup import escape

    from diamant.cli.narration import players, standings

    game = record.game
    out.print()
    if game.closed:
        out.print("The chests are opened:", standings(game, record.players))
    wins = "win" if len(game.winners) > 1 else "wins"
    out.print(players(record.players, game.winners), f"[bold]{wins} with {max(game.scores)}![/]")
    if save is None:
        out.print(
            "[dim]Play with --save FILE to keep the record; 'diamant verify FILE' checks it.[/]"
        )
        return
    try:
        Path(save).write_text(write_record(record), encoding="utf-8")
    except OSError as error:
        # The game must not be lost with the file: show it instead.
        out.print(write_record(record), markup=False)
        raise DiamantError(f"cannot write {save}: {error.strerror}; the record is above") from None
    file = escape(save)
    out.print(f"[dim]The record is in {file}; 'diamant verify {file}' checks the deal.[/]")
