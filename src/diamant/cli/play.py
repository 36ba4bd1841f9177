"""Play a game in the terminal against bots."""

import os
import random
import secrets
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diamant.analysis.coach import advise
from diamant.bots import Bot, BotView, find_bot, find_bots, leaving_chance
from diamant.bots.failure import why
from diamant.bots.likely import LIKELY
from diamant.cli.common import console
from diamant.cli.household import household_folder
from diamant.cli.narration import INDENT, Narrator, tell
from diamant.cli.saved import SavedGame, last_saved
from diamant.cli.words import spoken, t
from diamant.dealer import Dealer, commitment, fairness_tags
from diamant.editions import find_edition, read_own_edition
from diamant.errors import BotError, DiamantError
from diamant.odds import bust_chance
from diamant.record import Record, write_record
from diamant.rules.cards import Card
from diamant.rules.edition_text import write_edition
from diamant.rules.events import ExpeditionBegan, GameEvent
from diamant.rules.game import Game, Phase
from diamant.simulator.timeout import DecisionTimeout, TooLongError
from diamant.view import View, events_for

if TYPE_CHECKING:
    from rich.console import Console


YOU = 0
EDITION = "iello-2016"
OPPONENTS = "catch-up,vulture,expect,wolf,threshold,risk,hazards"
NAMES = ("Rosa", "Teun", "Mirko", "Élise", "Gino", "Lola", "Jelena", "Kaspar")
LONGEST_NAME = 32
TIME_LIMIT = 10.0  # Seconds that a bot may think.


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "--edition",
        default=EDITION,
        metavar="ID",
        help=t("an id or a TOML file ({usual})", usual=EDITION),
    )
    parser.add_argument("--players", type=int, metavar="N", help=t("how many in all (4)"))
    parser.add_argument(
        "--bots", metavar="B1,B2,…", help=t("who sits with you ({bots})", bots=OPPONENTS)
    )
    parser.add_argument("--name", default=t("Explorer"), help=t("your name"))
    parser.add_argument("--luck", default="", help=t("a word of yours that joins in the shuffle"))
    parser.add_argument("--closed", action="store_true", help=t("play with closed chests"))
    parser.add_argument(
        "--continue",
        dest="go_on",
        action="store_true",
        help=t("go on with the last game that was not finished"),
    )
    parser.add_argument("--save", metavar="FILE", help=t("write the game's record here at the end"))


def run(args: Namespace) -> int:
    """Play one game from the first card to the last, or go on with one."""
    if sys.stdin is None:
        raise DiamantError("cannot read standard input: it is closed")
    saved, choices = last_saved() if args.go_on else (_begin(args), [])
    edition = read_own_edition(saved.edition)
    bots = [find_bot(name) for name in saved.bots]
    game = Game.start(edition, len(saved.names), closed=saved.closed)
    luck = bytes.fromhex(saved.luck)
    dealer = Dealer(bytes.fromhex(saved.seed), (luck, *[b""] * len(bots)))
    tags = {"Date": (saved.begun[:10],), "Bots": ("", *saved.bots)}
    record = Record(saved.names, game, tags)
    saved.keep(choices)
    out = console()
    _introduce(out, record, bots, dealer)
    with DecisionTimeout(TIME_LIMIT) as timeout:
        opponents = _Opponents(bots, dealer.seed, timeout)
        terminal = _Terminal(out, record, dealer, opponents, saved, choices)
        try:
            game = terminal.play(game)
        except EOFError:
            out.print()
            out.print(t("Your game is kept; 'diamant play --continue' goes on with it."))
            return 0
    record = Record(saved.names, game, {**tags, **fairness_tags(dealer)})
    folder = household_folder() / "games"
    folder.mkdir(exist_ok=True)
    file = Path(args.save) if args.save else folder / f"{saved.begun}-{edition.id}.dia"
    _close(out, record, terminal.narrator, file)
    saved.forget()
    return 0


def _begin(args: Namespace) -> SavedGame:
    """Settle everything about a new game."""
    edition = find_edition(args.edition)
    if args.players is not None:
        edition.check_players(args.players)
    if not 0 < len(args.name.strip()) <= LONGEST_NAME:
        raise DiamantError(f"a name has 1 to {LONGEST_NAME} characters, not {len(args.name)}")
    bots = _opponents(args.bots, args.players)
    edition.check_players(1 + len(bots))
    # Nobody at the table has another's name.
    others = [name for name in NAMES if name.casefold() != args.name.strip().casefold()]
    luck = os.fsencode(args.luck)  # As typed, whatever the terminal's letters are.
    seed = secrets.token_bytes(32)
    Dealer(seed, (luck, *[b""] * len(bots)))  # Refuses luck that is too long.
    names = (args.name, *others[: len(bots)])
    Record(names, Game.start(edition, len(names)), {})
    return SavedGame(
        write_edition(edition),
        tuple(map(str, bots)),
        names,
        luck.hex(),
        args.closed,
        seed.hex(),
        datetime.now().strftime("%Y-%m-%d-%H%M%S-%f"),  # noqa: DTZ005 - the player's day
    )


def _introduce(out: "Console", record: Record, bots: Sequence[Bot], dealer: Dealer) -> None:
    """Say what is played, and with whom."""
    from rich.markup import escape

    edition, words = record.game.edition, spoken()
    title, summary = words.plain(edition.name), words.plain(edition.summary)
    out.print(f"[bold]{escape(title)}[/] · {escape(summary)}")
    for name, bot in zip(record.players[1:], bots, strict=True):
        # A bot's summary is its author's, in English.
        about = f": {bot.summary}" if words.language == "en" else ""
        out.print(escape(t("{name} is {bot}", name=name, bot=str(bot)) + about), style="dim")
    settled = t("The deck is settled; its commitment is {hash}", hash=commitment(dealer.seed))
    out.print(settled, style="dim")


def _opponents(bots: str | None, players: int | None) -> list[Bot]:
    """Return who sits with the person: the bots named, or as many of the house's as are asked."""
    if bots is None:
        house = find_bots(OPPONENTS)
        return [house[seat % len(house)] for seat in range((4 if players is None else players) - 1)]
    named = find_bots(bots)
    if players not in (None, len(named) + 1):
        raise DiamantError(f"{len(named)} bots and you are {len(named) + 1} players, not {players}")
    return named


class _Opponents:
    """The bots at seats B and on."""

    def __init__(self, bots: Sequence[Bot], seed: bytes, timeout: DecisionTimeout) -> None:
        self._bots = bots
        self._timeout = timeout
        # Their chances come from the seed too: it, the luck and the choices make the whole game.
        self._rng = random.Random(b"bots" + seed)  # noqa: S311 - a game
        self._asked: list[Callable[[BotView], Any]] = [bot.seat_down() for bot in bots]

    def leaves(self, game: Game, seat: int) -> bool:
        """Ask the bot at a seat."""
        bot = self._bots[seat - 1]
        try:
            self._timeout.begin()
            answer = self._asked[seat - 1](BotView(game, seat, lambda: self._rng))
            self._timeout.end()
            return self._rng.random() < leaving_chance(answer)
        except TooLongError:
            late = f"it has not answered for {TIME_LIMIT:g} seconds"
            raise BotError(f"the bot {bot} failed: {late}") from None
        except Exception as error:
            raise BotError(f"the bot {bot} failed: {why(error, bot)}") from error


@dataclass(frozen=True)
class _Terminal:
    """Turns cards, asks the person at seat A and the bots, and tells what happens."""

    out: "Console"
    record: Record
    dealer: Dealer
    opponents: _Opponents
    saved: SavedGame
    choices: list[bool]

    @cached_property
    def _made(self) -> Iterator[bool]:
        """The choices of a game that goes on, each to be taken once."""
        return iter(tuple(self.choices))

    @cached_property
    def narrator(self) -> Narrator:
        """Whoever tells what happens."""
        return Narrator(spoken(), self.record.game.edition, self.record.players)

    def play(self, game: Game) -> Game:
        """Play until the game is over."""
        while game.phase is not Phase.OVER:
            game = self._expedition(game)
        return game

    def _expedition(self, game: Game) -> Game:
        round_number = game.expedition.round
        began = [event for event in game.history if isinstance(event, ExpeditionBegan)]
        self.out.print()
        tell(self.out, self.narrator.heading(began[-1]))
        order = self.dealer.order(game.expedition.deck, round_number)
        for number, card in enumerate(order, start=1):
            game = self._card(game, number, card)
            if game.phase is Phase.OVER or game.expedition.round != round_number:
                break
        if not game.closed:
            tell(self.out, self.narrator.standings(game))
        return game

    def _card(self, game: Game, number: int, card: Card) -> Game:
        turned, events = game.turn(card)
        tell(self.out, self.narrator.turned(number, card, turned, events))
        self._tell(events, turned)
        if turned.phase is not Phase.DECIDE:
            return turned
        leavers = [seat for seat in turned.expedition.in_cave if self._leaves(turned, seat)]
        after, events = turned.decide(leavers)
        self._tell(events, after)
        return after

    def _tell(self, events: tuple[GameEvent, ...], game: Game) -> None:
        known = events_for(events, YOU) if game.closed else events
        for line in self.narrator.followed(known):
            tell(self.out, line)

    def _leaves(self, game: Game, seat: int) -> bool:
        if seat == YOU:
            made = next(self._made, None)
            if made is not None:
                return made
            self.choices.append(self._ask(game, View.of(game, seat)))
            # On disk before anything follows from it.
            self.saved.keep(self.choices)
            return self.choices[-1]
        return self.opponents.leaves(game, seat)

    def _ask(self, game: Game, seen: View) -> bool:
        """Ask until the answer is understood."""
        go_on, leave = t("Go on").lower(), t("Leave").lower()
        while True:
            question = t(
                "You carry {carried}; on the path: {path}. Enter goes on, {key} leaves, o tells the"
                " odds:",
                carried=seen.carried,
                path=seen.path,
                key=leave[0],
            )
            self.out.print(f"{INDENT}{question} ", end="")
            sys.stdout.flush()
            try:
                answer = input().strip().lower()
            except UnicodeDecodeError:
                answer = "?"
            if answer in ("", "g", "go", "go on", go_on, go_on[0]):
                return False
            if answer in ("l", "leave", leave, leave[0]):
                return True
            if answer in ("q", "quit"):
                raise EOFError
            if answer in ("o", "odds"):
                chance = bust_chance(seen)
                tell(
                    self.out,
                    INDENT
                    + t(
                        "The next card ends the expedition with {chance} ({exact}).",
                        chance=spoken().percent(float(chance)),
                        exact=str(chance),
                    ),
                )
                told, words = advise(game, YOU, LIKELY), self.narrator.words
                tell(self.out, f"{INDENT}{told.sentence(words)} {told.others_say(words)}")
            else:
                how = t("Press Enter to go on, or type {key}, o, or q to quit.", key=leave[0])
                tell(self.out, f"{INDENT}{how}")


def _close(out: "Console", record: Record, narrator: Narrator, file: Path) -> None:
    """Name the winners, and save the record."""
    game = record.game
    out.print()
    if game.closed:
        out.print(t("The chests are opened:"))
        tell(out, narrator.standings(game))
    tell(out, narrator.ending(game))
    try:
        file.write_text(write_record(record), encoding="utf-8")
    except OSError as error:
        # The game must not be lost with the file: show it instead.
        out.print(write_record(record), markup=False)
        raise DiamantError(f"cannot write {file}: {error.strerror}; the record is above") from None
    told = t("The record is in {file}; 'diamant verify {file}' checks the deal.", file=str(file))
    out.print(told, style="dim", markup=False)
